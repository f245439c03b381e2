import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { lockForProduction } from '../orders/change/orders-in-production.ts';
import { contentViolation } from '../orders/files/content-rules.ts';
import { PictureFolders } from '../orders/files/draw-pictures.ts';
import type { PaperLanguage } from '../papers/paper-types.ts';
import { type Connection, inTransaction, withRetry } from '../platform/database/transaction.ts';
import { ApiError } from '../platform/errors/errors.ts';
import { BlobMissingError } from '../platform/files/blobs.ts';
import type { FileJudge } from '../platform/files/task-pool.ts';
import { enqueuePrintJob } from '../printing/manage-print-jobs.ts';
import { ZPL } from '../printing/printing-rules.ts';
import { type SentenceCode, sentence } from '../production/floor-sentences.ts';
import { drawPdf, type PaperRunContext } from '../production/paper-runs.ts';
import type { ParcelProblem } from './parcel-paper-rules.ts';
import { countDrawingFailure, endDrawing, isToDraw, listPapersToDraw, type ParcelPaper } from './parcel-paper-store.ts';
import { findParcelByCode, markPacked } from './parcel-store.ts';
import { customsOf, labelOf, type ParcelData, readParcelData, slipOf } from './read-parcel.ts';

/** Attempts to draw a paper after errors that may pass. */
const ATTEMPTS_MAX = 5;

export interface PaperContext extends Omit<PaperRunContext, 'dueHours'> {
  /** Inspects a client's file. */
  judgeFile: FileJudge['judge'];
  /** Lines of the sender's address on labels and customs forms, below the shop's name. */
  senderAddress: readonly string[];
}

/** A drawn paper, or why it cannot be drawn. */
type Drawn = { bytes: Buffer } | { problem: ParcelProblem };

/** Draws the requested papers of the parcel `code`. Each paper becomes one print job. */
export async function drawParcelPapers(context: PaperContext, code: string, signal: AbortSignal): Promise<void> {
  const { pool, onPrint } = context;
  const due = await withRetry(() => listPapersToDraw(pool, code));
  if (due.length === 0) return;
  const data = await readParcelData(context, code);
  for (const paper of due) {
    if (signal.aborted) return;
    const drawn = await tryToDraw(context, paper, data, signal);
    if (await saveDrawn(context, paper, drawn)) onPrint(paper.printerId);
  }
}

/** Throws errors that may pass, until the attempts are used up. */
async function tryToDraw(
  context: PaperContext,
  paper: ParcelPaper,
  data: ParcelData | undefined,
  signal: AbortSignal,
): Promise<Drawn> {
  try {
    if (paper.sha256 !== null) return await readClientFile(context, paper, paper.sha256, signal);
    return await drawPaper(context, paper, data);
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof BlobMissingError) return notDrawn('file_missing', 'file_lost');
    if ((await withRetry(() => countDrawingFailure(context.pool, paper))) < ATTEMPTS_MAX) throw error;
    context.log.warn(
      { err: error, parcel: paper.code, kind: paper.kind },
      'gave up drawing a paper after repeated failures',
    );
    return notDrawn('paper_not_drawn', 'paper_not_drawn');
  }
}

const folders = new PictureFolders();

/** Reads the client's file. Inspects it again, because an earlier version may have accepted more. */
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

async function drawPaper(
  context: PaperContext,
  { kind, contentType }: ParcelPaper,
  data: ParcelData | undefined,
): Promise<Drawn> {
  if (!data) return notDrawn('paper_not_drawn', 'order_gone');
  const options = { ...context.paper, printedAt: context.clock() };
  if (kind === 'SLIP') return { bytes: await drawPdf(context, 'packing-slips', [slipOf(data)], options) };
  // Imported late, because fonts and bar codes take 20 MiB, which a server without labels does not need.
  const { unprintableFields } = await import('../papers/postal-address.ts');
  const fields = unprintableFields(data.order.shipping.address ?? {});
  if (fields.length > 0) {
    const details = fields.map((field) => sentence('address_not_printable', { field }));
    return { problem: { code: 'address_not_printable', details } };
  }
  if (kind === 'CUSTOMS') return { bytes: await drawPdf(context, 'customs-forms', [customsOf(data)], options) };
  if (contentType !== ZPL) return { bytes: await drawPdf(context, 'address-labels', [labelOf(data)], options) };
  const { addressLabelZpl } = await import('../papers/address-label.ts');
  return { bytes: await addressLabelZpl(labelOf(data), options) };
}

/** Enqueues the drawn paper as a print job, or records the problem. Returns whether it was enqueued. */
async function saveDrawn({ pool, clock }: PaperContext, paper: ParcelPaper, drawn: Drawn): Promise<boolean> {
  const now = clock();
  return inTransaction(pool, async (connection) => {
    // Each change of a parcel locks its order first.
    await lockForProduction(connection, paper.clientId, [paper.orderId]);
    // Another process drew it, or the order was erased and the drawn paper still names its recipient.
    if (!(await isToDraw(connection, paper))) return false;
    const problem = 'bytes' in drawn ? await enqueuePaper(connection, paper, drawn.bytes, now) : drawn.problem;
    const state = problem ? 'not_made' : 'enqueued';
    await endDrawing(connection, paper, { state, problem: problem?.code ?? null });
    if (!problem) return true;
    const parcel = await findParcelByCode(connection, paper.code);
    if (parcel && parcel.state !== 'SHIPPED') await markPacked(connection, parcel, problem, now);
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

async function enqueuePaper(
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

function notDrawn(code: ParcelProblem['code'], detail: SentenceCode): Drawn {
  return { problem: { code, details: [sentence(detail)] } };
}

interface PaperSettings {
  BASE_URL: string;
  PAPER_LANGUAGE: PaperLanguage;
  SENDER_ADDRESS: readonly string[];
  TIME_ZONE: string;
}

/** Returns the settings of papers. Their QR codes open the console page that shows a scanned code. */
export function paperSettings({
  BASE_URL,
  PAPER_LANGUAGE,
  SENDER_ADDRESS,
  TIME_ZONE,
}: PaperSettings): Pick<PaperContext, 'paper' | 'senderAddress'> {
  return {
    paper: { language: PAPER_LANGUAGE, timeZone: TIME_ZONE, scanAddress: `${BASE_URL}/console/scan` },
    senderAddress: SENDER_ADDRESS,
  };
}
