import { parse } from 'libpg-query';
import { TABLE_PLACEMENTS } from '../../src/platform/database/distribution-rules.ts';
import {
  addEqualities,
  areEqual,
  hasOneClient,
  haveOneClient,
  isJoinedToOuter,
  type Level,
  usesOuter,
} from './client-equality.ts';
import {
  changesIn,
  columnsIn,
  functionsIn,
  hasAggregate,
  hasNode,
  type Node,
  qualifiersIn,
  tablesIn,
  walk,
} from './syntax-tree.ts';

// Rules for statements that several nodes can carry out, read from the syntax tree. They are the rules of the
// distributed planner, as far as the text of a statement shows them.

export interface Verdict {
  faults: string[];
  /** True if no single client is given, so the statement queries all nodes. */
  crosses: boolean;
}

const SPLIT = 'by client';
const VOLATILE = new Set(['gen_random_uuid', 'random', 'clock_timestamp', 'nextval', 'timeofday']);
/**
 * Functions that PostgreSQL declares as stable. Nodes refuse them in an update of a column by other columns.
 */
const STABLE_JSON = new Set(['json_build_object', 'jsonb_build_object', 'to_json', 'to_jsonb', 'json_strip_nulls']);

export async function judge(text: string): Promise<Verdict> {
  const { stmts = [] } = (await parse(text)) as { stmts?: { stmt: Node }[] };
  const faults = new Set<string>();
  let crosses = false;
  for (const { stmt } of stmts) {
    const seen = new Judge(faults);
    seen.statement(stmt, []);
    crosses ||= seen.crosses;
  }
  return { faults: [...faults].sort(), crosses };
}

/**
 * Returns true if Citus may report too many changed rows. For `insert … select` it counts the selected rows,
 * including those that a conflict skips. The returned rows are correct.
 */
export async function isMiscounted(text: string): Promise<boolean> {
  const { stmts = [] } = (await parse(text)) as { stmts?: { stmt: Node }[] };
  return stmts.some(({ stmt: { InsertStmt: insert } }) => {
    if (!insert || TABLE_PLACEMENTS[insert.relation.relname] === 'in one place') return false;
    const { action, whereClause } = insert.onConflictClause ?? {};
    const leavesOut = action === 'ONCONFLICT_NOTHING' || (action === 'ONCONFLICT_UPDATE' && whereClause);
    return Boolean(leavesOut && !insert.selectStmt?.SelectStmt.valuesLists && !insert.returningClause);
  });
}

class Judge {
  readonly #faults: Set<string>;
  crosses = false;

  constructor(faults: Set<string>) {
    this.#faults = faults;
  }

  /** Checks a query or a change within the given outer levels, nearest first. */
  statement(node: Node, outer: readonly Level[], ofParent: Parent = {}): void {
    const [kind, body] = Object.entries(node)[0] as [string, Node];
    if (body.withClause) this.#withClause(body.withClause, outer);
    if (kind === 'SelectStmt') this.#select(body, outer, ofParent);
    else if (kind === 'InsertStmt') this.#insert(body, outer);
    else if (kind === 'UpdateStmt' || kind === 'DeleteStmt') this.#change(kind, body, outer);
    else if (kind === 'MergeStmt') this.#faults.add('merge');
  }

