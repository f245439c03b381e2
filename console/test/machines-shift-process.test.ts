import assert from 'node:assert/strict';
import { readdir, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { after, afterEach, before, type TestContext, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import sharp from 'sharp';
import { Agent } from 'undici';
import { importCatalog } from '../../src/catalog/import-catalog.ts';
import { sampleCatalog } from '../../src/catalog/test-support/sample-catalog.ts';
import { newCustomer } from '../../src/orders/test-support/customer.ts';
import { order } from '../../src/orders/test-support/sample-orders.ts';
import { readMatrices, readPages } from '../../src/papers/test-support/read-papers.ts';
import { startFileServer } from '../../src/platform/files/test-support/file-server.ts';
import { startS3 } from '../../src/platform/files/test-support/s3-server.ts';
import { pdfOf } from '../../src/platform/files/test-support/sample-files.ts';
import { bucketOutlet } from '../../src/printing/machines/bucket-outlet.ts';
import { freePort } from '../../test/support/free-ports.ts';
import { makeFolder } from '../../test/support/machine-bench.ts';
import { newOperator } from '../../test/support/operator.ts';
import { makeDataDir, startPlaten, until } from '../../test/support/platen-process.ts';
import { startSftp } from '../../test/support/sftp-server.ts';
import { startConsole, type TestConsole } from './support/console.ts';

const TECHNOLOGIES = ['DTG', 'DTF', 'SUBLIMATION', 'LASER'] as const;
const ORDERS = 60;
const OF_EACH = ORDERS / TECHNOLOGIES.length;
const AREA_MM = { widthMm: 200, heightMm: 100 };
const PIXELS = { width: 1_000, height: 500 };
const DPI = (PIXELS.width / AREA_MM.widthMm) * 25.4;
const S3_KEY = 'S3RVER';
/** Files that are in the folders when the server is killed. */
const WRITTEN_BEFORE_KILL = 4;

let office: TestConsole;
before(async () => {
  office = await startConsole();
});
afterEach(() => office.endTest());
after(() => office.close());

/** Half transparent green, with an opaque red corner at the upper left, in Display P3. */
async function pictureOf(): Promise<Buffer> {
  const create = { ...PIXELS, channels: 4 as const, background: { r: 0, g: 200, b: 0, alpha: 0.5 } };
  const corner = { create: { width: 200, height: 100, channels: 4 as const, background: 'red' } };
  const composed = await sharp({ create })
    .composite([{ input: corner, left: 0, top: 0 }])
    .png()
    .toBuffer();
  return sharp(composed).withIccProfile('p3').png().toBuffer();
}

function drawingOf(): Buffer {
  const content = '0 0 1 rg 0 0 200 100 re f';
  return pdfOf([
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Count 1/Kids[3 0 R]>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 400 200]/Resources<<>>/Contents 4 0 R>>',
    `<</Length ${content.length}>>stream\n${content}\nendstream`,
  ]);
}

/** Starts machines of each kind with their rules. `taken` gets what a RIP takes from the folder `laser`. */
async function startMachines(t: TestContext, operator: Awaited<ReturnType<typeof newOperator>>) {
  const [dtg, laser, taken] = [await makeFolder(t), await makeFolder(t), await makeFolder(t)];
  const sftp = await startSftp(t);
  const bucketUrl = `${await startS3(t)}/files/sublimation`;
  const roll = { widthMm: 560, gapMm: 10, lengthMaxMm: 700 };
  const machines = [
    { technology: 'DTG', kind: 'FOLDER', address: dtg },
    { technology: 'DTF', kind: 'SFTP', address: sftp.address, user: 'platen', secret: 'secret', roll },
    {
      technology: 'SUBLIMATION',
      kind: 'BUCKET',
      address: bucketUrl,
      user: S3_KEY,
      secret: S3_KEY,
      region: 'us-east-1',
    },
    { technology: 'LASER', kind: 'FOLDER', address: laser },
  ];
  const rules = [];
  for (const { technology, ...machine } of machines) {
    const given = { ...machine, name: technology, mode: 'RELEASE', nameTemplate: '{code}_{location}.png' };
    const { json, text } = await operator.send('POST', '/machines', given);
    assert.ok(json.machineId, text);
    if (machine.kind === 'SFTP') {
      const { hostKey } = (await operator.send('POST', `/machines/${json.machineId}/test`)).json;
      await operator.send('PATCH', `/machines/${json.machineId}`, { hostKey });
    }
    rules.push({ machineId: json.machineId, technology });
  }
  assert.equal((await operator.send('PUT', '/machine-rules', { rules })).status, 200);
  const agent = new Agent();
  t.after(() => agent.close());
  const login = { accessKeyId: S3_KEY, secretAccessKey: S3_KEY, region: 'us-east-1' };
  const bucket = bucketOutlet(agent, bucketUrl, login);
  const readBucket = async (name: string) => {
    const { search, url } = await signed(bucketUrl, name);
    return Buffer.from(await (await fetch(`${url}${search}`)).arrayBuffer());
  };
  return { dtg, laser, taken, film: sftp.folder, bucket, readBucket };
}

/** Signs the address of an object, as another program with the key does. */
async function signed(bucketUrl: string, name: string): Promise<{ url: string; search: string }> {
  const { AwsClient } = await import('aws4fetch');
  const client = new AwsClient({ accessKeyId: S3_KEY, secretAccessKey: S3_KEY, service: 's3', region: 'us-east-1' });
  const { url } = await client.sign(`${bucketUrl}/${name}`, { aws: { signQuery: true } });
  const { origin, pathname, search } = new URL(url);
  return { url: origin + pathname, search };
}

const namesIn = async (folder: string) => (await readdir(folder)).filter((name) => name !== '.platen-folder').sort();

/** Reads a picture as a RIP does. */
async function readPicture(content: Buffer) {
  const { width, density = 0, icc, hasAlpha } = await sharp(content).metadata();
  const { data, info } = await sharp(content, { ignoreIcc: true }).raw().toBuffer({ resolveWithObject: true });
  const at = (left: number, top: number) => [...data.subarray((top * info.width + left) * 4).subarray(0, 4)];
  return {
    ...{ widthMm: Math.round((width / density) * 25.4), dpi: Math.round(density), hasAlpha, icc: icc?.length },
    ...{ left: at(10, 10), right: at(info.width - 10, 10) },
  };
}

async function importTee(pool: TestConsole['server']['pool'], clientId: string): Promise<void> {
  const [creator] = sampleCatalog.articles;
  const [variant] = creator!.variants;
  const location = { location: 'FRONT', printTechnologies: [...TECHNOLOGIES], printArea: AREA_MM };
  const variants = [{ ...variant!, sku: 'TEE', stockLevelQuantity: 500, allowedLocations: [location] }];
  await importCatalog(pool, { articles: [{ ...creator!, variants }], products: [], carriers: [] }, { clientId });
}

/** Takes each file at once, as a RIP does. A second file with its name would be taken too. */
async function takeFiles(folder: string, target: string, isOver: () => boolean): Promise<void> {
  for (let nth = 0; !isOver(); ) {
    for (const name of (await namesIn(folder)).filter((one) => !one.startsWith('.'))) {
      await rename(join(folder, name), join(target, `${name}#${++nth}`));
    }
    await pause(5);
  }
}

type Machines = Awaited<ReturnType<typeof startMachines>>;

/** Checks size, resolution, transparency, profile and mirror of the pictures in folder and bucket. */
async function assertPictures(
  artwork: Buffer,
  codesOf: (technology: string) => string[],
  { dtg, bucket, readBucket }: Machines,
): Promise<void> {
  const { left, right, icc } = await readPicture(artwork);
  const whole = { widthMm: AREA_MM.widthMm, dpi: Math.round(DPI), hasAlpha: true, icc };
  const plain = await namesIn(dtg);
  assert.deepEqual(plain, namesOf(codesOf('DTG'), 'png'));
  for (const name of plain)
    assert.deepEqual(await readPicture(await readFile(join(dtg, name))), { ...whole, left, right });
  const mirrored = [...(await bucket.list()).keys()].sort();
  assert.deepEqual(mirrored, namesOf(codesOf('SUBLIMATION'), 'png'));
  for (const name of mirrored)
    assert.deepEqual(await readPicture(await readBucket(name)), { ...whole, left: right, right: left });
}

const namesOf = (codes: readonly string[], ending: string) => codes.map((code) => `${code}_FRONT.${ending}`);

/** Checks the sizes of PDFs by PDFium. */
async function assertDrawings(codes: readonly string[], taken: string): Promise<void> {
  const names = await namesIn(taken);
  assert.deepEqual(
    names.map((name) => name.split('#')[0]),
    namesOf(codes, 'pdf'),
  );
  for (const name of names) {
    const [sheet, ...others] = await readPages(await readFile(join(taken, name)));
    assert.deepEqual([others.length, Math.round(sheet!.widthMm), Math.round(sheet!.heightMm)], [0, 200, 100]);
  }
}

/** Checks that the codes of all pieces are read through the film, each once. */
async function assertSheets(codes: readonly string[], film: string): Promise<void> {
  const sheets = await namesIn(film);
  const onFilm: string[] = [];
  for (const name of sheets) {
    const content = await readFile(join(film, name));
    const { width, density = 0, hasAlpha } = await sharp(content).metadata();
    assert.deepEqual([Math.round((width / density) * 25.4), Math.round(density), hasAlpha], [560, 300, true]);
    onFilm.push(...(await readMatrices(await sharp(content).flop().flatten({ background: '#ccc' }).png().toBuffer())));
  }
  assert.equal(codes.length, OF_EACH);
  assert.deepEqual(onFilm.sort(), [...codes, ...sheets.map((name) => name.slice(0, 11))].sort());
}

test('a shift of 60 orders reaches a folder, an SFTP server and a bucket once, although the server is killed', async (t) => {
  const { pool, encryptionKey } = office.server;
  const { host, port, user, password, database } = pool.options;
  const artwork = { picture: await pictureOf(), drawing: drawingOf() };
  const files = await startFileServer(t, ({ url }, response) => {
    const isDrawing = url?.endsWith('.pdf') === true;
    response.setHeader('content-type', isDrawing ? 'application/pdf' : 'image/png');
    response.end(isDrawing ? artwork.drawing : artwork.picture);
  });
  const operator = await newOperator(office.server);
  const customer = await newCustomer(office.server);
  await importTee(pool, customer.clientId);
  const machines = await startMachines(t, operator);
  const settings = {
    DATABASE_URL: `postgresql://${user}:${encodeURIComponent(String(password))}@/${database}?host=${encodeURIComponent(host ?? '')}&port=${port}`,
    DATA_DIR: await makeDataDir(t),
    ENCRYPTION_KEY: Buffer.from(encryptionKey).toString('base64url'),
    DEMO: 'off',
    FILE_FETCH_ALLOW: files.host,
    PRINT_RETRY_SECONDS: '1',
    PORT: String(await freePort()),
  };
  const first = await startPlaten(t, settings);
  const orderIds = Array.from({ length: ORDERS }, (_, index) => `SHIFT-${index}`);
  await Promise.all(
    orderIds.map(async (orderId, index) => {
      const technology = TECHNOLOGIES[index % TECHNOLOGIES.length]!;
      const dataUrl = `${files.url}/${technology === 'LASER' ? 'drawing.pdf' : 'picture.png'}`;
      const customProduct = { sku: 'TEE', prints: [{ dataUrl, location: 'FRONT', technology }] };
      const answer = await customer.post(order({ orderId, items: [{ quantity: 1, unitPrice: 20, customProduct }] }));
      assert.equal(answer.status, 200, answer.text);
    }),
  );
  const countWhere = async (what: string) => (await pool.query(`select count(*)::int as n from ${what}`)).rows[0].n;
  await until(async () => (await countWhere(`print_files where state = 'ready'`)) === ORDERS, 'all files are made');

  const page = await office.signedIn({ alone: true });
  await page.goto(`${first.url}/console/machines`);
  await page.getByRole('link', { name: 'SUBLIMATION' }).waitFor();
  const orders = orderIds.map((orderId) => ({ clientId: customer.clientId, orderId }));
  const released = await operator.send('POST', '/batches', { orders });
  assert.ok(released.json.batch, released.text);
  let isOver = false;
  const rip = takeFiles(machines.laser, machines.taken, () => isOver);
  await until(async () => (await namesIn(machines.dtg)).length >= WRITTEN_BEFORE_KILL, 'some files are written');
  await first.end('SIGKILL');
  const before = await countWhere(`machine_jobs where state in ('WRITTEN', 'TAKEN')`);
  const second = await startPlaten(t, settings);
  const isDone = async () =>
    (await countWhere(`machine_jobs where state in ('WAITING', 'WRITING', 'PLACING')`)) === 0 &&
    (await countWhere('machine_requests')) === 0 &&
    (await countWhere('gang_sheets where drawn is null')) === 0 &&
    (await countWhere(`machine_jobs where technology = 'LASER' and state = 'WRITTEN'`)) === 0;
  await until(isDone, 'everything is at the machines');
  // A bucket has no witness of an upload that was cut off: a person looks, and sends the file again.
  const { rows: doubtful } = await pool.query(
    `select job_id, cause, file_name from machine_jobs where state = 'FAILED'`,
  );
  for (const { job_id: jobId, cause, file_name: name } of doubtful) {
    assert.equal(cause, 'outcome_unknown');
    assert.equal((await machines.bucket.list()).has(name), false);
    await operator.send('POST', `/machine-jobs/${jobId}/send`);
  }
  await until(isDone, 'doubtful files are at the machines');
  isOver = true;
  await rip;
  t.diagnostic(`${before} files were at the machines before the kill`);
  assert.equal(await countWhere(`machine_jobs where state not in ('WRITTEN', 'TAKEN')`), 0);

  const { rows } = await pool.query(
    `select p.code, p.steps::json -> 0 ->> 'technology' as technology from pieces p where client_id = $1`,
    [customer.clientId],
  );
  const codesOf = (technology: string) =>
    rows.flatMap((one) => (one.technology === technology ? [one.code] : [])).sort();
  await assertPictures(artwork.picture, codesOf, machines);
  await assertDrawings(codesOf('LASER'), machines.taken);
  await assertSheets(codesOf('DTF'), machines.film);

  await page.goto(`${second.url}/console/machines`);
  await page.locator('tr[data-machine="DTG"]').getByText(`At the machine: ${OF_EACH}`).waitFor();
  await page.locator('tr[data-machine="LASER"]').getByText(`Taken: ${OF_EACH}`).waitFor();
  await page.getByRole('link', { name: 'DTF' }).click();
  await page
    .getByRole('link', { name: /^Gang sheet G/ })
    .first()
    .click();
  await page.locator('tr[data-standing="TO_MAKE"]').first().waitFor();
  await page.getByRole('img', { name: /^Picture of gang sheet/ }).waitFor();
});
