import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { run } from './support/platen-process.ts';
import { newPostageScene } from './support/postage-scene.ts';
import { startTestServer, type TestServer } from './support/test-server.ts';

let server: TestServer;
before(async () => {
  server = await startTestServer();
});
after(() => server.close());

test('the example server of the guide to postage sells a label that is printed', async (t) => {
  const guide = await readFile(join(import.meta.dirname, '../docs/postage.md'), 'utf8');
  const [, code = ''] = /```js\n(.*?)```/s.exec(guide) ?? [];
  assert.ok(code.split('\n').length <= 75, 'the example server is short');
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
  await scene.operator.send('PATCH', `/label-providers/${scene.providerId}`, { name: 'Before' });
  const { token } = await server.token({ scope: 'operator' });
  const [first = '', easypost = ''] = [...guide.matchAll(/^```\n(.*?)^```$/gms)].map(([, lines = '']) =>
    lines
      .replaceAll('http://localhost:8080', server.url)
      .replaceAll('http://127.0.0.1:9000', `http://127.0.0.1:${port}`),
  );
  const paste = async (lines: string, more: Record<string, string> = {}) => {
    const failing = 'curl() { command curl --fail-with-body -sS -w "\\n" "$@"; }';
    const { code, stdout, stderr } = await run(t, 'bash', ['-ec', `${failing}\n${lines}`], { TOKEN: token, ...more })
      .ended;
    assert.equal(code, 0, `${lines}\n${stdout}\n${stderr}`);
    return stdout.trim().split('\n');
  };
  // A person copies the id of the new provider from the first answer.
  const [add = '', ...others] = first.split(/^(?=curl)/m);
  const [added = ''] = await paste(add);
  const { providerId } = JSON.parse(added);
  const [tested = '', rules = ''] = await paste(others.join(''), { PROVIDER_ID: providerId });
  assert.deepEqual([JSON.parse(tested), JSON.parse(rules).rules.length], [{ works: true }, 2]);
  const [test = ''] = await paste(easypost);
  assert.deepEqual([JSON.parse(test).kind, JSON.parse(test).isTest], ['EASYPOST', true]);
  await scene.setRules([{ providerId, withinDays: 1 }]);
  const [piece] = await scene.produce('GUIDE-1');
  await scene.packer()(piece);
  await scene.buy();
  await scene.print();
  assert.match(String(scene.labels.taken.at(-1)), /OWN000000001/);
  const order = await scene.customer.get('/v1/orders/GUIDE-1');
  assert.deepEqual([order.json.status, order.json.shipping.trackingNumber], ['SHIPPED', 'OWN000000001']);
  const { code: parcel } = (await scene.operator.get(`/orders/${scene.customer.clientId}/GUIDE-1/parcels`)).json[0];
  const scanned = await scene.packer('gate-1', 'HAND_OVER')(parcel);
  const list = scanned.handOver.handOverId;
  const closed = await scene.operator.send('POST', `/hand-overs/${list}/close`, { printerId: scene.sheets.printerId });
  assert.equal(closed.status, 200, closed.text);
  await scene.makeManifests();
  const { manifests } = (await scene.operator.get(`/hand-overs/${list}`)).json;
  assert.deepEqual(
    manifests.map(({ carrier, state }: Record<string, string>) => [carrier, state]),
    [['Own Post', 'PRINTED']],
  );
});