  #withClause({ ctes, recursive }: Node, outer: readonly Level[]): void {
    for (const { CommonTableExpr: cte } of ctes) {
      const before = this.crosses;
      this.crosses = false;
      this.statement(cte.ctequery, outer, { isResult: true });
      const isOfItself = recursive && tablesIn(cte.ctequery).includes(cte.ctename);
      if (isOfItself && this.crosses) this.#faults.add('a recursion across clients');
      this.crosses ||= before;
    }
  }

  #select(body: Node, outer: readonly Level[], ofParent: Parent): void {
    if (body.op && body.op !== 'SETOP_NONE') {
      this.statement({ SelectStmt: body.larg }, outer, ofParent);
      this.statement({ SelectStmt: body.rarg }, outer, ofParent);
      return;
    }
    if (ofParent.isResult && !body.targetList && !body.valuesLists) this.#faults.add('a part without a column');
    const level = this.#level(body.fromClause ?? [], body.whereClause, outer);
    this.#judgeLevel(level, outer, {
      ...ofParent,
      isBounded: Boolean(body.limitCount ?? body.limitOffset),
      isSummed: hasAggregate(body) && !body.groupClause,
      body,
    });
    for (const { LockingClause: lock } of body.lockingClause ?? []) {
      const names = lock.lockedRels?.map(({ RangeVar: one }: Node) => one.relname) ?? [...level.sources];
      const split = names.filter((name: string) => level.split.has(name));
      if (split.some((name: string) => !hasOneClient(level, name, outer))) this.#faults.add('a lock across clients');
      const copied =
        names.some((name: string) => !level.split.has(name)) && level.split.size > 0 && !haveOneClient(level, outer);
      if (copied) this.#faults.add('a lock beside tables of several clients');
    }
    this.#expressions(body, level, outer);
  }

  #insert(body: Node, outer: readonly Level[]): void {
    const { relname } = body.relation;
    if (TABLE_PLACEMENTS[relname] === SPLIT) {
      const columns = (body.cols ?? []).map(({ ResTarget: one }: Node) => one.name);
      if (!columns.includes('client_id')) this.#faults.add('an insert without client_id');
      const { infer } = body.onConflictClause ?? {};
      const names = (infer?.indexElems ?? []).map(({ IndexElem: one }: Node) => one.name);
      if (infer && !names.includes('client_id')) this.#faults.add('a conflict by a key without client_id');
    }
    const select = body.selectStmt?.SelectStmt;
    if (!select) return;
    if (select.valuesLists && body.withClause && TABLE_PLACEMENTS[relname] === 'in one place') {
      if (changesIn(body.withClause).some((table) => TABLE_PLACEMENTS[table] !== 'in one place'))
        this.#faults.add('values for a local table beside a change of a distributed one');
    }
    if (hasNode(select.valuesLists, 'SubLink')) this.#faults.add('a subquery in values');
    if (body.withClause && !select.valuesLists && hasNode(body.returningClause ?? body.returningList, 'SubLink'))
      this.#faults.add('a subquery in the answer of an insert');
    const isSplit = TABLE_PLACEMENTS[relname] === SPLIT;
    if (isSplit && !select.valuesLists && hasNode(body.onConflictClause?.whereClause, 'ParamRef'))
      this.#faults.add('a parameter in the condition of a conflict');
    const isBare = select.op === 'SETOP_NONE' && !select.fromClause && !select.valuesLists;
    const splitTables = isBare
      ? tablesIn({ targetList: select.targetList }).filter((table) => TABLE_PLACEMENTS[table] === SPLIT)
      : [];
    // It silently inserts nothing, or 0.
    if (splitTables.length > 0) this.#faults.add('an insert of subqueries without a from');
    this.statement(body.selectStmt, outer);
  }

  #change(kind: string, body: Node, outer: readonly Level[]): void {
    const target = { RangeVar: body.relation };
    const level = this.#level([target, ...(body.fromClause ?? body.usingClause ?? [])], body.whereClause, outer);
    this.#judgeLevel(level, outer, {});
    const isCopied = TABLE_PLACEMENTS[body.relation.relname] === 'on every node';
    // Each node would read its own, empty table.
    if (isCopied && tablesIn(body).some((table) => TABLE_PLACEMENTS[table] === 'in one place'))
      this.#faults.add('a change of a copied table that reads a local one');
    for (const { ResTarget: one } of kind === 'UpdateStmt' ? body.targetList : []) {
      if (one.name === 'client_id' && TABLE_PLACEMENTS[body.relation.relname] === SPLIT)
        this.#faults.add('a change of client_id');
      const functions = functionsIn(one.val);
      if (functions.some((name) => VOLATILE.has(name))) this.#faults.add('a change by a volatile function');
      if (
        TABLE_PLACEMENTS[body.relation.relname] !== 'in one place' &&
        functions.some((name) => STABLE_JSON.has(name)) &&
        columnsIn(one.val)
      )
        this.#faults.add('a change by a function that is not immutable');
    }
    this.#expressions(body, level, outer);
  }

  /** Reads tables, joins and conditions of one level. */
  #level(from: readonly Node[], where: Node, outer: readonly Level[]): Level {
    const level: Level = { split: new Map(), sources: new Set(), equal: [] };
    for (const item of from) this.#source(item, level, outer);
    if (where) addEqualities(where, level);
    return level;
  }

  #source(item: Node, level: Level, outer: readonly Level[]): void {
    const [kind, body] = Object.entries(item)[0] as [string, Node];
    if (kind === 'RangeVar') {
      const name = body.alias?.aliasname ?? body.relname;
      level.sources.add(name);
      if (TABLE_PLACEMENTS[body.relname] === SPLIT) level.split.set(name, body.relname);
    } else if (kind === 'JoinExpr') {
      const before = [...level.sources];
      this.#source(body.larg, level, outer);
      const left = [...level.sources].filter((name) => !before.includes(name));
      this.#source(body.rarg, level, outer);
      const right = [...level.sources].filter((name) => !before.includes(name) && !left.includes(name));
      if (body.usingClause?.some(({ String: one }: Node) => one.sval === 'client_id'))
        for (const one of left) for (const other of right) level.equal.push([one, other]);
      if (body.quals) addEqualities(body.quals, level);
    } else if (kind === 'RangeSubselect') {
      const name = body.alias?.aliasname ?? '';
      level.sources.add(name);
      const around = body.lateral ? [level, ...outer] : outer;
      this.statement(body.subquery, around, { isResult: true, isLateral: body.lateral || outer.length > 0 });
    } else level.sources.add(body.alias?.aliasname ?? '');
  }

  #judgeLevel(
    level: Level,
    outer: readonly Level[],
    { isLateral, isCorrelated, isBounded, isSummed, body }: Parent,
  ): void {
    const names = [...level.split.keys()];
    if (names.length === 0) return;
    if (haveOneClient(level, outer)) return;
    const within = names.filter((name) => !isJoinedToOuter(level, name, outer));
    if (within.length > 0 && !isLateral && !isCorrelated) this.crosses = true;
    const [first = '', ...others] = names;
    if (others.some((name) => !areEqual(level, first, name) && !hasOneClient(level, name, outer)))
      this.#faults.add('a join of several clients without client_id');
    const refers = isLateral || isCorrelated;
    if (!refers) return;
    const further = outer.flatMap(({ sources }) => [...sources]).filter((name) => !level.sources.has(name));
    // A row without a client does not determine the node to query.
    if (within.length > 0) {
      this.crosses = true;
      if (qualifiersIn(body).some((name) => further.includes(name)))
        this.#faults.add('a query of all nodes for each row');
    }
    const around = outer[0];
    if (!around || around.sources.size === 0 || around.split.size > 0) return;
    if (usesOuter(level, around)) this.#faults.add('a query of all nodes for each row');
    if ((isBounded || isSummed) && isLateral) this.#faults.add('a limit or a sum for each row');
  }

  /** Checks subqueries and expressions in the selected, assigned and compared values of a level. */
  #expressions(body: Node, level: Level, outer: readonly Level[]): void {
    const { fromClause: _f, usingClause: _u, withClause: _w, larg: _l, rarg: _r, relation: _t, ...rest } = body;
    walk(rest, (kind, node) => {
      if (kind === 'SubLink') {
        this.statement(node.subselect, [level, ...outer], {
          isResult: node.subLinkType !== 'EXISTS_SUBLINK',
          isCorrelated: true,
        });
        if (node.testexpr) this.#expressions({ testexpr: node.testexpr }, level, outer);
        return false;
      }
      if (kind === 'CaseExpr' && node.arg?.ParamRef) this.#faults.add('a case of a parameter');
      if (kind === 'GroupingSet') this.#faults.add('grouping sets');
      return true;
    });
  }
}

interface Parent {
  /** True if its rows may be sent between nodes. */
  isResult?: boolean;
  isLateral?: boolean;
  isCorrelated?: boolean;
  isBounded?: boolean;
  isSummed?: boolean;
  body?: Node;
}
