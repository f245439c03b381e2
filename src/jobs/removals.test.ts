import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { findRemoval, isOld, removeAllOld } from '../../test/support/remove-old.ts';
import { openTestDatabase, type TestDatabase } from '../../test/support/test-database.ts';
import { foldMovements, insertMovements, listMovements } from '../stock/stock-ledger-store.ts';
import { PIECE_EVENT_DAYS, removeOld } from './removals.ts';

const NOW = new Date('2026-03-01T12:00:00.000Z');
const DAYS = 365;
const DAY_MS = 86_400_000;
/**
 * One movement for each hour before NOW, of two codes in turn. Those of 104 days are old enough to be summed.
 */
const MOVEMENTS = 24 * (DAYS + 104);
const FIRST_KEPT_OF_ALL = 'ffffffff-ffff-7fff-8fff-ffffffffffff';

let database: TestDatabase;
before(async () => {
  database = await openTestDatabase();
  await database.pool.query(
    `insert into stock_movements (movement_id, kind, code, on_hand_change, reserved_change, reason, client_id, order_id, occurred, note)
     select (substr(ms, 1, 8) || '-' || substr(ms, 9) || '-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, 'ARTICLE', 'TEE-' || n % 2,
            n % 5 - 2, n % 3 - 1, 'reserved', 'shop', 'O-' || n, at, 'for Ada'
     from (select n, $1::timestamptz - n * interval '1 hour' as at,
                  lpad(to_hex((extract(epoch from $1::timestamptz - n * interval '1 hour') * 1000)::bigint), 12, '0') as ms
           from generate_series(0, $2::int - 1) n) made`,
    [NOW, MOVEMENTS],
  );
});
after(() => database.close());

async function sums() {
  const { rows } = await database.pool.query(
    `select code, sum(on_hand)::int as "onHand", sum(reserved)::int as reserved, sum(count)::int as movements from (
       select code, on_hand_change as on_hand, reserved_change as reserved, 1 as count from stock_movements
       union all select code, on_hand_change, reserved_change, movements from stock_balances) m
     group by code order by code`,
  );
  return rows;
}

/** Every entry of the ledger of TEE-0, page by page. */
async function ledger() {
  const entries: Awaited<ReturnType<typeof listMovements>> = [];
  for (let before: string | undefined; ; before = entries.at(-1)?.movementId) {
    const page = await listMovements(database.pool, { kind: 'ARTICLE', code: 'TEE-0' }, { before, limit: 500 });
    entries.push(...page);
    if (page.length < 500) return entries;
  }
}

test('old movements become sums of their months, which the ledger continues, and new ones stay', async () => {
  const [before, whole] = [await sums(), await ledger()];
  assert.ok(await isOld(database.pool, 'fold-movements', NOW));

  // A process that is killed during a step changes nothing. Completed steps stay.
  const client = await database.pool.connect();
  await client.query('begin');
  assert.equal(await foldMovements(client, FIRST_KEPT_OF_ALL, 700), 700);
  // The shop goes on meanwhile, with the same code.
  const shop = await database.pool.connect();
  await shop.query(`set lock_timeout = '100ms'`);
  await insertMovements(shop, [
    {
      kind: 'ARTICLE',
      code: 'TEE-0',
      onHandChange: 0,
      reservedChange: 0,
      reason: 'reserved',
      occurred: NOW,
      actor: { kind: 'system', id: null, name: null },
    },
  ]);
  await shop.query('reset lock_timeout');
  shop.release();
  await client.query('rollback');
  client.release();
  const stopping = new AbortController();
  const stepping = removeOld(database.pool, findRemoval('fold-movements'), NOW, stopping.signal);
  stopping.abort();
  const stepped = await stepping;
  assert.equal(stepped, 1_000);
  await database.pool.query(`delete from stock_movements where occurred = $1 and client_id is null`, [NOW]);
  assert.deepEqual(await sums(), before);

  const rest = await removeAllOld(database.pool, 'fold-movements', NOW);
  assert.equal(stepped + rest, 24 * 104 - 1);
  assert.ok(!(await isOld(database.pool, 'fold-movements', NOW)));
  assert.deepEqual(await sums(), before);

  const after = await ledger();
  const kept = after.filter(({ reason }) => reason !== 'carried_forward');
  assert.deepEqual(kept, whole.slice(0, kept.length));
  assert.ok(kept.every(({ occurred }) => occurred >= new Date(NOW.getTime() - DAYS * DAY_MS)));
  const months = after.slice(kept.length);
  assert.deepEqual(
    months.map(({ reason, occurred }) => [reason, occurred.toISOString().slice(0, 7)]),
    ['2025-03', '2025-02', '2025-01', '2024-12', '2024-11'].map((month) => ['carried_forward', month]),
  );
  assert.ok(months.every(({ clientId, orderId, note }) => clientId === null && orderId === null && note === null));
  const total = (of: typeof after) => of.reduce((sum, one) => sum + one.onHandChange, 0);
  assert.equal(total(after), total(whole));
  assert.equal(
    months.reduce((sum, { movements }) => sum + Number(movements), kept.length),
    whole.length,
  );
});

test('old events of pieces are deleted in steps, oldest first', async () => {
  await database.pool.query(
    `insert into piece_events (client_id, order_id, event_id, code, type, occurred)
     select 'shop', 'O-1', gen_random_uuid(), 'A1', 'made', $1::timestamptz - n * interval '1 day' from generate_series(1, $2::int + 1500) n`,
    [NOW, PIECE_EVENT_DAYS],
  );
  assert.ok(await isOld(database.pool, 'remove-piece-events', NOW));
  const stopping = new AbortController();
  const stepping = removeOld(database.pool, findRemoval('remove-piece-events'), NOW, stopping.signal);
  stopping.abort();
  const stepped = await stepping;
  assert.equal(stepped, 1_000);
  assert.equal(await removeAllOld(database.pool, 'remove-piece-events', NOW), 500);
  assert.ok(!(await isOld(database.pool, 'remove-piece-events', NOW)));
  const { rows } = await database.pool.query('select count(*)::int as left from piece_events');
  assert.deepEqual(rows, [{ left: PIECE_EVENT_DAYS }]);
});
