import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer as createHttpServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo, createServer, isIPv6, type Server, type Socket } from 'node:net';
import { networkInterfaces } from 'node:os';
import { after, before, type TestContext, test } from 'node:test';
import { setImmediate as immediate } from 'node:timers/promises';
import { COMMAND_LINE } from '../src/platform/audit/actor.ts';
import { databasePlaces } from '../src/platform/database/database-hosts.ts';
import { findDue } from '../src/platform/database/due-query.ts';
import { inTransaction } from '../src/platform/database/transaction.ts';
import { findOwnPort, ownPortsOf } from '../src/printing/connect-printer.ts';
import { enqueuePrintJob, type PrintRequest } from '../src/printing/manage-print-jobs.ts';
import { mayBePrinter } from '../src/printing/printer-address.ts';
import { duePrintJobs, type PrintContext, runPrintJobs } from '../src/printing/run-print-jobs.ts';
import type { Role } from '../src/staff/role-rules.ts';
import { freePort } from './support/free-ports.ts';
import { newOperator, type Operator } from './support/operator.ts';
import { isOld, removeAllOld } from './support/remove-old.ts';
import { startTestServer, type TestServer } from './support/test-server.ts';

const LABEL = Buffer.from('^XA^FO20,20^FDparcel^FS^XZ');
/** Start of a label for a printer of 100 x 150 mm with 203 dpi. */
const BEGIN = '^XA^PW799^LL1199^BY2,3,10^CFA,9,5^CI0^FWN^LH0,0^LRN^PMN^PON';
const PRINTED = `${BEGIN}^FO20,20^FDparcel^FS^PQ1^XZ\n`;
const PDF = Buffer.from('%PDF-1.4 a paper');
const HOUR_MS = 3_600_000;
/** For documents of megabytes on a busy machine. */
const LONG_TIMEOUTS = { connectMs: 20_000, stallMs: 20_000, answerMs: 20_000 };
const MEDIA = { mediaWidthMm: 100, mediaHeightMm: 150, dotsPerInch: 203 };

let server: TestServer;
let operator: Operator;
let context: PrintContext;
before(async () => {
  server = await startTestServer();
  operator = await newOperator(server);
  context = {
    pool: server.pool,
    log: server.log,
    clock: () => server.time.now ?? new Date(),
    retrySeconds: [60],
    ownPorts: ownPortsOf(server.config, server.pool),
    timeouts: { connectMs: 2_000, stallMs: 500, answerMs: 500 },
  };
});
after(() => server.close());

let printers = 0;
async function newPrinter(fields: object): Promise<string> {
  const printer = {
    name: `Printer ${++printers}`,
    ...MEDIA,
    ...fields,
  };
  const { status, json, text } = await operator.send('POST', '/printers', printer);
  assert.equal(status, 201, text);
  return json.printerId;
}

async function enqueueJob(printerId: string, request: Partial<PrintRequest> = {}): Promise<string> {
  const job = await inTransaction(server.pool, (connection) =>
    enqueuePrintJob(connection, {
      printerId,
      kind: 'label',
      key: `T${Math.random()}`,
      contentType: 'application/zpl',
      bytes: LABEL,
      by: COMMAND_LINE,
      now: context.clock(),
      ...request,
    }),
  );
  return job.jobId;
}

const run = (printerId: string, timeouts = context.timeouts) =>
  runPrintJobs({ ...context, timeouts }, printerId, new AbortController().signal);
const read = async (jobId: string) => (await operator.get(`/print-jobs/${jobId}`)).json;
const stateOf = async (jobId: string) => {
  const { state, lastError } = await read(jobId);
  return lastError === undefined ? state : `${state} ${lastError}`;
};
const retry = (jobId: string) => operator.send('POST', `/print-jobs/${jobId}/retry`);

