import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

// `npm run check:runtimes` tests the packed TypeScript client in the supported versions of Node, and in Bun,
// Deno and workerd, the runtime of Cloudflare Workers. The client is loaded as an ES module, as CommonJS and
// as a bundle. Each runtime runs the same program against a server of this checkout.
// It downloads the runtimes, some 700 MB, from npm into a temporary folder.

const ROOT = join(import.meta.dirname, '..');
const PORT = 18_950;
const START_LIMIT_MS = 600_000;
/** Versions of Node that the client supports. The first is the minimum in its package.json. */
const NODES = ['20.3.0', '22', '24', '26'];
/**
 * Creates an order of the example product, then reads, lists and cancels it, and reads the feed. Verifies a
 * webhook during a rotation of its secret. Provokes an API error, a webhook error and a header that cannot be
 * sent, and watches the responses.
 */
const PROGRAM = `export async function run({ PlatenClient, PlatenInvalidRequestError, responseOf, signTestWebhook, verifyWebhook }, env) {
  const notices = [];
  const platen = new PlatenClient({
    baseUrl: env.PLATEN_URL, clientId: env.PLATEN_CLIENT_ID, clientSecret: env.PLATEN_CLIENT_SECRET,
    appInfo: { name: 'Acme Shop', version: '1' }, onResponse: (notice) => notices.push(notice),
  });
  const address = { personName: 'Ada Lovelace', street: 'Musterstraße 1', city: 'Berlin', postalCode: '10115', country: 'DE' };
  const order = { orderId: env.ORDER, items: [{ quantity: 1, unitPrice: 24.9, existingProduct: { ean13: '4006381333931' } }], shipping: { address }, unitPriceCurrency: 'EUR' };
  const { next } = await platen.events.read({ after: 'latest' });
  const created = await platen.orders.create(order);
  if (!responseOf(created)?.requestId) throw new Error('The response has no request id.');
  const read = await platen.orders.get(env.ORDER, { timeoutMs: 60_000, signal: new AbortController().signal });
  if (read.items.length !== 1 || read.shipping.address.street !== address.street) throw new Error('The order is another.');
  let listed = 0;
  for await (const one of platen.orders.list({ limit: 2, status: ['NEW', 'ASSIGNED'] })) if (one.orderId === env.ORDER) listed++;
  if (listed !== 1) throw new Error('The list has it ' + listed + ' times.');
  if ((await platen.orders.list({ limit: 1 }).toArray({ limit: 1 })).length !== 1) throw new Error('toArray took another number.');
  let events = [];
  while (!events.some(({ data }) => data.orderId === env.ORDER)) events = (await platen.events.read({ after: next })).data;
  const refused = await platen.orders.create({ ...order, items: [] }).catch((error) => error);
  if (!(refused instanceof PlatenInvalidRequestError) || refused.violations.length === 0) throw new Error('Not refused: ' + refused);
  const [old, secret] = ['whsec_b2xk', 'whsec_bmV3'];
  const { headers, body } = await signTestWebhook({ event: { type: 'order.shipped', data: { orderId: 'Ä' } }, secret });
  const event = await verifyWebhook({ headers: new Headers(headers), body, secret: [old, secret] });
  if (event.data.orderId !== 'Ä') throw new Error('The webhook is another.');
  const forged = await verifyWebhook({ headers, body, secret: old }).catch((error) => error);
  if (forged.problem !== 'invalid_signature') throw new Error('Not refused: ' + forged);
  await platen.orders.cancel(env.ORDER, { reason: 'Tried.' });
  const unsent = await platen.orders.cancel(env.ORDER, {}, { idempotencyKey: 'a\\nb' }).catch((error) => error);
  if (unsent.name !== 'PlatenError') throw new Error('Not refused: ' + unsent);
  if (!notices.length || notices.some(({ status, elapsedMs }) => !status || !(elapsedMs >= 0))) throw new Error('Incomplete notices: ' + JSON.stringify(notices));
  return 'ok';
}
`;
const ENTRIES: Readonly<Record<string, string>> = {
  'shop.mjs': `import * as sdk from '@platen/client';
import { run } from './program.mjs';
console.log(await run(sdk, globalThis.process.env));
`,
  'shop.cjs': `const sdk = require('@platen/client');
import('./program.mjs').then(({ run }) => run(sdk, process.env)).then(console.log);
`,
  'worker.mjs': `import * as sdk from '@platen/client';
import { run } from './program.mjs';
export default { fetch: async (_, env) => new Response(await run(sdk, env).catch((error) => error.stack)) };
`,
  // Starts workerd, and sends one request to the worker.
  'edge.mjs': `import { Miniflare } from 'miniflare';
const { PLATEN_URL, PLATEN_CLIENT_ID, PLATEN_CLIENT_SECRET, ORDER } = process.env;
const bindings = { PLATEN_URL, PLATEN_CLIENT_ID, PLATEN_CLIENT_SECRET, ORDER };
const edge = new Miniflare({ modules: true, scriptPath: 'worker-bundle.mjs', compatibilityDate: '2025-01-01', bindings });
const text = await (await edge.dispatchFetch('http://shop.test/')).text();
await edge.dispose();
if (text !== 'ok') throw new Error(text);
`,
};

