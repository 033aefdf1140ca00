import type { babel } from '@stryker-mutator/core';

type Node = babel.NodePath['node'];

/** Errors that only a log shows: their texts are for developers, and no test reads them. */
const internalErrors: ReadonlySet<string> = new Set(['Error', 'TypeError', 'RangeError']);

/** Parts of a query whose texts name tables and columns; those with a number, only in so many first arguments. */
const parts: Readonly<Record<string, number>> = {
  ...Object.fromEntries(
    ['selectFrom', 'select', 'selectAll', 'insertInto', 'updateTable', 'deleteFrom', 'innerJoin', 'leftJoin'].map(
      (name) => [name, Number.POSITIVE_INFINITY],
    ),
  ),
  returning: Number.POSITIVE_INFINITY,
  orderBy: Number.POSITIVE_INFINITY,
  ref: Number.POSITIVE_INFINITY,
  where: 2,
  when: 2,
  row: 2,
};

function reasonFor(node: Node, parent: Node | undefined): string | undefined {
  if (node.type !== 'StringLiteral' && node.type !== 'TemplateLiteral') return undefined;
  if (parent?.type === 'NewExpression' && parent.callee.type === 'Identifier') {
    return internalErrors.has(parent.callee.name) ? 'the text of an internal error' : undefined;
  }
  if (parent?.type !== 'CallExpression') return undefined;
  const { callee } = parent;
  const name = callee.type === 'MemberExpression' ? callee.property : callee;
  const names = name.type === 'Identifier' ? (parts[name.name] ?? 0) : 0;
  return parent.arguments.indexOf(node) < names ? 'no database has another name' : undefined;
}

/** A plugin for StrykerJS: what it leaves out in every file, with the reason. */
export const strykerPlugins = [
  {
    kind: 'Ignore',
    name: 'texts',
    value: { shouldIgnore: ({ node, parent }: babel.NodePath) => reasonFor(node, parent ?? undefined) },
  },
];
