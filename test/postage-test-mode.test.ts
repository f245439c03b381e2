import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { readPages } from '../src/papers/test-support/read-papers.ts';
import { officePrinter, stationWith } from './support/paper-bench.ts';
import { newPostageScene, type PostageScene } from './support/postage-scene.ts';
import { startTestServer, type TestServer } from './support/test-server.ts';

const MARK = 'TEST, not for shipping';
const SWISS = { personName: 'Zoë', street: 'Bahnhofstrasse 12a', city: 'Zürich', postalCode: '8001', country: 'CH' };

let server: TestServer;
let scene: PostageScene;
before(async () => {
  server = await startTestServer({ SENDER_ADDRESS: 'Werkstraße 1; 20095 Hamburg; GERMANY' });
  scene = await newPostageScene(server);
  await scene.operator.send('PUT', '/articles/ST-CREATOR/customs', {
    ...{ hsCode: '610910', countryOfOrigin: 'BD', weightGrams: 180, customsDescription: 'T-shirt, cotton' },
  });
});
after(() => server.close());

async function setTest(isTest: boolean): Promise<void> {
  const answer = await scene.operator.send('PATCH', `/label-providers/${scene.providerId}`, { isTest });
  assert.equal(answer.json.isTest, isTest, answer.text);
}

const statusOf = async (orderId: string) => (await scene.customer.get(`/v1/orders/${orderId}`)).json;
const parcelOf = async (orderId: string) =>
  (await scene.operator.get(`/orders/${scene.customer.clientId}/${orderId}/parcels`)).json.at(-1);

test('a test label is printed with a mark and does not ship, and a real one replaces it and its papers', async () => {
  const sheets = await officePrinter(server, scene.operator);
  await stationWith(scene.operator, 'pack-3', [scene.labels, sheets]);
  await setTest(true);
  const [piece] = await scene.produce('TESTED-1');
  await scene.packer('pack-3')(piece);
  const print = async () => {
    await scene.print();
    await scene.bench.print(sheets.printerId);
  };
  await print();
  await scene.buy();
  await print();
  assert.match(String(scene.labels.taken.at(-1)), /Postage.*\^FR\^FDTEST, not for shipping\^FS\^PQ1\^XZ/s);
  const [slip] = await readPages(sheets.taken.at(-1) as Buffer);
  assert.ok(slip?.texts.some(({ text }) => text === MARK));
  const parcel = await parcelOf('TESTED-1');
  assert.deepEqual(
    [parcel.state, parcel.problem, parcel.label.state, parcel.label.isTest],
    ['PACKED', 'label_is_test', 'FAILED', true],
  );
  assert.equal((await statusOf('TESTED-1')).status, 'ACCEPTED');
  const before = [scene.labels.taken.length, sheets.taken.length];
  await setTest(false);
  const retried = await scene.operator.send('POST', '/label-retries', { problem: 'label_is_test' });
  assert.deepEqual(retried.json, { parcels: 1 });
  await scene.buy();
  await print();
  assert.equal((await statusOf('TESTED-1')).status, 'SHIPPED');
  assert.deepEqual([scene.labels.taken.length, sheets.taken.length], [Number(before[0]) + 1, Number(before[1]) + 1]);
  assert.ok(!String(scene.labels.taken.at(-1)).includes(MARK));
  const [again] = await readPages(sheets.taken.at(-1) as Buffer);
  assert.ok(!again?.texts.some(({ text }) => text === MARK));
  const sold = scene.provider.labels.filter(({ body }) => body.orderId === 'TESTED-1');
  assert.deepEqual(
    sold.map(({ isVoid, body }) => [isVoid, body.test]),
    [
      [true, true],
      [false, false],
    ],
  );
});

test('every page of a test label, a customs form and a slip is marked, on PDF printers too', async () => {
  const small = await officePrinter(server, scene.operator, { mediaWidthMm: 102, mediaHeightMm: 152 });
  const sheets = await officePrinter(server, scene.operator);
  await stationWith(scene.operator, 'pack-4', [small, sheets]);
  await setTest(true);
  scene.provider.document = await samplePdf();
  const [piece] = await scene.produce('TESTED-2', { shipping: { address: SWISS } });
  await scene.packer('pack-4')(piece);
  await scene.buy();
  await scene.bench.draw();
  for (const { printerId } of [small, sheets]) await scene.bench.print(printerId);
  const documents = [...small.taken, ...sheets.taken];
  assert.equal(documents.length, 3);
  for (const document of documents)
    for (const page of await readPages(document)) {
      assert.ok(page.texts.some(({ text }) => text === MARK));
    }
  await setTest(false);
});

/** Returns a label of two pages. */
async function samplePdf(): Promise<Buffer> {
  const { default: PDFDocument } = await import('pdfkit');
  const pdf = new PDFDocument({ size: [288, 432], margin: 20 });
  pdf.fontSize(30).text('Fake Post').fontSize(14).text('Zoë, Bahnhofstrasse 12a, 8001 Zürich');
  pdf.addPage().text('Second page');
  pdf.end();
  return Buffer.concat(await pdf.toArray());
}
