import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { after, before, beforeEach, type TestContext, test } from 'node:test';
import { startTestServer, type TestServer } from '../../../test/support/test-server.ts';
import { findDue } from '../../platform/database/due-query.ts';
import { folderBlobStore } from '../../platform/files/blob-folder.ts';
import { dueSweep } from '../../platform/files/blob-record-store.ts';
import { BlobMissingError, type BlobStore } from '../../platform/files/blobs.ts';
import { recordBlobs } from '../../platform/files/open-blobs.ts';
import { type SweepContext, sweepBlobs, walkBlobs } from '../../platform/files/sweep-blobs.ts';
import { type Customer, newCustomer } from '../test-support/customer.ts';
import { order } from '../test-support/sample-orders.ts';
import { orderBlobNames } from './order-blob-names.ts';
import { upsertKeptFiles } from './order-file-store.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const KEPT_DAYS = 30;
const REAL = { dryRun: false, unrecorded: false };
const DRY = { dryRun: true, unrecorded: false };

let server: TestServer;
before(async () => {
  server = await startTestServer();
});
beforeEach(() => server.pool.query('truncate order_files, blobs'));
after(() => server.close());

interface Shelf {
  context: SweepContext;
  /** The store as the intake has it. */
  blobs: BlobStore;
  /** Where its time stands. */
  time: { ms: number };
  /**
   * Keeps a file for an order in place of the previous one. Returns its hash, and whether an order names it.
   */
  keep(customer: Customer, orderId: string, content: string, pointer?: string): Promise<string>;
  put(content: string): Promise<string>;
  has(sha256: string): Promise<boolean>;
  sweep(options?: typeof REAL): Promise<string>;
  folder: string;
}

async function newShelf(t: TestContext): Promise<Shelf> {
  const folder = await mkdtemp(join(tmpdir(), 'platen-sweep-'));
  t.after(() => rm(folder, { recursive: true }));
  const store = folderBlobStore(join(folder, 'files'));
  const blobs = recordBlobs(server.pool, store);
  const time = { ms: Date.now() };
  const clock = () => new Date(time.ms);
  const names = orderBlobNames(KEPT_DAYS, clock);
  const context = { pool: server.pool, blobs: store, names, clock, graceMs: DAY_MS };
  const put = async (content: string) => {
    const sha256 = createHash('sha256').update(content).digest('hex');
    const path = join(folder, sha256);
    await writeFile(path, content);
    await blobs.put(sha256, path);
    await rm(path);
    return sha256;
  };
  return {
    context,
    blobs,
    time,
    put,
    folder: join(folder, 'files'),
    keep: async (customer, orderId, content, pointer = '/packingSlip') => {
      const sha256 = await put(content);
      assert.equal(await name(customer, orderId, sha256, pointer), true);
      return sha256;
    },
    has: async (sha256) => {
      try {
        await buffer(await store.read(sha256));
        return true;
      } catch (error) {
        assert.ok(error instanceof BlobMissingError);
        return false;
      }
    },
    sweep: async (options = REAL) => {
      const { deleted, waiting, kept } = await sweepBlobs(context, options);
      return `${deleted.files} deleted, ${waiting.files} waiting, ${kept.files} kept`;
    },
  };
}

/** Notes that the order keeps the content; false when that may not be. */
async function name(customer: Customer, orderId: string, sha256: string, pointer = '/packingSlip') {
  const { headers } = await customer.read(orderId);
  const version = Number(headers.get('etag')?.replaceAll('"', ''));
  return upsertKeptFiles(server.pool, customer.clientId, orderId, version, [
    {
      pointer,
      role: 'packing_slip',
      url: 'https://x.example/s.pdf',
      sha256,
      mediaType: 'application/pdf',
      bytes: 7,
      width: null,
      height: null,
      dpi: null,
      hasAlpha: null,
      visibleShare: null,
      isOpaque: null,
      pages: null,
      widthMm: null,
      heightMm: null,
      fetched: new Date(),
    },
  ]);
}

