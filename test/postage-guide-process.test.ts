import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { newPostageScene, SENDER } from './support/postage-scene.ts';
import { startTestServer, type TestServer } from './support/test-server.ts';

let server: TestServer;
before(async () => {
  server = await startTestServer();
});
after(() => server.close());

test('the example server of the guide to postage sells a label that is printed', async (t) => {
  const guide = await readFile(join(import.meta.dirname, '../docs/postage.md'), 'utf8');
  const [, code = ''] = /```js\n(.*?)```/s.exec(guide) ?? [];
  assert.ok(code.split('\n').length <= 56, 'the example server is short');
  const folder = await mkdtemp(join(tmpdir(), 'platen-label-server-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const file = join(folder, 'label-server.mjs');
  // Any free port, which the example tells nobody.
  await writeFile(
    file,
    code.replace(
      '.listen(Number(process.env.PORT ?? 9000));',
      ".listen(0, '127.0.0.1', function () {\n  process.stdout.write(String(this.address().port));\n});",
    ),
  );
  const child = spawn(process.execPath, [file], { stdio: ['ignore', 'pipe', 'inherit'] });
  t.after(() => child.kill('SIGKILL'));
  const [port] = await once(child.stdout, 'data');
  const scene = await newPostageScene(server);
  const { json } = await scene.operator.send('POST', '/label-providers', {
    ...{ name: 'Example', kind: 'HTTP', address: `http://127.0.0.1:${port}`, sender: SENDER },
    credentials: { secret: 'a-token' },
  });
  const tested = await scene.operator.send('POST', `/label-providers/${json.providerId}/test`);
  assert.deepEqual(tested.json, { works: true });
  await scene.setRules([{ providerId: json.providerId, withinDays: 1 }]);
  const [piece] = await scene.produce('GUIDE-1');
  await scene.packer()(piece);
  await scene.buy();
  await scene.print();
  assert.match(String(scene.labels.taken.at(-1)), /OWN000000001/);
  const order = await scene.customer.get('/v1/orders/GUIDE-1');
  assert.deepEqual([order.json.status, order.json.shipping.trackingNumber], ['SHIPPED', 'OWN000000001']);
});
