import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import type { FastifyBaseLogger } from 'fastify';
import type { Pool } from 'pg';
import { lockForProduction } from '../../orders/change/orders-in-production.ts';
import { contentViolation } from '../../orders/files/content-rules.ts';
import { PictureFolders } from '../../orders/files/picture-folders.ts';
import type { PaperPress } from '../../papers/paper-press.ts';
import type { PaperOptions } from '../../papers/paper-types.ts';
import type { PaperKinds } from '../../papers/print-run.ts';
import { type Connection, inTransaction, withRetry } from '../../platform/database/transaction.ts';
import { ApiError } from '../../platform/errors/errors.ts';
import { BlobMissingError, type BlobStore } from '../../platform/files/blobs.ts';
import type { FileJudge } from '../../platform/files/task-pool.ts';
import { enqueuePrintJob } from '../../printing/enqueue-print-job.ts';
import { ZPL } from '../../printing/printing-rules.ts';
import { type SentenceCode, sentence } from '../../production/floor-sentences.ts';
import type { Address } from '../../shipping/address-rules.ts';
import { findParcelByCode, markPacked } from '../parcel-store.ts';
import type { ParcelProblem } from './parcel-paper-rules.ts';
import {
  endDrawing,
  isToDraw,
  listPapersToDraw,
  noteDrawingFailed,
  type ParcelPaper,
} from './parcel-paper-store.ts';
import { customsOf, labelOf, type ParcelData, readParcelData, slipOf } from './read-parcel-data.ts';

/** Drawing that fails so often of what might have passed is given up. */
const ATTEMPTS_MAX = 5;

export interface PaperContext {
  pool: Pool;
  blobs: Pick<BlobStore, 'read'>;
  /** Inspects a client's file. */
  judgeFile: FileJudge['judge'];
  press: PaperPress;
  log: Pick<FastifyBaseLogger, 'warn'>;
  clock: () => Date;
  paper: Omit<PaperOptions, 'printedAt'>;
  /** Lines of the address that labels and customs forms name as the sender's, below the shop's name. */
  senderAddress: readonly string[];
  /** Asks for what waits for a printer to be sent soon. */
  onPrint: (printerId: string) => void;
}

/** What a paper became: its bytes, or why there are none. */
type Drawn = { bytes: Buffer } | { problem: ParcelProblem };

/** Draws the papers of a parcel that are asked for, and has each printed once. */
export async function drawParcelPapers(
  context: PaperContext,
  code: string,
  signal: AbortSignal,
): Promise<void> {
  const { pool, onPrint } = context;
  const due = await withRetry(() => listPapersToDraw(pool, code));
  if (due.length === 0) return;
  const data = await readParcelData(context, code);
  for (const paper of due) {
    if (signal.aborted) return;
    const drawn = await drawOrNote(context, paper, data, signal);
    if (await settle(context, paper, drawn)) onPrint(paper.printerId);
  }
}

/** Throws what may pass, until it has not passed too often. */
async function drawOrNote(
  context: PaperContext,
  paper: ParcelPaper,
  data: ParcelData | undefined,
  signal: AbortSignal,
): Promise<Drawn> {
  try {
    if (paper.sha256 !== null) return await readClientFile(context, paper, paper.sha256, signal);
    return await draw(context, paper, data);
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof BlobMissingError) return problem('file_missing', 'file_lost');
    if ((await withRetry(() => noteDrawingFailed(context.pool, paper))) < ATTEMPTS_MAX) throw error;
    context.log.warn({ err: error, parcel: paper.code, kind: paper.kind }, 'a paper could not be drawn');
    return problem('paper_not_drawn', 'paper_not_drawn');
  }
}

const folders = new PictureFolders();

