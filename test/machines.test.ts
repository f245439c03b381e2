import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { chmod, mkdir, mkdtemp, open, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, type TestContext, test } from 'node:test';
import { ARTWORK } from '../src/orders/test-support/sample-orders.ts';
import { waitUntil } from '../src/orders/test-support/wait-until.ts';
import { commandOf } from './support/floor-scene.ts';
import { makeFolder, newMachineBench, PRINT } from './support/machine-bench.ts';
import { killWriter } from './support/machine-kill.ts';
import { startTestServer, type TestServer } from './support/test-server.ts';

let server: TestServer;
before(async () => {
  server = await startTestServer();
});
after(() => server.close());

const filesIn = async (folder: string) => (await readdir(folder)).filter((name) => name !== '.platen-folder').sort();

/** A machine that watches a folder, with an order of `pieces` pieces. */
async function newFolderMachine(t: TestContext, fields: object = {}, pieces = 1) {
  const folder = await makeFolder(t);
  const bench = await newMachineBench(t, server);
  const machineId = await bench.add({ address: folder, ...fields });
  await bench.scene.order('M-1', { 'TEE-BLK-M': pieces });
  await bench.ready('M-1');
  return { ...bench, folder, machineId, queue: () => bench.queue(machineId) };
}

const TICKET = {
  format: 'JSON',
  template: '{"code":"{{code}}","file":"{{file}}","mm":[{{width}},{{height}}],"client":"{{client}}"}',
  isFirst: false,
};

test('a released batch puts each file with its ticket into the folder once', async (t) => {
  const { scene, work, folder, queue } = await newFolderMachine(t, { ticket: TICKET }, 2);
  const { codes } = await scene.release('M-1');
  await work();
  await work();
  assert.deepEqual(await filesIn(folder), codes.flatMap((code) => [`${code}_FRONT.json`, `${code}_FRONT.png`]).sort());
  assert.deepEqual(await readFile(join(folder, `${codes[0]}_FRONT.png`)), PRINT);
  const ticket = JSON.parse(await readFile(join(folder, `${codes[0]}_FRONT.json`), 'utf8'));
  assert.partialDeepStrictEqual(ticket, { code: codes[0], file: `${codes[0]}_FRONT.png`, mm: [300, 400] });
  assert.deepEqual(
    await queue(),
    codes.map((code) => `WRITTEN ${code}_FRONT.png`),
  );
});

test('a file that the machine takes is taken, and is not written again', async (t) => {
  const { scene, work, folder, queue } = await newFolderMachine(t);
  const { codes } = await scene.release('M-1');
  await work();
  await rm(join(folder, `${codes[0]}_FRONT.png`));
  await work();
  await scene.operator.send('POST', `/pieces/${codes[0]}/send-files`, {});
  assert.deepEqual(await queue(), [`TAKEN ${codes[0]}_FRONT.png`]);
  await scene.scan('MAKE', ...codes, commandOf('PASS'));
  await server.pool.query('delete from machine_requests');
  await work();
  assert.deepEqual(await queue(), [`DONE ${codes[0]}_FRONT.png`]);
});

test('a piece that is made removes its file, and one that is rejected takes it back', async (t) => {
  const { scene, work, folder, queue } = await newFolderMachine(t, {}, 2);
  const { codes } = await scene.release('M-1');
  const [made, rejected] = codes;
  await work();
  await scene.scan('MAKE', made ?? '', commandOf('PASS'), rejected ?? '', commandOf('REJECT', 'SMEAR'));
  await work();
  const left = await filesIn(folder);
  assert.equal(left.length, 1, left.join());
  assert.ok(!codes.some((code) => left[0]?.includes(code)), 'the file of the successor');
  assert.deepEqual((await queue()).slice(0, 2).sort(), [
    `DONE ${made}_FRONT.png`,
    `WITHDRAWN rejected ${rejected}_FRONT.png`,
  ]);
});

test('a rejected piece whose file the machine has says so', async (t) => {
  const { scene, work, folder, queue } = await newFolderMachine(t);
  const { codes } = await scene.release('M-1');
  await work();
  await rm(join(folder, `${codes[0]}_FRONT.png`));
  await work();
  await scene.scan('MAKE', codes[0] ?? '', commandOf('REJECT', 'SMEAR'));
  await work();
  assert.equal((await queue())[0], `TAKEN taken_before ${codes[0]}_FRONT.png`);
});

