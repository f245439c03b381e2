import { once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import { createServer, type Socket } from 'node:net';
import { drawParcelPapers, type PaperContext, paperSettings } from '../../src/packing/draw-parcel-papers.ts';
import { dueParcelPapers } from '../../src/packing/parcel-paper-store.ts';
import { PaperPress } from '../../src/papers/paper-press.ts';
import { findDue } from '../../src/platform/database/due-query.ts';
import { openBlobs } from '../../src/platform/files/open-blobs.ts';
import { FileJudge } from '../../src/platform/files/task-pool.ts';
import { type PrintContext, runPrintJobs } from '../../src/printing/run-print-jobs.ts';
import { duePaperRuns } from '../../src/production/paper-run-store.ts';
import { drawPaperRun, type PaperRunContext } from '../../src/production/paper-runs.ts';
import { freePort } from './free-ports.ts';
import type { Operator } from './operator.ts';
import type { Scope } from './scope.ts';
import type { TestServer } from './test-server.ts';

/** Runs the background work for papers on demand. */
export interface PaperBench {
  context: PaperRunContext & PaperContext;
  /** Draws the due papers. Returns the number of their parcels. */
  draw(): Promise<number>;
  /** Sends the queued jobs of the printer. */
  print(printerId: string): Promise<void>;
}

export function openPaperBench(t: Scope, server: TestServer): PaperBench {
  const { pool, log, config } = server;
  const press = new PaperPress();
  const blobs = openBlobs(config);
  const judge = new FileJudge({ processes: 1 });
  t.after(async () => {
    await Promise.all([press.close(), judge.close()]);
    await blobs.close();
  });
  const clock = () => server.time.now ?? new Date();
  const signal = new AbortController().signal;
  const context: PaperRunContext & PaperContext = {
    pool,
    blobs,
    judgeFile: judge.judge,
    press,
    log,
    clock,
    ...paperSettings(config),
    onPrint: () => {},
  };
  const timeouts = { connectMs: 2_000, stallMs: 2_000, answerMs: 2_000 };
  const printing: PrintContext = {
    pool,
    log,
    clock,
    retrySeconds: [60],
    ownPorts: [],
    timeouts,
  };
  return {
    context,
    async draw() {
      const codes = await findDue(pool, dueParcelPapers());
      for (const code of codes) await drawParcelPapers(context, code, signal);
      for (const runId of await findDue(pool, duePaperRuns())) await drawPaperRun(context, runId, signal);
      return codes.length;
    },
    print: (printerId) => runPrintJobs(printing, printerId, signal),
  };
}

/** A listening printer that keeps each received document. */
export interface ListeningPrinter {
  printerId: string;
  taken: Buffer[];
  /** Switches the printer off. It can be switched on again. */
  off(): Promise<void>;
  on(): Promise<void>;
}

const name = (() => {
  let printers = 0;
  return () => `Bench printer ${++printers}`;
})();

/** Starts a label printer for ZPL. */
export async function labelPrinter(t: Scope, operator: Operator): Promise<ListeningPrinter> {
  const taken: Buffer[] = [];
  const sockets = new Set<Socket>();
  const listener = createServer((socket) => {
    sockets.add(socket);
    const parts: Buffer[] = [];
    socket.on('error', () => {});
    socket.on('data', (part) => void parts.push(part as Buffer));
    socket.on('end', () => parts.length > 0 && taken.push(Buffer.concat(parts)));
  });
  const port = await freePort();
  const on = async () => void (await once(listener.listen(port, '127.0.0.1'), 'listening'));
  await on();
  const off = async () => {
    for (const socket of sockets) socket.destroy();
    if (listener.listening) await new Promise((resolve) => listener.close(resolve));
  };
  t.after(off);
  const fields = { name: name(), mediaWidthMm: 101.6, mediaHeightMm: 152.4, dotsPerInch: 203 };
  const { json } = await operator.send('POST', '/printers', {
    ...fields,
    kind: 'raw',
    address: `127.0.0.1:${port}`,
  });
  return { printerId: json.printerId, taken, off, on };
}

const IPP_OK = Buffer.from([1, 1, 0, 0, 0, 0, 0, 1, 3]);

/** Starts an office printer for PDF, on A4 unless it has other fields. */
export async function officePrinter(t: Scope, operator: Operator, fields: object = {}): Promise<ListeningPrinter> {
  const taken: Buffer[] = [];
  const listener = createHttpServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray());
    const start = body.indexOf('%PDF-');
    if (start >= 0) taken.push(body.subarray(start));
    response.writeHead(200, { 'content-type': 'application/ipp' }).end(IPP_OK);
  });
  const port = await freePort();
  const on = async () => void (await once(listener.listen(port, '127.0.0.1'), 'listening'));
  await on();
  const off = async () => {
    listener.closeAllConnections();
    if (listener.listening) await new Promise((resolve) => listener.close(resolve));
  };
  t.after(off);
  const { json } = await operator.send('POST', '/printers', {
    ...{ name: name(), mediaWidthMm: 210, mediaHeightMm: 297, dotsPerInch: 300 },
    ...fields,
    kind: 'ipp',
    address: `ipp://127.0.0.1:${port}/ipp/print`,
  });
  return { printerId: json.printerId, taken, off, on };
}

/** Creates a station with these printers. */
export async function stationWith(
  operator: Operator,
  name: string,
  printers: readonly ListeningPrinter[],
): Promise<string> {
  const { json } = await operator.send('POST', '/stations', { name, kinds: ['pack'] });
  await operator.send('PATCH', `/stations/${json.stationId}`, {
    printers: printers.map(({ printerId }) => printerId),
  });
  return json.stationId;
}
