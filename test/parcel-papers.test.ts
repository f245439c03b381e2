import assert from 'node:assert/strict';
import { hash, randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { after, before, test } from 'node:test';
import { takeInOrders } from '../src/orders/intake/intake-orders.ts';
import { type Customer, newCustomer } from '../src/orders/test-support/customer.ts';
import { newIntakeContext } from '../src/orders/test-support/intake-context.ts';
import { ADDRESS, BLANK, customItem, type Item, item, order } from '../src/orders/test-support/sample-orders.ts';
import { drawParcelPapers } from '../src/packing/draw-parcel-papers.ts';
import { readCodes, readPages } from '../src/papers/test-support/read-papers.ts';
import { openBlobs } from '../src/platform/files/open-blobs.ts';
import { startFileServer } from '../src/platform/files/test-support/file-server.ts';
import { makePdf, makePng, pdfOf, pngDensity } from '../src/platform/files/test-support/sample-files.ts';
import { commandSheet } from '../src/production/command-codes.ts';
import { assign, assigned, markMade, newOperator, type Operator, placeOf } from './support/operator.ts';
import {
  type ListeningPrinter,
  labelPrinter,
  officePrinter,
  openPaperBench,
  type PaperBench,
  stationWith,
} from './support/paper-bench.ts';
import { startTestServer, type TestServer } from './support/test-server.ts';

const EAN = '4006381333931';
const OTHER_BLANK = 'ST-CREATOR-BLK-L';
const SWISS = {
  personName: 'Zoë Müller',
  street: 'Bahnhofstrasse 12a',
  city: 'Zürich',
  postalCode: '8001',
  country: 'CH',
};

let server: TestServer;
let operator: Operator;
let customer: Customer;
let bench: PaperBench;
let labels: ListeningPrinter;
let sheets: ListeningPrinter;
before(async () => {
  server = await startTestServer({ SENDER_ADDRESS: 'Werkstraße 1; 20095 Hamburg; GERMANY' });
  operator = await newOperator(server);
  customer = await newCustomer(server);
  bench = openPaperBench(server, server);
  labels = await labelPrinter(server, operator);
  sheets = await officePrinter(server, operator);
  await stationWith(operator, 'pack-1', [labels, sheets]);
  await operator.send('POST', `/stock/ARTICLE/${encodeURIComponent(BLANK)}/set`, { quantity: 10_000 });
  await operator.send('POST', `/stock/PRODUCT/${EAN}/set`, { quantity: 10_000 });
  await operator.send('PUT', '/bins', { count: 20 });
});
after(() => server.close());

const commandOf = (name: string) => commandSheet().find(({ command }) => command === name)?.code ?? '';

function packer(station: string) {
  let context: Record<string, unknown> = { work: 'PACK' };
  return async (code: string | undefined) => {
    const answer = await operator.send('POST', '/scans', { id: randomUUID(), station, code, context });
    assert.equal(answer.status, 200, answer.text);
    context = answer.json.next;
    return answer.json;
  };
}

async function produceOrder(orderId: string, items: Item[], shipping: object): Promise<string[]> {
  await assigned(server, customer, { orderId, items, shipping });
  return releaseOrder(orderId);
}

async function releaseOrder(orderId: string): Promise<string[]> {
  await operator.send('POST', '/batches', { orders: [{ clientId: customer.clientId, orderId }] });
  await markMade(server);
  const { json } = await operator.get(`/orders/${customer.clientId}/${orderId}/pieces`);
  return json.map(({ code }: { code: string }) => code);
}

/** Draws the papers and sends them to both printers. */
async function printAll(): Promise<void> {
  await bench.draw();
  await bench.print(labels.printerId);
  await bench.print(sheets.printerId);
}

/** Renders ZPL as the test printer shows it. */
async function renderedZpl(zpl: Buffer): Promise<Buffer> {
  const { api } = await (await import('zpl-renderer-js')).ready;
  return Buffer.from(await api.zplToBase64Async(zpl.toString('utf8'), 101.6, 152.4, 8), 'base64');
}

interface Paper {
  kind: string;
  state: string;
  source: string;
  problem?: string;
  printer: { kind: string };
}
const stateOf = ({ papers }: { papers: Paper[] }) =>
  papers.map(({ kind, source, state }) => `${kind} ${source} ${state}`).sort();

async function setCustoms(fields: object): Promise<void> {
  const answer = await operator.send('PUT', `/articles/ST-CREATOR/customs`, fields);
  assert.equal(answer.status, 200, answer.text);
}

test("the last piece prints slip and label once at the station's printers, with readable codes", async () => {
  const [first, second] = await produceOrder('LABEL-1', [{ ...customItem(), quantity: 2 }], {
    address: { ...SWISS, city: 'Berlin', postalCode: '10115', country: 'DE' },
  });
  const scan = packer('pack-1');
  const opened = await scan(first);
  assert.deepEqual(opened.parcel.papers, []);
  assert.ok(opened.parcel.recipient.includes('Zoë Müller'));
  const full = await scan(second);
  assert.equal(full.asks, 'TRACKING');
  assert.deepEqual(stateOf(full.parcel), ['LABEL OURS drawing', 'SLIP OURS drawing']);
  assert.deepEqual(
    full.parcel.items.map(({ title, packed }: { title: string; packed: number }) => [title, packed]),
    [['Creator Tee', 2]],
  );
  await printAll();
  const { code } = full.parcel;
  assert.deepEqual(stateOf((await operator.get(`/parcels/${code}`)).json), ['LABEL OURS printed', 'SLIP OURS printed']);
  assert.deepEqual([labels.taken.length, sheets.taken.length], [1, 1]);
  const label = await readCodes(await renderedZpl(labels.taken[0]!));
  assert.deepEqual(label.bars, [code]);
  assert.ok(label.squares[0]?.endsWith(`/${code}`), String(label.squares));
  const [slip] = await readPages(sheets.taken[0]!);
  assert.match(slip?.text ?? '', /LABEL-1.*Creator Tee/);
  assert.deepEqual((await readCodes(slip!.png)).bars, [full.order?.code ?? opened.order.code]);
  const gone = await scan(commandOf('NO_TRACKING'));
  assert.deepEqual([gone.parcel.state, gone.parcel.recipient], ['SHIPPED', undefined]);
  await printAll();
  assert.deepEqual([labels.taken.length, sheets.taken.length], [1, 1]);
});

test('an order that was changed and is packed again gets papers with its new contents', async () => {
  const [first] = await produceOrder('CHANGED-1', [customItem()], { address: ADDRESS });
  const { parcel } = await packer('pack-1')(first);
  await printAll();
  await operator.work(customer.clientId, 'CHANGED-1', 'error', { message: 'The blank is sold out.' });
  const items = [customItem({ sku: OTHER_BLANK })];
  await customer.put('CHANGED-1', order({ orderId: 'CHANGED-1', items, shipping: { address: ADDRESS } }));
  await assign(server, customer.clientId, 'CHANGED-1');
  const again = (await releaseOrder('CHANGED-1')).at(-1);
  const packed = await packer('pack-1')(again);
  assert.equal(packed.parcel.code, parcel.code);
  assert.deepEqual(stateOf(packed.parcel), ['LABEL OURS drawing', 'SLIP OURS drawing']);
  const before = sheets.taken.length;
  await printAll();
  const [slip] = await readPages(sheets.taken[before]!);
  assert.ok(slip!.text.includes(OTHER_BLANK), slip!.text);
});

test('missing customs data is reported when the parcel opens, and the parcel is packed without a label and completed later', async () => {
  await operator.send('PUT', '/carriers/ups-standard', { name: 'UPS Standard' });
  await operator.send('PUT', `/clients/${customer.clientId}/carriers/ups-standard`, {});
  const [piece] = await produceOrder('CH-1', [customItem()], { address: SWISS, carrierId: 'ups-standard' });
  const [other] = await produceOrder('CH-2', [customItem()], {
    address: { ...SWISS, country: 'DE', postalCode: '10115' },
  });
  const before = labels.taken.length;
  const scan = packer('pack-1');
  const packed = await scan(piece);
  assert.deepEqual(
    [packed.parcel.state, packed.parcel.problem, packed.asks],
    ['PACKED', 'customs_data_missing', undefined],
  );
  assert.match(packed.parcel.details.join(' '), /HS code is missing for ST-CREATOR/);
  assert.match(packed.parcel.gaps.join(' '), /HS code/);
  assert.deepEqual([placeOf(packed.next), packed.parcel.recipient], [{ work: 'PACK' }, undefined]);
  assert.deepEqual((await scan(other)).order.orderId, 'CH-2');
  await scan(commandOf('NO_TRACKING'));
  await printAll();
  const { code } = packed.parcel;
  const early = await operator.send('POST', `/parcels/${code}/label`, {});
  assert.deepEqual([early.status, early.json.error], [409, 'label_not_made']);
  assert.match(early.json.message, /HS code is missing/);
  await setCustoms({
    hsCode: '610910',
    countryOfOrigin: 'BD',
    weightGrams: 180,
    customsDescription: 'T-shirt, cotton',
  });
  const label = await operator.send('POST', `/parcels/${code}/label`, {});
  assert.deepEqual([label.status, label.json.problem, label.json.state], [200, undefined, 'PACKED']);
  await printAll();
  assert.deepEqual(stateOf((await operator.get(`/parcels/${code}`)).json), [
    'CUSTOMS OURS printed',
    'LABEL OURS printed',
    'SLIP OURS printed',
  ]);
  assert.deepEqual(labels.taken.length - before, 2);
  const form = (await readPages(sheets.taken.at(-1)!))[0]?.text ?? '';
  assert.match(form, /CN 22.*T-shirt, cotton/);
  await operator.send('POST', `/parcels/${code}/label`, {});
  assert.equal(await bench.draw(), 0);
  const left = await operator.send('POST', `/parcels/${code}/ship`, { trackingNumber: 'RR123456785CH' });
  assert.deepEqual([left.json.state, left.json.trackingNumber], ['SHIPPED', 'RR123456785CH']);
  const sold = (await customer.get('/v1/orders/CH-1')).json;
  assert.deepEqual([sold.status, sold.shipping.trackingNumber], ['SHIPPED', 'RR123456785CH']);
  assert.equal(sold.shipping.trackingUrl, 'https://www.ups.com/track?tracknum=RR123456785CH');
  assert.equal((await operator.send('POST', `/parcels/${code}/ship`, {})).status, 200);
  assert.equal((await operator.send('POST', `/parcels/${code}/label`, {})).json.error, 'parcel_not_packed');
});

test("the client's own label and slip are printed unchanged, and a missing label leaves the parcel without one", async (t) => {
  const [labelPdf, slipPdf] = [makePdf(), Buffer.concat([makePdf(), Buffer.from('% slip\n')])];
  const files = await startFileServer(t, (request, response) =>
    response.end(request.url === '/label.pdf' ? labelPdf : slipPdf),
  );
  const blobs = openBlobs(server.config);
  const context = await newIntakeContext(t, server, { blobs, allow: [files.host], retrySeconds: [] });
  for (const orderId of ['OWN-1', 'OWN-2']) {
    await customer.post(
      order({
        orderId,
        items: [item({ quantity: 1 })],
        shipping: { shippingLabelUrl: `${files.url}/label.pdf` },
        packingSlip: `${files.url}/slip.pdf`,
      }),
    );
  }
  await takeInOrders(context, customer.clientId, new AbortController().signal);
  await blobs.close();
  await releaseOrder('OWN-1');
  await releaseOrder('OWN-2');
  const codeOf = async (orderId: string) => {
    const { rows } = await server.pool.query('select code from production_orders where order_id = $1', [orderId]);
    return rows[0].code as string;
  };
  const scan = packer('pack-1');
  await scan(await codeOf('OWN-1'));
  const count = sheets.taken.length;
  const full = await scan(EAN);
  assert.deepEqual([stateOf(full.parcel), full.asks], [['LABEL CLIENT drawing', 'SLIP CLIENT drawing'], 'TRACKING']);
  await printAll();
  const printed = sheets.taken.slice(count).map((pdf) => pdf.toString('latin1'));
  assert.deepEqual(printed.sort(), [labelPdf, slipPdf].map((pdf) => pdf.toString('latin1')).sort());
  await scan('JD0001');
  assert.equal((await customer.get('/v1/orders/OWN-1')).json.status, 'SHIPPED');
  await server.pool.query(
    "delete from order_files where order_id = 'OWN-2' and pointer = '/shipping/shippingLabelUrl'",
  );
  await scan(await codeOf('OWN-2'));
  const gone = await scan(EAN);
  assert.deepEqual([gone.parcel.state, gone.parcel.problem], ['PACKED', 'file_missing']);
});

test("a client's ZPL label prints only its drawing commands, and any other command sets the order to ERROR", async (t) => {
  const prelude = 'CT~~CD,~CC^~CT~\n^XA~TA000~SD30^MMC^POI^JUS^XZ\n';
  const graphic = '~DGR:LOGO.GRF,2,1,F0F0\n';
  const drawing =
    '^FO20,20^XGR:LOGO.GRF,1,1^FS^FO20,90^A0N,30^FDZo\u00eb ~5^FS^MD30^PQ1,0,1,Y^XZ^XA^IDR:LOGO.GRF^FS^XZ';
  const served: Record<string, string | Buffer> = {
    '/label.zpl': `${prelude}${graphic}^XA${drawing}`,
    '/reset.zpl': '^XA^FO20,20^A0N,30^FDHello^FS^XZ^XA^JUF^XZ',
    '/many.zpl': '^XA^FO1,1^FDx^FS^XZ'.repeat(12),
    '/many.pdf': makePdf({ pages: 11 }),
    '/script.pdf': pdfOf([
      '<</Type/Catalog/Pages 2 0 R/OpenAction<</S/JavaScript/JS(app.alert\\(1\\))>>>>',
      '<</Type/Pages/Count 1/Kids[3 0 R]>>',
      '<</Type/Page/Parent 2 0 R/MediaBox[0 0 288 432]>>',
    ]),
  };
  const files = await startFileServer(t, ({ url }, response) => response.end(served[url ?? '']));
  const blobs = openBlobs(server.config);
  const folder = await mkdtemp(join(tmpdir(), 'platen-kept-'));
  t.after(async () => {
    await blobs.close();
    await rm(folder, { recursive: true, force: true });
  });
  const context = await newIntakeContext(t, server, { blobs, allow: [files.host], retrySeconds: [] });
  const placeOrder = async (orderId: string, path: string) => {
    const shipping = { shippingLabelUrl: `${files.url}${path}` };
    const made = await customer.post(order({ orderId, items: [item({ quantity: 1 })], shipping }));
    assert.equal(made.status, 200, made.text);
    await takeInOrders(context, customer.clientId, new AbortController().signal);
    return (await customer.get(`/v1/orders/${orderId}`)).json;
  };
  for (const [orderId, path, message] of [
    ['ZPL-RESET', '/reset.zpl', /^The ZPL command \^JUF is not allowed.* send the label as PDF or PNG\.$/],
    ['ZPL-MANY', '/many.zpl', /^The file has 12 labels; at most 10 are printed\./],
    ['PDF-MANY', '/many.pdf', /^The PDF has 11 pages. At most 10 are printed\.$/],
    ['PDF-SCRIPT', '/script.pdf', /^The PDF has JavaScript\. Send one without/],
  ] as const) {
    const { status, statusReason } = await placeOrder(orderId, path);
    assert.deepEqual(
      [status, statusReason.code, statusReason.pointer],
      ['ERROR', 'file_not_printable', '/shipping/shippingLabelUrl'],
    );
    assert.match(statusReason.message, message);
  }

  const pack = async (orderId: string) => {
    await releaseOrder(orderId);
    const { rows } = await server.pool.query('select code from production_orders where order_id = $1', [orderId]);
    const scan = packer('pack-1');
    await scan(rows[0].code);
    const full = await scan(EAN);
    await bench.draw();
    await bench.print(labels.printerId);
    return (await operator.get(`/parcels/${full.parcel.code}`)).json;
  };
  assert.equal((await placeOrder('ZPL-1', '/label.zpl')).status, 'ASSIGNED');
  assert.ok(stateOf(await pack('ZPL-1')).includes('LABEL CLIENT printed'));
  assert.equal(
    labels.taken.at(-1)?.toString('utf8'),
    '^XA^PW812^LL1218^BY2,3,10^CFA,9,5^CI0^FWN^LH0,0^LRN^PMN^PON^POI^FO20,20^GFA,2,2,1,F0:^FS^FO20,90^A0N,30^FH_^FDZo\u00eb _7E5^FS^PQ1^XZ\n',
  );

  // An older release stored a label that is refused today.
  for (const [orderId, path, mediaType, told] of [
    ['ZPL-2', '/reset.zpl', 'application/zpl', /The ZPL command \^JUF is not allowed/],
    ['PDF-2', '/script.pdf', 'application/pdf', /The PDF has JavaScript/],
  ] as const) {
    assert.equal((await placeOrder(orderId, '/label.zpl')).status, 'ASSIGNED');
    const bytes = Buffer.from(served[path] ?? '');
    const sha256 = hash('sha256', bytes);
    const kept = join(folder, sha256);
    await writeFile(kept, bytes);
    await blobs.put(sha256, kept);
    await server.pool.query(
      `update order_files set sha256 = $2, media_type = $3 where order_id = $1 and pointer = '/shipping/shippingLabelUrl'`,
      [orderId, sha256, mediaType],
    );
    const count = labels.taken.length;
    const parcel = await pack(orderId);
    assert.deepEqual([parcel.state, parcel.problem], ['PACKED', 'file_not_printable']);
    assert.match(parcel.details.join(), told);
    assert.equal(labels.taken.length, count);
  }
});

test("a client's label goes to a printer whose paper takes all its pages, and is not printed if there is none", async (t) => {
  const ofLabels = { mediaWidthMm: 100, mediaHeightMm: 150, mediaTypes: ['application/pdf', 'image/png'] };
  const small = await officePrinter(server, operator, ofLabels);
  const large = await officePrinter(server, operator, { mediaTypes: ['application/pdf', 'image/png'] });
  await stationWith(operator, 'pack-sizes', [small, large]);
  const picture = (width: number, height: number, perMeter: number) =>
    makePng({ width, height, depth: 1, colorType: 0, extra: [pngDensity(perMeter, perMeter)] });
  const served: Record<string, Buffer> = {
    '/a4': makePdf({ mediaBox: [0, 0, 595.28, 841.89] }),
    '/letter-turned': makePdf({ mediaBox: [0, 0, 612, 792], page: '/Rotate 90' }),
    '/4x6-turned': makePdf({ mediaBox: [0, 0, 432, 288] }),
    '/a6': makePdf({ mediaBox: [0, 0, 297.64, 419.53] }),
    '/cropped': makePdf({ mediaBox: [0, 0, 595.28, 841.89], page: '/CropBox[0 0 288 432]' }),
    '/a4.png': picture(1_654, 2_339, 7_874),
    '/4x6.png': picture(812, 1_218, 7_992),
    '/unknown.png': picture(1_654, 2_339, 2_835),
    '/a3': makePdf({ mediaBox: [0, 0, 841.89, 1190.55] }),
  };
  const files = await startFileServer(t, ({ url }, response) => response.end(served[url ?? '']));
  const blobs = openBlobs(server.config);
  t.after(() => blobs.close());
  const context = await newIntakeContext(t, server, { blobs, allow: [files.host], retrySeconds: [] });
  const pack = async (path: string) => {
    const orderId = `SIZE-${path.slice(1)}`;
    const shipping = { shippingLabelUrl: `${files.url}${path}` };
    await customer.post(order({ orderId, items: [item({ quantity: 1 })], shipping }));
    await takeInOrders(context, customer.clientId, new AbortController().signal);
    await releaseOrder(orderId);
    const { rows } = await server.pool.query('select code from production_orders where order_id = $1', [orderId]);
    const scan = packer('pack-sizes');
    await scan(rows[0].code);
    const { parcel } = await scan(EAN);
    if (parcel.state === 'OPEN') await scan(`SIZE${Object.keys(served).indexOf(path)}0000`);
    const printed = await server.pool.query(
      "select printer_id from parcel_papers where order_id = $1 and kind = 'LABEL'",
      [orderId],
    );
    return { parcel, printerId: printed.rows[0]?.printer_id };
  };
  for (const [path, printer] of [
    ['/a4', large],
    ['/letter-turned', large],
    ['/4x6-turned', small],
    ['/a6', small],
    ['/cropped', small],
    ['/a4.png', large],
    ['/4x6.png', small],
    ['/unknown.png', small],
  ] as const) {
    assert.equal((await pack(path)).printerId, printer.printerId, path);
  }
  const { parcel, printerId } = await pack('/a3');
  assert.deepEqual([parcel.state, parcel.problem, printerId], ['PACKED', 'no_printer', undefined]);
  assert.deepEqual(parcel.details, ["No printer here has paper for the client's label (297 x 420 mm)."]);
});

test("when the client's only label is on another parcel, the next parcel is packed without one and gets another number", async (t) => {
  const files = await startFileServer(t, (_, response) => response.end(makePdf()));
  const blobs = openBlobs(server.config);
  const context = await newIntakeContext(t, server, { blobs, allow: [files.host], retrySeconds: [] });
  const shipping = { shippingLabelUrl: `${files.url}/label.pdf` };
  await customer.post(order({ orderId: 'PARTS-1', items: [item({ quantity: 3 })], shipping }));
  await takeInOrders(context, customer.clientId, new AbortController().signal);
  await blobs.close();
  await releaseOrder('PARTS-1');
  const found = await server.pool.query(`select code from production_orders where order_id = 'PARTS-1'`);
  const scan = packer('pack-1');
  await scan(found.rows[0].code);
  const first = await scan(EAN);
  for (const name of ['NEXT_PARCEL', 'NO_TRACKING']) await scan(commandOf(name));
  const left = await scan(commandOf('PASS'));
  assert.deepEqual(
    [stateOf(left.parcel), left.parcel.state],
    [['LABEL CLIENT drawing', 'SLIP OURS drawing'], 'SHIPPED'],
  );
  await scan(found.rows[0].code);
  await scan(EAN);
  const next = await scan(EAN);
  assert.deepEqual(
    [next.parcel.state, next.parcel.problem, next.parcel.number, placeOf(next.next)],
    ['PACKED', 'label_used', 2, { work: 'PACK' }],
  );
  assert.match(next.parcel.details[0], /only label is on another parcel/);
  const { json: problems } = await operator.get('/problems?kind=NO_LABEL');
  const problem = problems.find(({ code }: { code: string }) => code === next.parcel.code);
  assert.equal(problem.reason, 'label_used');
  const early = await operator.send('POST', `/parcels/${next.parcel.code}/label`, {});
  assert.equal(early.json.error, 'label_not_made');
  // Reprinting the first parcel's label works, because the label belongs to it.
  const again = await operator.send('POST', `/parcels/${first.parcel.code}/reprint`, { reason: 'Torn.' });
  assert.equal(again.status, 200, again.text);
  const trackingNumber = 'JD0009';
  const sent = await operator.send('POST', `/parcels/${next.parcel.code}/ship`, { trackingNumber });
  assert.equal(sent.json.state, 'SHIPPED');
  assert.equal((await customer.get('/v1/orders/PARTS-1')).json.status, 'SHIPPED');
  await printAll();
});

test('a label that is being drawn while its order is erased is not printed', async (t) => {
  const files = await startFileServer(t, (_, response) => response.end(makePdf()));
  const { blobs } = bench.context;
  const store = openBlobs(server.config);
  t.after(() => store.close());
  const intake = await newIntakeContext(t, server, { blobs: store, allow: [files.host], retrySeconds: [] });
  const shipping = { shippingLabelUrl: `${files.url}/label.pdf` };
  await customer.post(order({ orderId: 'ERASED-1', items: [item({ quantity: 1 })], shipping }));
  await takeInOrders(intake, customer.clientId, new AbortController().signal);
  await releaseOrder('ERASED-1');
  const found = await server.pool.query(`select code from production_orders where order_id = 'ERASED-1'`);
  const scan = packer('pack-1');
  await scan(found.rows[0].code);
  const { parcel } = await scan(EAN);
  await scan('JD0010');
  const eraseOnceRead: typeof blobs = {
    read: async (sha256) => {
      const content = await buffer(await blobs.read(sha256));
      const { status } = await operator.work(customer.clientId, 'ERASED-1', 'erase');
      assert.equal(status, 200);
      return Readable.from([content]);
    },
  };
  const context = { ...bench.context, blobs: eraseOnceRead };
  await drawParcelPapers(context, parcel.code, new AbortController().signal);
  const jobs = await server.pool.query(
    `select kind from print_jobs where order_id = 'ERASED-1' and document is not null`,
  );
  assert.deepEqual(jobs.rows, []);
});

test('a job for a printer that is off waits, is visible, and is printed once when it is on', async () => {
  const [piece] = await produceOrder('OFF-1', [customItem()], {
    address: { ...SWISS, country: 'DE', postalCode: '10115' },
  });
  await labels.off();
  const scan = packer('pack-1');
  const { parcel } = await scan(piece);
  const count = labels.taken.length;
  await printAll();
  const { json } = await operator.get(`/parcels/${parcel.code}`);
  const label = json.papers.find(({ kind }: Paper) => kind === 'LABEL');
  assert.deepEqual([label.state, label.problem, labels.taken.length], ['queued', 'connection_refused', count]);
  await labels.on();
  server.time.now = new Date(Date.now() + 120_000);
  await printAll();
  await printAll();
  server.time.now = undefined;
  assert.equal(labels.taken.length, count + 1);
});

test('without a printer the browser prints, and an address with unprintable characters leaves the parcel without a label', async () => {
  const scan = packer('pack-nowhere');
  const [piece] = await produceOrder('BROWSER-1', [customItem()], {
    address: { ...SWISS, country: 'DE', postalCode: '10115' },
  });
  const { parcel } = await scan(piece);
  assert.deepEqual([...new Set(parcel.papers.map(({ printer }: Paper) => printer.kind))], ['browser']);
  await bench.draw();
  const shown = (await operator.get(`/parcels/${parcel.code}`)).json;
  const job = (await operator.get(`/print-jobs/${shown.papers[0].jobId}`)).json;
  assert.deepEqual([job.printer.kind, job.state, job.contentType], ['browser', 'queued', 'application/pdf']);
  await scan(commandOf('NO_TRACKING'));
  const [odd] = await produceOrder('ODD-1', [customItem()], {
    address: { ...SWISS, street: 'Weg \u{1F9FF}\u{10FFFD} 1', country: 'DE', postalCode: '10115' },
  });
  const asked = await scan(odd);
  await bench.draw();
  const after = (await operator.get(`/parcels/${asked.parcel.code}`)).json;
  assert.deepEqual([after.state, after.problem], ['PACKED', 'address_not_printable']);
  assert.match(after.details.join(), /shipping\/address\/street/);
  const told = await scan('JD0002');
  assert.deepEqual([told.refusal.kind, told.next], ['NO_LABEL', asked.next]);
});

test('a label is reprinted with a reason by scan and by the office, and no customs form is drawn for a carrier that makes its own', async () => {
  await setCustoms({ hsCode: '610910', countryOfOrigin: 'BD', weightGrams: 180 });
  await operator.send('PUT', '/carriers/own-forms', { name: 'Own Forms', customsForm: 'NONE' });
  assert.equal((await operator.get('/carriers/own-forms')).json.customsForm, 'NONE');
  await operator.send('PUT', `/clients/${customer.clientId}/carriers/own-forms`, {});
  const shipping = { address: SWISS, carrierId: 'own-forms' };
  const [piece] = await produceOrder('AGAIN-1', [customItem()], shipping);
  const scan = packer('pack-1');
  const { parcel } = await scan(piece);
  assert.deepEqual(stateOf(parcel), ['LABEL OURS drawing', 'SLIP OURS drawing']);
  await scan(commandOf('NO_TRACKING'));
  await printAll();
  const count = labels.taken.length;
  const asked = await scan(commandOf('REPRINT_LABEL'));
  assert.deepEqual([asked.asks, asked.next.reprint, asked.parcel.code], ['REASON', parcel.code, parcel.code]);
  const smear = commandSheet().find((one) => one.command === 'REJECT' && one.reason === 'SMEAR')?.code;
  const again = await scan(smear);
  assert.deepEqual(
    [again.command, again.reason, again.refusal, placeOf(again.next)],
    ['REPRINT_LABEL', 'SMEAR', undefined, { work: 'PACK' }],
  );
  await printAll();
  assert.equal(labels.taken.length, count + 1);
  const refused = await operator.send('POST', `/parcels/${parcel.code}/reprint`, {});
  assert.equal(refused.status, 400);
  const body = { papers: ['LABEL'], reason: 'It was torn.' };
  const sent = await operator.send('POST', `/parcels/${parcel.code}/reprint`, body, {
    'idempotency-key': 'r1',
  });
  assert.equal(sent.status, 200, sent.text);
  await operator.send('POST', `/parcels/${parcel.code}/reprint`, body, { 'idempotency-key': 'r1' });
  await printAll();
  assert.equal(labels.taken.length, count + 2);
  const { papers } = (await operator.get(`/parcels/${parcel.code}`)).json;
  const label = papers.find(({ kind }: Paper) => kind === 'LABEL');
  assert.equal(label.copy, 3);
  const job = (await operator.get(`/print-jobs/${label.jobId}`)).json;
  assert.deepEqual([job.reason, job.state], ['It was torn.', 'printed']);
});