/** Listens like a printer and keeps the received bytes by connection. */
async function listenRaw(t: TestContext, take: (socket: Socket, part: Buffer) => void = () => {}, port = 0) {
  const taken: Buffer[] = [];
  const sockets = new Set<Socket>();
  const listener = createServer((socket) => {
    sockets.add(socket);
    const parts: Buffer[] = [];
    const index = taken.push(Buffer.alloc(0)) - 1;
    socket.on('end', () => {
      taken[index] = Buffer.concat(parts);
    });
    socket.on('error', () => {});
    socket.on('data', (part) => {
      parts.push(part as Buffer);
      take(socket, part as Buffer);
    });
  });
  await listenOn(listener, port);
  t.after(() => {
    for (const socket of sockets) socket.destroy();
    listener.close();
  });
  return { taken, port: (listener.address() as AddressInfo).port, listener };
}

async function listenOn(listener: Server, port = 0): Promise<void> {
  listener.listen(port, '127.0.0.1');
  await once(listener, 'listening');
}

async function rawPrinter(port: number): Promise<string> {
  return newPrinter({ kind: 'raw', address: `127.0.0.1:${port}` });
}

async function ippPrinter(
  t: TestContext,
  answer: (response: ServerResponse, body: Buffer, request: IncomingMessage) => void,
) {
  const bodies: Buffer[] = [];
  const listener = createHttpServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray());
    bodies.push(body);
    answer(response, body, request);
  });
  await listenOn(listener);
  t.after(() => {
    listener.closeAllConnections();
    listener.close();
  });
  const { port } = listener.address() as AddressInfo;
  return {
    bodies,
    printerId: await newPrinter({ kind: 'ipp', address: `ipp://127.0.0.1:${port}/ipp/print` }),
  };
}

const ippStatus = (status: number) => Buffer.from([1, 1, status >> 8, status & 0xff, 0, 0, 0, 1, 3]);
const answerIpp = (status: number) => (response: ServerResponse) =>
  response.writeHead(200, { 'content-type': 'application/ipp' }).end(ippStatus(status));
const paper = { contentType: 'application/pdf', bytes: PDF } as const;

test('a label is sent once, complete, in order and with its copies, and a repeated request is the same job', async (t) => {
  const { port, taken } = await listenRaw(t);
  const printerId = await rawPrinter(port);
  const first = await enqueueJob(printerId, { key: 'once' });
  assert.equal(await enqueueJob(printerId, { key: 'once', bytes: Buffer.from('^XA^XZ') }), first);
  const second = await enqueueJob(printerId, { copies: 2 });
  await Promise.all([run(printerId)]);
  await run(printerId);
  assert.deepEqual(taken.map(String), [PRINTED, PRINTED.repeat(2)]);
  assert.deepEqual([await stateOf(first), await stateOf(second)], ['printed', 'printed']);
  assert.equal((await read(first)).attempts, 1);
});

test('commands that change the printer are not queued, and not sent if an older release has queued them', async (t) => {
  const { port, taken } = await listenRaw(t);
  const printerId = await rawPrinter(port);
  const hostile = Buffer.from('^XA^FO1,1^FDx^FS^JUF^XZ');
  await assert.rejects(enqueueJob(printerId, { bytes: hostile }), (error: Error) => {
    assert.match(error.message, /^The ZPL command \^JUF is not allowed/);
    return true;
  });
  const states: [Buffer, string][] = [
    [hostile, 'failed zpl_command_refused_^JUF'],
    [Buffer.from('^XA^FDx'), 'failed document_refused'],
    [Buffer.from('~JR'), 'failed document_refused'],
    [Buffer.from('^XA^POI^MMC^FO1,1^FDold^FS^XZ'), 'printed'],
  ];
  for (const [bytes, state] of states) {
    const jobId = await enqueueJob(printerId);
    await server.pool.query('update print_jobs set document = $2 where job_id = $1', [jobId, bytes]);
    await run(printerId);
    assert.equal(await stateOf(jobId), state);
  }
  // Each job opened a connection. Only the last one received bytes, and its label is not upside down.
  await enqueueJob(printerId);
  await run(printerId);
  const sent = taken.map(String).filter((bytes) => bytes !== '');
  assert.deepEqual(sent, [`${BEGIN}^POI^FO1,1^FDold^FS^PQ1^XZ\n`, PRINTED]);
  assert.equal((await operator.get(`/printers/${printerId}`)).json.failingSince, undefined);
});

