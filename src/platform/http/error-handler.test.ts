import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { pino } from 'pino';
import { openTestDatabase } from '../../../test/support/test-database.ts';
import { SigningKeys } from '../../clients/signing-keys.ts';
import { buildApp } from '../../server.ts';
import { openPool } from '../database/pool.ts';
import { readConfig } from '../settings/config.ts';
import { toApiError } from './error-handler.ts';

const SECRET = 'ada.lovelace';

let dataDir: string;
before(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'platen-data-'));
});
after(() => rm(dataDir, { recursive: true }));

/** An app whose log is kept; `pool` may lead nowhere. */
async function build(pool: Awaited<ReturnType<typeof openTestDatabase>>['pool']) {
  const logged: string[] = [];
  const log = pino({ level: 'info' }, { write: (line: string) => void logged.push(line) });
  const keys = new SigningKeys(pool, new Uint8Array(32), () => new Date());
  const app = await buildApp({
    config: readConfig({ DATA_DIR: dataDir }),
    pool,
    keys,
    encryptionKey: new Uint8Array(32),
    log,
  });
  return { app, logged };
}

test('while the database is away the answer is 503, for how long to wait, and again in the usual form', async () => {
  const pool = openPool({ host: '127.0.0.1', port: 1, user: 'x', database: 'x' }, 2, () => {});
  const { app } = await build(pool);
  try {
    const form = 'grant_type=client_credentials&client_id=x&client_secret=y';
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    for (const answer of await Promise.all([
      app.inject('/health/ready'),
      app.inject({ method: 'POST', url: '/oauth/token', headers, payload: form }),
    ])) {
      assert.equal(answer.statusCode, 503);
      assert.equal(answer.json().error, 'temporarily_unavailable');
      assert.equal(answer.json().requestId, answer.headers['x-request-id']);
      assert.match(String(answer.headers['retry-after']), /^\d+$/);
      assert.doesNotMatch(answer.payload, /ECONNREFUSED|127\.0\.0\.1/);
    }
    assert.equal((await app.inject('/health/live')).statusCode, 200);
  } finally {
    await app.close();
    await pool.end();
  }
});

test('a crash is 500 and tells nothing of its cause, which is in the log under the same request id', async () => {
  const database = await openTestDatabase();
  const { app, logged } = await build(database.pool);
  try {
    app.get('/crash', () => {
      throw Object.assign(new Error(SECRET), { detail: SECRET, code: '23505' });
    });
    app.get('/query', () => database.pool.query('select nothing from nowhere'));
    for (const path of ['/crash', '/query']) {
      const answer = await app.inject(path);
      assert.equal(answer.statusCode, 500);
      const { error, requestId, message } = answer.json();
      assert.equal(error, 'internal_error');
      assert.equal(message, 'The server failed to answer this request.');
      assert.doesNotMatch(answer.payload, new RegExp(`${SECRET}|nowhere|stack|node:`));
      const line = logged.find((one) => one.includes(requestId));
      assert.equal(JSON.parse(line ?? '{}').level, 50);
      assert.match(line ?? '', /ada|nowhere/);
    }
  } finally {
    await app.close();
    await database.close();
  }
});

test('what a database cannot do for now is 503, to be sent again, and no crash', () => {
  // A statement that took too long, a full disk, no memory, a deadlock that came again and again, a lock that
  // was not had.
  for (const code of ['57014', '53100', '53200', '40P01', '40001', '55P03']) {
    const { error, headers } = toApiError(Object.assign(new Error('not now'), { code }));
    assert.deepEqual([error, typeof headers['Retry-After']], ['temporarily_unavailable', 'string'], code);
  }
});
