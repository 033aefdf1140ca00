/**
 * Compares a text with a committed file. With `accept` (by default: `UPDATE_GOLDEN=1` or the argument `--accept`) it
 * writes the file and prints the changes; otherwise it throws with the difference: first the added and removed
 * transitions, then the changed lines. For tests that run in Node.
 */
export function compareGolden(file: string, now: string, { accept = isAccepted() }: { accept?: boolean } = {}): void {
  // Loaded at the call, so that planning also runs in a browser.
  const fs = process.getBuiltinModule('node:fs');
  const path = process.getBuiltinModule('node:path');
  const before = fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : null;
  if (before === now) return;
  const difference = before === null ? '(new file)' : differenceOf(before, now);
  if (!accept) throw new Error(`${file} says otherwise; UPDATE_GOLDEN=1 accepts:\n${difference}`);
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(file, now);
  console.log(`${file} written:\n${difference}`);
}

const isAccepted = (): boolean => process.env.UPDATE_GOLDEN === '1' || process.argv.includes('--accept');

/** `added: sent —SUBMIT→ requesting`, `removed: …`, then the changed lines. */
function differenceOf(before: string, now: string): string {
  const [old, current] = [transitionsOf(before), transitionsOf(now)];
  const added = [...current].filter((one) => !old.has(one)).map((one) => `added: ${one}`);
  const removed = [...old].filter((one) => !current.has(one)).map((one) => `removed: ${one}`);
  return [...added, ...removed, lineDifference(before.split('\n'), now.split('\n'))].join('\n');
}

/** The transitions of a plan, without event payloads. */
const transitionsOf = (plan: string): ReadonlySet<string> =>
  new Set(
    plan
      .split('\n')
      .filter((line) => line.startsWith('  '))
      .map((line) => (line.split(' | ')[0] ?? '').trim().replace(/ (?:@\d+|\{"[^→]*)→/, '→')),
  );

/**
 * Changed lines with two lines of context, `-` before and `+` now. It synchronises at equal lines, so it stays fast on
 * long files.
 */
function lineDifference(before: readonly string[], now: readonly string[]): string {
  const lines: { sign: ' ' | '-' | '+'; text: string }[] = [];
  let a = 0;
  let b = 0;
  while (a < before.length || b < now.length) {
    if (a < before.length && before[a] === now[b]) {
      lines.push({ sign: ' ', text: before[a] ?? '' });
      a++;
      b++;
      continue;
    }
    const [skipA, skipB] = nextEqual(before, a, now, b);
    for (; a < skipA; a++) lines.push({ sign: '-', text: before[a] ?? '' });
    for (; b < skipB; b++) lines.push({ sign: '+', text: now[b] ?? '' });
  }
  const near = (index: number) => lines.slice(Math.max(0, index - 2), index + 3).some(({ sign }) => sign !== ' ');
  return lines
    .flatMap(({ sign, text }, index) => (near(index) ? [`${sign} ${text}`] : near(index - 1) ? ['  …'] : []))
    .join('\n');
}

/** How far equal lines are looked for. */
const REACH = 400;

/** The nearest pair of equal lines from here on; both ends if there is none within reach. */
function nextEqual(before: readonly string[], a: number, now: readonly string[], b: number): [number, number] {
  for (let skip = 1; skip <= REACH; skip++)
    for (let left = 0; left <= skip; left++) {
      const text = before[a + left];
      if (text !== undefined && text.trim().length > 2 && text === now[b + skip - left])
        return [a + left, b + skip - left];
    }
  return [before.length, now.length];
}
