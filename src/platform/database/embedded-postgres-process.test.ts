import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { after, type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { type EmbeddedDatabase, openEmbeddedDatabase } from './embedded-postgres.ts';
import { EmbeddedDatabaseError } from './embedded-postgres-account.ts';

const CONDITION_TIMEOUT_MS = 60_000;
const POLL_MS = 10;
const FAST = { fsync: 'off' };

let sharedFolder: Promise<string> | undefined;
after(async () => sharedFolder && rm(await sharedFolder, { recursive: true, force: true }));

test('the first open creates a database that outlives stop and the next open', async (t) => {
  const dataDir = await makeDataDir(t);
  const first = await openHere(dataDir, 'server');
  await query(first, 'create table kept (note text)');
  await query(first, "insert into kept values ('still here')");
  await Promise.all([first.stop(), first.stop()]);
  assert.equal(await postmasterPid(dataDir), undefined);

  const second = await openHere(dataDir, 'server');
  assert.deepEqual(await query(second, 'select note from kept'), [{ note: 'still here' }]);
  await second.stop();
  assert.equal((await stat(dataDir)).mode & 0o777, 0o700);
});

test('durability is never weakened by default, and text sorts by code point', async (t) => {
  const dataDir = await sharedDataDir(t);
  const database = await openEmbeddedDatabase({ dataDir, role: 'server', log: () => undefined });
  const names = ['fsync', 'synchronous_commit', 'full_page_writes', 'data_checksums', 'listen_addresses', 'TimeZone'];
  const rows = await query(database, `select ${names.map((name) => `current_setting('${name}') as "${name}"`)}`);
  const unix = process.platform !== 'win32';
  assert.deepEqual(rows, [
    {
      fsync: 'on',
      synchronous_commit: 'on',
      full_page_writes: 'on',
      data_checksums: 'on',
      listen_addresses: unix ? '' : '127.0.0.1',
      TimeZone: 'UTC',
    },
  ]);
  assert.deepEqual(await query(database, `select 'Z' < 'a' as sorted, upper('é') as capital`), [
    { sorted: true, capital: 'É' },
  ]);
  await database.stop();
});

test('a second server on the same DATA_DIR is refused and the first goes on', async (t) => {
  const dataDir = await sharedDataDir(t);
  const first = await openHere(dataDir, 'server');
  await assert.rejects(openHere(dataDir, 'server'), (error: Error) => {
    assert.ok(error instanceof EmbeddedDatabaseError);
    assert.match(error.message, /Platen already runs on .*; stop it first, or set another DATA_DIR/);
    return true;
  });
  assert.deepEqual(await query(first, 'select 1 as one'), [{ one: 1 }]);
  await first.stop();
});

test('a tool beside a server leaves the database running, and whoever is last stops it', async (t) => {
  const dataDir = await sharedDataDir(t);
  const server = await openHere(dataDir, 'server');
  const pid = await postmasterPid(dataDir);
  const tool = await openHere(dataDir, 'tool');
  await tool.stop();
  assert.equal(await postmasterPid(dataDir), pid);

  const lastTool = await openHere(dataDir, 'tool');
  await server.stop();
  assert.deepEqual(await query(lastTool, 'select 1 as one'), [{ one: 1 }]);
  await lastTool.stop();
  assert.equal(await postmasterPid(dataDir), undefined);
});

test('a tool that started the database leaves it to the server that joined', async (t) => {
  const dataDir = await sharedDataDir(t);
  const tool = await openElsewhere(t, dataDir, 'tool');
  const server = await openElsewhere(t, dataDir, 'server');
  await tool.stop();
  assert.equal(await postmasterPid(dataDir), server.postmaster);
  await server.stop();
  assert.equal(await postmasterPid(dataDir), undefined);
});

test('the database outlives a killed Platen, and the next server adopts it', async (t) => {
  const dataDir = await sharedDataDir(t);
  const killed = await openElsewhere(t, dataDir, 'server', 'create table outlived as select 7 as number');
  killed.process.kill('SIGKILL');
  await once(killed.process, 'exit');

  const next = await openHere(dataDir, 'server');
  assert.equal(await postmasterPid(dataDir), killed.postmaster);
  assert.deepEqual(await query(next, 'select number from outlived'), [{ number: 7 }]);
  await next.stop();
});

test('a server starts its database again after it was killed', async (t) => {
  const dataDir = await sharedDataDir(t);
  const messages: string[] = [];
  const server = await openEmbeddedDatabase({
    dataDir,
    role: 'server',
    log: (message) => messages.push(message),
    onLost: (error) => messages.push(error.message),
  });
  await query(server, 'create table restarted as select 7 as number');
  const killed = (await postmasterPid(dataDir))!;
  process.kill(killed, 'SIGKILL');
  await until(async () => (await query(server, 'select number from restarted').catch(() => []))[0]?.number === 7);
  assert.notEqual(await postmasterPid(dataDir), killed);
  assert.ok(messages.includes('PostgreSQL has gone; starting it again'), messages.join('\n'));
  await until(async () => messages.filter((message) => message.startsWith('PostgreSQL started')).length === 2);
  await assert.rejects(openHere(dataDir, 'server'), /already runs/);
  await server.stop();
  assert.equal(await postmasterPid(dataDir), undefined);
});

test('stopping while the database is being started again leaves none behind', async (t) => {
  const dataDir = await sharedDataDir(t);
  const gone = Promise.withResolvers<void>();
  const server = await openEmbeddedDatabase({
    dataDir,
    role: 'server',
    settings: FAST,
    log: (message) => message.includes('has gone') && gone.resolve(),
  });
  process.kill((await postmasterPid(dataDir))!, 'SIGKILL');
  await gone.promise;
  await server.stop();
  const left = await postmasterPid(dataDir);
  // The one that was killed may take a moment to be gone.
  await until(async () => left === undefined || !isAlive(left));
  await (await openHere(dataDir, 'server')).stop();
});

test('the database starts after both Platen and PostgreSQL were killed', async (t) => {
  const dataDir = await sharedDataDir(t);
  const killed = await openElsewhere(t, dataDir, 'server', 'create table recovered as select 7 as number');
  killed.process.kill('SIGKILL');
  process.kill(killed.postmaster, 'SIGKILL');
  const next = await openHere(dataDir, 'server');
  assert.deepEqual(await query(next, 'select number from recovered'), [{ number: 7 }]);
  await next.stop();
});

test('a process number that another program has by now does not look like a running database', async (t) => {
  const dataDir = await sharedDataDir(t);
  await (await openHere(dataDir, 'tool')).stop();
  const cluster = path.join(dataDir, 'postgres');
  const stale = [process.pid, cluster, 1, 5432, cluster, '', '  1  1', 'ready   ', ''].join('\n');
  await writeFile(path.join(cluster, 'postmaster.pid'), stale);
  await writeFile(path.join(cluster, '.s.PGSQL.5432.lock'), stale);
  const database = await openHere(dataDir, 'server');
  assert.notEqual(await postmasterPid(dataDir), process.pid);
  await database.stop();
});

test('an empty lock file, left by a crash of the machine, does not keep the database from starting', async (t) => {
  const dataDir = await sharedDataDir(t);
  await (await openHere(dataDir, 'tool')).stop();
  const lock = path.join(dataDir, 'postgres', 'postmaster.pid');
  await writeFile(lock, '');
  await utimes(lock, 0, 0);
  await (await openHere(dataDir, 'tool')).stop();
});

test('two first opens at once make one database', async (t) => {
  const dataDir = await makeDataDir(t);
  await mkdir(dataDir, { mode: 0o700 });
  await mkdir(path.join(dataDir, 'postgres.init-99999999-crashed')); // what a killed first start leaves
  const opened = await Promise.all([
    openElsewhere(t, dataDir, 'tool', 'create table kept as select 7 as number'),
    openElsewhere(t, dataDir, 'server'),
  ]);
  assert.equal(opened[0].postmaster, opened[1].postmaster);
  const third = await openHere(dataDir, 'tool');
  assert.deepEqual(await query(third, 'select number from kept'), [{ number: 7 }]);
  await Promise.all([opened[0].stop(), opened[1].stop(), third.stop()]);
  assert.equal(await postmasterPid(dataDir), undefined);
  assert.deepEqual((await readdir(dataDir)).sort(), ['postgres', 'postgres.log']);
});

test('tools that come and go at once all get the database', async (t) => {
  const dataDir = await sharedDataDir(t);
  await (await openHere(dataDir, 'tool')).stop();
  const visit = async () => {
    const tool = await openHere(dataDir, 'tool');
    await query(tool, 'select 1').catch(() => assert.fail('the database stopped while a tool used it'));
    await tool.stop();
  };
  const visitor = async () => {
    for (let visits = 0; visits < 5; visits += 1) await visit();
  };
  await Promise.all([visitor(), visitor(), visitor(), visitor()]);
  assert.equal(await postmasterPid(dataDir), undefined);
});

test('a DATA_DIR whose path is too long for a socket works', async (t) => {
  const dataDir = path.join(await makeDataDir(t), 'long name, with "quotes" '.repeat(5).trim());
  const database = await openHere(dataDir, 'server');
  assert.deepEqual(await query(database, 'select 1 as one'), [{ one: 1 }]);
  if (process.platform !== 'win32') {
    assert.notEqual(database.connection.host, path.join(dataDir, 'postgres'));
    assert.equal((await stat(database.connection.host)).mode & 0o777, 0o700);
  }
  await database.stop();
  await assert.rejects(stat(database.connection.host), { code: 'ENOENT' });
});

test('a PostgreSQL that does not start is quoted', async (t) => {
  const dataDir = await sharedDataDir(t);
  await assert.rejects(
    openEmbeddedDatabase({
      dataDir,
      role: 'tool',
      settings: { shared_buffers: 'lots' },
      log: () => undefined,
    }),
    /^EmbeddedDatabaseError: PostgreSQL does not start: .*invalid value for parameter "shared_buffers": "lots"/,
  );
});

test('a DATA_DIR that cannot be a folder is named', async (t) => {
  const dataDir = await makeDataDir(t);
  await writeFile(dataDir, '');
  await assert.rejects(openHere(dataDir, 'tool'), /^EmbeddedDatabaseError: DATA_DIR .* cannot be used \(EEXIST\)/);
});

interface Elsewhere {
  process: ChildProcess;
  postmaster: number;
  /** Stops the database there and waits for the end of the process. */
  stop(): Promise<void>;
}

function openHere(dataDir: string, role: 'server' | 'tool'): Promise<EmbeddedDatabase> {
  return openEmbeddedDatabase({ dataDir, role, settings: FAST, log: () => undefined });
}

/** Opens the database in another Node process, which runs one statement and stays until told to stop. */
async function openElsewhere(t: TestContext, dataDir: string, role: string, statement = 'select'): Promise<Elsewhere> {
  const script = `
    import pg from ${JSON.stringify(import.meta.resolve('pg'))};
    import { openEmbeddedDatabase } from ${JSON.stringify(import.meta.resolve('./embedded-postgres.ts'))};
    const [dataDir, role, statement] = process.argv.slice(1);
    const database = await openEmbeddedDatabase({ dataDir, role, settings: ${JSON.stringify(FAST)}, log: () => {} });
    const client = new pg.Client(database.connection);
    await client.connect();
    await client.query(statement);
    await client.end();
    process.stdin.once('end', () => database.stop()).resume();
    console.log('open');`;
  const args = ['--input-type=module', '--eval', script, dataDir, role, statement];
  const child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  t.after(() => child.kill('SIGKILL'));
  const [line] = await Promise.race([once(createInterface(child.stdout), 'line'), once(child, 'exit')]);
  assert.equal(line, 'open');
  return {
    process: child,
    postmaster: (await postmasterPid(dataDir))!,
    async stop() {
      child.stdin.end();
      const [exitCode] = await once(child, 'exit');
      assert.equal(exitCode, 0);
    },
  };
}

async function query(database: EmbeddedDatabase, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(database.connection);
  client.on('error', () => undefined);
  try {
    await client.connect();
    return (await client.query(text)).rows;
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** A path that does not exist yet. */
async function makeDataDir(t: TestContext): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'platen-test-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  return endAfter(t, path.join(folder, 'data'));
}

/** The same for all tests that do not care whether there is a database yet. */
async function sharedDataDir(t: TestContext): Promise<string> {
  sharedFolder ??= mkdtemp(path.join(tmpdir(), 'platen-test-'));
  return endAfter(t, path.join(await sharedFolder, 'data'));
}

/** A test that fails must not leave PostgreSQL running. */
function endAfter(t: TestContext, dataDir: string): string {
  t.after(async () => {
    const pid = await postmasterPid(dataDir);
    if (!pid || pid === process.pid || !isAlive(pid)) return;
    process.kill(pid, 'SIGQUIT');
    await until(async () => !isAlive(pid));
  });
  return dataDir;
}

async function postmasterPid(dataDir: string): Promise<number | undefined> {
  const text = await readFile(path.join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').catch(() => '');
  return Number.parseInt(text, 10) || undefined;
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

async function until(condition: () => Promise<boolean>): Promise<void> {
  for (const end = Date.now() + CONDITION_TIMEOUT_MS; !(await condition()); await sleep(POLL_MS)) {
    assert.ok(Date.now() < end, `not so after ${CONDITION_TIMEOUT_MS} ms`);
  }
}
