import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { after, before, test } from 'node:test';
import { takeInOrders } from '../src/orders/intake/intake-orders.ts';
import { type Customer, newCustomer } from '../src/orders/test-support/customer.ts';
import { newIntakeContext } from '../src/orders/test-support/intake-context.ts';
import { BLANK, customItem, order } from '../src/orders/test-support/sample-orders.ts';
import { openBlobs } from '../src/platform/files/open-blobs.ts';
import { type FileServer, startFileServer } from '../src/platform/files/test-support/file-server.ts';
import { makeJpeg, makePng, pngDensity } from '../src/platform/files/test-support/sample-files.ts';
import { newOperator } from './support/operator.ts';
import { removeAllOld } from './support/remove-old.ts';
import { startTestServer, type TestServer } from './support/test-server.ts';

const PNG = makePng({ width: 300, height: 400, extra: [pngDensity(3_937, 3_937)] });
const DAY_MS = 86_400_000;

let files: FileServer;
let server: TestServer;
let customer: Customer;
const closing: (() => unknown)[] = [];
before(async () => {
  files = await startFileServer(
    { after: (work: () => unknown) => closing.push(work) } as never,
    (request, response) => {
      if (request.url === '/art.png') return response.end(PNG);
      if (request.url === '/photo.jpg') return response.end(makeJpeg());
      if (request.url === '/hangs.png') return response.writeHead(500).end();
      return response.writeHead(404).end();
    },
  );
  server = await startTestServer({ FILE_FETCH_ALLOW: files.host });
  customer = await newCustomer(server);
});
after(async () => {
  await server.close();
  for (const close of closing) await close();
});

const placed = { sku: BLANK, location: 'FRONT', technology: 'DTG' };
const check = (body: object, owner = customer) => owner.send('/v1/files/checks', body);
const upload = (content: Buffer | string, owner = customer, type = 'application/octet-stream') =>
  owner.send('/v1/files', content, { 'content-type': type });

test('a check tells what the file is, how it would be printed, and what is doubtful', async () => {
  await server.pool.query(
    `update article_variants set allowed_locations = (
       select jsonb_agg(one || '{"printArea": {"widthMm": 300, "heightMm": 400}}'::jsonb)::text from jsonb_array_elements(allowed_locations::jsonb) one)
     where sku = $1`,
    [BLANK],
  );
  const { status, json, text } = await check({ url: `${files.url}/art.png`, ...placed });
  assert.equal(status, 200, text);
  const { warnings, ...rest } = json;
  assert.deepEqual(rest, {
    mediaType: 'image/png',
    bytes: PNG.length,
    width: 300,
    height: 400,
    dpi: 100,
    hasAlpha: rest.hasAlpha,
    print: { widthMm: 300, heightMm: 400, dpi: 25 },
    refusals: [],
  });
  assert.ok(warnings.some(({ code }: { code: string }) => code === 'low_resolution'));
  const { rows } = await server.pool.query('select 1 from orders union all select 1 from order_files');
  assert.equal(rows.length, 0);
});

test('a check tells what an order would refuse, by the same codes', async () => {
  const codesOf = async (body: object) => {
    const { status, json, text } = await check({ url: `${files.url}/art.png`, ...placed, ...body });
    assert.equal(status, 200, text);
    return json.refusals.map(({ pointer, code, permanent }: Record<string, unknown>) => [pointer, code, permanent]);
  };
  assert.deepEqual(await codesOf({ url: `${files.url}/none.png` }), [['/url', 'file_not_found', true]]);
  assert.deepEqual(await codesOf({ url: `${files.url}/photo.jpg` }), [['/url', 'wrong_file_type', true]]);
  assert.deepEqual(await codesOf({ url: `${files.url}/hangs.png` }), [['/url', 'file_server_error', false]]);
  assert.deepEqual(await codesOf({ url: 'http://127.0.0.1:1/x.png' }), [['/url', 'file_address_refused', true]]);
  assert.deepEqual((await codesOf({ url: 'ftp://files.example.com/x.png' }))[0]?.[0], '/url');
  assert.deepEqual(
    (await codesOf({ sku: 'NONE' })).map(([pointer]: string[]) => pointer),
    ['/sku'],
  );
  assert.deepEqual(
    (await codesOf({ location: 'MOON' })).map(([pointer]: string[]) => pointer),
    ['/location'],
  );
  const jpeg = await check({ url: `${files.url}/photo.jpg`, ...placed });
  assert.equal(jpeg.json.mediaType, 'image/jpeg');
  const refused = await check({ url: `${files.url}/art.png` });
  assert.equal(refused.status, 400);
});

