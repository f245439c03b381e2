import assert from 'node:assert/strict';
import { createHash, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, type TestContext, test } from 'node:test';
import sharp from 'sharp';
import { readMatrices } from '../src/papers/test-support/read-papers.ts';
import type { SheetTask } from '../src/platform/files/draw-gang-sheet.ts';
import { openMaking } from '../src/production/print-files/make-print-files.ts';
import { recordRoundTrips } from './support/count-statements.ts';
import { commandOf } from './support/floor-scene.ts';
import { makeFolder, newMachineBench } from './support/machine-bench.ts';
import { startTestServer, type TestServer } from './support/test-server.ts';

let server: TestServer;
before(async () => {
  server = await startTestServer();
});
after(() => server.close());

const ROLL = { widthMm: 560, gapMm: 10, lengthMaxMm: 1_000 };
const SMALL_ROLL = { widthMm: 200, gapMm: 5, lengthMaxMm: 300 };
const DPI = 300;
/** For the pieces of one client and one batch. Each further client takes two more, each further batch one. */
const STATEMENTS_OF_SHEET_MAX = 8;
const pixels = (mm: number) => Math.round((mm / 25.4) * DPI);

/** A half transparent print of 50 x 60 mm. */
const artwork = (background = { r: 255, g: 0, b: 0, alpha: 0.5 }) =>
  sharp({ create: { width: 500, height: 600, channels: 4, background } })
    .png()
    .toBuffer();

/** A machine with a roll that watches a folder, and an order of `pieces` pieces. */
async function newRollMachine(t: TestContext, pieces: number, fields: object = {}) {
  const folder = await makeFolder(t);
  const bench = await newMachineBench(t, server);
  const machineId = await bench.add({ address: folder, roll: ROLL, ...fields });
  await bench.scene.order('G-1', { 'TEE-BLK-M': pieces });
  await bench.ready('G-1', await artwork());
  await server.pool.query('update print_files set width_mm = 50, height_mm = 60');
  const files = async () => (await readdir(folder)).filter((name) => !name.startsWith('.')).sort();
  const sheetOf = async (name = '') => {
    const { json } = await bench.scene.operator.get(`/gang-sheets/${name.slice(0, 11)}`);
    return json;
  };
  const scan = async (code: string, context: object = { work: 'MAKE' }) => {
    const body = { id: randomUUID(), station: `Roll ${machineId}`, code, context };
    return (await bench.scene.operator.send('POST', '/scans', body)).json;
  };
  return { ...bench, folder, machineId, files, sheetOf, scan, queue: () => bench.queue(machineId) };
}

const standings = ({ prints }: { prints: { piece: string; standing: string }[] }) =>
  Object.fromEntries(prints.map(({ piece, standing }) => [piece, standing]));

test('a released batch becomes a sheet of the size of the roll, with every piece and its code once', async (t) => {
  const ticket = {
    format: 'CSV',
    template: '{{code}},{{height}}\n{{#prints}}{{code}},{{location}}\n{{/prints}}',
    isFirst: false,
  };
  const { scene, work, files, folder, queue, sheetOf } = await newRollMachine(t, 12, { ticket });
  const { codes } = await scene.release('G-1');
  await work();
  await work();
  const [csv = '', png = ''] = await files();
  assert.equal((await files()).length, 2);
  const code = png.slice(0, 11);
  assert.deepEqual(await queue(), [`WRITTEN ${code}_SHEET.png`]);
  const sheet = await sheetOf(png);
  const { data, info } = await sharp(join(folder, png)).raw().toBuffer({ resolveWithObject: true });
  const { density, hasAlpha } = await sharp(join(folder, png)).metadata();
  assert.deepEqual([info.width, info.height], [pixels(560), pixels(sheet.lengthMm)]);
  assert.deepEqual([Math.round(density ?? 0), hasAlpha], [DPI, true]);
  assert.deepEqual(sheet.prints.map(({ piece }: { piece: string }) => piece).sort(), [...codes].sort());
  for (const { leftMm, topMm, widthMm, heightMm } of sheet.prints) {
    const at = (pixels(topMm + heightMm / 2) * info.width + pixels(leftMm + widthMm / 2)) * 4;
    assert.deepEqual([...data.subarray(at, at + 4)], [255, 0, 0, 128]);
    const between = (pixels(topMm + heightMm / 2) * info.width + pixels(leftMm + widthMm + 2)) * 4;
    assert.equal(data[between + 3], 0, 'the film between two prints stays clear');
  }
  const flat = await sharp(join(folder, png)).flatten({ background: '#cccccc' }).png().toBuffer();
  assert.deepEqual(await readMatrices(flat), [code, ...codes].sort());
  const lines = (await readFile(join(folder, csv), 'utf8')).trim().split('\n');
  assert.equal(lines[0], `${code},${Math.round(sheet.lengthMm)}`);
  assert.deepEqual(lines.slice(1).sort(), codes.map((piece) => `${piece},FRONT`).sort());
  const { status } = await scene.operator.get(`/gang-sheets/${code}/picture`);
  assert.equal(status, 200);
});

