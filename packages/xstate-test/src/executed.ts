import type { AnyStateNode, AnyTransitionDefinition } from 'xstate';

/**
 * Of the transitions that parallel regions select for one event, those that XState actually executes: if two would
 * leave the same states, the inner one wins, otherwise the earlier one. Inspection reports the others too, although
 * they have no effect.
 */
export function executed(
  selected: readonly AnyTransitionDefinition[],
  active: ReadonlySet<AnyStateNode>,
): AnyTransitionDefinition[] {
  let winners: AnyTransitionDefinition[] = [];
  for (const one of selected) {
    const leaves = leftBy(one, active);
    const rivals = winners.filter((other) => leftBy(other, active).some((node) => leaves.includes(node)));
    if (rivals.some((other) => !isInside(one.source, other.source))) continue;
    winners = [...winners.filter((other) => !rivals.includes(other)), one];
  }
  return winners;
}

/** The active states that a transition leaves. A history target counts as the state that it belongs to. */
function leftBy({ source, target, reenter }: AnyTransitionDefinition, active: ReadonlySet<AnyStateNode>) {
  if (!target || target.length === 0) return [];
  const stays = !reenter && target.every((node) => node === source || isInside(node, source));
  const frame = stays ? source : commonAncestor([...target, source]);
  return [...active].filter((node) => frame === null || isInside(node, frame));
}

function commonAncestor([first, ...others]: AnyStateNode[]): AnyStateNode | null {
  for (let node = first?.parent; node; node = node.parent) {
    const frame = node;
    if (others.every((other) => isInside(other, frame))) return frame;
  }
  return null;
}

function isInside(node: AnyStateNode, frame: AnyStateNode): boolean {
  for (let above = node.parent; above; above = above.parent) if (above === frame) return true;
  return false;
}
