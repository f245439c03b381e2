import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readdir, readFile, rename, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { after, before, type TestContext, test } from 'node:test';
import { Agent } from 'undici';
import { startS3 } from '../src/platform/files/test-support/s3-server.ts';
import { bucketOutlet } from '../src/printing/machines/bucket-outlet.ts';
import { newMachineBench, PRINT } from './support/machine-bench.ts';
import { startSftp } from './support/sftp-server.ts';
import { startTestServer, type TestServer } from './support/test-server.ts';

let server: TestServer;
before(async () => {
  server = await startTestServer();
});
after(() => server.close());

const TICKET = { format: 'XML', template: '<job code="{{code}}"/>', isFirst: true };

async function newBench(t: TestContext) {
  const bench = await newMachineBench(t, server);
  await bench.scene.order('O-1', { 'TEE-BLK-M': 1 });
  await bench.ready('O-1');
  return bench;
}

test('an SFTP server gets files, once its host key is trusted, and takes them', async (t) => {
  const { address, folder } = await startSftp(t);
  const { scene, add, work, queue } = await newBench(t);
  const { operator } = scene;
  const machineId = await add({ kind: 'SFTP', address, user: 'platen', secret: 'secret', ticket: TICKET });
  const { codes } = await scene.release('O-1');
  await work();
  assert.equal((await operator.get(`/machines/${machineId}`)).json.lastError, 'host_key_unknown');
  const { json: tested } = await operator.send('POST', `/machines/${machineId}/test`);
  assert.match(tested.hostKey, /^SHA256:/);
  await operator.send('PATCH', `/machines/${machineId}`, { hostKey: tested.hostKey });
  assert.equal((await operator.send('POST', `/machines/${machineId}/test`)).json.works, true);
  await work();
  const names = [`${codes[0]}_FRONT.png`, `${codes[0]}_FRONT.xml`];
  assert.deepEqual((await readdir(folder)).sort(), ['.platen-folder', ...names]);
  assert.deepEqual(await readFile(join(folder, names[0] ?? '')), PRINT);
  for (const name of names) await rm(join(folder, name));
  await work();
  assert.deepEqual(await queue(machineId), [`TAKEN ${names[0]}`]);
  await operator.send('PATCH', `/machines/${machineId}`, { secret: 'wrong' });
  assert.equal((await operator.send('POST', `/machines/${machineId}/test`)).json.reason, 'credentials_refused');
  await operator.send('PATCH', `/machines/${machineId}`, { hostKey: 'SHA256:another' });
  assert.equal((await operator.send('POST', `/machines/${machineId}/test`)).json.reason, 'host_key_changed');
});

test('an SFTP server that is gone for an hour gets its files when it returns', async (t) => {
  const { address, folder } = await startSftp(t);
  const { scene, add, work, queue } = await newBench(t);
  const machineId = await add({ kind: 'SFTP', address, user: 'platen', secret: 'secret' });
  const { hostKey } = (await scene.operator.send('POST', `/machines/${machineId}/test`)).json;
  await scene.operator.send('PATCH', `/machines/${machineId}`, { hostKey });
  await work();
  await rename(folder, `${folder}-away`);
  t.after(() => rm(`${folder}-away`, { recursive: true, force: true }));
  const { codes } = await scene.release('O-1');
  await work();
  assert.equal((await scene.operator.get(`/machines/${machineId}`)).json.lastError, 'folder_missing');
  assert.deepEqual(await queue(machineId), [`WAITING ${codes[0]}_FRONT.png`]);
  await rename(`${folder}-away`, folder);
  await work();
  assert.deepEqual(await queue(machineId), [`WRITTEN ${codes[0]}_FRONT.png`]);
});

