import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { parse } from 'libpg-query';
import { TABLE_PLACEMENTS } from '../src/platform/database/distribution-rules.ts';
import { queryOfClient } from '../src/platform/database/due-query.ts';
import { splitStatements } from '../src/platform/database/migrate.ts';
import { CROSSING } from './support/crossing-statements.ts';
import { isMiscounted, judge } from './support/sql-rules.ts';
import { gatherStatements, type StoredStatement } from './support/stored-statements.ts';
import type { Node } from './support/syntax-tree.ts';

const MIGRATIONS = join(import.meta.dirname, '../migrations');
/** Databases are distributed with these migrations. Later ones may be applied afterwards. */
const FIRST_DISTRIBUTED = '0350-print-files.sql';

let statements: StoredStatement[];

before(async () => {
  const gathered = await gatherStatements();
  assert.deepEqual(gathered.silent, [], 'every function of a store asks something');
  statements = gathered.statements;
});

test('every statement of every store keeps the rules for distributed execution', async () => {
  const faults = [];
  for (const { by, file, text } of statements) {
    for (const fault of (await judge(text)).faults) faults.push(`${file} ${by}: ${fault}`);
  }
  assert.deepEqual(faults, []);
});

test('the statement that searches for all due work keeps these rules as a whole', async () => {
  const parts = statements
    .filter(({ by }) => /^due[A-Z]/.test(by))
    .map(({ text }, index) => `(select 'job' as kind, key::text from (${text}) due_${index} limit 500)`);
  assert.ok(parts.length > 15);
  assert.deepEqual((await judge(parts.join(' union all '))).faults, []);
});

test('every statement that spans clients is listed with its reason', async () => {
  const crossing = new Set<string>();
  for (const { by, text } of statements) if ((await judge(text)).crosses) crossing.add(by);
  assert.deepEqual([...crossing].sort(), Object.values(CROSSING).flat().sort());
});

/** Old rows of all clients are deleted later, when the lost node is back. */
const REMOVALS = ['dueKeysBefore', 'duePieceEventsBefore', 'dueUploadsBefore'];

test('while a node is down, the due work of each client is searched on its own node', async () => {
  const crossing = [];
  for (const { by, text } of statements) {
    if (!/^due[A-Z]/.test(by) || REMOVALS.includes(by)) continue;
    const alone = queryOfClient({ text, values: new Array(9).fill(null) }, 'a').text;
    if ((await judge(alone)).crosses) crossing.push(by);
  }
  assert.deepEqual(crossing, []);
});

test('counts of inserted rows come from returned rows where Citus would count too many', async () => {
  const miscounted = [];
  for (const { by, file, text, isCounted } of statements)
    if (isCounted && (await isMiscounted(text))) miscounted.push(`${file} ${by}`);
  assert.deepEqual(miscounted, []);
  assert.ok(await isMiscounted('insert into carriers select $1, $2 on conflict do nothing'));
});

const BAD: readonly (readonly [fault: string, text: string])[] = [
  ['a join of several clients without client_id', 'select 1 from orders o join order_items i using (order_id)'],
  ['a lock across clients', 'select 1 from orders where order_id = $1 for update'],
  [
    'a lock beside tables of several clients',
    `select b.bin from bins b join orders o using (client_id, order_id) where o.status = 'SHIPPED' for update of b`,
  ],
  [
    'a recursion across clients',
    `with recursive r as ((select client_id from orders limit 1) union all
     select n.client_id from r cross join lateral (select client_id from orders where client_id > r.client_id limit 1) n) select * from r`,
  ],
  [
    'a limit or a sum for each row',
    'select * from unnest($1::text[]) as g (id) cross join lateral (select 1 from orders where client_id = g.id limit 1) f',
  ],
  [
    'a query of all nodes for each row',
    'select client_id from clients c where exists (select 1 from orders o where o.client_id = c.client_id)',
  ],
  ['a part without a column', 'with a as (select from orders where client_id = $1) select 1 from a'],
  [
    'an insert of subqueries without a from',
    'insert into client_catalogs (client_id, products) select $1, (select count(*) from client_products where client_id = $1)',
  ],
  ['an insert without client_id', 'insert into orders (order_id) values ($1)'],
  [
    'a conflict by a key without client_id',
    'insert into orders (client_id, order_id) values ($1, $2) on conflict (order_id) do nothing',
  ],
  ['a change of client_id', 'update orders set client_id = $1 where client_id = $2'],
  ['a change by a volatile function', 'update client_secrets set secret_id = gen_random_uuid()'],
  [
    'a change by a function that is not immutable',
    `update webhook_deliveries set body = json_build_object('a', body)::text where client_id = $1`,
  ],
  ['a case of a parameter', `update pieces set reason = case $2 when 'A' then 'a' end where client_id = $1`],
  [
    'values for a local table beside a change of a distributed one',
    'with c as (update carriers set name = $1) insert into stock_movements (movement_id) values ($2)',
  ],
  ['a subquery in values', 'insert into center (time_zone) values ((select max(name) from clients))'],
  [
    'a parameter in the condition of a conflict',
    `insert into shop_messages (client_id, connection, order_id, direction) select $1, 'x', unnest($2::text[]), 'to_shop'
     on conflict (client_id, connection, order_id, direction) do update set attempts = 0 where shop_messages.version = $3`,
  ],
  [
    'a subquery in the answer of an insert',
    'with b as (select time_zone from center) insert into center (time_zone) select $1 returning (select time_zone from b)',
  ],
  [
    'a change of a copied table that reads a local one',
    'update products p set variants = 1 from product_variants v where v.product_id = p.product_id',
  ],
  ['grouping sets', 'select status, count(*) from orders group by grouping sets ((status), ())'],
];

for (const [fault, text] of BAD) {
  test(`a statement with ${fault} is found`, async () => {
    const { faults } = await judge(text);
    assert.ok(faults.includes(fault), faults.join(', '));
  });
}

/** Statements that other nodes would not know of, or that a distributed table cannot have. */
const BANNED =
  /^(CreateTrigStmt|CreateFunctionStmt|DoStmt|RuleStmt|CreateTableAsStmt|CreateSeqStmt|ListenStmt|NotifyStmt|ViewStmt)$/;

test('migrations have no trigger, function, rule, sequence or temporary table, and split into their statements', async () => {
  for (const name of readdirSync(MIGRATIONS).filter((file) => file.endsWith('.sql'))) {
    const sql = readFileSync(join(MIGRATIONS, name), 'utf8');
    const { stmts = [] } = (await parse(sql)) as { stmts?: { stmt: Node }[] };
    assert.equal(splitStatements(sql).length, stmts.length, name);
    const made: string[] = [];
    for (const { stmt } of stmts) {
      const [kind, body] = Object.entries(stmt)[0] as [string, Node];
      assert.doesNotMatch(kind, BANNED, name);
      if (kind !== 'CreateStmt') continue;
      assert.equal(body.relation.relpersistence === 't', false, name);
      if (name > FIRST_DISTRIBUTED) made.push(...referencedIn(body));
    }
    // A migration places its tables at its end, so foreign keys to distributed tables come with the next
    // migration.
    assert.deepEqual(
      made.filter((table) => TABLE_PLACEMENTS[table] === 'by client'),
      [],
      name,
    );
  }
});

function referencedIn(table: Node): string[] {
  const constraints = table.tableElts.flatMap(({ ColumnDef: column, Constraint: own }: Node) =>
    own ? [own] : (column?.constraints ?? []).map((one: Node) => one.Constraint),
  );
  return constraints.flatMap(({ pktable }: Node) => pktable?.relname ?? []);
}