test('a printer that is off is reported, is not contacted for a while, and prints each label once when it is on', async (t) => {
  const port = await freePort();
  const printerId = await rawPrinter(port);
  const jobId = await enqueueJob(printerId);
  await run(printerId);
  assert.equal(await stateOf(jobId), 'queued connection_refused');
  const seen = (await operator.get(`/printers/${printerId}`)).json;
  assert.deepEqual([seen.lastError, seen.waiting], ['connection_refused', 1]);
  assert.ok(seen.failingSince);
  assert.ok(!(await findDue(context.pool, duePrintJobs(context))).includes(printerId));

  const on = await listenRaw(t, () => {}, port);
  await run(printerId);
  assert.equal(on.taken.length, 0);
  server.time.now = new Date(Date.now() + 61_000);
  t.after(() => {
    server.time.now = undefined;
  });
  assert.ok((await findDue(context.pool, duePrintJobs(context))).includes(printerId));
  await run(printerId);
  await run(printerId);
  assert.deepEqual(on.taken.map(String), [PRINTED]);
  assert.equal(await stateOf(jobId), 'printed');
  assert.equal((await operator.get(`/printers/${printerId}`)).json.failingSince, undefined);
});

test('a printer that never closes the connection makes its job doubtful, others print meanwhile, and staff decide', async (t) => {
  const arrived = Promise.withResolvers<void>();
  const hanging = createServer({ allowHalfOpen: true }, (socket) => {
    socket.on('error', () => {});
    socket.on('data', () => arrived.resolve());
    t.after(() => socket.destroy());
  });
  await listenOn(hanging);
  t.after(() => hanging.close());
  const slow = await rawPrinter((hanging.address() as AddressInfo).port);
  const { port, taken } = await listenRaw(t);
  const quick = await rawPrinter(port);
  const [waiting, behind, other] = [await enqueueJob(slow), await enqueueJob(slow), await enqueueJob(quick)];
  const sending = run(slow);
  await arrived.promise;
  await run(quick);
  assert.deepEqual([await stateOf(other), taken.length], ['printed', 1]);
  await sending;
  assert.equal(await stateOf(waiting), 'unknown not_closed');
  // Later jobs wait too. A hanging printer must not make all of them doubtful.
  assert.equal(await stateOf(behind), 'queued');
  const confirmed = await operator.send('POST', `/print-jobs/${waiting}/confirm`);
  assert.deepEqual([confirmed.status, confirmed.json.state], [200, 'printed']);
  assert.equal((await retry(waiting)).json.error, 'print_job_not_changeable');
  await operator.send('POST', `/print-jobs/${behind}/cancel`);
  assert.equal((await operator.send('POST', `/print-jobs/${behind}/cancel`)).json.state, 'cancelled');
});

test('a broken connection is retried only if no byte can have been printed', async (t) => {
  let isBreaking = true;
  t.after(() => {
    server.time.now = undefined;
  });
  const { port, taken } = await listenRaw(t, (socket) => isBreaking && socket.destroy());
  const printerId = await rawPrinter(port);
  // 5 MB, because the buffers of a connection can take 4 MB without a reader.
  const fields = `^FO1,1^FD${'x'.repeat(9_000)}^FS`.repeat(600);
  const long = Buffer.from(`^XA${fields}^XZ`);
  const jobId = await enqueueJob(printerId, { bytes: long });
  await run(printerId, LONG_TIMEOUTS);
  assert.match(await stateOf(jobId), /^queued connection_(broke|closed)$/);
  isBreaking = false;
  server.time.now = new Date(Date.now() + 61_000);
  await run(printerId, LONG_TIMEOUTS);
  assert.equal(await stateOf(jobId), 'printed');
  assert.equal(String(taken.at(-1)), `${BEGIN}${fields}^PQ1^XZ\n`);

  isBreaking = true;
  const two = await enqueueJob(printerId, { bytes: Buffer.concat([LABEL, long]) });
  await run(printerId, LONG_TIMEOUTS);
  assert.match(await stateOf(two), /^unknown connection_(broke|closed)$/);
  isBreaking = false;
  server.time.now = undefined;
  assert.equal((await retry(two)).json.state, 'queued');
  await run(printerId, LONG_TIMEOUTS);
  assert.equal(await stateOf(two), 'printed');
});

