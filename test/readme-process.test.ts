import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { demoClientOf, makeDataDir, platen, ROOT, run, startPlaten, until } from './support/platen-process.ts';

test('the commands of the README work when they are pasted, and a wrong secret returns invalid_client', async (t) => {
  const dataDir = await makeDataDir(t);
  const server = await startPlaten(t, { DATA_DIR: dataDir });
  await server.waitForOutput(/unitPriceCurrency":"EUR"}'\n/);
  assert.match(server.stdout(), /Creating the database in .* takes some seconds.*Filling the empty database/s);
  const { clientSecret } = demoClientOf(server.stdout());
  const readme = await readFile(join(ROOT, 'README.md'), 'utf8');
  const chapter = readme.slice(readme.indexOf('## The first order'), readme.indexOf('## For real'));
  const blocks = [...chapter.matchAll(/^```\n(.+?)^```/gms)].map(([, block = '']) => block);
  const [askToken = '', order = '', look = '', createClient = '', ship = ''] = blocks.map((block) =>
    block.replaceAll('http://localhost:8080', server.url.replace('127.0.0.1', 'localhost')),
  );
  assert.equal(blocks.length, 5);
  const paste = async (lines: string) => (await run(t, 'bash', ['-c', lines], {}).ended).stdout;
  const tokenOf = async (clientId: string, secret: string): Promise<string> =>
    JSON.parse(await paste(askToken.replace('demo-shop', clientId).replace('THE_PRINTED_SECRET', secret))).access_token;

  assert.match(await paste(askToken), /"error":"invalid_client"/);
  const token = await tokenOf('demo-shop', clientSecret);
  const asShop = (lines: string) => paste(`TOKEN=${token}\n${lines.replace(/^TOKEN=.*\n/, '')}`);
  assert.equal(JSON.parse(await asShop(order)).orderId, 'SHOP-10002');
  let seen = '';
  await until(async () => {
    seen = await asShop(look);
    return /^\{[^[]*"status":"ASSIGNED"/.test(seen);
  }, 'the order is assigned');
  assert.match(seen, /"type":"order\.assigned"/);
  assert.doesNotMatch(seen, /"warnings"/);

  const [, ...command] = createClient.trim().split(' ').slice(1);
  const made = JSON.parse((await platen(t, [...command, '--json'], { DATA_DIR: dataDir })).stdout);
  const staffToken = await tokenOf(made.clientId, made.clientSecret);
  assert.match(await paste(ship.replace('THE_ACCESS_TOKEN', staffToken)), /"status":"SHIPPED"/);
  const shipped = await asShop(look);
  assert.match(shipped, /^\{[^[]*"status":"SHIPPED"/);
  assert.match(shipped, /"trackingNumber":"00340434161094042557"/);
  assert.equal((await server.end('SIGTERM')).code, 0);
});
