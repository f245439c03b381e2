// biome-ignore lint/suspicious/noExplicitAny: PostgreSQL's syntax tree has hundreds of kinds of nodes.
export type Node = any;

/** Calls `look` with each node of the tree. If it returns false, the parts of that node are skipped. */
export function walk(node: Node, look: (kind: string, node: Node) => boolean): void {
  if (node === null || typeof node !== 'object') return;
  for (const [kind, child] of Object.entries(node)) {
    if (child === null || typeof child !== 'object') continue;
    if (Array.isArray(child) || look(kind, child)) walk(child, look);
  }
}

function gather(node: Node, wanted: (kind: string, node: Node) => string | undefined): string[] {
  const found: string[] = [];
  walk(node, (kind, one) => {
    const name = wanted(kind, one);
    if (name !== undefined) found.push(name);
    return true;
  });
  return found;
}

export const hasNode = (node: Node, wanted: string) =>
  gather(node, (kind) => (kind === wanted ? kind : undefined)).length > 0;

export const tablesIn = (node: Node) => gather(node, (kind, one) => (kind === 'RangeVar' ? one.relname : undefined));
export const functionsIn = (node: Node) =>
  gather(node, (kind, one) => (kind === 'FuncCall' ? one.funcname.at(-1).String.sval : undefined));
export const columnsIn = (node: Node) => gather(node, (kind) => (kind === 'ColumnRef' ? '' : undefined)).length > 0;
export const qualifiersIn = (node: Node) =>
  gather(node, (kind, one) => (kind === 'ColumnRef' && one.fields.length > 1 ? one.fields[0].String.sval : undefined));
export const changesIn = (node: Node) =>
  gather(node, (kind, one) => (/^(Insert|Update|Delete)Stmt$/.test(kind) ? one.relation.relname : undefined));

const AGGREGATES = new Set([
  'count',
  'sum',
  'min',
  'max',
  'avg',
  'array_agg',
  'string_agg',
  'json_agg',
  'bool_or',
  'bool_and',
]);

export function hasAggregate({ targetList = [] }: Node): boolean {
  let found = false;
  walk(targetList, (kind, node) => {
    if (kind === 'FuncCall') found ||= AGGREGATES.has(node.funcname.at(-1).String.sval) && !node.over;
    return kind !== 'SubLink';
  });
  return found;
}