test('a printer that disconnects before any byte is sent is retried, and other printers continue', async (t) => {
  const sockets: Socket[] = [];
  const listener = createServer((socket) => sockets.push(socket));
  await listenOn(listener);
  t.after(() => listener.close());
  const address = `127.0.0.1:${(listener.address() as AddressInfo).port}`;
  for (const [fields, document] of [
    [{ kind: 'raw', address }, {}],
    [{ kind: 'ipp', address: `ipp://${address}/ipp/print` }, paper],
  ] as const) {
    const printerId = await newPrinter(fields);
    const jobId = await enqueueJob(printerId, document);
    const other = await server.pool.connect();
    await other.query('begin');
    await other.query('select from print_jobs where job_id = $1 for update', [jobId]);
    const sending = run(printerId);
    // It is connected and records that it starts to send.
    const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    while ((await server.pool.query(waiting)).rowCount === 0) await immediate();
    const socket = sockets.at(-1)!;
    socket.resetAndDestroy();
    if (!socket.closed) await once(socket, 'close');
    // The event loop reports the disconnect in one of the next turns.
    for (let turns = 0; turns < 20; turns++) await immediate();
    await other.query('rollback');
    other.release();
    await sending;
    assert.equal(await stateOf(jobId), 'queued connection_broke');
  }
});

test('a job that was being sent when the server died is doubtful, and a job that waited too long fails', async (t) => {
  const { port, taken } = await listenRaw(t);
  const printerId = await rawPrinter(port);
  const dead = await enqueueJob(printerId);
  await server.pool.query(`update print_jobs set state = 'sending', attempts = 1 where job_id = $1`, [dead]);
  const old = await enqueueJob(printerId, { now: new Date(Date.now() - 25 * HOUR_MS) });
  await run(printerId);
  assert.deepEqual([await stateOf(dead), await stateOf(old)], ['unknown interrupted', 'failed waited_too_long']);
  assert.equal(taken.length, 0);
  await retry(old);
  await run(printerId);
  assert.deepEqual([await stateOf(old), taken.length], ['printed', 1]);
});

test('IPP: a document is accepted, refused, or accepted later if the printer is busy', async (t) => {
  let status = 0x0507;
  const { printerId, bodies } = await ippPrinter(t, (response) => answerIpp(status)(response));
  const jobId = await enqueueJob(printerId, { ...paper, copies: 2, title: 'Packing slip' });
  await run(printerId);
  assert.equal(await stateOf(jobId), 'queued ipp_busy');
  status = 0;
  server.time.now = new Date(Date.now() + 61_000);
  t.after(() => {
    server.time.now = undefined;
  });
  await run(printerId);
  assert.equal(await stateOf(jobId), 'printed');
  assert.equal(bodies.length, 2);
  const body = bodies[1]!.toString('latin1');
  assert.ok(body.startsWith('\x01\x01\x00\x02'));
  assert.ok(body.endsWith(`\x03${PDF}`));
  assert.ok(body.includes('job-name\x00\x0cPacking slip'));
  assert.ok(body.includes('copies\x00\x04\x00\x00\x00\x02'));
  status = 0x040a;
  const refused = await enqueueJob(printerId, paper);
  const behind = await enqueueJob(printerId, paper);
  await run(printerId);
  assert.equal(await stateOf(refused), 'failed ipp_document_format_not_supported');
  // The document was faulty, not the printer.
  assert.equal(await stateOf(behind), 'failed ipp_document_format_not_supported');
});

