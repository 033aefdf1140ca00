import type { babel } from '@stryker-mutator/core';

type Node = babel.NodePath['node'];

/** Parts of a query without which it finds or changes other rows, or returns them in another order. */
const parts: ReadonlySet<string> = new Set(['where', 'orderBy']);

/**
 * Adds a mutator to StrykerJS, which changes no SQL: it leaves out one condition of a query, so that the rows of another
 * customer or user are found too, or one that is over. StrykerJS has no setting for mutators of one's own.
 */
export async function addQueryConditions(): Promise<void> {
  const instrumenter = import.meta.resolve('@stryker-mutator/instrumenter');
  const { allMutators } = (await import(new URL('mutators/mutate.js', instrumenter).href)) as {
    allMutators: { name: string }[];
  };
  const { deepCloneNode } = (await import(new URL('util/syntax-helpers.js', instrumenter).href)) as {
    deepCloneNode: (node: Node) => Node;
  };
  if (allMutators.some(({ name }) => name === 'QueryCondition')) return;
  allMutators.push({
    name: 'QueryCondition',
    *mutate({ node }: babel.NodePath) {
      if (node.type !== 'CallExpression' || node.callee.type !== 'MemberExpression') return;
      const { object, property } = node.callee;
      if (property.type === 'Identifier' && parts.has(property.name)) yield deepCloneNode(object);
    },
  } as { name: string });
}
