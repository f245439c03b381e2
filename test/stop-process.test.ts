import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { after, test } from 'node:test';
import { freePort } from './support/free-ports.ts';
import {
  demoOrder,
  makeUsedDataDir,
  postmasterPid,
  ROOT,
  run,
  type Server,
  startPlaten,
  tokenOf,
  until,
  waitForServer,
} from './support/platen-process.ts';

/** Rounds of fifty requests with some 150 bytes of log each, which is far more than a pipe holds. */
const LOG_FILLING_ROUNDS = 60;

/** Simulates a disk that needs longer for a write than the server has for its end. */
const BUSY_DISK = `data:text/javascript,${encodeURIComponent("import fs from 'node:fs'; fs.fsync = () => {};")}`;

const { dataDir, demo } = await makeUsedDataDir({ after });

for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  test(`at ${signal} a request with an unfinished body is answered before the server ends`, async (t) => {
    const server = await startPlaten(t, { DATA_DIR: dataDir });
    const order = await sendHalfAnOrder(server, `HALF-${signal}`);
    server.process.kill(signal);
    await server.waitForOutput(/"msg":"stopping/);
    const answer = await order.finish();
    assert.deepEqual([answer.status, answer.orderId], [200, `HALF-${signal}`]);
    const { code, stderr } = await server.ended;
    assert.deepEqual([code, stderr, await postmasterPid(dataDir)], [0, '', undefined]);
  });
}

test('npm start ends in order at Ctrl-C, which reaches every process, and at a SIGTERM to npm alone', async (t) => {
  for (const how of ['Ctrl-C', 'SIGTERM']) {
    const npm = run(
      t,
      'npm',
      ['start'],
      { DATA_DIR: dataDir, PORT: String(await freePort()), RATE_LIMIT: 'off' },
      { detached: true },
    );
    t.after(() => killGroup(npm.process.pid!, 'SIGKILL'));
    await npm.waitForOutput(/Platen is ready.*\n/);
    const server = await waitForServer(npm);
    assert.equal((await fetch(`${server.url}/health/ready`)).status, 200);
    if (how === 'Ctrl-C') killGroup(npm.process.pid!, 'SIGINT');
    else npm.process.kill('SIGTERM');
    const ended = await npm.ended;
    assert.match(ended.stdout, /"msg":"stopped"/, how);
    assert.doesNotMatch(ended.stderr, /platen:/);
    assert.equal(await postmasterPid(dataDir), undefined, how);
  }
});

test('a signal during the start ends the server in order after the start', async (t) => {
  const server = run(t, process.execPath, ['src/main.ts'], {
    DATA_DIR: dataDir,
    PORT: String(await freePort()),
    LOG_LEVEL: 'info',
  });
  await server.waitForOutput(/PostgreSQL started/);
  server.process.kill('SIGTERM');
  assert.deepEqual([(await server.ended).code, await postmasterPid(dataDir)], [0, undefined]);
});

test('a command that is ended by a signal leaves no PostgreSQL process', async (t) => {
  const command = run(t, process.execPath, ['bin/platen.js', 'migrate'], { DATA_DIR: dataDir });
  await until(async () => (await postmasterPid(dataDir)) !== undefined, 'PostgreSQL runs');
  command.process.kill('SIGINT');
  const { code } = await command.ended;
  assert.deepEqual([code, await postmasterPid(dataDir)], [130, undefined]);
});

test('a server ends with code 0 while the disk of its log is busy', async (t) => {
  const server = await startPlaten(t, { DATA_DIR: dataDir, NODE_OPTIONS: `--import=${BUSY_DISK}` });
  const { code, signal, stdout } = await server.end('SIGTERM');
  assert.deepEqual([code, signal], [0, null]);
  assert.match(stdout, /"msg":"stopped"/);
});

interface HalfSent {
  finish(): Promise<{ status: number | undefined; orderId: string }>;
}

/** Resolves when the server has received half of the body. */
async function sendHalfAnOrder(server: Server, orderId: string): Promise<HalfSent> {
  const token = await tokenOf(server.url, demo);
  const body = Buffer.from(JSON.stringify(demoOrder(orderId)));
  const half = body.length >> 1;
  const sending = request(`${server.url}/v1/orders`, {
    method: 'POST',
    // As a proxy does, it keeps the connection as long as the server allows.
    agent: new Agent({ keepAlive: true }),
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'content-length': body.length,
      // The server then reports that it has read the header and waits for the body.
      expect: '100-continue',
    },
  });
  const answered = once(sending, 'response') as Promise<[IncomingMessage]>;
  sending.flushHeaders();
  await once(sending, 'continue');
  sending.write(body.subarray(0, half));
  return {
    async finish() {
      sending.end(body.subarray(half));
      const [response] = await answered;
      const { orderId: answeredId } = JSON.parse(await text(response));
      return { status: response.statusCode, orderId: answeredId };
    },
  };
}

function killGroup(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

test('a server whose log pipe is full and unread still ends at a signal', async (t) => {
  const server = spawn(process.execPath, ['src/main.ts'], {
    cwd: ROOT,
    env: {
      ...process.env,
      DATA_DIR: dataDir,
      PORT: String(await freePort()),
      METRICS_PORT: 'off',
      RATE_LIMIT: 'off',
      LOG_LEVEL: 'info',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  t.after(() => server.kill('SIGKILL'));
  let log = '';
  const ready = Promise.withResolvers<string>();
  server.stdout.on('data', (chunk) => {
    log += chunk;
    const url = /Platen is ready at (http:\/\/localhost:\d+)/.exec(log)?.[1];
    if (url) ready.resolve(url);
  });
  const url = await ready.promise;
  server.stdout.pause();
  for (let round = 0; round < LOG_FILLING_ROUNDS; round++) {
    await Promise.all(Array.from({ length: 50 }, () => fetch(`${url}/health/live`).then((answer) => answer.text())));
  }
  server.kill('SIGTERM');
  await once(server, 'exit');
  assert.equal(await postmasterPid(dataDir), undefined);
});