test('an uploaded file has an address for orders of its client only, and is fetched from nowhere', async (t) => {
  const { status, json, text } = await upload(PNG);
  assert.equal(status, 200, text);
  assert.deepEqual([json.mediaType, json.width, json.bytes], ['image/png', 300, PNG.length]);
  assert.match(json.url, /^http:\/\/platen\.test\/v1\/files\/[\w-]{32}$/);
  assert.equal((await upload(PNG)).json.fileId, json.fileId);
  const checked = await check({ url: json.url, ...placed });
  assert.deepEqual([checked.json.refusals, checked.json.width], [[], 300]);
  const read = await customer.get(`/v1/files/${json.fileId}`);
  assert.deepEqual([read.status, read.headers.get('content-type')], [200, 'image/png']);
  const etag = read.headers.get('etag') ?? '';
  const again = await customer.get(`/v1/files/${json.fileId}`, { 'if-none-match': etag });
  assert.deepEqual([again.status, again.headers.get('etag'), again.text], [304, etag, '']);

  const other = await newCustomer(server);
  assert.equal((await other.get(`/v1/files/${json.fileId}`)).status, 404);
  const [refusal] = (await check({ url: json.url, ...placed }, other)).json.refusals;
  assert.deepEqual([refusal.code, refusal.permanent], ['file_not_found', true]);

  const item = customItem({ prints: [{ dataUrl: json.url, location: 'FRONT', technology: 'DTG' }] });
  await customer.post(order({ orderId: 'UPLOADED', items: [item] }));
  const blobs = openBlobs(server.config);
  const context = await newIntakeContext(t, server, { blobs, allow: [], retrySeconds: [60] });
  await takeInOrders(context, customer.clientId, new AbortController().signal);
  const { rows } = await server.pool.query('select sha256 from order_files where order_id = $1', ['UPLOADED']);
  assert.equal(rows.length, 1);
});

test('what no order can use, and a file that is too large, are refused', async () => {
  const refused = await upload('no picture');
  assert.deepEqual([refused.status, refused.json.violations[0].code], [400, 'wrong_file_type']);
  assert.match(refused.json.message, /PNG, PDF, JPEG, or ZPL/);
  for (const type of ['text/plain', 'application/json', 'multipart/form-data; boundary=x']) {
    const { status, json } = await upload(PNG, customer, type);
    assert.deepEqual([status, json.error], [415, 'unsupported_media_type']);
    assert.match(json.message, /Content-Type: application\/octet-stream/);
  }
  assert.equal((await customer.send('/v1/files', undefined)).status, 415);
  const damaged = await upload(makeJpeg().subarray(0, 83));
  assert.deepEqual(damaged.json.violations[0].code, 'unreadable_file', damaged.text);
  const unknown = await customer.get('/v1/files/unknown');
  assert.deepEqual([unknown.status, unknown.json.error], [404, 'not_found']);
  assert.match(unknown.json.message, /You have uploaded no file/);
  assert.match(
    await announceUpload(256 * 1_048_576 + 1),
    /"body_too_large","message":"The file is larger than 256 MiB/,
  );
  const large = await fetch(`${server.url}/v1/files`, { method: 'POST' });
  assert.equal(large.status, 401);
});

/** Sends the head of an upload of this length, and the first byte. Returns the answer. */
async function announceUpload(bytes: number): Promise<string> {
  const { token } = await server.token({});
  const headers = {
    authorization: `Bearer ${token}`,
    'content-type': 'application/octet-stream',
    'content-length': bytes,
  };
  const upload = request(`${server.url}/v1/files`, { method: 'POST', headers });
  upload.write('x');
  const [response] = (await once(upload, 'response')) as [IncomingMessage];
  const answered = await text(response);
  upload.on('error', () => {}).destroy();
  return answered;
}

