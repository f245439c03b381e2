import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import type { Pool } from 'pg';
import { dueParcelPapers } from '../src/packing/parcel-paper-store.ts';
import { findDue } from '../src/platform/database/due-query.ts';
import { duePaperRuns } from '../src/production/paper-run-store.ts';
import { dueProduction } from '../src/production/production-order-store.ts';
import { findDaysToKeep } from '../src/reports/production-days.ts';
import { commandOf } from './support/floor-scene.ts';
import { CLIENT, fillWithPieces, orderIdOf, pieceCodeOf } from './support/many-pieces.ts';
import { newOperator } from './support/operator.ts';
import { isOld } from './support/remove-old.ts';
import { startTestServer } from './support/test-server.ts';

const ORDERS = 1_500;
const OPEN = 40;
/** Tables with fewer rows may be scanned completely. */
const SMALL_ROWS = 2_000;
const CONNECTIONS = 10;

/**
 * Returns the number of sequential scans of each large table. First it makes every connection report its
 * pending statistics.
 */
async function wholeReads(pool: Pool): Promise<Map<string, number>> {
  const told = Array.from({ length: CONNECTIONS }, () => pool.connect());
  for (const connection of await Promise.all(told)) {
    await connection.query('select pg_stat_force_next_flush()');
    connection.release();
  }
  const { rows } = await pool.query<{ table: string; reads: string }>(
    // Uses the row count of `analyze`, because a connection's late report would count rows twice.
    `select s.relname as "table", seq_scan as reads from pg_stat_user_tables s join pg_class c on c.oid = s.relid
     where c.reltuples > $1 order by 1`,
    [SMALL_ROWS],
  );
  return new Map(rows.map(({ table, reads }) => [table, Number(reads)]));
}

test('no scan, floor list or job reads a whole table that grows with the pieces', async () => {
  const server = await startTestServer();
  const { pool } = server;
  try {
    await fillWithPieces(pool, ORDERS, OPEN);
    await pool.query(
      `insert into piece_events (client_id, order_id, event_id, code, type, occurred)
       select client_id, order_id, gen_random_uuid(), code, 'piece.made', now() - make_interval(hours => copy) from pieces`,
    );
    await pool.query(
      `insert into scans (scan_id, asked_hash, occurred, answer) select code, '', now() - make_interval(hours => copy), '{}' from pieces`,
    );
    await pool.query('analyze');
    const operator = await newOperator(server);
    const first = ORDERS - OPEN;
    const scanned = async () => {
      for (const kind of ['MAKE', 'CHECK', 'PACK']) {
        let context: object = { work: kind };
        const end = kind === 'PACK' ? 'NO_TRACKING' : 'PASS';
        const codes = Array.from({ length: 10 }, (_, copy) => pieceCodeOf(first, copy));
        for (const code of [...codes, commandOf(end)]) {
          const sent = { id: randomUUID(), station: kind, code, context };
          const { json, text } = await operator.send('POST', '/scans', sent);
          assert.equal(json.refusal, undefined, text);
          context = json.next;
        }
      }
    };
    const read = async (path: string) => {
      const answer = await operator.get(path);
      assert.equal(answer.status, 200, `${path} ${answer.text}`);
    };
    const now = new Date();
    const steps: [string, () => Promise<unknown>][] = [
      ['scans', scanned],
      ['remove-scans', () => isOld(pool, 'remove-scans', now)],
      ['begin-production', () => findDue(pool, dueProduction())],
      ['parcel-papers', () => findDue(pool, dueParcelPapers())],
      ['paper-runs', () => findDue(pool, duePaperRuns())],
      ['keep-production-days', () => findDaysToKeep(pool, now, 'Europe/Berlin')],
      ...[
        ...['/batches', '/batches/1', '/batches/1/progress', '/batches/1/pieces?limit=50', '/bins', '/bins/contents'],
        ...['/problems', '/problems/counts', '/floor-counts', '/release-groups', '/release-orders', '/release-counts'],
        ...[
          '/station-queue',
          '/station-queue?work=CHECK',
          '/station-queue?work=PACK',
          '/pieces?sku=SKU-7',
          '/pieces?hasBlank=false',
          `/pieces/${pieceCodeOf(first + 1, 1)}`,
        ],
        ...[`/orders/${CLIENT}/${orderIdOf(first)}/pieces`, `/orders/${CLIENT}/${orderIdOf(first)}/piece-events`],
        ...['/hand-overs', '/hand-over-carriers', '/waiting-parcels', '/returns', '/print-jobs'],
      ].map((path): [string, () => Promise<void>] => [path, () => read(path)]),
    ];
    const before = await wholeReads(pool);
    assert.ok(before.has('pieces') && before.has('piece_events') && before.has('scans'), [...before.keys()].join());
    let last = before;
    const found: string[] = [];
    for (const [name, step] of steps) {
      await step();
      const reads = await wholeReads(pool);
      for (const [table, count] of reads) if (count > (last.get(table) ?? 0)) found.push(`${name}: ${table}`);
      last = reads;
    }
    assert.deepEqual(found, []);
  } finally {
    await server.close();
  }
});