test('a replaced file is deleted a day after this was seen, and files that any order names stay', async (t) => {
  const shelf = await newShelf(t);
  const [one, other] = [await newCustomer(server), await newCustomer(server)];
  for (const customer of [one, other]) await customer.post(order());
  const old = await shelf.keep(one, 'SHOP-1', 'old label');
  const shared = await shelf.keep(one, 'SHOP-1', 'logo', '/items/0');
  await shelf.keep(other, 'SHOP-1', 'logo');
  await shelf.keep(one, 'SHOP-1', 'new label');
  await shelf.keep(one, 'SHOP-1', 'another logo', '/items/0');
  assert.equal(await shelf.sweep(), '0 deleted, 1 waiting, 3 kept');
  shelf.time.ms += DAY_MS - 1;
  assert.equal(await shelf.sweep(), '0 deleted, 1 waiting, 3 kept');
  assert.equal(await shelf.has(old), true);
  shelf.time.ms += 1;
  assert.equal(await shelf.sweep(DRY), '1 deleted, 0 waiting, 3 kept');
  assert.equal(await shelf.has(old), true, 'a dry run deletes nothing');
  assert.equal(await shelf.sweep(), '1 deleted, 0 waiting, 3 kept');
  assert.equal(await shelf.has(old), false);
  assert.equal(await shelf.has(shared), true);
  shelf.time.ms += 1_000 * DAY_MS;
  assert.equal(await shelf.sweep(), '0 deleted, 0 waiting, 3 kept');
});

test('a blob that is stored or named again gets a new grace time', async (t) => {
  const shelf = await newShelf(t);
  const customer = await newCustomer(server);
  await customer.post(order());
  const put = await shelf.put('put again');
  const named = await shelf.put('named again');
  await shelf.sweep();
  shelf.time.ms += DAY_MS;
  await shelf.put('put again');
  assert.equal(await name(customer, 'SHOP-1', named), true);
  assert.equal(await shelf.sweep(), '0 deleted, 1 waiting, 1 kept');
  await server.pool.query('delete from order_files');
  shelf.time.ms += DAY_MS - 1;
  assert.equal(await shelf.sweep(), '0 deleted, 2 waiting, 0 kept');
  shelf.time.ms += 1;
  assert.equal(await shelf.sweep(), '1 deleted, 1 waiting, 0 kept');
  assert.deepEqual([await shelf.has(put), await shelf.has(named)], [false, true]);
});

test('the files of a cancelled order are deleted after 30 days, and those of other orders stay', async (t) => {
  const shelf = await newShelf(t);
  const customer = await newCustomer(server);
  for (const orderId of ['CANCELLED', 'SHIPPED', 'NEW']) await customer.post(order({ orderId }));
  const gone = await shelf.keep(customer, 'CANCELLED', 'of the cancelled one');
  for (const orderId of ['SHIPPED', 'NEW']) await shelf.keep(customer, orderId, `of ${orderId}`);
  await shelf.keep(customer, 'CANCELLED', 'of SHIPPED', '/items/0');
  await server.pool.query(`update orders set status = 'SHIPPED' where order_id = 'SHIPPED'`);
  await customer.cancel('CANCELLED');
  shelf.time.ms = Date.now() + KEPT_DAYS * DAY_MS - HOUR_MS;
  assert.equal(await shelf.sweep(DRY), '0 deleted, 0 waiting, 3 kept');
  assert.equal(await shelf.sweep(), '0 deleted, 0 waiting, 3 kept');
  shelf.time.ms += 2 * HOUR_MS;
  assert.equal(await shelf.sweep(DRY), '0 deleted, 1 waiting, 2 kept');
  assert.equal(await shelf.sweep(), '0 deleted, 1 waiting, 2 kept');
  const { rows } = await server.pool.query('select order_id from order_files order by 1');
  assert.deepEqual(
    rows.map((row) => row.order_id),
    ['NEW', 'SHIPPED'],
  );
  shelf.time.ms += DAY_MS;
  assert.equal(await shelf.sweep(), '1 deleted, 0 waiting, 2 kept');
  assert.equal(await shelf.has(gone), false);
});

test('more cancelled orders than fit into one statement are all processed', async (t) => {
  const shelf = await newShelf(t);
  const customer = await newCustomer(server);
  await customer.post(order());
  await shelf.put('slip');
  await server.pool.query(
    `insert into orders (client_id, order_id, status, created, updated, request_hash, document, summary)
     select client_id, 'C' || n, 'CANCELLED', created, now() - interval '40 days', request_hash, document, summary
     from orders, generate_series(1, 1001) as n where client_id = $1`,
    [customer.clientId],
  );
  await server.pool.query(
    `insert into order_files (client_id, order_id, pointer, role, url, sha256, media_type, bytes, fetched)
     select client_id, order_id, '/packingSlip', 'packing_slip', 'x', 'y', 'z', 1, now() from orders where client_id = $1`,
    [customer.clientId],
  );
  await shelf.sweep();
  const { rows } = await server.pool.query('select order_id from order_files');
  assert.deepEqual(rows, [{ order_id: 'SHOP-1' }]);
});

