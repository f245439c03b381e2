import { execFileSync, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { readFirstArtwork } from '../demo/demo-data.ts';
import { openEmbeddedDatabase } from '../src/platform/database/embedded-postgres.ts';
import { openPool } from '../src/platform/database/pool.ts';
import { makePdf } from '../src/platform/files/test-support/sample-files.ts';
import { dumpTables, FIXTURES, type ReleaseFixture } from '../test/support/release-fixture.ts';
import { type Answer, FIXTURE_CATALOG, fillShop, listReadablePaths, type Send, workOnFloor } from './fixture-shop.ts';

// `node scripts/make-release-fixture.ts NAME [FOLDER]` runs the program in FOLDER (by default this one) on an
// empty database. It fills the database by requests and commands, and writes its content to
// test/fixtures/releases/NAME.json.gz. `npm run release` runs it.

const BASE_URL = 'http://platen.test';
const PASSWORD = 'seven lilac kettles';
const ROOT = join(import.meta.dirname, '..');
const READY = /Platen is ready/;
const TOKEN_TTL_SECONDS = 86_400;

const [name, folder = ROOT] = process.argv.slice(2);
if (!name) throw new Error('Name the fixture, as 1.2.0.');
const program = resolve(folder);
const dataDir = await mkdtemp(join(tmpdir(), 'platen-fixture-'));
const encryptionKey = randomBytes(32).toString('base64');
const files = await serveFiles();
const environment = {
  ...{ PATH: process.env.PATH, HOME: process.env.HOME },
  ...{ DATA_DIR: join(dataDir, 'data'), DEMO: 'off', PORT: '0', METRICS_PORT: 'off', RATE_LIMIT: 'off' },
  ...{ BASE_URL, ENCRYPTION_KEY: encryptionKey, TOKEN_TTL_SECONDS: String(TOKEN_TTL_SECONDS) },
  ...{ FILE_FETCH_ALLOW: files.host, INTAKE_RETRY_SECONDS: '1', TOKEN_RATE_LIMIT: 'off' },
};

try {
  const made = await runProgram();
  const fixture: ReleaseFixture = { ...made, ...(await dump()) };
  await mkdir(FIXTURES, { recursive: true });
  const text = `${JSON.stringify(fixture, undefined, 1)}\n`;
  await writeFile(join(FIXTURES, `${name}.json.gz`), gzipSync(text, { level: 9 }));
  const rows = Object.values(fixture.tables).reduce((sum, all) => sum + all.length, 0);
  process.stdout.write(`${name}: ${rows} rows\n`);
} finally {
  files.close();
  await rm(dataDir, { recursive: true, force: true });
}

type Made = Omit<ReleaseFixture, 'schema' | 'tables'>;

async function runProgram(): Promise<Made> {
  const server = spawn(process.execPath, [join(program, 'bin/platen.js'), 'start'], {
    cwd: program,
    env: environment,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise<void>((done) => server.once('exit', () => done()));
  try {
    const port = await new Promise<string>((done, failed) => {
      let output = '';
      server.once('exit', () => failed(new Error(`it ended:\n${output}`)));
      server.stdout.setEncoding('utf8').on('data', (text: string) => {
        output += text;
        const [, found] = /(?:Server listening at|API) +http:\/\/\S+:(\d+)/.exec(output) ?? [];
        if (found && READY.test(output)) done(found);
      });
    });
    return await useProgram(`http://127.0.0.1:${port}`);
  } finally {
    server.kill('SIGTERM');
    await ended;
  }
}

async function useProgram(url: string): Promise<Made> {
  const catalog = join(dataDir, 'catalog.json');
  await writeFile(catalog, JSON.stringify(FIXTURE_CATALOG));
  const clients: ReleaseFixture['clients'] = {};
  const newClient = async (called: string, ...options: string[]): Promise<Send> => {
    const created = JSON.parse(command('client', 'create', '--name', called, ...options, '--json'));
    const { clientId, clientSecret } = created;
    const body = { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret };
    const { json } = await request(url, 'POST', '/oauth/token', { body });
    clients[called] = { clientId, clientSecret, token: json.access_token };
    return (method, path, sent) => request(url, method, path, { body: sent, token: json.access_token });
  };
  const shop = await newClient('shop');
  const other = await newClient('other');
  const staff = await newClient('staff', '--scope', 'operator');
  const clientId = clients.shop?.clientId as string;
  for (const one of [clients.shop, clients.other])
    command('catalog', 'import', catalog, '--client', one?.clientId as string, '--json');
  await fillShop(shop, staff, clientId, files.url);
  if ((await staff('GET', '/operator/v1/batches')).status !== 404) await workOnFloor(shop, staff, clientId, files.url);
  const person = (await staff('GET', '/operator/v1/operators')).status === 404 ? undefined : await hire(url);
  // The database no longer changes while it is read.
  const reads: ReleaseFixture['asked'] = [];
  for (const [client, send] of Object.entries({ shop, other }))
    for (const path of await listReadablePaths(send))
      reads.push({ client, path, body: (await send('GET', path)).text });
  const commit = execFileSync('git', ['rev-parse', 'HEAD'], { cwd: ROOT, encoding: 'utf8' }).trim();
  const manifest = JSON.parse(await readFile(join(program, 'package.json'), 'utf8'));
  return {
    ...{ version: manifest.version, commit: process.env.COMMIT ?? commit, made: new Date().toISOString() },
    ...{ encryptionKey, clients, asked: reads, ...(person && { person }) },
  };
}

/** Creates an account with a password. */
async function hire(url: string): Promise<{ login: string; password: string }> {
  const login = 'grace';
  const { link } = JSON.parse(
    command('operator', 'create', '--name', 'Grace Hopper', '--login', login, '--role', 'office', '--json'),
  );
  const body = { token: link.split('#')[1], password: PASSWORD };
  const answer = await request(url, 'POST', '/operator/v1/session/welcome', {
    body,
    headers: { origin: BASE_URL },
  });
  if (answer.status !== 200) throw new Error(answer.text);
  return { login, password: PASSWORD };
}

async function dump(): Promise<Pick<ReleaseFixture, 'schema' | 'tables'>> {
  const database = await openEmbeddedDatabase({
    dataDir: environment.DATA_DIR,
    role: 'tool',
    log: () => {},
  });
  const pool = openPool(database.connection, 1, () => {});
  try {
    return await dumpTables(pool);
  } finally {
    await pool.end();
    await database.stop();
  }
}

function command(...args: string[]): string {
  return execFileSync(process.execPath, [join(program, 'bin/platen.js'), ...args], {
    cwd: program,
    env: environment,
    encoding: 'utf8',
  });
}

interface Sent {
  body?: unknown;
  token?: string;
  headers?: Record<string, string>;
}

async function request(url: string, method: string, path: string, sent: Sent): Promise<Answer> {
  const response = await fetch(url + path, {
    method,
    headers: {
      ...sent.headers,
      ...(sent.token && { authorization: `Bearer ${sent.token}` }),
      ...(sent.body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(sent.body !== undefined && { body: JSON.stringify(sent.body) }),
  });
  const text = await response.text();
  return {
    status: response.status,
    text,
    json: text.startsWith('{') || text.startsWith('[') ? JSON.parse(text) : undefined,
  };
}

/** Serves the files of orders and accepts webhooks. */
async function serveFiles() {
  const contents: Record<string, Buffer> = {
    '/art.png': await readFirstArtwork(),
    '/slip.pdf': makePdf(),
    '/label.pdf': makePdf(),
    '/hook': Buffer.from('thanks'),
  };
  const server = createServer((message, response) => {
    message.resume();
    const content = contents[message.url ?? ''];
    response.writeHead(content ? 200 : 404).end(content);
  });
  await promisify(server.listen.bind(server) as (port: number, host: string, done: () => void) => void)(0, '127.0.0.1');
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { host, url: `http://${host}`, close: () => server.close() };
}
