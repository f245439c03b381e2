import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, chown, cp, mkdir, mkdtemp, readdir, readFile, readlink, rm, stat, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { type TestContext, test } from 'node:test';
import { promisify } from 'node:util';
import pg from 'pg';
import { makeDataDir, postmasterPid } from '../../../test/support/platen-process.ts';
import { type EmbeddedDatabase, openEmbeddedDatabase } from './embedded-postgres.ts';
import { openSuperuser } from './embedded-postgres-role.ts';
import { openDatabase } from './open-database.ts';

const ROOT = path.join(import.meta.dirname, '../../..');
const PACKAGE = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
const FAST = { fsync: 'off' };
/** Only Linux has capabilities, and only there PostgreSQL runs as somebody else than root. */
const isRoot = process.platform === 'linux' && process.getuid!() === 0;

type Connection = EmbeddedDatabase['connection'];

/** What the running test has opened. */
let opened: EmbeddedDatabase[] = [];

test('Platen’s connection can neither run programs nor read files of the database’s machine', async (t) => {
  const dataDir = await folderFor(t);
  const database = await open(dataDir);
  for (const statement of [
    "copy (select 1) to program 'id'",
    "copy (select 1) to '/tmp/platen-was-here'",
    "select pg_read_file('PG_VERSION')",
    "select lo_import('/etc/passwd')",
    'alter system set archive_command to true',
    'create role more superuser',
    'create database more',
    `set role platen`,
  ]) {
    await assert.rejects(query(database.connection, statement), { code: '42501' }, statement);
  }
  const [rights] = await query(
    database.connection,
    `select rolsuper, rolcreaterole, rolcreatedb, rolreplication, rolbypassrls,
            (select count(*)::int from pg_auth_members where member = r.oid) as memberships
     from pg_roles r where rolname = current_user`,
  );
  assert.deepEqual(rights, {
    rolsuper: false,
    rolcreaterole: false,
    rolcreatedb: false,
    rolreplication: false,
    rolbypassrls: false,
    memberships: 0,
  });
  await query(database.connection, 'create schema own; create extension pg_trgm; create table own.kept (note text)');
});

test('a server whose DATABASE_URL names a superuser says so', async (t) => {
  const database = await open(await folderFor(t));
  const messagesOf = async ({ user, password, host }: Connection) => {
    const messages: string[] = [];
    const DATABASE_URL = `postgresql://${user}:${password}@/platen?host=${encodeURIComponent(host)}`;
    const settings = { DATABASE_URL, DATA_DIR: '', DATABASE_POOL_SIZE: 2, DATABASE_NAMED_STATEMENTS: true };
    const log = (message: string) => messages.push(message);
    await (await openDatabase(settings, { role: 'server', log, onError: () => undefined })).close();
    return messages;
  };
  assert.deepEqual(await messagesOf(database.connection), []);
  assert.match((await messagesOf(await superuser(database))).join(), /^DATABASE_URL names a superuser/);
});

test('no process of PostgreSQL has a capability, and none is root’s', async (t) => {
  const dataDir = await folderFor(t);
  await open(dataDir);
  await assertNoRights(dataDir);
});

test('PostgreSQL runs in a home that nobody else may enter, its programs too', async (t) => {
  const home = await mkdtemp(path.join(tmpdir(), 'platen-home-'));
  t.after(() => rm(home, { recursive: true, force: true }));
  await chmod(home, 0o700);
  await copyProject(home);
  const copies = await mkdtemp(path.join(tmpdir(), 'platen-copies-'));
  t.after(() => rm(copies, { recursive: true, force: true }));
  await chmod(copies, 0o755);

  const dataDir = path.join(home, 'data');
  for (const round of ['made', 'damaged', 'whole']) {
    const { connection, end } = await openFrom(t, home, dataDir, copies);
    const programs = path.dirname(path.dirname(await programOf(dataDir)));
    assert.ok(programs.startsWith(isRoot ? copies : home), programs);
    await assertNoRights(dataDir);
    await query(connection, 'create extension if not exists pg_trgm');
    await query(connection, "do $$ begin perform now() at time zone 'Europe/Berlin'; end $$");
    await end();
    assert.equal(await postmasterPid(dataDir), undefined);
    const found = await stat(path.join(programs, 'share'));
    if (isRoot) assert.deepEqual([found.uid, found.mode & 0o777], [0, 0o755]);
    const part = path.join(programs, 'share/postgresql/timezone/Europe/Berlin');
    if (round === 'made' && isRoot) await rm(part);
    else assert.ok((await stat(part)).size > 0);
  }
});

test('programs are copied only to where nobody else can change them', async (t) => {
  const home = await mkdtemp(path.join(tmpdir(), 'platen-home-'));
  t.after(() => rm(home, { recursive: true, force: true }));
  await copyProject(home);
  const open = path.join(home, 'open');
  await mkdir(open);
  await chmod(open, 0o777);
  const opened = openFrom(t, home, path.join(home, 'data'), open);
  if (isRoot) await assert.rejects(opened, /user 65534 cannot run it where it is .* none of .* takes a copy/);
  else await (await opened).end();
  assert.deepEqual(await readdir(open), []);
});

test('what Platen’s role makes in its database is never run by the superuser', async (t) => {
  const dataDir = await folderFor(t);
  const database = await open(dataDir);
  await query(
    database.connection,
    `create schema trap;
     create table trap.caught (who name);
     create function trap.format(text, text, text, text) returns text language sql
       as 'insert into trap.caught values (current_user); select null::text';
     alter database platen set search_path = trap, pg_catalog`,
  );
  await database.stop();
  const next = await open(dataDir);
  const { client } = await openSuperuser(dataDir, 'platen');
  await client.query("select format('%s %s %s', 'a'::text, 'b'::text, 'c'::text)");
  await client.end();
  assert.deepEqual(await query(next.connection, 'select who from trap.caught'), []);
});