test('IPP: redirects are not followed, and a missing answer makes the job doubtful', async (t) => {
  const { port, taken } = await listenRaw(t);
  const moved = await ippPrinter(t, (response) =>
    response.writeHead(307, { location: `http://127.0.0.1:${port}/` }).end(),
  );
  const jobId = await enqueueJob(moved.printerId, paper);
  await run(moved.printerId);
  assert.equal(await stateOf(jobId), 'failed http_307');
  assert.equal(taken.length, 0);

  const mute = await ippPrinter(t, (response) => response.destroy());
  const silent = await ippPrinter(t, () => {});
  const garbled = await ippPrinter(t, (response) => response.writeHead(200).end('ok'));
  for (const [{ printerId, bodies }, state] of [
    [mute, 'unknown connection_broke'],
    [silent, 'unknown no_answer'],
    [garbled, 'unknown answer_unreadable'],
  ] as const) {
    const doubtful = await enqueueJob(printerId, paper);
    await run(printerId);
    await run(printerId);
    assert.deepEqual([await stateOf(doubtful), bodies.length], [state, 1]);
  }
});

test('a browser prints jobs that it has taken, and a station reads only documents that it has taken', async () => {
  const printerId = await newPrinter({ kind: 'browser' });
  const jobId = await enqueueJob(printerId, paper);
  await run(printerId);
  assert.equal(await stateOf(jobId), 'queued');
  const floor = await caller('floor');
  assert.equal((await floor('GET', `/print-jobs/${jobId}/document`)).status, 403);
  assert.equal((await floor('GET', '/print-jobs')).status, 403);
  assert.equal((await floor('POST', `/print-jobs/${jobId}/take`)).status, 200);
  assert.equal((await floor('POST', `/print-jobs/${jobId}/take`)).status, 200);
  const other = await caller('floor');
  assert.equal((await other('POST', `/print-jobs/${jobId}/take`)).status, 409);
  assert.equal((await other('GET', `/print-jobs/${jobId}/document`)).status, 403);
  const document = await floor('GET', `/print-jobs/${jobId}/document`);
  assert.deepEqual(
    [document.status, document.headers.get('content-type'), await document.text()],
    [200, 'application/pdf', String(PDF)],
  );
  assert.match(document.headers.get('content-disposition') ?? '', /^attachment/);
  assert.equal((await floor('POST', `/print-jobs/${jobId}/confirm`)).status, 200);
  assert.equal((await floor('GET', `/print-jobs/${jobId}/document`)).status, 403);

  const forgotten = await enqueueJob(printerId, paper);
  await floor('POST', `/print-jobs/${forgotten}/take`);
  server.time.now = new Date(Date.now() + 6 * 60_000);
  assert.ok((await findDue(context.pool, duePrintJobs(context))).includes(printerId));
  await run(printerId);
  server.time.now = undefined;
  assert.equal(await stateOf(forgotten), 'unknown interrupted');
});