test('a sheet of mirrored prints has mirrored codes, which are read through the film', async (t) => {
  const { scene, work, files, folder } = await newRollMachine(t, 2);
  await server.pool.query('update print_files set mirrored = true');
  const { codes } = await scene.release('G-1');
  await work();
  const [png = ''] = await files();
  const seen = await sharp(join(folder, png)).flop().flatten({ background: '#cccccc' }).png().toBuffer();
  assert.deepEqual(await readMatrices(seen), [png.slice(0, 11), ...codes].sort());
});

test('more pieces than a sheet holds become several sheets, each piece on one', async (t) => {
  const { scene, work, files, sheetOf } = await newRollMachine(t, 20, { roll: SMALL_ROLL });
  const { codes } = await scene.release('G-1');
  await work();
  const names = await files();
  assert.ok(names.length > 1);
  const sheets = await Promise.all(names.map(sheetOf));
  assert.ok(sheets.every(({ lengthMm }) => lengthMm <= SMALL_ROLL.lengthMaxMm));
  assert.deepEqual(
    sheets.flatMap(({ prints }) => prints.map(({ piece }: { piece: string }) => piece)).sort(),
    [...codes].sort(),
  );
});

test('the scan of a sheet makes its pieces in one save, and names those that it does not make', async (t) => {
  const { scene, work, files, machineId, sheetOf, scan, queue } = await newRollMachine(t, 6);
  const { codes } = await scene.release('G-1');
  await work();
  const [png = ''] = await files();
  const code = png.slice(0, 11);
  const [made = '', rejected = ''] = codes;
  await scene.scan('MAKE', made, commandOf('PASS'), rejected, commandOf('REJECT', 'SMEAR'));
  await work();
  assert.deepEqual(await files(), [png], 'the sheet stays for its other pieces');
  assert.deepEqual(
    [standings(await sheetOf(png))[made], standings(await sheetOf(png))[rejected]],
    ['MADE', 'REJECTED'],
  );
  let answer: Awaited<ReturnType<typeof scan>>;
  const trips = await recordRoundTrips(async () => {
    answer = await scan(code);
  });
  const counted = trips.filter((texts) => texts.some((text) => !/^(begin|commit)/i.test(text)));
  assert.ok(counted.length <= STATEMENTS_OF_SHEET_MAX, counted.map((texts) => texts.join()).join('\n---\n'));
  assert.equal(answer.meaning, 'SHEET');
  assert.deepEqual(answer.sheet.made.sort(), codes.slice(2).sort());
  assert.deepEqual(answer.sheet.already, [made]);
  assert.deepEqual(
    answer.sheet.refused.map((one: { code: string; refusal: { kind: string } }) => [one.code, one.refusal.kind]),
    [[rejected, 'REPLACED']],
  );
  const { rows } = await server.pool.query(
    `select code, count(*)::int from piece_events where type = 'piece.made' and code = any($1) group by code`,
    [codes],
  );
  assert.deepEqual(
    rows.map(({ count }) => count),
    [1, 1, 1, 1, 1],
  );
  const again = await scan(code);
  assert.equal(again.refusal.code, 'sheet_stopped');
  await work();
  assert.deepEqual(await files(), []);
  assert.deepEqual(await queue(), [`DONE ${png}`]);
  // The successor of the rejected piece waits for the next sheet.
  assert.equal((await scene.operator.get(`/machines/${machineId}`)).json.waitingPrints, 1);
});