const folder = mkdtempSync(join(tmpdir(), 'platen-runtimes-'));
const server = spawn(process.execPath, [join(ROOT, 'bin/platen.js'), 'start'], {
  cwd: ROOT,
  env: {
    ...process.env,
    DATA_DIR: join(folder, 'data'),
    PORT: String(PORT),
    METRICS_PORT: 'off',
    DATABASE_URL: '',
  },
  stdio: ['ignore', 'pipe', 'inherit'],
});
const tooLate = setTimeout(() => server.kill('SIGKILL'), START_LIMIT_MS);
try {
  const secret = await waitForSecret();
  clearTimeout(tooLate);
  const settings = {
    PLATEN_URL: `http://127.0.0.1:${PORT}`,
    PLATEN_CLIENT_ID: 'demo-shop',
    PLATEN_CLIENT_SECRET: secret,
  };
  const tarball = execFileSync('npm', ['pack', '--silent', '--pack-destination', folder], {
    cwd: join(ROOT, 'client'),
    encoding: 'utf8',
  }).trim();
  const shop = join(folder, 'shop');
  mkdirSync(shop);
  writeFileSync(join(shop, 'package.json'), '{ "name": "shop", "private": true, "type": "module" }');
  install(shop, join(folder, tarball), 'esbuild', 'bun', 'deno', 'miniflare');
  writeFileSync(join(shop, 'program.mjs'), PROGRAM);
  for (const [file, text] of Object.entries(ENTRIES)) writeFileSync(join(shop, file), text);
  const bin = (name: string) => join(shop, 'node_modules/.bin', name);
  for (const [entry, bundle] of [
    ['shop.mjs', 'bundle.mjs'],
    ['worker.mjs', 'worker-bundle.mjs'],
  ] as const) {
    const args = [entry, '--bundle', '--format=esm', '--platform=neutral', `--outfile=${bundle}`];
    execFileSync(bin('esbuild'), args, { cwd: shop, stdio: 'pipe' });
  }
  const runs: [name: string, command: string, args: string[]][] = [];
  for (const version of NODES) {
    const place = join(folder, `node-${version}`);
    mkdirSync(place);
    writeFileSync(join(place, 'package.json'), '{ "private": true }');
    install(place, `node@${version}`);
    const node = join(place, 'node_modules/.bin/node');
    runs.push([`Node ${version}`, node, ['shop.mjs']], [`Node ${version} with require`, node, ['shop.cjs']]);
  }
  runs.push(
    ['a bundle in Node', process.execPath, ['bundle.mjs']],
    ['Bun', bin('bun'), ['shop.mjs']],
    ['Deno', bin('deno'), ['run', '--allow-net', '--allow-env', '--node-modules-dir=manual', 'shop.mjs']],
    ['workerd', process.execPath, ['edge.mjs']],
  );
  for (const [name, command, args] of runs) {
    const ORDER = `TRIED ${name}`;
    try {
      execFileSync(command, args, { cwd: shop, env: { ...process.env, ...settings, ORDER }, stdio: 'pipe' });
      process.stdout.write(`${name}: ok\n`);
    } catch (error) {
      process.stdout.write(`${name}: ${(error as Error).message}\n`);
      process.exitCode = 1;
    }
  }
} finally {
  server.kill('SIGTERM');
  if (server.exitCode === null) await once(server, 'exit');
  rmSync(folder, { recursive: true, force: true });
}

function install(place: string, ...packages: string[]): void {
  const args = ['install', '--silent', '--no-audit', '--no-fund', ...packages];
  execFileSync('npm', args, { cwd: place, stdio: 'inherit' });
}

/** Returns the secret of the demo client after the server is ready. */
async function waitForSecret(): Promise<string> {
  let secret = '';
  for await (const line of createInterface(server.stdout)) {
    secret ||= /Client secret\s+(\S+)/.exec(line)?.[1] ?? '';
    if (secret && line.includes('/v1/orders')) break;
  }
  if (!secret) throw new Error(`The server did not start within ${START_LIMIT_MS / 1_000} s.`);
  server.stdout.resume();
  return secret;
}