test('storing a blob that is being deleted waits, and the blob is stored', async (t) => {
  const shelf = await newShelf(t);
  const customer = await newCustomer(server);
  await customer.post(order());
  const { deleting, finish, run } = await holdDeletion(shelf);
  const sha256 = await deleting;
  let done = false;
  const put = shelf.put('doomed').then(() => {
    done = true;
  });
  await waitingForLocks(1);
  assert.equal(done, false);
  finish();
  assert.equal((await run).deleted.files, 1);
  await put;
  assert.equal(await shelf.has(sha256), true);
  assert.equal(await name(customer, 'SHOP-1', sha256), true);
});

test('naming a blob that is being deleted reports it as deleted', async (t) => {
  const shelf = await newShelf(t);
  const customer = await newCustomer(server);
  await customer.post(order());
  const { deleting, finish, run } = await holdDeletion(shelf);
  const sha256 = await deleting;
  const named = name(customer, 'SHOP-1', sha256);
  await waitingForLocks(1);
  finish();
  assert.equal((await run).deleted.files, 1);
  assert.equal(await named, false);
});

test('a blob that is named or stored between the look and the deletion of a sweep stays', async (t) => {
  const shelf = await newShelf(t);
  const customer = await newCustomer(server);
  await customer.post(order());
  for (const late of ['named', 'put'] as const) {
    const sha256 = await shelf.put(`${late} late`);
    await shelf.sweep();
    shelf.time.ms += DAY_MS;
    let looks = 0;
    const { names } = shelf.context;
    const find: typeof names.find = async (connection, sha256s, dryRun) => {
      const found = await names.find(connection, sha256s, dryRun);
      looks += 1;
      if (looks === 1 && late === 'named') assert.equal(await name(customer, 'SHOP-1', sha256), true);
      if (looks === 1 && late === 'put') await shelf.put('put late');
      return found;
    };
    const { deleted } = await sweepBlobs({ ...shelf.context, names: { ...names, find } }, REAL);
    assert.deepEqual([deleted.files, await shelf.has(sha256)], [0, true], late);
  }
});

test('if the store cannot delete, the record stays and the next sweep deletes the blob', async (t) => {
  const shelf = await newShelf(t);
  const sha256 = await shelf.put('stubborn');
  await shelf.sweep();
  shelf.time.ms += DAY_MS;
  const blobs = { ...shelf.context.blobs, delete: () => Promise.reject(new Error('read-only')) };
  await assert.rejects(sweepBlobs({ ...shelf.context, blobs }, REAL), /read-only/);
  assert.equal(await shelf.sweep(), '1 deleted, 0 waiting, 0 kept');
  assert.equal(await shelf.has(sha256), false);
});

test('the background sweep resumes where it stopped, ends, and starts again a day later', async (t) => {
  const shelf = await newShelf(t);
  const customer = await newCustomer(server);
  await customer.post(order());
  await shelf.keep(customer, 'SHOP-1', 'slip');
  await shelf.put('nobody’s');
  await server.pool.query('update blob_sweep set next = $1', [shelf.context.clock()]);
  const pages: string[] = [];
  const seen: SweepContext = {
    ...shelf.context,
    names: {
      ...shelf.context.names,
      forget: async (_connection, from) => {
        pages.push(from);
        if (pages.length === 2) stop.abort();
        return ['b', 'c', 'd', undefined][pages.length - 1];
      },
    },
  };
  const stop = new AbortController();
  await walkBlobs(seen, stop.signal, 0);
  assert.deepEqual(await findDue(seen.pool, dueSweep(seen.clock())), ['files'], 'it is not at its end');
  const deleted = await walkBlobs(seen, new AbortController().signal, 0);
  assert.deepEqual(pages, ['', 'b', 'c', 'd']);
  assert.deepEqual(deleted.deleted, { files: 0, bytes: 0 });
  assert.deepEqual(await findDue(seen.pool, dueSweep(seen.clock())), []);
  const { rows } = await server.pool.query('select kept_files::int as files, kept_bytes::int as bytes from blob_sweep');
  assert.deepEqual(rows, [{ files: 1, bytes: 4 }]);
  shelf.time.ms += DAY_MS;
  assert.deepEqual(await findDue(seen.pool, dueSweep(seen.clock())), ['files']);
  assert.equal((await walkBlobs(shelf.context, new AbortController().signal, 0)).deleted.files, 1);
});

