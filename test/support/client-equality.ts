import type { Node } from './syntax-tree.ts';

/** One query level of a statement: its tables by alias, and the client_ids that are equal in it. */
export interface Level {
  /** Tables that are distributed by client, by alias. */
  split: Map<string, string>;
  /** Aliases of all row sources: distributed tables, other tables, values and functions. */
  sources: Set<string>;
  /** Pairs of aliases with equal client_id. `$` is a parameter or constant. */
  equal: [string, string][];
}

/** Records the client_ids that a condition makes equal. It reads only conditions joined by `and`. */
export function addEqualities(node: Node, level: Level): void {
  if (node.BoolExpr) {
    if (node.BoolExpr.boolop === 'AND_EXPR') for (const one of node.BoolExpr.args) addEqualities(one, level);
    return;
  }
  const { kind, name, lexpr, rexpr } = node.A_Expr ?? {};
  if (kind !== 'AEXPR_OP' || name?.[0]?.String.sval !== '=') return;
  const [one, other] = [clientOf(lexpr, level), clientOf(rexpr, level)];
  if (one && other) level.equal.push(...one.flatMap((left) => other.map((right): [string, string] => [left, right])));
}

/**
 * Returns the aliases that a client_id belongs to: of all tables if it has no alias, and `$` for a parameter
 * or constant.
 */
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

/** Returns true if the client of a table is given, at this level or by equality with an outer level. */
export function hasOneClient(level: Level, name: string, outer: readonly Level[]): boolean {
  if (areEqual(level, name, '$')) return true;
  const [around, ...further] = outer;
  if (!around) return false;
  return [...around.sources].some(
    (one) => !level.sources.has(one) && areEqual(level, name, one) && hasOneClient(around, one, further),
  );
}

export function haveOneClient(level: Level, outer: readonly Level[]): boolean {
  return level.split.size > 0 && [...level.split.keys()].every((name) => hasOneClient(level, name, outer));
}

/** Returns true if the client of a table equals the client of an outer row. */
export function isJoinedToOuter(level: Level, name: string, outer: readonly Level[]): boolean {
  return outer.some(({ split }) =>
    [...split.keys()].some((one) => !level.sources.has(one) && areEqual(level, name, one)),
  );
}

export function usesOuter(level: Level, around: Level): boolean {
  return level.equal.some((pair) => pair.some((name) => around.sources.has(name) && !level.sources.has(name)));
}
