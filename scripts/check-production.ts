import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

// `npm run check:production` installs this checkout into an empty folder without development tools, starts it
// and requests one page of each part. It fails if the server needs a development tool.

const ROOT = join(import.meta.dirname, '..');
const START_LIMIT_MS = 120_000;
/** Requests of a user, with the expected status. */
const ANSWERS: Readonly<Record<string, number>> = {
  '/health/ready': 200,
  '/docs/': 200,
  '/docs/reference': 200,
  '/docs/sdk': 200,
  '/openapi.json': 200,
  '/console/': 200,
  '/v1/orders': 401,
};

const folder = mkdtempSync(join(tmpdir(), 'platen-production-'));
try {
  const files = execFileSync('git', ['ls-files', '-z'], { cwd: ROOT, encoding: 'utf8' });
  for (const file of files.split('\0').filter(Boolean)) {
    cpSync(join(ROOT, file), join(folder, file), { recursive: true });
  }
  const install = ['ci', '--omit=dev', '--prefer-offline', '--no-audit', '--no-fund'];
  execFileSync('npm', install, { cwd: folder, stdio: 'inherit' });
  await startAndAsk();
  process.stdout.write('The installation without development tools starts and answers.\n');
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function startAndAsk(): Promise<void> {
  const port = await freePort();
  const server = spawn('npm', ['start'], {
    cwd: folder,
    env: {
      ...process.env,
      DATA_DIR: join(folder, 'data'),
      PORT: String(port),
      METRICS_PORT: 'off',
      DATABASE_URL: '',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  });
  // npm starts the server as a child process, so the signal goes to both.
  const end = (signal: NodeJS.Signals) => server.pid && process.kill(-server.pid, signal);
  const ended = once(server, 'exit');
  const tooLate = setTimeout(() => end('SIGKILL'), START_LIMIT_MS);
  try {
    await ready(server.stdout);
    for (const [path, expected] of Object.entries(ANSWERS)) {
      const { status } = await fetch(`http://127.0.0.1:${port}${path}`);
      if (status !== expected) throw new Error(`${path} answered ${status} and not ${expected}`);
    }
  } finally {
    clearTimeout(tooLate);
    if (server.exitCode === null) end('SIGTERM');
    await ended;
  }
}

async function ready(output: NodeJS.ReadableStream): Promise<void> {
  for await (const line of createInterface({ input: output })) {
    if (line.includes('Platen is ready')) {
      output.resume();
      return;
    }
  }
  throw new Error('the server ended before it was ready');
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
}