test('a corrected artwork takes the old file back and puts the new one', async (t) => {
  const { scene, work, ready, folder, queue } = await newFolderMachine(t);
  const { codes } = await scene.release('M-1');
  await work();
  const corrected = Buffer.from('a corrected print file');
  await ready('M-1', corrected, 2);
  for (let times = 0; times < 3; times++) await work();
  assert.deepEqual(await readFile(join(folder, `${codes[0]}_FRONT.png`)), corrected);
  assert.deepEqual(
    (await queue()).map((line) => line.split(' ')[0]),
    ['WITHDRAWN', 'WRITTEN'],
  );
});

test('a corrected print does not send the other prints of its piece again', async (t) => {
  const { scene, work, ready, folder, queue } = await newFolderMachine(t);
  const prints = ['FRONT', 'BACK'].map((location) => ({ dataUrl: ARTWORK, location, technology: 'DTG' }));
  await scene.order('M-2', {}, 0, {
    items: [{ quantity: 1, unitPrice: 20, customProduct: { sku: 'TEE-BLK-M', prints } }],
  });
  await ready('M-2');
  await server.pool.query(
    `insert into print_files (client_id, order_id, position, print, item_id, location, technology, state, version, inputs, kind, sha256, bytes,
                              width_mm, height_mm, updated)
     select client_id, order_id, position, 1, item_id, 'BACK', technology, state, version, inputs, kind, sha256, bytes, width_mm, height_mm, updated
     from print_files where client_id = $1 and order_id = 'M-2'`,
    [scene.customer.clientId],
  );
  await scene.release('M-2');
  await work();
  const names = await filesIn(folder);
  assert.equal(names.length, 2);
  for (const name of names) await rm(join(folder, name));
  await work();
  await ready('M-2', Buffer.from('a corrected print file'), 2);
  for (let times = 0; times < 3; times++) await work();
  assert.deepEqual((await queue()).map((line) => line.replace(/P\d+/, '')).sort(), [
    'TAKEN _BACK.png',
    'TAKEN taken_before _FRONT.png',
    'WRITTEN _FRONT.png',
  ]);
});

test('a folder that is gone stops only its machine, and nothing is lost', async (t) => {
  const { scene, work, ready, folder, machineId, queue, add } = await newFolderMachine(t);
  const { codes } = await scene.release('M-1');
  const away = `${folder}-away`;
  await work();
  await rename(folder, away);
  t.after(() => rm(away, { recursive: true, force: true }));
  await scene.order('M-2', { 'TEE-BLK-M': 1 });
  await ready('M-2');
  // A share that is not mounted is an empty folder.
  await mkdir(folder);
  const { operator } = scene;
  const { json: rules } = await operator.get('/machine-rules');
  const other = await makeFolder(t);
  await add({ address: other });
  await operator.send('PUT', '/machine-rules', rules);
  const second = await scene.release('M-2');
  await work();
  const { json } = await operator.get(`/machines/${machineId}`);
  assert.equal(json.lastError, 'folder_missing');
  assert.deepEqual(await queue(), [`WRITTEN ${codes[0]}_FRONT.png`, `WAITING ${second.codes[0]}_FRONT.png`]);
  await rm(folder, { recursive: true });
  await rename(away, folder);
  await work();
  assert.equal((await operator.get(`/machines/${machineId}`)).json.lastError, undefined);
  assert.deepEqual(await filesIn(folder), [`${codes[0]}_FRONT.png`, `${second.codes[0]}_FRONT.png`]);
});

test('a machine that gets another folder writes to it', async (t) => {
  const { scene, work, ready, machineId } = await newFolderMachine(t);
  await scene.release('M-1');
  await work();
  const other = await makeFolder(t);
  assert.equal((await scene.operator.send('PATCH', `/machines/${machineId}`, { address: other })).status, 200);
  await scene.order('M-2', { 'TEE-BLK-M': 1 });
  await ready('M-2');
  const { codes } = await scene.release('M-2');
  await work();
  assert.deepEqual(await filesIn(other), [`${codes[0]}_FRONT.png`]);
});

