import { type ChildProcess, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import autocannon from 'autocannon';

const SECONDS = Number(process.env.BENCH_SECONDS ?? 6);
const WARM_UP_SECONDS = 2;
const CONNECTIONS = 64;
const ORDERS_BEFORE = 500;
const EAN13 = '4006381333931';

interface Case {
  name: string;
  /** What the ratio to bare node:http must reach. */
  goal: number;
  path: string;
  /** A POST with this body; `[<id>]` is replaced by a new id for each request. */
  body?: string;
}

const order = (orderId: string) => ({
  orderId,
  items: [
    { quantity: 2, unitPrice: 24.9, existingProduct: { ean13: EAN13 } },
    {
      quantity: 1,
      unitPrice: 34.5,
      customProduct: {
        sku: 'ST-CREATOR-BLK-M',
        prints: [
          { dataUrl: 'https://files.example.com/artwork/1.png', location: 'REGULAR', technology: 'DTG' },
        ],
      },
    },
  ],
  shipping: {
    address: {
      personName: 'Ada Lovelace',
      street: 'Musterstraße 1',
      postalCode: '10115',
      city: 'Berlin',
      country: 'DE',
      email: 'ada@example.com',
    },
  },
  unitPriceCurrency: 'EUR',
});

const CASES: Case[] = [
  { name: 'GET one order', goal: 0.3, path: '/v1/orders/BENCH-7' },
  { name: 'create an order', goal: 0.12, path: '/v1/orders', body: JSON.stringify(order('[<id>]')) },
  { name: 'list 20 orders', goal: 0.12, path: '/v1/orders' },
  { name: 'list 50 products', goal: 0.25, path: '/v1/products' },
];

const dataDir = await mkdtemp(join(tmpdir(), 'platen-bench-'));
const bare = fork(join(import.meta.dirname, 'bare-server.ts'));
const [{ port: barePort }] = (await once(bare, 'message')) as [{ port: number }];
const platenPort = await freePort();
const platen = spawn(process.execPath, [join(import.meta.dirname, '../src/main.ts')], {
  env: {
    ...process.env,
    DATA_DIR: dataDir,
    PORT: String(platenPort),
    METRICS_PORT: 'off',
    DEMO_ORDERS: 'off',
    RATE_LIMIT: 'off',
    BASE_URL: `http://127.0.0.1:${platenPort}`,
    DATABASE_URL: '',
  },
  stdio: ['ignore', 'pipe', 'inherit'],
});

try {
  const secret = await demoSecret(platen);
  const base = `http://127.0.0.1:${platenPort}`;
  const token = await getToken(base, secret);
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  for (let number = 0; number < ORDERS_BEFORE; number++) {
    const response = await fetch(`${base}/v1/orders`, {
      method: 'POST',
      headers,
      body: JSON.stringify(order(`BENCH-${number}`)),
    });
    if (!response.ok) throw new Error(await response.text());
  }
  const bareUrl = `http://127.0.0.1:${barePort}`;
  print(['', 'req/s', 'p99 ms', 'bare req/s', 'ratio', 'goal']);
  for (const { name, goal, path, body } of CASES) {
    const post = body === undefined ? {} : { method: 'POST' as const, body, idReplacement: true };
    await load({ url: base + path, headers, ...post }, WARM_UP_SECONDS);
    // The yardstick is measured before and after, since these machines are noisy.
    const before = await load({ url: bareUrl, headers, ...post }, SECONDS / 2);
    const measured = await load({ url: base + path, headers, ...post }, SECONDS);
    const after = await load({ url: bareUrl, headers, ...post }, SECONDS / 2);
    const yardstick = (before.rate + after.rate) / 2;
    const ratio = measured.rate / yardstick;
    print([name, Math.round(measured.rate), measured.p99, Math.round(yardstick), ratio.toFixed(3), goal]);
  }
} finally {
  bare.disconnect();
  platen.kill('SIGTERM');
  await once(platen, 'exit');
  await rm(dataDir, { recursive: true, force: true });
}

async function load(options: autocannon.Options, duration: number): Promise<{ rate: number; p99: number }> {
  const result = await autocannon({ connections: CONNECTIONS, duration, ...options });
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${result.non2xx} refused, ${result.errors} failed: ${options.url}`);
  return { rate: result.requests.total / result.duration, p99: result.latency.p99 };
}

async function demoSecret(server: ChildProcess): Promise<string> {
  let secret: string | undefined;
  for await (const line of createInterface({ input: server.stdout as NodeJS.ReadableStream })) {
    secret = /client_secret=(\S+)/.exec(line)?.[1] ?? secret;
    if (line.startsWith('curl') && secret) {
      // The rest of the log must be read, or the server waits for it.
      server.stdout?.resume();
      return secret;
    }
  }
  throw new Error('the server ended before it was ready');
}

async function getToken(base: string, secret: string): Promise<string> {
  const body = new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: 'demo-shop',
    client_secret: secret,
  });
  const response = await fetch(`${base}/oauth/token`, { method: 'POST', body });
  const { access_token: token } = (await response.json()) as { access_token: string };
  return token;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (typeof address !== 'object' || !address) throw new Error('no free port');
  return address.port;
}

function print(cells: (string | number)[]): void {
  process.stdout.write(
    `${cells.map((cell, index) => (index === 0 ? String(cell).padEnd(20) : String(cell).padStart(12))).join('')}\n`,
  );
}
