import assert from 'node:assert/strict';
import { test } from 'node:test';
import { freePort } from './support/free-ports.ts';
import {
  demoOrder,
  makeUsedDataDir,
  postmasterPid,
  type Server,
  startPlaten,
  tokenOf,
  until,
} from './support/platen-process.ts';

const PROCESSES = 2;
const ORDERS = 300;
const IN_FLIGHT = 16;
/** Enough orders to kill the process in the middle of the load. */
const ACKNOWLEDGED_BEFORE_KILL = 80;

test('several processes share the work of one server, and one that is killed under load loses nothing and restarts', async (t) => {
  const { dataDir, demo } = await makeUsedDataDir(t);
  const port = await freePort();
  const server = await startPlaten(t, {
    DATA_DIR: dataDir,
    PROCESSES: String(PROCESSES),
    METRICS_PORT: String(port),
  });
  const [victim] = processesOf(server);
  const token = await tokenOf(server.url, demo);
  const ids = Array.from({ length: ORDERS }, (_, index) => `many-${index}`);
  const waiting = [...ids];
  let acknowledged = 0;
  let countedBefore = 0;
  const sendAll = async () => {
    for (let orderId = waiting.shift(); orderId; orderId = waiting.shift()) {
      const body = JSON.stringify(demoOrder(orderId));
      await until(() => sendOrder(server, token, body), `${orderId} is made`);
      if (++acknowledged !== ACKNOWLEDGED_BEFORE_KILL) continue;
      countedBefore = await countOrders(port);
      process.kill(victim!.pid, 'SIGKILL');
    }
  };
  await Promise.all(Array.from({ length: IN_FLIGHT }, sendAll));
  for (const orderId of ids) {
    const found = await fetch(`${server.url}/v1/orders/${orderId}`, { headers: bearer(token) });
    assert.equal(found.status, 200, orderId);
  }
  await server.waitForOutput(/"ended":\d,"code":null,"signal":"SIGKILL"/);
  await until(() => processesOf(server).length === PROCESSES + 1, 'another one has its place');
  assert.equal(processesOf(server).at(-1)?.serves, victim?.serves);
  assert.ok(countedBefore >= ACKNOWLEDGED_BEFORE_KILL);
  assert.ok((await countOrders(port)) >= countedBefore, 'what was counted stays counted');
  assert.match(await metricsAt(port), /^platen_build_info\{version="[^"]+"\} 1$/m);

  assert.deepEqual(
    [(await server.end('SIGTERM')).code, server.stderr(), await postmasterPid(dataDir)],
    [0, '', undefined],
  );
  assert.equal(server.stdout().match(/"msg":"stopped"/g)?.length, PROCESSES + 1);
  assert.equal(server.stdout().match(/"msg":"PostgreSQL started/g)?.length, 1);
});

/** Returns the current and former serving processes, in the order of their start. */
function processesOf(server: Server): { serves: number; pid: number }[] {
  // The last line may be incomplete.
  const lines = server.stdout().split('\n').slice(0, -1);
  return lines.filter((line) => line.includes('"serves":')).map((line) => JSON.parse(line));
}

async function sendOrder(server: Server, token: string, body: string): Promise<boolean> {
  const headers = { ...bearer(token), 'content-type': 'application/json' };
  const sent = await fetch(`${server.url}/v1/orders`, { method: 'POST', headers, body }).catch(() => undefined);
  return sent?.status === 200;
}

async function metricsAt(port: number): Promise<string> {
  return (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
}

async function countOrders(port: number): Promise<number> {
  const [, sum] = /^platen_batch_size_sum\{batch="create"\} (\d+)$/m.exec(await metricsAt(port)) ?? [];
  return Number(sum);
}

function bearer(token: string): { authorization: string } {
  return { authorization: `Bearer ${token}` };
}