test('a print file that does not come is shown as missing, and is sent when it comes', async (t) => {
  const { scene, work, ready, folder, queue } = await newFolderMachine(t);
  await scene.order('LATE-1', { 'TEE-BLK-M': 1 });
  const { codes } = await scene.release('LATE-1');
  await work();
  assert.deepEqual(await queue(), []);
  await server.pool.query(`update machine_requests set requested = requested - interval '2 minutes'`);
  await work();
  assert.deepEqual(await queue(), [`FAILED no_file ${codes[0]}_FRONT.png`]);
  await ready('LATE-1');
  await server.pool.query('update machine_requests set next_attempt = requested');
  await work();
  await work();
  assert.deepEqual(await filesIn(folder), [`${codes[0]}_FRONT.png`]);
  assert.deepEqual(await queue(), [`WRITTEN ${codes[0]}_FRONT.png`]);
});

test('a request by hand sends each file once, while it waits for a missing one', async (t) => {
  const { scene, work, folder, queue } = await newFolderMachine(t);
  await scene.order('LATE-2', { 'TEE-BLK-M': 1 });
  const { batchId, codes } = await scene.release('M-1', 'LATE-2');
  await work();
  const sent = `${codes[0]}_FRONT.png`;
  const take = async () => {
    await rm(join(folder, sent), { force: true });
    await work();
  };
  await take();
  await server.pool.query('delete from machine_requests');
  assert.equal((await scene.operator.send('POST', `/batches/${batchId}/send-files`, {})).status, 200);
  await work();
  assert.deepEqual(await queue(), [`WRITTEN ${sent}`], 'the person sent it again');
  await take();
  await work();
  assert.deepEqual(await queue(), [`TAKEN ${sent}`]);
});

test('a folder that cannot be written keeps its files waiting', async (t) => {
  const { scene, work, folder, machineId, queue } = await newFolderMachine(t);
  await chmod(folder, 0o500);
  const { codes } = await scene.release('M-1');
  await work();
  // Root may write everywhere.
  const isRoot = process.getuid?.() === 0;
  const { lastError = null } = (await scene.operator.get(`/machines/${machineId}`)).json;
  assert.equal(lastError, isRoot ? null : 'folder_read_only');
  await chmod(folder, 0o700);
  await work();
  assert.deepEqual(await queue(), [`WRITTEN ${codes[0]}_FRONT.png`]);
});

test('a share that does not answer holds up no other machine, and gets its files when it answers', async (t) => {
  const folder = await makeFolder(t);
  const { scene, work, queue, add, ready } = await newMachineBench(t, server, 1_000);
  // On a busy machine, also a call to a folder that answers can be late. The next work repeats it.
  const workUntil = (machineId: string, line: string) =>
    waitUntil(async () => {
      await work();
      return (await queue(machineId)).join() === line;
    });
  const machineId = await add({ address: folder });
  await work();
  const { json: rules } = await scene.operator.get('/machine-rules');
  const other = await makeFolder(t);
  const otherId = await add({ address: other });
  await scene.order('S-1', { 'TEE-BLK-M': 1 });
  await scene.order('S-2', { 'TEE-BLK-M': 1 });
  for (const orderId of ['S-1', 'S-2']) await ready(orderId);
  const second = await scene.release('S-2');
  await workUntil(otherId, `WRITTEN ${second.codes[0]}_FRONT.png`);
  await scene.operator.send('PUT', '/machine-rules', rules);
  const { codes } = await scene.release('S-1');
  // Opening a pipe that nobody writes to blocks its thread, as a share does whose server is gone.
  const pipe = join(folder, `${codes[0]}_FRONT.png`);
  execFileSync('mkfifo', [pipe]);
  await work();
  assert.equal((await scene.operator.get(`/machines/${machineId}`)).json.lastError, 'folder_slow');
  await rm(join(other, `${second.codes[0]}_FRONT.png`));
  await workUntil(otherId, `TAKEN ${second.codes[0]}_FRONT.png`);
  // Opens the pipe for both, which does not wait for a reader.
  await (await open(pipe, 'r+')).close();
  await rm(pipe);
  await workUntil(machineId, `WRITTEN ${codes[0]}_FRONT.png`);
});

