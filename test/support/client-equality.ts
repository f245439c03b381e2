import type { Node } from './syntax-tree.ts';

/** One level of a statement: its tables by the names they have in it, and what it says is equal. */
export interface Level {
  /** Of tables that are split by client. */
  split: Map<string, string>;
  /** Names of everything that rows come from, and whether those are values, a function, or a table that is not split. */
  sources: Set<string>;
  /** Names whose client_id is known to be equal; `$` stands for a value that is given. */
  equal: [string, string][];
}

/** Notes which client_ids a condition says are equal, where all of it must hold. */
export function equalities(node: Node, level: Level): void {
  if (node.BoolExpr) {
    if (node.BoolExpr.boolop === 'AND_EXPR') for (const one of node.BoolExpr.args) equalities(one, level);
    return;
  }
  const { kind, name, lexpr, rexpr } = node.A_Expr ?? {};
  if (kind !== 'AEXPR_OP' || name?.[0]?.String.sval !== '=') return;
  const [one, other] = [clientOf(lexpr, level), clientOf(rexpr, level)];
  if (one && other)
    level.equal.push(...one.flatMap((left) => other.map((right): [string, string] => [left, right])));
}

/** Whose client_id it is: of a table, of every table where it does not say, or `$` of a value. */
function clientOf(node: Node, level: Level): string[] | undefined {
  if (node?.TypeCast) return clientOf(node.TypeCast.arg, level);
  if (node?.ParamRef || node?.A_Const) return ['$'];
  const fields = node?.ColumnRef?.fields?.map(({ String: one }: Node) => one?.sval);
  if (fields?.at(-1) !== 'client_id') return undefined;
  return fields.length === 1 ? [...level.sources] : [fields[0]];
}

export function areEqual(level: Level, one: string, other: string): boolean {
  const reached = new Set([one]);
  for (let size = 0; size < reached.size; ) {
    size = reached.size;
    for (const [left, right] of level.equal) {
      if (reached.has(left)) reached.add(right);
      if (reached.has(right)) reached.add(left);
    }
  }
  return reached.has(other);
}

/** One client is given, here or by what it is equal to around. */
export function isOfOne(level: Level, name: string, outer: readonly Level[]): boolean {
  if (areEqual(level, name, '$')) return true;
  const [around, ...further] = outer;
  if (!around) return false;
  return [...around.sources].some(
    (one) => !level.sources.has(one) && areEqual(level, name, one) && isOfOne(around, one, further),
  );
}

export function isOfOneAll(level: Level, outer: readonly Level[]): boolean {
  return level.split.size > 0 && [...level.split.keys()].every((name) => isOfOne(level, name, outer));
}

/** Its client_id is that of a row around it. */
export function isWithOuter(level: Level, name: string, outer: readonly Level[]): boolean {
  return outer.some(({ split }) =>
    [...split.keys()].some((one) => !level.sources.has(one) && areEqual(level, name, one)),
  );
}

export function usesOuter(level: Level, around: Level): boolean {
  return level.equal.some((pair) =>
    pair.some((name) => around.sources.has(name) && !level.sources.has(name)),
  );
}
