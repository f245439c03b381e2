import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { isOld, removeAllOld } from '../../../test/support/remove-old.ts';
import { openTestDatabase, type TestDatabase } from '../../../test/support/test-database.ts';
import { AUDIT_DAYS } from '../../jobs/removals.ts';
import type { Connection } from '../database/transaction.ts';
import { type AuditFilter, listAudit } from './audit-store.ts';

const NOW = new Date('2026-03-01T12:00:00.000Z');
const DAY_MS = 86_400_000;
const LIMIT = 50;
/** A page and what its filter passes over. */
const READ_MAX = 4 * LIMIT;

let database: TestDatabase;
before(async () => {
  database = await openTestDatabase();
  // A program that takes orders into production all day, and two people who do little. The newest is number
  // 0.
  await database.pool.query({
    text: `insert into audit (entry_id, occurred, actor_kind, actor_id, actor_name, action, subject_kind, subject_id)
           select lpad(n::text, 8, '0'), $1::timestamptz - n * interval '1 second', 'operator',
                  case when n % 1000 = 1 then 'ada' when n % 1000 = 2 then 'grace' else 'robot' end, 'Somebody', 'x.done',
                  case when n > 29900 then 'client' when n % 1000 = 1 then 'operator' else 'order' end,
                  case when n > 29900 then 'shop' when n % 1000 = 1 then 'grace' else 'shop/' || n / 3 end
           from generate_series(0, 29999) n`,
    values: [NOW],
  });
  await database.pool.query('analyze audit');
});
after(() => database.close());

const at = (seconds: number) => new Date(NOW.getTime() - seconds * 1_000);
const FILTERS: [what: string, filter: Partial<AuditFilter>, found: number][] = [
  ['everything', {}, LIMIT],
  ['what somebody did who does little', { actorId: 'ada' }, 30],
  ['what somebody did, of one kind', { actorId: 'robot', subjectKind: 'client' }, LIMIT],
  ['what somebody did, of a kind that is not there', { actorId: 'robot', subjectKind: 'operator' }, 0],
  ['what somebody did to one', { actorId: 'robot', subjectKind: 'client', subjectId: 'shop' }, LIMIT],
  ['what somebody did to one that others work on', { actorId: 'grace', subjectId: 'shop' }, 0],
  ['one kind', { subjectKind: 'client' }, LIMIT],
  ['one order', { subjectKind: 'order', subjectId: 'shop/7000' }, 2],
  ['a short time long ago', { from: at(25_020), to: at(25_000) }, 20],
  ['what somebody did long ago', { actorId: 'grace', to: at(25_000) }, 5],
  ['a page far down', { after: { occurred: at(20_000), entryId: '00020000' } }, LIMIT],
];

for (const [what, filter, found] of FILTERS) {
  test(`${what}: a page costs what it shows, however long the record is`, async () => {
    const connection = await database.pool.connect();
    try {
      await connection.query('begin');
      const before = await rowsRead(connection);
      const entries = await listAudit(connection, { ...filter, limit: LIMIT });
      assert.equal(entries.length, found);
      const read = (await rowsRead(connection)) - before;
      assert.ok(read <= READ_MAX, `${read} rows`);
    } finally {
      await connection.query('rollback');
      connection.release();
    }
  });
}

/** On this connection, so far as it is not yet counted elsewhere. */
async function rowsRead(connection: Connection): Promise<number> {
  const { rows } = await connection.query<{ read: number }>(
    `select coalesce(seq_tup_read, 0)::int + coalesce(idx_tup_fetch, 0)::int as read
     from pg_stat_xact_user_tables where relname = 'audit'`,
  );
  return rows[0]?.read ?? 0;
}

test('what is older than it is kept is deleted, and nothing else', async () => {
  const later = new Date(at(29_950).getTime() + AUDIT_DAYS * DAY_MS);
  const count = async () => (await database.pool.query('select from audit')).rowCount;
  assert.ok(!(await isOld(database.pool, 'remove-audit', NOW)));
  await removeAllOld(database.pool, 'remove-audit', NOW);
  assert.equal(await count(), 30_000);
  assert.ok(await isOld(database.pool, 'remove-audit', later));
  await removeAllOld(database.pool, 'remove-audit', later);
  assert.equal(await count(), 29_951);
  assert.ok(!(await isOld(database.pool, 'remove-audit', later)));
});