test('a full folder keeps its files waiting, and gets them once when there is room', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'platen-full-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', folder], { stdio: 'ignore' });
  } catch {
    return t.diagnostic('without the right to mount, there is no full disk to try');
  }
  t.after(async () => {
    execFileSync('umount', [folder]);
    await rm(folder, { recursive: true });
  });
  const { scene, work, ready, queue, add } = await newMachineBench(t, server);
  const machineId = await add({ address: folder });
  await scene.order('F-1', { 'TEE-BLK-M': 1 });
  await ready('F-1', Buffer.alloc(60_000, 'x'));
  await writeFile(join(folder, 'other'), Buffer.alloc(40_000));
  const { codes } = await scene.release('F-1');
  await work();
  assert.equal((await scene.operator.get(`/machines/${machineId}`)).json.lastError, 'folder_full');
  await rm(join(folder, 'other'));
  await work();
  assert.deepEqual(await queue(machineId), [`WRITTEN ${codes[0]}_FRONT.png`]);
  assert.deepEqual(await filesIn(folder), [`${codes[0]}_FRONT.png`]);
});

test('a file that a person took back is sent again', async (t) => {
  const { scene, work, folder, machineId, jobs, queue } = await newFolderMachine(t);
  const { codes } = await scene.release('M-1');
  await work();
  const [job] = await jobs(machineId);
  await scene.operator.send('POST', `/machine-jobs/${job.jobId}/withdraw`);
  await work();
  assert.deepEqual(await filesIn(folder), []);
  await scene.operator.send('POST', `/machine-jobs/${job.jobId}/send`);
  await work();
  await work();
  assert.deepEqual(await queue(), [`WRITTEN ${codes[0]}_FRONT.png`]);
});

test('a machine that is stopped gets nothing until it is resumed', async (t) => {
  const { scene, work, folder, machineId } = await newFolderMachine(t);
  await scene.operator.send('POST', `/machines/${machineId}/stop`);
  await scene.release('M-1');
  await work();
  assert.deepEqual(await filesIn(folder), []);
  await scene.operator.send('POST', `/machines/${machineId}/resume`);
  await work();
  assert.equal((await filesIn(folder)).length, 1);
});

test('a foreign file with the name of a file is not replaced', async (t) => {
  const { scene, work, folder, queue } = await newFolderMachine(t);
  const { codes } = await scene.release('M-1');
  await writeFile(join(folder, `${codes[0]}_FRONT.png`), 'another');
  await work();
  assert.deepEqual(await queue(), [`FAILED name_taken ${codes[0]}_FRONT.png`]);
  assert.equal(await readFile(join(folder, `${codes[0]}_FRONT.png`), 'utf8'), 'another');
});

test('a machine of the mode MAKE_SCAN gets the file of the piece that is scanned', async (t) => {
  const { scene, work, folder } = await newFolderMachine(t, { mode: 'MAKE_SCAN' }, 2);
  const { codes } = await scene.release('M-1');
  await work();
  assert.deepEqual(await filesIn(folder), []);
  await scene.scan('MAKE', codes[1] ?? '');
  await work();
  assert.deepEqual(await filesIn(folder), [`${codes[1]}_FRONT.png`]);
});

test('the floor sees the queue and sends again, and only an admin changes machines', async (t) => {
  const { scene, work, folder, machineId, jobs, queue } = await newFolderMachine(t);
  const { codes } = await scene.release('M-1');
  await work();
  await rm(join(folder, `${codes[0]}_FRONT.png`));
  await work();
  const { token } = await server.token({ scope: 'operator', role: 'floor' });
  const asFloor = (method: string, path: string, body?: object) =>
    server.send(`/operator/v1${path}`, { token, method, ...(body && { body }) });
  const [job] = await jobs(machineId);
  assert.equal((await asFloor('POST', `/machine-jobs/${job.jobId}/send`)).status, 200);
  await work();
  assert.deepEqual(await queue(), [`WRITTEN ${codes[0]}_FRONT.png`]);
  assert.equal((await asFloor('PATCH', `/machines/${machineId}`, { keepDays: 2 })).status, 403);
  assert.equal((await asFloor('GET', `/machines/${machineId}`)).json.address, undefined);
});

test('a process that is killed in the middle of writing leaves the file and its ticket written once', async (t) => {
  const bench = await newMachineBench(t, server);
  for (const step of [14, 18]) assert.ok(await killWriter(t, server, bench, step));
});

test('a batch is downloaded as a ZIP archive with its list', async (t) => {
  const { scene } = await newFolderMachine(t, {}, 2);
  const { batchId, codes } = await scene.release('M-1');
  const { status, text } = await scene.operator.get(`/batches/${batchId}/print-files`);
  assert.equal(status, 200);
  for (const code of codes) assert.ok(text.includes(`${code}_FRONT.png`));
  assert.ok(text.includes('list.csv'));
});