test('blobs without a record stay, and are deleted only on request when they are a day old', async (t) => {
  const shelf = await newShelf(t);
  const customer = await newCustomer(server);
  await customer.post(order());
  const named = await shelf.keep(customer, 'SHOP-1', 'named');
  const stray = await shelf.put('stray');
  await server.pool.query('delete from blobs');
  shelf.time.ms += DAY_MS / 2;
  const everything = { dryRun: false, unrecorded: true };
  assert.equal(await shelf.sweep(), '0 deleted, 0 waiting, 0 kept');
  assert.equal(await shelf.sweep({ ...everything, dryRun: true }), '0 deleted, 1 waiting, 1 kept');
  shelf.time.ms += DAY_MS;
  assert.equal(await shelf.sweep({ ...everything, dryRun: true }), '1 deleted, 0 waiting, 1 kept');
  assert.equal(await shelf.has(stray), true);
  assert.equal(await shelf.sweep(everything), '1 deleted, 0 waiting, 1 kept');
  assert.deepEqual([await shelf.has(stray), await shelf.has(named)], [false, true]);
});

test('a sweep examines every blob once, in pages', async (t) => {
  const shelf = await newShelf(t);
  await server.pool.query(
    `insert into blobs (sha256, bytes) select encode(sha256(n::text::bytea), 'hex'), 1 from generate_series(1, 1001) as n`,
  );
  const { waiting } = await sweepBlobs(shelf.context, REAL);
  assert.deepEqual(waiting, { files: 1_001, bytes: 1_001 });
  shelf.time.ms += DAY_MS;
  const { deleted } = await sweepBlobs(shelf.context, REAL);
  assert.deepEqual(deleted, { files: 1_001, bytes: 1_001 });
  assert.equal((await server.pool.query('select from blobs')).rowCount, 0);
  assert.deepEqual(await readdir(shelf.folder).catch(() => []), []);
});

test('every table with hashes of blobs is known, and has an index on them', async () => {
  // The customer's papers of a parcel are files of its order, so order_files names them.
  const { rows } = await server.pool.query<{ table: string }>(
    `select table_name as table from information_schema.columns
     where table_schema = 'public' and column_name like '%sha256%' and table_name not in ('blobs', 'migrations', 'parcel_papers') order by 1`,
  );
  const tables = rows.map(({ table }) => table);
  assert.ok(tables.includes('order_files'));
  const store = readFileSync(join(import.meta.dirname, 'order-file-store.ts'), 'utf8');
  const known = store.slice(store.indexOf('export async function findNamedBlobs'));
  for (const table of tables) {
    assert.match(
      known,
      new RegExp(`from ${table}\\b`),
      `${table} has a column of hashes: findNamedBlobs or releaseBlobs must know it`,
    );
    const { rows: indexes } = await server.pool.query(
      `select from pg_indexes where tablename = $1 and indexdef like '%(sha256%'`,
      [table],
    );
    assert.ok(indexes.length > 0, `${table} has no index that begins with sha256`);
  }
});

test('the record of a URL does not keep a file that no order names, and is deleted with it', async (t) => {
  const shelf = await newShelf(t);
  const customer = await newCustomer(server);
  await customer.post(order());
  const [named, unnamed] = [await shelf.keep(customer, 'SHOP-1', 'named'), await shelf.put('unnamed')];
  for (const sha256 of [named, unnamed])
    await server.pool.query(
      'insert into client_files (client_id, url_hash, sha256, fetched) values ($1, $2, $3, now())',
      [customer.clientId, Buffer.from(sha256), sha256],
    );
  await shelf.sweep();
  shelf.time.ms += DAY_MS;
  assert.equal(await shelf.sweep(DRY), '1 deleted, 0 waiting, 1 kept');
  assert.equal(await shelf.sweep(), '1 deleted, 0 waiting, 1 kept');
  const { rows } = await server.pool.query('select sha256 from client_files where client_id = $1', [customer.clientId]);
  assert.deepEqual(rows, [{ sha256: named }]);
});

/** A sweep that is stopped in the middle of deleting a blob: the hash of that, and how to go on. */
async function holdDeletion(shelf: Shelf) {
  const deleting = Promise.withResolvers<string>();
  const finished = Promise.withResolvers<void>();
  await shelf.put('doomed');
  await shelf.sweep();
  shelf.time.ms += DAY_MS;
  const blobs: BlobStore = {
    ...shelf.context.blobs,
    delete: async (sha256) => {
      deleting.resolve(sha256);
      await finished.promise;
      await shelf.context.blobs.delete(sha256);
    },
  };
  const run = sweepBlobs({ ...shelf.context, blobs }, REAL);
  return { deleting: deleting.promise, finish: finished.resolve, run };
}

async function waitingForLocks(count: number): Promise<void> {
  for (;;) {
    const { rows } = await server.pool.query(
      `select count(*)::int as waiting from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    );
    if (rows[0].waiting >= count) return;
  }
}