test('a reprint has a reason, is a separate job, is created once per key, and is deleted with the document', async (t) => {
  const { port, taken } = await listenRaw(t);
  const printerId = await rawPrinter(port);
  const jobId = await enqueueJob(printerId);
  const path = `/print-jobs/${jobId}/reprint`;
  assert.equal((await operator.send('POST', path, { reason: 'smeared' })).json.error, 'print_job_not_changeable');
  await run(printerId);
  assert.equal((await operator.send('POST', path, {})).status, 400);
  assert.equal((await operator.send('POST', path, { reason: '  ' })).status, 400);
  const key = { 'idempotency-key': 'again' };
  const again = await operator.send('POST', path, { reason: 'smeared' }, key);
  assert.deepEqual([again.json.reprintOf, again.json.reason, again.json.state], [jobId, 'smeared', 'queued']);
  assert.equal((await operator.send('POST', path, { reason: 'smeared' }, key)).json.jobId, again.json.jobId);
  await run(printerId);
  assert.equal(taken.length, 2);
  const { json: entries } = await operator.get(`/audit?subject=printer:${printerId}`);
  assert.deepEqual([entries[0].action, entries[0].detail.reason], ['print.reprinted', 'smeared']);

  server.time.now = new Date(Date.now() + 73 * HOUR_MS);
  assert.ok(await isOld(context.pool, 'remove-prints', context.clock()));
  await removeAllOld(context.pool, 'remove-prints', context.clock());
  assert.ok(!(await isOld(context.pool, 'remove-prints', context.clock())));
  server.time.now = undefined;
  assert.equal((await read(jobId)).hasDocument, false);
  assert.equal((await operator.send('POST', path, { reason: 'lost' })).json.error, 'print_document_deleted');
  assert.equal((await operator.get(`/print-jobs/${jobId}/document`)).json.error, 'print_document_deleted');
});

test("only admins create printers, and an invalid address or one that is not a printer's is refused", async () => {
  const base = MEDIA;
  const add = (fields: object) => operator.send('POST', '/printers', { ...base, ...fields });
  for (const fields of [
    { name: 'a', kind: 'raw' },
    { name: 'a', kind: 'raw', address: '169.254.169.254' },
    { name: 'a', kind: 'raw', address: 'http://10.0.0.7' },
    { name: 'a', kind: 'ipp', address: '10.0.0.7' },
    { name: 'a', kind: 'browser', address: '10.0.0.7' },
  ]) {
    const { status, json } = await add(fields);
    assert.deepEqual([status, json.violations?.[0]?.pointer], [400, '/address'], JSON.stringify(fields));
  }
  const printerId = await newPrinter({ name: 'Bench 1', kind: 'raw', address: '10.255.255.1' });
  assert.equal((await add({ name: 'BENCH 1', kind: 'browser' })).json.error, 'printer_name_taken');
  for (const role of ['office', 'viewer', 'floor'] as const) {
    const send = await caller(role);
    assert.equal((await send('POST', '/printers', { name: role, kind: 'browser', ...base })).status, 403);
    assert.equal((await send('PATCH', `/printers/${printerId}`, { address: '10.0.0.9' })).status, 403);
    const seen = await (await send('GET', `/printers/${printerId}`)).json();
    assert.deepEqual([seen.name, seen.address], ['Bench 1', undefined]);
  }
  const etag = (await operator.get(`/printers/${printerId}`)).headers.get('etag') ?? '';
  const change = (body: object) => operator.send('PATCH', `/printers/${printerId}`, body, { 'if-match': etag });
  const changed = await change({ kind: 'ipp', address: 'ipp://10.0.0.9/ipp/print' });
  assert.deepEqual([changed.json.address, changed.json.mediaTypes], ['ipp://10.0.0.9/ipp/print', ['application/pdf']]);
  assert.equal((await change({ dotsPerInch: 300 })).status, 412);
  assert.equal((await change({ kind: 'ipp', address: 'ipp://10.0.0.9/ipp/print' })).status, 200);
  const jobId = await enqueueJob(printerId, paper);
  assert.equal((await operator.send('DELETE', `/printers/${printerId}`)).json.error, 'printer_in_use');
  await assert.rejects(enqueueJob(printerId), { error: 'document_not_printable' });
  await assert.rejects(enqueueJob('nobody'), { error: 'printer_not_found' });
  await operator.send('POST', `/print-jobs/${jobId}/cancel`);
  assert.equal((await operator.send('DELETE', `/printers/${printerId}`)).status, 204);
  assert.equal((await operator.get(`/printers/${printerId}`)).json.error, 'printer_not_found');
  assert.equal((await read(jobId)).printer.name, undefined);
  const { json: entries } = await operator.get(`/audit?subject=printer:${printerId}`);
  assert.deepEqual(
    entries.map(({ action }: { action: string }) => action),
    ['printer.deleted', 'print.cancelled', 'printer.changed', 'printer.created'],
  );
});