test('a piece in hand is finished by the scan of a sheet', async (t) => {
  const { scene, work, files, scan } = await newRollMachine(t, 1);
  await scene.release('G-1');
  await work();
  const [png = ''] = await files();
  await scene.order('HAND-1', { 'TEE-BLK-L': 1 });
  const { codes } = await scene.release('HAND-1');
  const first = await scan(codes[0] ?? '');
  const second = await scan(png.slice(0, 11), first.next);
  assert.equal(second.done.piece.code, codes[0]);
  assert.equal(second.sheet.made.length, 1);
});

test('a sheet says which prints were cancelled or corrected, and the scan makes them not', async (t) => {
  const { scene, work, files, sheetOf, scan, ready, machineId } = await newRollMachine(t, 2);
  await scene.order('G-2', { 'TEE-BLK-L': 1 });
  await ready('G-2', await artwork());
  await scene.order('G-3', { 'TEE-BLK-L': 1 });
  await ready('G-3', await artwork());
  await server.pool.query('update print_files set width_mm = 50, height_mm = 60');
  const { codes } = await scene.release('G-1', 'G-2', 'G-3');
  await work();
  const [png = ''] = await files();
  await ready('G-2', await artwork({ r: 0, g: 0, b: 255, alpha: 1 }), 2);
  await server.pool.query(`update orders set status = 'CANCELLED' where order_id = 'G-3'`);
  await server.pool.query(`update pieces set state = 'CANCELLED' where order_id = 'G-3'`);
  await work();
  await work();
  const [corrected = '', cancelled = ''] = codes.slice(2);
  assert.deepEqual(standings(await sheetOf(png)), {
    ...{ [codes[0]!]: 'TO_MAKE', [codes[1]!]: 'TO_MAKE' },
    ...{ [corrected]: 'CORRECTED', [cancelled]: 'CANCELLED' },
  });
  const { sheet } = await scan(png.slice(0, 11));
  assert.deepEqual(sheet.made.sort(), codes.slice(0, 2).sort());
  assert.deepEqual(
    sheet.refused.map((one: { code: string; refusal: { code: string } }) => [one.code, one.refusal.code]).sort(),
    [
      [corrected, 'print_corrected'],
      [cancelled, 'order_cancelled'],
    ].sort(),
  );
  // The corrected print waits, and a person makes the next sheet.
  await scene.operator.send('POST', `/machines/${machineId}/sheets`);
  await work();
  const next = (await files()).filter((name) => name !== png);
  assert.deepEqual(standings(await sheetOf(next[0])), { [corrected]: 'TO_MAKE' });
});

test('a print that is wider than the roll is shown as failed, and the others are printed', async (t) => {
  const { scene, work, files, ready, queue } = await newRollMachine(t, 1);
  await scene.order('WIDE', { 'TEE-BLK-L': 1 });
  await ready('WIDE', await artwork());
  await server.pool.query(`update print_files set width_mm = 600 where order_id = 'WIDE'`);
  await scene.release('G-1', 'WIDE');
  await work();
  assert.equal((await files()).length, 1);
  assert.ok((await queue()).some((line) => line.startsWith('FAILED larger_than_roll')));
});

