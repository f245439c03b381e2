import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { randomUUIDv7 } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { signWebhook } from '../src/webhooks/send-webhook.ts';
import { freePort } from './support/free-ports.ts';
import { blocksOf } from './support/guide-blocks.ts';
import { makeDataDir, platen, ROOT, run, startPlaten, until } from './support/platen-process.ts';
import type { Scope } from './support/scope.ts';

/** A language of the tabs. The test skips languages that the machine does not have. */
interface Language {
  name: string;
  /** Succeeds in a shell if the machine has the language. */
  check: string;
  /** The file that a reader saves the samples in. */
  file: string;
  /** Prepares the folder, as the first line of the samples says. */
  prepare: string;
  start: (file: string) => string[];
  /** Absent: the guide about webhooks has a test of its own for the receiver. */
  startReceiver?: (file: string, port: number) => string[];
}

const LANGUAGES: Language[] = [
  { name: 'sh', check: 'curl --version', file: 'samples.sh', prepare: 'true', start: (file) => ['bash', '-e', file] },
  {
    name: 'ts',
    check: 'true',
    file: 'samples.mts',
    prepare: 'npm init -y && npm install --no-audit --no-fund --cache ./cache $BASE_URL/docs/sdk',
    start: (file) => [process.execPath, file],
  },
  {
    name: 'python',
    check: 'python3 --version',
    file: 'samples.py',
    prepare: 'curl -sO $BASE_URL/docs/sdk/platen.py',
    start: (file) => ['python3', file],
    startReceiver: (file) => ['python3', file],
  },
  {
    name: 'php',
    check: `php -r 'exit(function_exists("curl_init") ? 0 : 1);'`,
    file: 'samples.php',
    prepare: 'curl -sO $BASE_URL/docs/sdk/platen.php',
    start: (file) => ['php', file],
    startReceiver: (file, port) => ['php', '-S', `127.0.0.1:${port}`, file],
  },
  {
    name: 'csharp',
    check: 'dotnet --version',
    file: 'Program.cs',
    prepare: 'dotnet new console --force && curl -sO $BASE_URL/docs/sdk/Platen.cs',
    start: () => ['dotnet', 'run'],
  },
];
const installed = LANGUAGES.filter(({ check }) => spawnSync('bash', ['-c', check]).status === 0);
const SECRET_BYTES = Buffer.alloc(32, 7);

const cleanup: (() => unknown)[] = [];
const scope: Scope = { after: (step) => void cleanup.unshift(step) };
/** Address of the relay, which the samples use. */
let url: string;
let client: { clientId: string; clientSecret: string };
/** The number of orders that the relay got. It loses the answer to the second one. */
let posted = 0;
before(async () => {
  const dataDir = await makeDataDir(scope);
  const port = await freePort();
  url = await openRelay(port);
  await startPlaten(scope, { DATA_DIR: dataDir, DEMO: 'off', PORT: String(port), BASE_URL: url });
  const use = async (...command: string[]) => (await platen(scope, command, { DATA_DIR: dataDir })).stdout;
  client = JSON.parse(await use('client', 'create', '--name', 'Samples', '--json'));
  await use('catalog', 'import', join(ROOT, 'demo/catalog'), '--client', client.clientId);
});
after(async () => {
  for (const step of cleanup) await step();
});

async function openRelay(port: number): Promise<string> {
  const relay = createServer((incoming, answer) => {
    const { method = '', url: path = '', headers } = incoming;
    const isLost = method === 'POST' && path === '/v1/orders' && ++posted === 2;
    const onward = request({ port, host: '127.0.0.1', method, path, headers, agent: false }, (given) => {
      if (isLost) return incoming.socket.destroy();
      answer.writeHead(given.statusCode ?? 500, given.headers);
      return given.pipe(answer);
    });
    onward.on('error', () => incoming.socket.destroy());
    incoming.pipe(onward);
  }).listen(0, '127.0.0.1');
  await once(relay, 'listening');
  scope.after(() => relay.close());
  scope.after(() => relay.closeAllConnections());
  return `http://127.0.0.1:${(relay.address() as AddressInfo).port}`;
}