test('a bucket gets files, and they are taken back', async (t) => {
  const url = `${await startS3(t)}/files/kornit 1`;
  const { scene, add, work, queue, jobs } = await newBench(t);
  const login = { user: 'S3RVER', secret: 'S3RVER', region: 'us-east-1' };
  const machineId = await add({ kind: 'BUCKET', address: url, ...login, ticket: TICKET });
  assert.equal((await scene.operator.send('POST', `/machines/${machineId}/test`)).json.works, true);
  const { codes } = await scene.release('O-1');
  await work();
  await work();
  const agent = new Agent();
  t.after(() => agent.close());
  const bucket = bucketOutlet(agent, url, { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER', region: 'us-east-1' });
  assert.deepEqual([...(await bucket.list())].sort(), [
    [`${codes[0]}_FRONT.png`, PRINT.length],
    [`${codes[0]}_FRONT.xml`, `<job code="${codes[0]}"/>`.length],
  ]);
  const [job] = await jobs(machineId);
  await scene.operator.send('POST', `/machine-jobs/${job.jobId}/withdraw`);
  await work();
  assert.deepEqual(await queue(machineId), [`WITHDRAWN cancelled ${codes[0]}_FRONT.png`]);
  assert.equal((await bucket.list()).size, 0);
});

/** A server that answers each file with the next status, and keeps the bodies. 0: the connection breaks. */
async function startReceiver(t: TestContext, statuses: number[]) {
  const taken: { body: string; key: string | undefined; authorization: string | undefined }[] = [];
  const receiver = createServer(async (request, response) => {
    let body = '';
    for await (const part of request) body += part;
    const status = statuses.shift() ?? 200;
    taken.push({ body, key: String(request.headers['idempotency-key']), authorization: request.headers.authorization });
    if (status === 0) request.socket.destroy();
    else response.writeHead(status).end();
  });
  receiver.listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  t.after(() => receiver.close());
  return { taken, url: `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/jobs` };
}

/** Answers requests of IPP (RFC 8010) with the next status, and keeps their bodies. */
async function startIpp(t: TestContext, statuses: number[]) {
  const bodies: Buffer[] = [];
  const printer = createServer(async (request, response) => {
    bodies.push(Buffer.concat(await request.toArray()));
    const status = statuses.shift() ?? 0;
    const answer = Buffer.from([1, 1, status >> 8, status & 0xff, 0, 0, 0, 1, 3]);
    response.writeHead(200, { 'content-type': 'application/ipp' }).end(answer);
  });
  printer.listen(0, '127.0.0.1');
  await once(printer, 'listening');
  t.after(() => printer.close());
  return { bodies, address: `ipp://127.0.0.1:${(printer.address() as AddressInfo).port}/ipp/print` };
}

test('an IPP printer gets each file once, with its name, when it is not busy', async (t) => {
  const BUSY = 0x0507;
  const REFUSED = 0x040a;
  const { bodies, address } = await startIpp(t, [BUSY, 0, REFUSED]);
  const { scene, add, work, queue, ready } = await newBench(t);
  const machineId = await add({ kind: 'IPP', address });
  assert.equal((await scene.operator.send('POST', `/machines/${machineId}/test`)).json.works, true);
  const { codes } = await scene.release('O-1');
  await work();
  assert.deepEqual(await queue(machineId), [`WAITING ${codes[0]}_FRONT.png`]);
  await work();
  await work();
  assert.deepEqual(await queue(machineId), [`TAKEN ${codes[0]}_FRONT.png`]);
  assert.equal(bodies.length, 2);
  assert.ok(bodies[1]?.includes(`${codes[0]}_FRONT.png`));
  assert.ok(bodies[1]?.subarray(-PRINT.length).equals(PRINT));
  await scene.order('O-2', { 'TEE-BLK-M': 1 });
  await ready('O-2');
  const second = await scene.release('O-2');
  await work();
  assert.match((await queue(machineId)).at(-1) ?? '', new RegExp(`^FAILED ipp_.* ${second.codes[0]}_FRONT.png$`));
});

test('a server gets the ticket and the file, and a file whose outcome is unknown waits for a person', async (t) => {
  const { taken, url } = await startReceiver(t, [503, 504, 0, 200]);
  const { scene, add, work, queue, jobs } = await newBench(t);
  const machineId = await add({ kind: 'HTTP', address: url, secret: 'token', ticket: TICKET });
  const { codes } = await scene.release('O-1');
  await work();
  assert.deepEqual(await queue(machineId), [`WAITING ${codes[0]}_FRONT.png`]);
  await work();
  await work();
  assert.deepEqual(await queue(machineId), [`FAILED outcome_unknown ${codes[0]}_FRONT.png`]);
  assert.equal(taken.length, 2);
  assert.equal(taken[0]?.key, taken[1]?.key, 'a request that is tried again keeps its key');
  const [job] = await jobs(machineId);
  await scene.operator.send('POST', `/machine-jobs/${job.jobId}/send`);
  await work();
  assert.deepEqual(await queue(machineId), [`FAILED outcome_unknown ${codes[0]}_FRONT.png`]);
  await scene.operator.send('POST', `/machine-jobs/${job.jobId}/send`);
  await work();
  assert.deepEqual(await queue(machineId), [`TAKEN ${codes[0]}_FRONT.png`]);
  const [last] = taken.slice(-1);
  assert.equal(last?.authorization, 'Bearer token');
  assert.match(
    last?.body ?? '',
    /name="ticket".*<job code="P\d+"\/>.*name="file"; filename="P\d+_FRONT.png".*a print file/s,
  );
  assert.equal(new Set(taken.map(({ key }) => key)).size, 3, 'each request of a person has another key');
});

test('a machine that is a browser keeps its files until a person takes them', async (t) => {
  const { scene, add, work, queue, jobs } = await newBench(t);
  const machineId = await add({ kind: 'BROWSER' });
  const { codes } = await scene.release('O-1');
  await work();
  const [job] = await jobs(machineId);
  const file = await scene.operator.get(`/machine-jobs/${job.jobId}/file`);
  assert.equal(file.text, PRINT.toString());
  assert.match(file.headers.get('content-disposition') ?? '', new RegExp(`${codes[0]}_FRONT.png`));
  await scene.operator.send('POST', `/machine-jobs/${job.jobId}/take`);
  assert.deepEqual(await queue(machineId), [`TAKEN ${codes[0]}_FRONT.png`]);
});

test('addresses that do not fit, and templates with mistakes, are refused', async (t) => {
  const { scene } = await newBench(t);
  const refused = async (fields: object) => {
    const body = { name: 'Refused', kind: 'FOLDER', mode: 'RELEASE', ...fields };
    const { status, json } = await scene.operator.send('POST', '/machines', body);
    assert.equal(status, 400, JSON.stringify(json));
    return json.violations.map(({ code }: { code: string }) => code);
  };
  const port = new URL(server.url).port;
  for (const fields of [
    {},
    { address: 'relative/path' },
    { address: join(server.config.DATA_DIR, 'files') },
    { kind: 'SFTP', address: 'sftp://user:secret@10.0.0.7/jobs' },
    { kind: 'SFTP', address: 'sftp://10.0.0.7' },
    { kind: 'SFTP', address: 'ftp://10.0.0.7/jobs' },
    { kind: 'BUCKET', address: 'https://s3.example.com' },
    { kind: 'HTTP', address: 'http://169.254.169.254/latest' },
    { kind: 'HTTP', address: `http://localhost:${server.config.PORT}/` },
    { kind: 'IPP', address: '10.0.0.8' },
    { kind: 'BROWSER', address: '/mnt' },
  ])
    assert.deepEqual(await refused(fields), ['invalid_machine_address'], `${JSON.stringify(fields)} ${port}`);
  assert.deepEqual(await refused({ address: '/mnt/a', nameTemplate: '{code}_{location}_{wrong}.png' }), [
    'template_field_unknown',
  ]);
});
