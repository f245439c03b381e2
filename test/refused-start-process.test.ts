import assert from 'node:assert/strict';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createServer, type Server as HttpServer } from 'node:http';
import { type AddressInfo, createServer as createTcpServer, type Server, type Socket } from 'node:net';
import { type TestContext, test } from 'node:test';
import { makeDataDir, platen, type Settings } from './support/platen-process.ts';
import { asSuperuser, openTestDatabase } from './support/test-database.ts';

const PASSWORD = 'correct-horse';

test('an invalid setting is named in one line, without the value of a secret', async (t) => {
  await expectRefusal(t, { PORT: 'http' }, /^PORT must be a whole number from 0 to 65535\. Given: "http"\.$/);
  await expectRefusal(t, { ENCRYPTION_KEY: PASSWORD }, /^ENCRYPTION_KEY must be 32 bytes .* not shown here\.$/);
  await expectRefusal(t, { DATABASE_URL: `mysql://u:${PASSWORD}@h/d` }, /^DATABASE_URL must be .* not shown here\.$/);
  await expectRefusal(
    t,
    { BASE_URL: `https://u:${PASSWORD}@h` },
    /^BASE_URL must not contain a user .* not shown here\.$/,
  );
  await expectRefusal(
    t,
    { HOST: '192.0.2.1' },
    /^HOST is not an address of this machine; name one of its addresses\.$/,
  );
});

test('an unusable DATA_DIR is named in one line', async (t) => {
  await expectRefusal(t, { DATA_DIR: '/dev/null' }, /^DATA_DIR \/dev\/null.* cannot be used \(EEXIST\)/);
  const database = await openTestDatabase();
  t.after(() => database.close());
  await expectRefusal(
    t,
    { DATABASE_URL: database.url, DATA_DIR: '/dev/null/data' },
    /^ENCRYPTION_KEY is not set, and .*encryption-key cannot be used \(ENOTDIR\)/,
  );
});

test('an unreachable database is named in one line', async (t) => {
  const web = createServer((_request, response) => response.end('hello'));
  const dumb = createTcpServer();
  const [webPort, dumbPort] = [await listen(t, web), await listen(t, dumb)];
  const place = /^The database in DATABASE_URL \((127\.0\.0\.1|nowhere\.invalid):\d+\/orders\) cannot be used: /;
  const silent = expectRefusal(
    t,
    { DATABASE_URL: url(dumbPort) },
    place,
    /no PostgreSQL answers there \(.*timeout\)\.$/,
  );
  await expectRefusal(t, { DATABASE_URL: url(1) }, place, /no PostgreSQL answers there \(ECONNREFUSED\)\.$/);
  await expectRefusal(t, { DATABASE_URL: url(webPort) }, place, /no PostgreSQL answers there \(Connection term/);
  const unknown = `postgresql://u:${PASSWORD}@nowhere.invalid/orders`;
  await expectRefusal(
    t,
    { DATABASE_URL: unknown },
    place,
    /no PostgreSQL answers there \((ENOTFOUND|EAI_AGAIN|.*timeout)\)/,
  );
  await silent;
});

test('an unsuitable database is named in one line', async (t) => {
  const database = await openTestDatabase();
  await asSuperuser("create database latin encoding 'LATIN1' template template0 locale_provider libc locale 'C'");
  await asSuperuser(`create role guest login password '${PASSWORD}'`);
  t.after(async () => {
    await asSuperuser('drop database latin with (force)');
    await asSuperuser('drop role guest');
    await database.close();
  });

  const absent = database.url.replace(/\/test_\w+/, '/absent');
  await expectRefusal(t, { DATABASE_URL: absent }, /cannot be used: database "absent" does not exist\.$/);
  const wrong = database.url.replace(/:[^:@]+@/, `:${PASSWORD}@`);
  await expectRefusal(
    t,
    { DATABASE_URL: wrong },
    /cannot be used: password authentication failed for user "platen_owner"/,
  );

  const old = await listen(t, createTcpServer(answerAsOldPostgres));
  await expectRefusal(t, { DATABASE_URL: url(old) }, /is PostgreSQL 14\.9; Platen needs 15 or newer\.$/);

  const latin = database.url.replace(/\/test_\w+/, '/latin');
  await expectRefusal(t, { DATABASE_URL: latin }, /is encoded in LATIN1; Platen needs one made with encoding UTF8\.$/);
  const guest = absent.replace(/\/\/[^@]+@\/absent/, `//guest:${PASSWORD}@/postgres`);
  await expectRefusal(
    t,
    { DATABASE_URL: guest },
    /^The database's user may not make tables \(.*\)\. Make it the owner/,
  );
});

/** Expects one line on standard error, exit code 1, no remaining process and no secret. */
async function expectRefusal(t: TestContext, settings: Settings, ...says: RegExp[]): Promise<void> {
  const dataDir = await makeDataDir(t);
  const { code, stdout, stderr } = await platen(t, ['start'], { DATA_DIR: dataDir, PORT: '0', ...settings });
  assert.equal(code, 1, stderr);
  const [line, ...more] = stderr.split('\n');
  assert.deepEqual(more, [''], stderr);
  assert.match(line!, /^platen: /);
  for (const one of says) assert.match(line!.slice('platen: '.length), one);
  assert.ok(!`${stdout}${stderr}`.includes(PASSWORD), stderr);
  assert.ok(!existsSync(`${dataDir}/postgres/postmaster.pid`));
}

function url(port: number): string {
  return `postgresql://u:${PASSWORD}@127.0.0.1:${port}/orders`;
}

async function listen(t: TestContext, server: Server | HttpServer): Promise<number> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => sockets.add(socket.on('error', () => {})));
  t.after(() => {
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

/** Accepts any password and answers any query with one row (PostgreSQL manual, Frontend/Backend Protocol). */
function answerAsOldPostgres(socket: Socket): void {
  const row = { version: '140009', name: '14.9', encoding: 'UTF8', isStandby: 'f' };
  const count = Buffer.from([0, Object.keys(row).length]);
  const INTEGER = [0, 0, 0, 23];
  const TEXT = [0, 0, 0, 25];
  const fields = Object.keys(row).map((name) =>
    Buffer.from([
      ...Buffer.from(`${name}\0`),
      ...[0, 0, 0, 0, 0, 0],
      ...(name === 'version' ? INTEGER : TEXT),
      ...[0, 0, 0, 0, 0, 0, 0, 0],
    ]),
  );
  const cells = Object.values(row).map((value) => Buffer.from([0, 0, 0, value.length, ...Buffer.from(value)]));
  const ready = message('Z', Buffer.from('I'));
  socket.once('data', () => {
    socket.write(Buffer.concat([message('R', Buffer.alloc(4)), ready]));
    socket.on('data', (data) => {
      if (data[0] !== 'Q'.charCodeAt(0)) return;
      const description = message('T', Buffer.concat([count, ...fields]));
      const values = message('D', Buffer.concat([count, ...cells]));
      socket.write(Buffer.concat([description, values, message('C', Buffer.from('SELECT 1\0')), ready]));
    });
  });
}

function message(type: string, body: Buffer): Buffer {
  const head = Buffer.alloc(5);
  head.write(type);
  head.writeUInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
}