const readPage = async (name: string) =>
  (await readFile(join(ROOT, 'docs', name), 'utf8')).replaceAll('http://localhost:8080', url);

/** Returns an empty folder after the language's preparation. */
async function newFolder(prepare: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'platen-languages-'));
  scope.after(() => rm(folder, { recursive: true, force: true }));
  const { code, stdout, stderr } = await run(scope, 'bash', ['-ec', prepare], { BASE_URL: url }, { cwd: folder }).ended;
  assert.equal(code, 0, `${stdout}\n${stderr}`);
  return folder;
}

for (const { name, file, prepare, start } of installed) {
  test(`the samples in ${name} send, quote, repeat and list an order`, async () => {
    posted = 0;
    const page = await readPage('integrating.md');
    const folder = await newFolder(prepare);
    const [first = '', ...rest] = blocksOf(page, name).filter((block) => !block.includes('SHOP-10003'));
    // The shell takes the token from the first answer by hand.
    const token = name === 'sh' ? `TOKEN=$(${first.trim()} | sed -E 's/.*"access_token":"([^"]+)".*/\\1/')\n` : first;
    assert.equal(rest.length, 4);
    await writeFile(join(folder, file), [token, ...rest].join('\n'));
    const order = blocksOf(page, 'json').find((block) => block.includes('"orderId"')) ?? '';
    const orderId = `SHOP-${name}`;
    await writeFile(join(folder, 'order.json'), order.replace('SHOP-10002', orderId));
    const settings = { PLATEN_CLIENT_ID: client.clientId, PLATEN_CLIENT_SECRET: client.clientSecret };
    const [command = '', ...args] = start(file);
    const { code, stdout, stderr } = await run(scope, command, args, settings, { cwd: folder }).ended;
    assert.equal(code, 0, `${stdout}\n${stderr}`);
    assert.equal(posted, 3, 'created, lost and repeated');
    // The shell prints whole answers: of the first request, the repetition and the list.
    if (name === 'sh') assert.equal(stdout.split(`"${orderId}"`).length, 4, stdout);
    else
      assert.match(
        stdout,
        new RegExp(`^${orderId} NEW\n\\[.*\nstored ${orderId}\n(?:.*\n)*${orderId} (NEW|ASSIGNED)\n`),
      );
  });
}

for (const { name, prepare, startReceiver } of installed) {
  if (!startReceiver) continue;
  test(`the receiver in ${name} takes signed webhooks only`, async () => {
    const [sample = ''] = blocksOf(await readPage('webhooks.md'), name);
    const port = await freePort();
    const folder = await newFolder(prepare);
    await writeFile(join(folder, 'receiver'), sample.replace('("", 3000)', `("127.0.0.1", ${port})`));
    const [command = '', ...args] = startReceiver('receiver', port);
    const secret = `whsec_${SECRET_BYTES.toString('base64')}`;
    const receiver = run(scope, command, args, { WEBHOOK_SECRET: secret }, { cwd: folder });
    const post = async (body: string, signed = body) => {
      const headers = signWebhook(randomUUIDv7(), new Date(), signed, [SECRET_BYTES]);
      return (await fetch(`http://127.0.0.1:${port}/hooks`, { method: 'POST', headers: { ...headers }, body })).status;
    };
    await until(
      () =>
        post('{}', 'other').then(
          () => true,
          () => false,
        ),
      'the receiver listens',
    );
    const event = JSON.stringify({ type: 'order.shipped', timestamp: new Date(), data: { orderId: 'SHOP-1' } });
    assert.equal(await post(event), 204, receiver.stderr());
    assert.equal(await post(event, `${event} `), 400);
    await until(() => `${receiver.stdout()}${receiver.stderr()}`.includes('order.shipped'), 'it printed the event');
  });
}
