import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { randomUUIDv7 } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import { importCatalog } from '../src/catalog/import-catalog.ts';
import { sampleCatalog } from '../src/catalog/test-support/sample-catalog.ts';
import { signWebhook } from '../src/webhooks/send-webhook.ts';
import { newWebhookShop, openDeliverer } from '../src/webhooks/test-support/webhook-shop.ts';
import { ROOT, type Running, run, until } from './support/platen-process.ts';
import { startTestServer, type TestServer } from './support/test-server.ts';

const TSC = join(ROOT, 'node_modules/typescript/bin/tsc');
const BODY_BYTES_MAX = 1_048_576;
const SECRET_BYTES = Buffer.alloc(32, 7);
const SECRET = `whsec_${SECRET_BYTES.toString('base64')}`;

let server: TestServer;
/** An empty folder in which the commands of the page were run. */
let folder: string;
/** The name of the file that the page gives the example. */
let fileName: string;
let example: string;
before(async () => {
  server = await startTestServer();
  folder = await mkdtemp(join(tmpdir(), 'platen-receiver-'));
  const docs = await readFile(join(ROOT, 'docs/webhooks.md'), 'utf8');
  await installClient(folder, docs);
  const [, saved = '', started] =
    /as `([\w.]+)` in this folder.+\nRun `node --env-file=receiver\.env ([\w.]+)`/.exec(docs) ?? [];
  assert.equal(saved, started);
  fileName = saved;
  example = /<!-- receiver -->\n```ts\n(.+?)```/s.exec(docs)?.[1] ?? '';
});
after(async () => {
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

/** Runs the commands of the page that install the client. */
async function installClient(cwd: string, page: string): Promise<void> {
  const [, commands = ''] = /```\n(npm init -y\nnpm install \S+\n)```/.exec(page) ?? [];
  const options = `--no-audit --no-fund --cache ${join(cwd, 'cache')}`;
  const script = commands.replace('http://localhost:8080', `${options} ${server.url}`);
  await promisify(execFile)('bash', ['-ec', script], { cwd });
}

async function tsc(...args: string[]): Promise<void> {
  await promisify(execFile)(process.execPath, [TSC, ...args], { cwd: folder });
}

/** Runs the example on a free port. */
async function runExample(t: Parameters<typeof run>[0], secret: string): Promise<Running & { url: URL }> {
  const listening = `.listen(0, function () { console.log('port', this.address().port); })`;
  assert.equal(example.split('.listen(3000)').length, 2);
  await writeFile(join(folder, fileName), example.replace('.listen(3000)', listening));
  const receiver = run(t, process.execPath, [fileName], { WEBHOOK_SECRET: secret }, { cwd: folder });
  const [, port] = await receiver.waitForOutput(/port (\d+)/);
  return { ...receiver, url: new URL(`http://127.0.0.1:${port}/hooks`) };
}

/** Sends a body with its signature, or with that of another body. Returns the status. */
async function post(url: URL, body: string, signed = body): Promise<number> {
  const headers = { ...signWebhook(randomUUIDv7(), new Date(), signed, [SECRET_BYTES]) };
  return (await fetch(url, { method: 'POST', headers, body })).status;
}

const EVENT = JSON.stringify({ type: 'order.shipped', timestamp: new Date(), data: { orderId: 'SHOP-1' } });

test('the receiver of the manual compiles', async () => {
  const types = ['--types', 'node', '--typeRoots', join(ROOT, 'node_modules/@types')];
  await writeFile(join(folder, fileName), example);
  await tsc('--noEmit', '--strict', '--target', 'esnext', '--module', 'nodenext', ...types, fileName);
});

test('the receiver of the manual accepts webhooks of Platen', async (t) => {
  const shop = await newWebhookShop(server);
  const { endpointId, secret } = await shop.newEndpoint('https://shop.example.com/hooks');
  const receiver = await runExample(t, secret);
  const { deliver } = openDeliverer(t, server, { allow: [receiver.url.host] });
  await shop.send(`/v1/webhook-endpoints/${endpointId}`, { url: receiver.url.href }, 'PUT');
  await shop.newOrders('SHOP-1');
  await deliver(shop, endpointId);
  await receiver.waitForOutput(/order\.created/);
  const [{ state, lastStatus }] = await shop.deliveries(endpointId);
  assert.deepEqual([state, lastStatus], ['delivered', 204]);
});

test('the receiver on the same machine gets the test event if its address is allowed', async (t) => {
  const shop = await newWebhookShop(server);
  const { endpointId, secret } = await shop.newEndpoint('https://shop.example.com/hooks');
  const receiver = await runExample(t, secret);
  const url = `http://localhost:${receiver.url.port}/hooks`;
  assert.equal((await shop.send(`/v1/webhook-endpoints/${endpointId}`, { url }, 'PUT')).status, 400);
  const { deliver } = openDeliverer(t, server, { allow: [`localhost:${receiver.url.port}`] });
  assert.equal((await shop.send(`/v1/webhook-endpoints/${endpointId}`, { url }, 'PUT')).status, 200);
  await shop.send(`/v1/webhook-endpoints/${endpointId}/test`, undefined, 'POST');
  await deliver(shop, endpointId);
  await receiver.waitForOutput(/webhook\.test/);
});

test('the receiver of the manual refuses forged and oversized requests', async (t) => {
  const { url } = await runExample(t, SECRET);
  assert.equal(await post(url, EVENT), 204);
  assert.equal(await post(url, EVENT.replace('SHOP-1', 'SHOP-2'), EVENT), 400);
  assert.equal((await fetch(url)).status, 400);
  assert.equal(await post(url, ' '.repeat(BODY_BYTES_MAX), EVENT), 400);
  assert.equal(await post(url, ' '.repeat(BODY_BYTES_MAX + 1), EVENT), 413);
  assert.equal(await post(url, EVENT), 204);
});

test('the receiver of the manual survives a sender that disconnects within the body', async (t) => {
  const { url, stderr, process } = await runExample(t, SECRET);
  const sender = connect(Number(url.port), url.hostname);
  sender.write('POST /hooks HTTP/1.1\r\nHost: receiver\r\nContent-Length: 100\r\nExpect: 100-continue\r\n\r\n');
  await once(sender, 'data');
  sender.resetAndDestroy();
  await until(() => stderr().includes('aborted'), 'the receiver noticed');
  assert.equal(await post(url, EVENT), 204);
  assert.equal(process.exitCode, null);
});

test('the order of the guide for integrators is sent from an empty folder', async (t) => {
  const cwd = await mkdtemp(join(tmpdir(), 'platen-order-'));
  t.after(() => rm(cwd, { recursive: true, force: true }));
  const page = await readFile(join(ROOT, 'docs/integrating.md'), 'utf8');
  await installClient(cwd, page);
  const [, settings = ''] = /```env file=platen\.env\n(.+?)```/s.exec(page) ?? [];
  const [, saved = ''] = /as `([\w.]+)`, and start it in the same shell with `node \1`/.exec(page) ?? [];
  const [, source = ''] = /```ts\n([^`]+SHOP-10003[^`]+)```/.exec(page) ?? [];
  await writeFile(join(cwd, saved), source.replace('http://localhost:8080', server.url));
  const { clientId, clientSecret } = await server.newClient();
  await importCatalog(server.pool, sampleCatalog, { clientId });
  await writeFile(join(cwd, 'platen.env'), settings.replace('YOUR_ID', clientId).replace('YOUR_SECRET', clientSecret));
  const started = `set -a; . ./platen.env; set +a; "$0" ${saved}`;
  const { stdout, stderr } = await run(t, 'bash', ['-c', started, process.execPath], {}, { cwd }).ended;
  assert.equal(stdout, 'SHOP-10003 NEW\nSHOP-10003\n', stderr);
});