test('prints wait at a machine by hand until a person makes the sheet, and a second request makes none', async (t) => {
  const { scene, work, files, machineId } = await newRollMachine(t, 2, { mode: 'BY_HAND' });
  const { codes } = await scene.release('G-1');
  for (const code of codes) await scene.operator.send('POST', `/pieces/${code}/send-files`, {});
  await work();
  assert.deepEqual(await files(), []);
  await scene.operator.send('POST', `/machines/${machineId}/sheets`);
  await scene.operator.send('POST', `/machines/${machineId}/sheets`);
  await work();
  const names = await files();
  assert.equal(names.length, 1);
  await rm(join((await scene.operator.get(`/machines/${machineId}`)).json.address, names[0]!));
});

test('a request by hand makes one more sheet, while it waits for a missing file', async (t) => {
  const { scene, work, files } = await newRollMachine(t, 2);
  await scene.order('LATE', { 'TEE-BLK-L': 1 });
  const { batchId } = await scene.release('G-1', 'LATE');
  await server.pool.query(`update machine_requests set requested = requested - interval '2 minutes'`);
  await work();
  assert.equal((await files()).length, 1);
  await server.pool.query('delete from machine_requests');
  await scene.operator.send('POST', `/batches/${batchId}/send-files`, {});
  // After a minute, the sheet does not wait for the missing file.
  const late = { now: new Date(Date.now() + 61_000) };
  Object.assign(server.time, late);
  t.after(() => Object.assign(server.time, { now: undefined }));
  await work();
  await work();
  await work();
  assert.equal((await files()).length, 2);
});

test('a machine with waiting prints is not deleted', async (t) => {
  const { scene, work, machineId } = await newRollMachine(t, 1, { mode: 'BY_HAND' });
  const { codes } = await scene.release('G-1');
  await scene.operator.send('POST', `/pieces/${codes[0]}/send-files`, {});
  await work();
  assert.equal((await scene.operator.send('DELETE', `/machines/${machineId}`)).status, 409);
});

test('a machine with a sheet that is still to be drawn is not deleted', async (t) => {
  const { scene, work, machineId, drawWith } = await newRollMachine(t, 1);
  await scene.release('G-1');
  drawWith({ run: () => Promise.reject(new Error('killed')) });
  await assert.rejects(work());
  assert.equal((await scene.operator.send('DELETE', `/machines/${machineId}`)).status, 409);
});

test('a sheet whose print file is lost is shown as failed', async (t) => {
  const { scene, work, files, queue } = await newRollMachine(t, 1);
  await server.pool.query(`update print_files set sha256 = $1`, ['0'.repeat(64)]);
  await scene.release('G-1');
  await work();
  assert.deepEqual(await files(), []);
  assert.match((await queue())[0] ?? '', /^FAILED file_lost/);
});

test('a lost print file fails alone, and the other prints get a sheet', async (t) => {
  const { scene, work, files, ready, queue, sheetOf } = await newRollMachine(t, 3);
  await scene.order('LOST', { 'TEE-BLK-L': 1 });
  await ready('LOST', await artwork({ r: 0, g: 255, b: 0, alpha: 1 }));
  await server.pool.query(
    `update print_files set width_mm = 50, height_mm = 60, sha256 = case when order_id = 'LOST' then $1 else sha256 end`,
    ['f'.repeat(64)],
  );
  const { codes } = await scene.release('G-1', 'LOST');
  await work();
  await work();
  const [png = ''] = await files();
  assert.deepEqual(Object.keys(standings(await sheetOf(png))).sort(), codes.slice(0, 3).sort());
  assert.deepEqual(await queue(), [`FAILED file_lost ${codes[3]}_FRONT_1.png`, `WRITTEN ${png}`]);
});

