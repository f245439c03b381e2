import assert from 'node:assert/strict';
import { createServer } from 'node:net';
import { test } from 'node:test';
import {
  demoClientOf,
  makeDataDir,
  platen,
  postmasterPid,
  run,
  startPlaten,
  tokenOf,
} from './support/platen-process.ts';

test('the commands that the first start prints work when they are pasted into bash', async (t) => {
  const dataDir = await makeDataDir(t);
  const server = await startPlaten(t, { DATA_DIR: dataDir });
  await server.waitForOutput(/unitPriceCurrency":"EUR"}'\n/);

  const { clientSecret } = demoClientOf(server.stdout());
  for (const address of ['/v1', '/docs']) assert.match(server.stdout(), new RegExp(`http://\\S+${address}\\n`));
  const lines = server.stdout().split('\n');
  const paste = async (command: string) => (await run(t, 'bash', ['-c', command], {}).ended).stdout;
  const command = lines.slice(lines.findIndex((line) => line.startsWith('TOKEN='))).join('\n');
  for (const sent of ['once', 'again']) {
    const order = JSON.parse(await paste(command));
    assert.equal(order.orderId, 'SHOP-10001', sent);
    // At the second request the artwork may already be stored.
    assert.match(order.status, sent === 'once' ? /^NEW$/ : /^(NEW|ASSIGNED)$/);
  }
  const ended = await server.end('SIGTERM');
  assert.equal(ended.code, 0);

  const again = await startPlaten(t, { DATA_DIR: dataDir });
  await again.waitForOutput(/npx platen client rotate-secret demo-shop\n.*npx platen demo reset .*\n/);
  assert.doesNotMatch(again.stdout(), /platen_|TOKEN/);
  await tokenOf(again.url, { clientId: 'demo-shop', clientSecret });

  const second = await platen(t, ['start'], { DATA_DIR: dataDir, PORT: '0' });
  assert.equal(second.code, 1);
  assert.match(second.stderr, /^platen: Platen already runs on \/.*; stop it first, or set another DATA_DIR\n$/);
  assert.equal((await fetch(`${again.url}/health/ready`)).status, 200);
  assert.equal((await again.end('SIGTERM')).code, 0);
  assert.equal(await postmasterPid(dataDir), undefined);
});

test('a port in use does not lose the secret of the first start, and DEMO=off starts empty', async (t) => {
  const dataDir = await makeDataDir(t);
  const occupant = createServer().listen(0);
  t.after(() => occupant.close());
  const { port } = occupant.address() as { port: number };
  const refused = await platen(t, ['start'], { DATA_DIR: dataDir, PORT: String(port) });
  assert.deepEqual(
    [refused.code, refused.stderr],
    [1, `platen: Port ${port} is in use; stop the program that uses it, or set PORT to another port.\n`],
  );
  const metricsRefused = await platen(t, ['start'], {
    DATA_DIR: dataDir,
    PORT: '0',
    METRICS_PORT: String(port),
  });
  assert.deepEqual(
    [metricsRefused.code, metricsRefused.stderr],
    [1, `platen: Port ${port} is in use; stop the program that uses it, or set METRICS_PORT to another port.\n`],
  );
  assert.equal(await postmasterPid(dataDir), undefined);

  const empty = await startPlaten(t, { DATA_DIR: dataDir, DEMO: 'off' });
  await empty.end('SIGTERM');
  assert.doesNotMatch(empty.stdout(), /demo/);
  const clients = await platen(t, ['client', 'list', '--json'], { DATA_DIR: dataDir });
  assert.equal(clients.stdout, '[]\n');

  const silent = await startPlaten(t, { DATA_DIR: dataDir, LOG_LEVEL: 'silent' });
  await silent.waitForOutput(/unitPriceCurrency":"EUR"}'\n/);
  await tokenOf(silent.url, demoClientOf(silent.stdout()));
  await silent.end('SIGTERM');
  assert.doesNotMatch(silent.stdout(), /"msg"/);
});
