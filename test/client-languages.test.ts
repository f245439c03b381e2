import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { readDemoCatalog, readFirstArtwork } from '../demo/demo-data.ts';
import { LANGUAGE_FILES } from '../src/api/site/guide-routes.ts';
import type { CatalogFile } from '../src/catalog/catalog-file.ts';
import { importCatalog } from '../src/catalog/import-catalog.ts';
import { ROOT, run } from './support/platen-process.ts';
import { startTestServer, type TestServer } from './support/test-server.ts';

const LANGUAGES = join(ROOT, 'client/languages');
/** The command of each language. The test skips languages that the machine does not have. */
const RUNTIMES = { python3: 'platen.py', php: 'platen.php' } as const;
type Runtime = keyof typeof RUNTIMES;
/** Prints the number of orders over all pages, and the event of a webhook or the reason why it is invalid. */
const PROGRAMS: Record<Runtime, string> = {
  python3: `
import json, os, sys
from platen import Platen, verify_webhook
platen = Platen(os.environ["PLATEN_URL"], os.environ["PLATEN_CLIENT_ID"], os.environ["PLATEN_CLIENT_SECRET"])
print(len(list(platen.list_orders(limit=1))), len(list(platen.list_products(limit=1))), len(platen.list_carriers()))
for signature in json.loads(sys.argv[1]):
    headers = {"Webhook-Id": "evt_1", "Webhook-Timestamp": "1800000000", "Webhook-Signature": signature}
    try:
        print(verify_webhook(os.environ["SECRET"], headers, os.environ["BODY"].encode(), int(sys.argv[2]))["type"])
    except ValueError as error:
        print(error)
`,
  php: `
require 'platen.php';
$platen = new Platen\\Platen(getenv('PLATEN_URL'), getenv('PLATEN_CLIENT_ID'), getenv('PLATEN_CLIENT_SECRET'));
$count = fn (iterable $list) => count(iterator_to_array($list, false));
echo $count($platen->listOrders(['limit' => 1])), ' ', $count($platen->listProducts(['limit' => 1])), ' ', count($platen->listCarriers()), "\\n";
foreach (json_decode($argv[1]) as $signature) {
    $headers = ['Webhook-Id' => 'evt_1', 'Webhook-Timestamp' => '1800000000', 'Webhook-Signature' => $signature];
    try {
        echo Platen\\verifyWebhook(getenv('SECRET'), $headers, getenv('BODY'), (int) $argv[2])['type'], "\\n";
    } catch (RuntimeException $error) {
        echo $error->getMessage(), "\\n";
    }
}
`,
};
/** Uploads a picture and reads it again. Prints its signature and the first column of the stock as CSV. */
const FILES: Record<Runtime, string> = {
  python3: `
import os
from platen import Platen
platen = Platen(os.environ["PLATEN_URL"], os.environ["PLATEN_CLIENT_ID"], os.environ["PLATEN_CLIENT_SECRET"])
with open(os.environ["PICTURE"], "rb") as file:
    stored = platen.upload_file(file.read())
print(platen.get_file(stored["fileId"])[1:4].decode(), platen.export_own_stock().decode().split(",")[0])
`,
  php: `
require 'platen.php';
$platen = new Platen\\Platen(getenv('PLATEN_URL'), getenv('PLATEN_CLIENT_ID'), getenv('PLATEN_CLIENT_SECRET'));
$stored = $platen->uploadFile(file_get_contents(getenv('PICTURE')));
echo substr($platen->getFile($stored['fileId']), 1, 3), ' ', explode(',', $platen->exportOwnStock())[0], "\\n";
`,
};
const OPTION: Record<Runtime, string> = { python3: '-c', php: '-r' };
const SENT_SECONDS = 1_800_000_000;
const BODY = '{"type":"order.shipped","data":{"text":"ü €"}}';
const KEY = Buffer.from('0123456789abcdef0123456789abcdef');
const NONE_FITS = 'No signature of the webhook is valid.';

let server: TestServer;
let catalog: CatalogFile;
let settings: { PLATEN_URL: string; PLATEN_CLIENT_ID: string; PLATEN_CLIENT_SECRET: string };
before(async () => {
  server = await startTestServer();
  const { clientId, clientSecret } = await server.newClient();
  catalog = await readDemoCatalog();
  await importCatalog(server.pool, catalog, { clientId });
  settings = { PLATEN_URL: server.url, PLATEN_CLIENT_ID: clientId, PLATEN_CLIENT_SECRET: clientSecret };
});
after(() => server.close());