/** Reads the client's file, and checks it again, because an earlier release may have kept a file that is refused now. */
async function readClientFile(
  { blobs, judgeFile, clock }: PaperContext,
  { clientId, kind }: ParcelPaper,
  sha256: string,
  signal: AbortSignal,
): Promise<Drawn> {
  const folder = await folders.make(clock());
  try {
    const path = join(folder, 'file');
    await writeFile(path, await blobs.read(sha256), { signal });
    const content = await judgeFile(clientId, { path, sha256 }, signal);
    const violation = contentViolation(kind === 'SLIP' ? 'packing_slip' : 'label', content);
    if (!violation) return { bytes: await readFile(path) };
    const { message } = violation;
    return {
      problem: { code: 'file_not_printable', details: [sentence('client_file_not_printable', { message })] },
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function draw(
  context: PaperContext,
  { kind, contentType }: ParcelPaper,
  data: ParcelData | undefined,
): Promise<Drawn> {
  if (!data) return problem('paper_not_drawn', 'order_gone');
  const fields = kind === 'SLIP' ? [] : await unprintable(data.order.shipping.address ?? {});
  if (fields.length > 0) {
    const details = fields.map((field) => sentence('address_not_printable', { field }));
    return { problem: { code: 'address_not_printable', details } };
  }
  const options = { ...context.paper, printedAt: context.clock() };
  if (kind === 'SLIP') return { bytes: await pdfOf(context, 'packing-slips', slipOf(data), options) };
  if (kind === 'CUSTOMS') return { bytes: await pdfOf(context, 'customs-forms', customsOf(data), options) };
  if (contentType === ZPL) return { bytes: await labelInZpl(labelOf(data), options) };
  return { bytes: await pdfOf(context, 'address-labels', labelOf(data), options) };
}

// Fonts, pictures and bar codes take 20 MiB, which a server has no use for until it draws its first label.

async function unprintable(address: Address): Promise<string[]> {
  const { unprintableFields } = await import('../../papers/postal-address.ts');
  return unprintableFields(address);
}

async function labelInZpl(label: PaperKinds['address-labels'], options: PaperOptions): Promise<Buffer> {
  const { addressLabelZpl } = await import('../../papers/address-label.ts');
  return addressLabelZpl(label, options);
}

function pdfOf<Kind extends keyof PaperKinds>(
  { press }: PaperContext,
  kind: Kind,
  part: PaperKinds[Kind],
  options: PaperOptions,
): Promise<Buffer> {
  return buffer(press.print(kind, [part], options).pdf);
}

/** Makes it a print job, or notes why it is none; answers whether there is something to print. */
async function settle({ pool, clock }: PaperContext, paper: ParcelPaper, drawn: Drawn): Promise<boolean> {
  const now = clock();
  return inTransaction(pool, async (connection) => {
    // Whoever changes a parcel locks its order first.
    await lockForProduction(connection, paper.clientId, [paper.orderId]);
    // Somebody else drew it, or the order was erased: then the paper still shows its recipient.
    if (!(await isToDraw(connection, paper))) return false;
    const fault = 'bytes' in drawn ? await enqueue(connection, paper, drawn.bytes, now) : drawn.problem;
    const state = fault ? 'not_made' : 'enqueued';
    await endDrawing(connection, paper, { state, problem: fault?.code ?? null });
    if (!fault) return true;
    const parcel = await findParcelByCode(connection, paper.code);
    if (parcel && parcel.state !== 'SHIPPED') await markPacked(connection, parcel, fault, now);
    return false;
  });
}

const KINDS = { SLIP: 'slip', LABEL: 'label', CUSTOMS: 'customs', RETURN_LABEL: 'return-label' } as const;
const TITLES = {
  SLIP: 'Packing slip',
  LABEL: 'Label',
  CUSTOMS: 'Customs form',
  RETURN_LABEL: 'Return label',
} as const;

async function enqueue(
  connection: Connection,
  paper: ParcelPaper,
  bytes: Buffer,
  now: Date,
): Promise<ParcelProblem | undefined> {
  const { kind, copy, code, contentType, printerId, jobId, reason, repeats } = paper;
  const isAgain = reason !== null && repeats !== null;
  try {
    await enqueuePrintJob(connection, {
      jobId,
      printerId,
      kind: KINDS[kind],
      key: copy === 1 ? code : `${code} copy ${copy}`,
      contentType,
      bytes,
      title: `${TITLES[kind]} ${code}`,
      by: { kind: paper.askedByKind, id: paper.askedById, name: paper.askedByName },
      now,
      order: paper,
      ...(isAgain && { reprint: { of: repeats, reason } }),
    });
    return undefined;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return { code: 'no_printer', details: [sentence('not_printable', { message: error.message })] };
  }
}

function problem(code: ParcelProblem['code'], told: SentenceCode): Drawn {
  return { problem: { code, details: [sentence(told)] } };
}