test('a printer cannot have a port of Platen as its address, in any spelling', async () => {
  const { PORT, METRICS_PORT } = server.config;
  const [database] = databasePlaces(server.pool);
  const own = Object.values(networkInterfaces())
    .flatMap((all = []) => all.map(({ address }) => address))
    .filter(mayBePrinter);
  const hosts = ['127.0.0.1', '127.3.2.1', '[::1]', '[::ffff:7f00:1]', 'localhost', 'LOCALHOST'];
  hosts.push(...own.map((address) => (isIPv6(address) ? `[${address}]` : address)));
  for (const host of hosts) {
    for (const [name, port] of Object.entries({ PORT, METRICS_PORT, 'the database': database?.port })) {
      for (const fields of [
        { kind: 'raw', address: `${host}:${port}` },
        { kind: 'ipp', address: `ipp://${host}:${port}/ipp/print` },
      ]) {
        const { status, json } = await operator.send('POST', '/printers', {
          name: 'Own',
          ...MEDIA,
          ...fields,
        });
        assert.equal(status, 400, `${fields.address} ${name}`);
        assert.equal(json.violations[0].pointer, '/address');
        assert.ok(json.violations[0].message.includes(`port ${port} belongs to ${name}.`), json.violations[0].message);
      }
    }
  }
  const printerId = await newPrinter({ kind: 'ipp', address: 'ipp://localhost/printers/a4' });
  const change = { address: `ipp://localhost:${PORT}/` };
  assert.equal((await operator.send('PATCH', `/printers/${printerId}`, change)).status, 400);
  // Another machine may use the same port number.
  await newPrinter({ kind: 'raw', address: `10.255.255.2:${PORT}` });
});

test('a printer whose host name now resolves to a port of Platen receives no bytes', async (t) => {
  const { port, taken } = await listenRaw(t);
  for (const host of ['127.0.0.1', 'localhost']) {
    const printerId = await newPrinter({ kind: 'raw', address: `${host}:${port}` });
    const jobId = await enqueueJob(printerId);
    const ownPorts = [{ name: 'PORT', port }] as const;
    await runPrintJobs({ ...context, ownPorts }, printerId, new AbortController().signal);
    assert.equal(await stateOf(jobId), 'queued address_refused');
  }
  assert.deepEqual(taken, []);
});

test("a printer cannot have the address of Platen's database on another machine", async () => {
  const ownPorts = [{ name: 'the database', host: '192.0.2.8', port: 5432 }] as const;
  assert.equal(await findOwnPort(ownPorts, ['192.0.2.8'], 5432), ownPorts[0]);
  assert.equal(await findOwnPort(ownPorts, ['192.0.2.8'], 5433), undefined);
  assert.equal(await findOwnPort(ownPorts, ['127.0.0.1'], 5432), undefined);
});

test('a test page is created in the format of the printer', async (t) => {
  const { port, taken } = await listenRaw(t);
  const printerId = await rawPrinter(port);
  const { json: job } = await operator.send('POST', `/printers/${printerId}/test`);
  assert.equal(job.kind, 'test');
  await run(printerId);
  assert.match(String(taken[0]), /^\^XA\^PW799\^LL1199.*\^CI28.*Printer \d+.*\^XZ\n$/);
  await operator.send('PATCH', `/printers/${printerId}`, { mediaTypes: ['application/pdf'] });
  await operator.send('POST', `/printers/${printerId}/test`);
  await run(printerId);
  assert.match(taken[1]!.toString('latin1'), /^%PDF-1\.4.*%%EOF\n$/s);
  const { json: jobs } = await operator.get(`/print-jobs?printer=${printerId}&state=printed`);
  assert.equal(jobs.length, 2);
});

async function caller(role: Role) {
  const { token } = await server.token({ scope: 'operator', role });
  return (method: string, path: string, body?: object) =>
    fetch(`${server.url}/operator/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    });
}