test('a sheet that takes too long is halved, and the print that takes too long fails alone', async (t) => {
  const { scene, work, files, ready, queue, sheetOf, drawWith } = await newRollMachine(t, 3);
  await scene.order('SLOW', { 'TEE-BLK-L': 1 });
  const slow = await ready('SLOW', await artwork({ r: 0, g: 255, b: 0, alpha: 1 }));
  await server.pool.query('update print_files set width_mm = 50, height_mm = 60');
  const making = openMaking();
  t.after(() => making.close());
  const isSlow = ({ prints }: SheetTask) =>
    prints.some(({ path }) => createHash('sha256').update(readFileSync(path)).digest('hex') === slow);
  drawWith({
    run: async (client, task, input, signal) =>
      task === 'sheet' && isSlow(input as SheetTask) ? 'too_complex' : making.run(client, task, input, signal),
  });
  const { codes } = await scene.release('G-1', 'SLOW');
  for (let times = 0; times < 4; times += 1) await work();
  const sheets = await Promise.all((await files()).map(sheetOf));
  assert.deepEqual(sheets.flatMap((one) => Object.keys(standings(one))).sort(), codes.slice(0, 3).sort());
  const failed = (await queue()).filter((line) => line.startsWith('FAILED'));
  assert.deepEqual(failed, [`FAILED file_failed ${codes[3]}_FRONT_1.png`]);
});

/** A sheet with two pieces of G-1 and one of another order. */
async function newSharedSheet(t: TestContext) {
  const roll = await newRollMachine(t, 2);
  const { scene, ready } = roll;
  await scene.order('GONE', { 'TEE-BLK-L': 1 });
  await ready('GONE', await artwork());
  await server.pool.query('update print_files set width_mm = 50, height_mm = 60');
  const { codes } = await scene.release('G-1', 'GONE');
  const erase = async (status: 'SHIPPED' | 'CANCELLED') => {
    const { clientId } = scene.customer;
    await server.pool.query(`update orders set status = $2 where client_id = $1 and order_id = 'GONE'`, [
      clientId,
      status,
    ]);
    await server.pool.query(`update pieces set state = $2 where client_id = $1 and order_id = 'GONE'`, [
      clientId,
      status === 'SHIPPED' ? 'MADE' : 'CANCELLED',
    ]);
    const { status: answer, text } = await scene.operator.send('POST', `/orders/${clientId}/GONE/erase`);
    assert.equal(answer, 200, text);
  };
  return { ...roll, codes, erase };
}

test('an erased order leaves the file of a sheet that was taken, and prints nothing again', async (t) => {
  const { work, files, folder, queue, erase } = await newSharedSheet(t);
  await work();
  const [png = ''] = await files();
  await rm(join(folder, png));
  await work();
  await erase('CANCELLED');
  await work();
  assert.deepEqual([await files(), await queue()], [[], [`TAKEN ${png}`]]);
});

test('an erased order whose piece is made ends the sheet as printed', async (t) => {
  const { work, files, queue, erase } = await newSharedSheet(t);
  await work();
  const [png = ''] = await files();
  await erase('SHIPPED');
  await work();
  assert.deepEqual([await files(), await queue()], [[], [`DONE ${png}`]]);
});

test('an erased order takes back a sheet that was not printed, and the other prints get a new one', async (t) => {
  const { work, files, sheetOf, erase, codes } = await newSharedSheet(t);
  await work();
  const [png = ''] = await files();
  await erase('CANCELLED');
  await work();
  const names = await files();
  assert.equal(names.length, 1);
  assert.notEqual(names[0], png);
  assert.deepEqual(Object.keys(standings(await sheetOf(names[0]))).sort(), codes.slice(0, 2).sort());
});

test('a sheet that is drawn while an order is erased gets no file, and the other prints get a new one', async (t) => {
  const { work, files, sheetOf, erase, codes, drawWith } = await newSharedSheet(t);
  const making = openMaking();
  t.after(() => making.close());
  drawWith({
    run: async (...given) => {
      const drawn = await making.run(...given);
      drawWith(making);
      await erase('CANCELLED');
      return drawn;
    },
  });
  await work();
  assert.deepEqual(await files(), []);
  await work();
  const names = await files();
  assert.equal(names.length, 1);
  assert.deepEqual(Object.keys(standings(await sheetOf(names[0]))).sort(), codes.slice(0, 2).sort());
});
