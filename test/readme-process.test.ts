import assert from 'node:assert/strict';
import { appendFile, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { freePort } from './support/free-ports.ts';
import { makeDataDir, ROOT, run, startPlaten, until } from './support/platen-process.ts';

test('the commands of the README and of the first start work when they are pasted as they are', async (t) => {
  const port = await freePort();
  const settings = { DATA_DIR: await makeDataDir(t), PORT: String(port) };
  const server = await startPlaten(t, settings);
  const [firstOrder] = await server.waitForOutput(/^TOKEN=.*unitPriceCurrency":"EUR"}'\n/ms);
  assert.match(server.stdout(), /Creating the database in .* takes some seconds.*Filling the empty database/s);
  const readme = await readFile(join(ROOT, 'README.md'), 'utf8');
  const chapter = readme.slice(readme.indexOf('## The first order'), readme.indexOf('## For real'));
  const blocks = [...chapter.matchAll(/^```\n(.+?)^```/gms)].map(([, block = '']) => block);
  const [order = '', look = '', askToken = '', ship = ''] = blocks;
  assert.equal(blocks.length, 4);
  /** Each call is a new terminal, so variables of earlier lines are pasted again. */
  const paste = async (lines: string) => {
    const ended = await run(t, 'bash', ['-c', lines.replaceAll('localhost:8080', `localhost:${port}`)], settings).ended;
    return ended.stdout;
  };
  const [tokenLine = ''] = order.split('\n');
  const lookAgain = async () => paste(`${tokenLine}\n${look}`);

  assert.equal(JSON.parse(await paste(order)).orderId, 'SHOP-10002');
  let seen = '';
  await until(async () => {
    seen = await lookAgain();
    return /^\{[^[]*"status":"ASSIGNED"/.test(seen);
  }, 'the order is assigned');
  assert.match(seen, /"type":"order\.assigned"/);
  assert.doesNotMatch(seen, /"warnings"/);
  assert.match(await paste(askToken), /"error":"invalid_client"/);
  assert.match(await paste(ship), /"status":"SHIPPED"/);
  const shipped = await lookAgain();
  assert.match(shipped, /^\{[^[]*"status":"SHIPPED"/);
  assert.match(shipped, /"trackingNumber":"00340434161094042557"/);

  assert.equal(JSON.parse(await paste(firstOrder)).orderId, 'SHOP-10001');
  assert.equal((await server.end('SIGTERM')).code, 0);
});

test('the commands for real use work as they are, in an empty folder', async (t) => {
  const port = await freePort();
  const dataDir = await makeDataDir(t);
  const folder = dirname(dataDir);
  const readme = await readFile(join(ROOT, 'README.md'), 'utf8');
  const chapter = readme.slice(readme.indexOf('## For real use'), readme.indexOf('| task | start here'));
  const [start = '', create = ''] = [...chapter.matchAll(/^```\n(.+?)^```/gms)].map(([, block = '']) => block);
  const file = join(folder, 'platen.env');
  const [settings = '', startLine] = start.split('(set -a');
  assert.match(startLine ?? '', /npm start/);
  await run(t, 'bash', ['-ec', settings.replace('platen.env', file)], {}).ended;
  await appendFile(file, `DATA_DIR=${dataDir}\nPORT=${port}\nMETRICS_PORT=off\n`);
  const withId = create
    .replaceAll('./platen.env', file)
    .replace(
      'CLIENT_ID',
      '$(npx platen client list --json | node -p "JSON.parse(require(\'fs\').readFileSync(0))[0].clientId")',
    );
  const { code, stdout, stderr } = await run(t, 'bash', ['-ec', withId], {}).ended;
  assert.equal(code, 0, stderr);
  assert.match(stdout, /\/console\/welcome#/);
  assert.match(stdout, /http:\/\/localhost:8080\/console/);
  assert.match(stdout, /48 articles/);
});