test('an upload that no order uses is deleted after 30 days, and a used one is kept', async () => {
  const owner = await newCustomer(server);
  const unused = await upload(makePng({ width: 3, height: 3 }), owner);
  const later = new Date(Date.now() + 31 * DAY_MS);
  await removeAllOld(server.pool, 'remove-uploads', later);
  assert.equal((await owner.get(`/v1/files/${unused.json.fileId}`)).status, 404);
  const { rows } = await server.pool.query('select kept_since > now() as renewed from client_uploads');
  assert.deepEqual(rows, [{ renewed: true }]);
});

test('an upload that an order on hold names is kept, though the order has no files before its intake', async () => {
  const owner = await newCustomer(server);
  const operator = await newOperator(server);
  const { fileId, url } = (await upload(makePng({ width: 5, height: 3 }), owner)).json;
  const prints = [{ dataUrl: url, location: 'FRONT', technology: 'DTG' }];
  assert.equal((await owner.post(order({ orderId: 'HELD', items: [customItem({ prints })] }))).status, 200);
  const held = await operator.work(owner.clientId, 'HELD', 'hold', { reason: 'The customer is on holiday.' });
  assert.equal(held.status, 200);
  await removeAllOld(server.pool, 'remove-uploads', new Date(Date.now() + 31 * DAY_MS));
  assert.equal((await owner.get(`/v1/files/${fileId}`)).status, 200);
});

test('the uploads of a client have a quota', async () => {
  const owner = await newCustomer(server);
  const kept = makePng({ width: 7, height: 3 });
  assert.equal((await upload(kept, owner)).status, 200);
  await server.pool.query(
    `insert into client_uploads (client_id, file_id, sha256, bytes, content, kept_since) values ($1, 'x', 'x', $2, '{}', now())`,
    [owner.clientId, 10 * 1_073_741_824],
  );
  const refused = await upload(PNG, owner);
  assert.deepEqual([refused.status, refused.json.error], [409, 'upload_quota_reached']);
  assert.equal((await upload(kept, owner)).status, 200, 'a file that is kept already adds nothing');
  await owner.post(order({ orderId: 'USES-X' }));
  await server.pool.query(
    `insert into order_files (client_id, order_id, pointer, role, url, sha256, media_type, bytes, fetched)
     values ($1, 'USES-X', '/packingSlip', 'packing_slip', 'x', 'x', 'application/pdf', 1, now())`,
    [owner.clientId],
  );
  assert.equal((await upload(PNG, owner)).status, 200, 'a file that an order uses does not count');
});

test('the previews of an item are its small pictures', async () => {
  const { json } = await customer.get('/v1/orders/UPLOADED/items/1/previews');
  assert.deepEqual(json, [{ role: 'artwork', location: 'FRONT', technology: 'DTG', state: 'PENDING' }]);
  const { rows } = await server.pool.query('select sha256 from order_files where order_id = $1', ['UPLOADED']);
  const { sha256 } = rows[0];
  await server.pool.query('insert into file_pictures (sha256, small, large, made) values ($1, $1, $1, now())', [
    sha256,
  ]);
  const [drawn] = (await customer.get('/v1/orders/UPLOADED/items/1/previews')).json;
  assert.equal(drawn.image, `data:image/webp;base64,${PNG.toString('base64')}`);
  await server.pool.query('update file_pictures set small = null, large = null');
  assert.equal((await customer.get('/v1/orders/UPLOADED/items/1/previews')).json[0].state, 'NONE');
  await server.pool.query(
    `insert into order_files (client_id, order_id, pointer, role, url, sha256, media_type, bytes, fetched)
     select client_id, order_id, '/items/0/customProduct/prints/' || place || '/dataUrl', more.role, url, sha256, media_type, bytes, fetched
     from order_files cross join (values (10, 'quality_control_image'), (2, 'artwork')) as more (place, role)
     where order_id = 'UPLOADED'`,
  );
  const previews: { role: string }[] = (await customer.get('/v1/orders/UPLOADED/items/1/previews')).json;
  assert.deepEqual(
    previews.map(({ role }) => role),
    ['artwork', 'artwork', 'quality_control_image'],
    'the tenth print is behind the second one',
  );
  await customer.post(order({ orderId: 'PLAIN' }));
  assert.deepEqual((await customer.get('/v1/orders/PLAIN/items/1/previews')).json, []);
  assert.equal((await customer.get('/v1/orders/PLAIN/items/9/previews')).status, 404);
  assert.equal((await customer.get('/v1/orders/NONE/items/1/previews')).json.error, 'order_not_found');
});
