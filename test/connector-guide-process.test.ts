import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { freePort } from './support/free-ports.ts';
import { makeDataDir, ROOT, run, startPlaten } from './support/platen-process.ts';

test('the commands of the guide to connectors work when they are pasted beside a new server', async (t) => {
  const dataDir = await makeDataDir(t);
  const server = await startPlaten(t, { DATA_DIR: dataDir, DEMO: 'off' });
  const folder = await mkdtemp(join(tmpdir(), 'platen-guide-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const guide = await readFile(join(ROOT, 'docs/connectors.md'), 'utf8');
  const [, commands = ''] = /## Try it with curl.*?^```\n(.+?)^```/ms.exec(guide) ?? [];
  const port = await freePort();
  const pasted = commands
    .replaceAll('http://localhost:8080', server.url)
    .replaceAll('localhost:8090', `127.0.0.1:${port}`)
    .replaceAll('shop.json', join(folder, 'shop.json'))
    .replace('{ "shop"', `{ "port": ${port}, "shop"`);
  const path = `${join(ROOT, 'node_modules/.bin')}:${process.env.PATH}`;
  const settings = { DATA_DIR: dataDir, PATH: path };
  const shell = run(t, 'bash', ['-c', `${pasted}\nwait`], settings, { detached: true });
  await shell.waitForOutput(/ SHOPIFY-1: taken\n/);
  assert.match(shell.stdout(), /\{"stored":"SHOPIFY-1"\}/);
  process.kill(-shell.process.pid!, 'SIGKILL');
  await shell.ended;
});
