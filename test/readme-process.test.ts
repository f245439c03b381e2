import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import {
  demoClientOf,
  makeDataDir,
  platen,
  ROOT,
  run,
  startPlaten,
  until,
} from './support/platen-process.ts';

test('the lines of the README work as they are pasted, and stop with the server’s own words at a wrong secret', async (t) => {
  const dataDir = await makeDataDir(t);
  const server = await startPlaten(t, { DATA_DIR: dataDir });
  await server.said(/unitPriceCurrency":"EUR"}'\n/);
  assert.match(
    server.stdout(),
    /Creating the database in .* takes some seconds.*Filling the empty database/s,
  );
  const { clientSecret } = demoClientOf(server.stdout());
  const readme = await readFile(join(ROOT, 'README.md'), 'utf8');
  const chapter = readme.slice(readme.indexOf('## The first order'), readme.indexOf('## For real'));
  const blocks = [...chapter.matchAll(/^```\n(.+?)^```/gms)].map(([, block = '']) => block);
  assert.equal(blocks.length, 3);
  const [order = '', look = '', staff = ''] = blocks.map((block) =>
    block.replaceAll('http://localhost:8080', server.url.replace('127.0.0.1', 'localhost')),
  );
  const paste = async (lines: string) => await run(t, 'bash', ['-c', lines], {}).ended;

  const wrong = await paste(order);
  assert.match(wrong.stdout, /"error":"invalid_client"/);
  assert.doesNotMatch(wrong.stdout + wrong.stderr, /invalid_token|missing_token/);
  assert.notEqual(wrong.code, 0);

  const right = order.replace('THE_SECRET_THAT_WAS_PRINTED', clientSecret);
  assert.equal(JSON.parse((await paste(right)).stdout).orderId, 'SHOP-10002');
  const [token = ''] = right.split('\n\n');
  let seen = '';
  await until(async () => {
    seen = (await paste(`${token}\n${look}`)).stdout;
    return /^\{[^[]*"status":"ASSIGNED"/.test(seen);
  }, 'the order is assigned');
  assert.match(seen, /"type":"order\.assigned"/);
  assert.doesNotMatch(seen, /"warnings"/);

  const made = await platen(t, ['client', 'create', '--name', 'Warehouse', '--scope', 'operator', '--json'], {
    DATA_DIR: dataDir,
  });
  const warehouse = JSON.parse(made.stdout);
  const work = staff
    .replace(/^npx platen.*\n/, '')
    .replace('client_id=ID', `client_id=${warehouse.clientId}`)
    .replace('client_secret=SECRET', `client_secret=${warehouse.clientSecret}`);
  assert.match((await paste(work)).stdout, /"status":"SHIPPED"/);
  const shipped = (await paste(`${token}\n${look}`)).stdout;
  assert.match(shipped, /^\{[^[]*"status":"SHIPPED"/);
  assert.match(shipped, /"trackingNumber":"00340434161094042557"/);
  assert.equal((await server.end('SIGTERM')).code, 0);
});