function has(command: string, ...args: string[]): boolean {
  try {
    execFileSync(command, args, { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

const runtimes = (Object.keys(RUNTIMES) as Runtime[]).filter(
  (runtime) =>
    has(runtime, '--version') &&
    (runtime !== 'php' || has(runtime, '-r', 'exit(function_exists("curl_init") ? 0 : 1);')),
);

test('each single-file client creates, reads, lists and cancels the example order', async (t) => {
  t.diagnostic(`tried with ${runtimes.join(' and ') || 'none: no runtime is here'}`);
  for (const runtime of runtimes) {
    const orderId = `${runtime} ü/1`;
    const program = [join(LANGUAGES, RUNTIMES[runtime]), orderId];
    const { stdout, stderr } = await run(t, runtime, program, settings).ended;
    assert.deepEqual(
      stdout.split('\n'),
      [`created ${orderId}`, `read ${orderId}, 1 item`, 'listed 1', 'now CANCELLED', ''],
      stderr,
    );
    const wrong = { ...settings, PLATEN_CLIENT_SECRET: 'wrong' };
    const refused = await run(t, runtime, program, wrong).ended;
    assert.equal(refused.code, 1);
    assert.match(refused.stderr, /^401 invalid_client: /);
  }
});

test('the single-file clients follow the pages of lists and refuse unsigned webhooks', async (t) => {
  const signature = `v1,${createHmac('sha256', KEY).update(`evt_1.${SENT_SECONDS}.${BODY}`).digest('base64')}`;
  const signatures = JSON.stringify([signature, `v1,AAAA ${signature}`, 'v1,AAAA', '', 'v2,ü']);
  const more = { PYTHONDONTWRITEBYTECODE: '1', SECRET: `whsec_${KEY.toString('base64')}`, BODY };
  const { rows: orders } = await server.pool.query('select 1 from orders');
  for (const runtime of runtimes) {
    const use = async (now: number) => {
      const program = [OPTION[runtime], PROGRAMS[runtime], signatures, String(now)];
      const { stdout, stderr } = await run(t, runtime, program, { ...settings, ...more }, { cwd: LANGUAGES }).ended;
      assert.equal(stderr, '');
      return stdout.trimEnd().split('\n');
    };
    const [counts, ...events] = await use(SENT_SECONDS + 300);
    assert.equal(counts, `${orders.length} ${catalog.products.length} ${catalog.carriers.length}`);
    assert.deepEqual(events, ['order.shipped', 'order.shipped', NONE_FITS, NONE_FITS, NONE_FITS]);
    const [, late] = await use(SENT_SECONDS + 301);
    assert.equal(late, 'The webhook is too old, or the clock here is wrong.');
  }
});

test('the single-file clients and the shell script upload and read files', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'platen-picture-'));
  t.after(() => rm(folder, { recursive: true }));
  const PICTURE = join(folder, 'art.png');
  await writeFile(PICTURE, await readFirstArtwork());
  for (const runtime of runtimes) {
    const more = { ...settings, PICTURE, PYTHONDONTWRITEBYTECODE: '1' };
    const { stdout, stderr } = await run(t, runtime, [OPTION[runtime], FILES[runtime]], more, { cwd: LANGUAGES }).ended;
    assert.match(stdout, /^PNG \uFEFF?kind$/m, stderr);
  }
  if (!has('curl', '--version')) return;
  const text = '"$0" uploadFile < "$PICTURE"';
  const sent = await run(t, 'bash', ['-c', text, join(LANGUAGES, 'platen.sh')], { ...settings, PICTURE }).ended;
  assert.match(JSON.parse(sent.stdout).url, /\/v1\/files\//, sent.stderr);
});

test('the shell script sends, reads and lists by curl, and prints the reason of a refusal', async (t) => {
  if (!has('curl', '--version')) return t.diagnostic('not tried: curl is not here');
  const script = join(LANGUAGES, 'platen.sh');
  const shell = (text: string, more = {}) => run(t, 'bash', ['-c', text, script], { ...settings, ...more }).ended;
  const sent = await shell('"$0" example | sed s/SHOP-10001/SHELL-1/ | "$0" createOrder');
  assert.equal(JSON.parse(sent.stdout).orderId, 'SHELL-1', sent.stderr);
  const token = (await shell('"$0" token')).stdout.trim();
  const known = { PLATEN_TOKEN: token, PLATEN_CLIENT_SECRET: '' };
  const listed = await shell('"$0" listOrders limit=1', known);
  assert.equal(JSON.parse(listed.stdout).length, 1, listed.stderr);
  const none = await shell('"$0" getOrder "no/such ü"', known);
  assert.deepEqual([none.code, JSON.parse(none.stdout).error], [22, 'order_not_found']);
  assert.match((await shell('"$0" getOrders', known)).stderr, /There is no operation getOrders/);
  const wrong = await shell('"$0" listCarriers', { PLATEN_CLIENT_SECRET: 'wrong' });
  assert.deepEqual([wrong.code, JSON.parse(wrong.stdout).error], [22, 'invalid_client']);
});

test('the server serves the single-file clients with its own address', async () => {
  for (const name of LANGUAGE_FILES) {
    const answer = await fetch(`${server.url}/docs/sdk/${name}`);
    assert.equal(answer.headers.get('content-type'), 'text/plain; charset=utf-8');
    const kept = await readFile(join(LANGUAGES, name), 'utf8');
    assert.equal(await answer.text(), kept.replaceAll('http://localhost:8080', server.config.BASE_URL));
  }
  assert.equal((await fetch(`${server.url}/docs/sdk/platen.rb`)).status, 404);
});