test('a user id without a name is told so, and what to do about it', { skip: !isRoot }, async (t) => {
  const uid = 54_321;
  assert.doesNotMatch(await readFile('/etc/passwd', 'utf8'), new RegExp(`^[^:]*:[^:]*:${uid}:`, 'm'));
  const dataDir = await folderFor(t);
  await mkdir(dataDir, { recursive: true });
  // Its parent is a folder of the test, which only its owner may enter.
  await chmod(path.dirname(dataDir), 0o755);
  await chown(dataDir, uid, uid);
  const script = `
    const { openEmbeddedDatabase } = await import(process.argv[1]);
    const options = { dataDir: process.argv[2], role: 'tool', settings: {}, log: () => {} };
    await openEmbeddedDatabase(options).catch((error) => console.log(error.message));`;
  const module = path.join(ROOT, 'src/platform/database/embedded-postgres.ts');
  const node = [process.execPath, '--input-type=module', '--eval', script, module, dataDir];
  const { stdout, stderr } = await promisify(execFile)(
    'setpriv',
    [`--reuid=${uid}`, `--regid=${uid}`, '--clear-groups', '--', ...node],
    { cwd: '/' },
  );
  assert.match(stdout, /^initdb failed: user 54321 has no name in \/etc\/passwd, .*DATABASE_URL/, stderr);
});

/** A DATA_DIR that goes after the test, when what was opened in it has stopped. */
async function folderFor(t: TestContext): Promise<string> {
  t.after(async () => {
    for (const database of opened) await database.stop();
    opened = [];
  });
  return makeDataDir(t);
}

async function open(
  dataDir: string,
  role: 'server' | 'tool' = 'server',
  messages: string[] = [],
): Promise<EmbeddedDatabase> {
  const log = (message: string) => messages.push(message);
  const database = await openEmbeddedDatabase({ dataDir, role, settings: FAST, log });
  opened.push(database);
  return database;
}

async function superuser({ connection }: EmbeddedDatabase): Promise<Connection> {
  const password = await readFile(path.join(connection.host, 'platen.password'), 'utf8');
  return { ...connection, user: 'platen', password: password.trim() };
}

async function query(connection: Connection, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(connection);
  client.on('error', () => undefined);
  try {
    await client.connect();
    return (await client.query(text)).rows;
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Source and programs in this folder; the other packages stay where they are. */
async function copyProject(home: string): Promise<void> {
  await cp(path.join(ROOT, 'src'), path.join(home, 'src'), { recursive: true });
  const [scope] = PACKAGE.split('/');
  const modules = path.join(home, 'node_modules');
  await mkdir(modules);
  for (const name of await readdir(path.join(ROOT, 'node_modules'))) {
    if (name !== scope) await symlink(path.join(ROOT, 'node_modules', name), path.join(modules, name));
  }
  await cp(path.join(ROOT, 'node_modules', PACKAGE), path.join(modules, PACKAGE), {
    recursive: true,
    verbatimSymlinks: true,
  });
}

/** Opens the database with the project that lies in `home`, in a process of its own. */
async function openFrom(t: TestContext, home: string, dataDir: string, copies: string) {
  const script = `
    const { openEmbeddedDatabase } = await import(process.argv[1]);
    const [, , dataDir, copies] = process.argv;
    const database = await openEmbeddedDatabase({
      dataDir, role: 'server', settings: ${JSON.stringify(FAST)}, copyFolders: [copies], log: () => {} });
    process.stdin.once('end', () => database.stop()).resume();
    console.log(JSON.stringify(database.connection));`;
  const module = path.join(home, 'src/platform/database/embedded-postgres.ts');
  const args = ['--input-type=module', '--eval', script, module, dataDir, copies];
  const child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'pipe'] });
  t.after(() => child.kill('SIGKILL'));
  const ended = once(child, 'exit');
  let said = '';
  child.stderr.on('data', (text) => {
    said += text;
  });
  const [line] = await Promise.race([once(createInterface(child.stdout), 'line'), once(child, 'close')]);
  if (typeof line !== 'string') throw new Error(said);
  return {
    connection: JSON.parse(line) as Connection,
    end: async () => {
      child.stdin.end();
      assert.deepEqual((await ended)[0], 0);
    },
  };
}

async function programOf(dataDir: string): Promise<string> {
  const pid = await postmasterPid(dataDir);
  if (process.platform === 'linux') return readlink(`/proc/${pid}/exe`);
  return ((await import(PACKAGE)) as { postgres: string }).postgres;
}

/** Of the postmaster and its children, on Linux. */
async function assertNoRights(dataDir: string): Promise<void> {
  if (process.platform !== 'linux') return;
  const pid = (await postmasterPid(dataDir))!;
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8');
  const pids = [pid, ...children.trim().split(' ').map(Number)];
  assert.ok(pids.length > 3, `${pids}`);
  for (const one of pids) {
    const status = await readFile(`/proc/${one}/status`, 'utf8').catch(() => '');
    if (status === '') continue; // a worker that has ended since
    for (const set of ['CapInh', 'CapPrm', 'CapEff', 'CapAmb']) {
      assert.match(status, new RegExp(`^${set}:\\s*0+$`, 'm'), `${set} of ${one}`);
    }
    assert.doesNotMatch(status, /^Uid:.*\b0\b/m);
    if (isRoot) assert.match(status, /^NoNewPrivs:\s*1$/m);
  }
}
