import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from './free-ports.ts';
import type { Scope } from './scope.ts';

export const ROOT = join(import.meta.dirname, '../..');
export const COMMAND = join(ROOT, 'bin/platen.js');
/** Generous, because on a busy machine a first start of some seconds may take a minute. */
const DEADLINE_MS = 120_000;
const POLL_MS = 20;

export type Settings = Record<string, string | undefined>;

export interface Ended {
  code: number | null;
  signal: NodeJS.Signals | null;
  stdout: string;
  stderr: string;
}

/** A running command and its output until now. */
export interface Running {
  process: ChildProcess;
  stdout(): string;
  stderr(): string;
  ended: Promise<Ended>;
  /** Waits for a match in standard output. Rejects if the process ends before. */
  waitForOutput(what: RegExp): Promise<RegExpExecArray>;
}

export interface Server extends Running {
  /** The local address, whatever BASE_URL is. */
  url: string;
  /** Sends the signal and waits for the end. */
  end(signal: NodeJS.Signals): Promise<Ended>;
}

/** Runs a command with only these settings, without the environment of this process. */
export function run(
  t: Scope,
  command: string,
  args: readonly string[],
  settings: Settings,
  options: { cwd?: string; detached?: boolean } = {},
): Running {
  const child = spawn(command, args, {
    cwd: ROOT,
    ...options,
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      METRICS_PORT: 'off',
      DEMO_ORDERS: 'off',
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  t.after(() => child.kill('SIGKILL'));
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  const ended = once(child, 'close').then(([code, signal]): Ended => ({ code, signal, stdout, stderr }));
  let hasEnded = false;
  void ended.then(() => {
    hasEnded = true;
  });
  return {
    process: child,
    stdout: () => stdout,
    stderr: () => stderr,
    ended,
    async waitForOutput(what) {
      await until(() => {
        assert.ok(!hasEnded || what.test(stdout), `it ended and said:\n${stdout}${stderr}`);
        return what.test(stdout);
      }, `it said ${what}`);
      return what.exec(stdout)!;
    },
  };
}

/** Runs `platen` to its end. */
export async function platen(
  t: Scope,
  args: readonly string[],
  settings: Settings,
  options?: { cwd?: string },
): Promise<Ended> {
  return run(t, process.execPath, [COMMAND, ...args], settings, options).ended;
}

/** Runs `platen start` on a free port and waits until it is ready. */
export async function startPlaten(t: Scope, settings: Settings): Promise<Server> {
  const running = run(t, process.execPath, [COMMAND, 'start'], {
    PORT: String(await freePort()),
    // A second address of localhost would need the same port, which another program may have.
    HOST: '127.0.0.1',
    RATE_LIMIT: 'off',
    ...settings,
  });
  await running.waitForOutput(/Platen is ready.*\n/);
  return waitForServer(running);
}

/** Waits until the running command is a ready server. */
export async function waitForServer(running: Running): Promise<Server> {
  const [, port] = await running.waitForOutput(/(?:Server listening at|API) +http:\/\/\S+:(\d+)/);
  return {
    ...running,
    url: `http://127.0.0.1:${port}`,
    async end(signal) {
      running.process.kill(signal);
      return running.ended;
    },
  };
}

/** Returns an unused path. After the test it ends a PostgreSQL that a failed test left there. */
export async function makeDataDir(t: Scope): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'platen-process-'));
  const dataDir = join(folder, 'data');
  t.after(async () => {
    const pid = await postmasterPid(dataDir);
    if (pid && isAlive(pid)) {
      process.kill(pid, 'SIGQUIT');
      await until(() => !isAlive(pid), 'PostgreSQL ended');
    }
    await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  });
  return dataDir;
}

/** Returns undefined if PostgreSQL was stopped in order. */
export async function postmasterPid(dataDir: string): Promise<number | undefined> {
  const text = await readFile(join(dataDir, 'postgres/postmaster.pid'), 'utf8').catch(() => '');
  return Number.parseInt(text, 10) || undefined;
}

export async function until(
  condition: () => boolean | Promise<boolean>,
  what: string,
  deadlineMs = DEADLINE_MS,
): Promise<void> {
  for (const end = Date.now() + deadlineMs; !(await condition()); await pause(POLL_MS)) {
    assert.ok(Date.now() < end, `after ${deadlineMs / 1000} s it was still not so that ${what}`);
  }
}

export interface DemoClient {
  clientId: string;
  clientSecret: string;
}

/**
 * Creates a DATA_DIR as the first start leaves it, with the demo client's secret. The files of a test run
 * share one first start, and each gets a copy.
 */
export async function makeUsedDataDir(t: Scope): Promise<{ dataDir: string; demo: DemoClient }> {
  const used = join(process.env.TEST_RUN_FOLDER as string, 'used');
  const isFirst = await mkdir(used).then(
    () => true,
    () => false,
  );
  if (isFirst) {
    await startFirst(t, used).catch(async (error) => {
      // The next test file tries again.
      await rm(used, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
      throw error;
    });
  }
  const outputFile = join(used, 'said');
  await until(() => existsSync(outputFile), 'the first start of another test file ended', 2 * DEADLINE_MS);
  const dataDir = await makeDataDir(t);
  await cp(join(used, 'data'), dataDir, { recursive: true, preserveTimestamps: true });
  return { dataDir, demo: demoClientOf(await readFile(outputFile, 'utf8')) };
}

async function startFirst(t: Scope, folder: string): Promise<void> {
  const server = await startPlaten(t, { DATA_DIR: join(folder, 'data') });
  await server.waitForOutput(/unitPriceCurrency":"EUR"}'\n/);
  await server.end('SIGTERM');
  await writeFile(join(folder, 'said.new'), server.stdout());
  await rename(join(folder, 'said.new'), join(folder, 'said'));
}

/** Reads the client from the output of a first start. */
export function demoClientOf(stdout: string): DemoClient {
  const clientId = /Client id +(\S+)/.exec(stdout)?.[1];
  const clientSecret = /Client secret +(\S+)/.exec(stdout)?.[1];
  assert.ok(clientId && clientSecret, stdout);
  return { clientId, clientSecret };
}

export async function tokenOf(url: string, { clientId, clientSecret }: DemoClient): Promise<string> {
  const response = await fetch(`${url}/oauth/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: clientId,
      client_secret: clientSecret,
    }),
  });
  const body = (await response.json()) as { access_token: string };
  assert.equal(response.status, 200, JSON.stringify(body));
  return body.access_token;
}

/** Returns an order for the demo catalogue. */
export function demoOrder(orderId: string): object {
  return {
    orderId,
    items: [{ quantity: 2, unitPrice: 24.9, existingProduct: { ean13: '4006381333931' } }],
    shipping: {
      address: {
        personName: 'Ada Lovelace',
        street: 'Musterweg 1',
        postalCode: '10115',
        city: 'Berlin',
        country: 'DE',
      },
    },
    unitPriceCurrency: 'EUR',
  };
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
