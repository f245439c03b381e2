import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

// `npm run check:runtimes` tests the packed TypeScript client in older versions of Node, in Bun and Deno, and
// as a bundle. Each runs the same program against a server of this checkout. It downloads the runtimes, some
// 500 MB, from npm into a temporary folder.

const ROOT = join(import.meta.dirname, '..');
const PORT = 18_950;
const START_LIMIT_MS = 120_000;
/** Versions of Node that the client supports. The first is the minimum in its package.json. */
const NODES = ['20.3.0', '22', '24', '26'];
/**
 * Creates an order of the example product, reads, lists and cancels it, and provokes an API error and a
 * webhook error.
 */
const PROGRAM = `import { PlatenClient, PlatenApiError, verifyWebhook } from '@platen/client';
const env = globalThis.process.env;
const platen = new PlatenClient({ baseUrl: env.PLATEN_URL, clientId: env.PLATEN_CLIENT_ID, clientSecret: env.PLATEN_CLIENT_SECRET });
const address = { personName: 'Ada Lovelace', street: 'Musterstraße 1', city: 'Berlin', postalCode: '10115', country: 'DE' };
const order = { orderId: env.ORDER, items: [{ quantity: 1, unitPrice: 24.9, existingProduct: { ean13: '4006381333931' } }], shipping: { address }, unitPriceCurrency: 'EUR' };
await platen.orders.create(order);
const read = await platen.orders.get(env.ORDER);
if (read.items.length !== 1 || read.shipping.address.street !== address.street) throw new Error('The order is another.');
let listed = 0;
for await (const one of platen.orders.list({ limit: 2 })) if (one.orderId === env.ORDER) listed++;
if (listed !== 1) throw new Error('The list has it ' + listed + ' times.');
const refused = await platen.orders.create({ ...order, items: [] }).catch((error) => error);
if (!(refused instanceof PlatenApiError) || refused.violations.length === 0) throw new Error('Not refused.');
const forged = await verifyWebhook({ headers: { 'webhook-id': 'a', 'webhook-timestamp': '1', 'webhook-signature': 'v1,AA==' }, body: '{}', secret: 'whsec_AAAA' }).catch((error) => error);
if (forged.problem !== 'too_old') throw new Error('Not refused: ' + forged);
await platen.orders.cancel(env.ORDER, { reason: 'Tried.' });
console.log('ok');
`;

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
  install(shop, join(folder, tarball), 'esbuild', 'bun', 'deno');
  writeFileSync(join(shop, 'shop.mjs'), PROGRAM);
  const bin = (name: string) => join(shop, 'node_modules/.bin', name);
  const bundle = ['shop.mjs', '--bundle', '--format=esm', '--platform=neutral', '--outfile=bundle.mjs'];
  execFileSync(bin('esbuild'), bundle, { cwd: shop, stdio: 'inherit' });
  const runs: [name: string, command: string, args: string[]][] = [];
  for (const version of NODES) {
    const place = join(folder, `node-${version}`);
    mkdirSync(place);
    writeFileSync(join(place, 'package.json'), '{ "private": true }');
    install(place, `node@${version}`);
    runs.push([`Node ${version}`, join(place, 'node_modules/.bin/node'), ['shop.mjs']]);
  }
  runs.push(
    ['a bundle in Node', process.execPath, ['bundle.mjs']],
    ['Bun', bin('bun'), ['shop.mjs']],
    ['Deno', bin('deno'), ['run', '--allow-net', '--allow-env', '--node-modules-dir=manual', 'shop.mjs']],
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
  if (!secret) throw new Error('The server did not start.');
  server.stdout.resume();
  return secret;
}
