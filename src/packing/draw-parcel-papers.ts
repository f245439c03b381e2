import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { findClientSlip } from '../clients/client-slip-store.ts';
import { contentViolation } from '../orders/files/content-rules.ts';
import { PictureFolders } from '../orders/files/draw-pictures.ts';
import { lockOrders, type OrderKey } from '../orders/rows/order-row-store.ts';
import type { PaperOptions, TestLabel } from '../papers/paper-types.ts';
import { slipLanguageOf } from '../papers/slip-copy.ts';
import { type Connection, inTransaction, withRetry } from '../platform/database/transaction.ts';
import { ApiError } from '../platform/errors/errors.ts';
import { BlobMissingError } from '../platform/files/blobs.ts';
import type { FileJudge } from '../platform/files/task-pool.ts';
import type { Config } from '../platform/settings/config.ts';
import { enqueuePrintJob } from '../printing/manage-print-jobs.ts';
import { findPrinter } from '../printing/printer-store.ts';
import { ZPL } from '../printing/printing-rules.ts';
import { type SentenceCode, sentence } from '../production/floor-sentences.ts';
import { findSmallPictures } from '../production/paper-run-store.ts';
import { drawPapers, type PaperRunContext } from '../production/paper-runs.ts';
import { SMALL_SLIP_MM, smallSlipFormatOf, ZPL_DOTS_PER_INCH } from '../production/printer-rules.ts';
import { chooseLabel } from './choose-label.ts';
import { type LabelDocument, readLabelDocument } from './parcel-label-store.ts';
import type { ParcelProblem } from './parcel-paper-rules.ts';
import {
  countDrawingFailure,
  endDrawing,
  findClientFiles,
  isToDraw,
  listPapersToDraw,
  type ParcelPaper,
} from './parcel-paper-store.ts';
import { findParcelByCode, markPacked } from './parcel-store.ts';
import { customsOf, designPointersOf, labelOf, type ParcelData, readParcelData, slipOf } from './read-parcel.ts';

/** Attempts to draw a paper after errors that may pass. */
const ATTEMPTS_MAX = 5;
/** A label of 6 inches at 203 dpi. */
const TEST_PICTURE_PIXELS = 1_218;

export interface PaperContext extends PaperRunContext {
  /** Inspects a client's file. */
  judgeFile: FileJudge['judge'];
  /** Returns the lines of the sender's address on labels and customs forms, below the shop's name. */
  senderAddress: () => readonly string[];
  /** Returns the center's text at the end of packing slips. */
  slipText: (country?: string) => string | undefined;
  /** Returns the weight of the packing of a parcel. */
  packagingGrams: () => number;
}

/** A drawn paper, or why it cannot be drawn. */
type Drawn = { bytes: Buffer } | { problem: ParcelProblem };

/** Draws the requested papers of the parcel `code`. Each paper becomes one print job. */
export async function drawParcelPapers(context: PaperContext, code: string, signal: AbortSignal): Promise<void> {
  const { pool, onPrint } = context;
  const due = await withRetry(() => listPapersToDraw(pool, code));
  if (due.length === 0) return;
  const data = await readParcelData(context, code);
  const isTest = data !== undefined && (await isForTest(context, data));
  for (const paper of due) {
    if (signal.aborted) return;
    const drawn = await tryToDraw({ ...context, paper: () => ({ ...context.paper(), isTest }) }, paper, data, signal);
    if (await saveDrawn(context, paper, drawn)) onPrint(paper.printerId);
  }
}

/** Whether the label of the parcel is a test, or is to be bought from a provider for tests. */
async function isForTest(context: PaperContext, data: ParcelData): Promise<boolean> {
  const { state, isTest } = data.label ?? {};
  if (state !== 'wanted') return isTest === true && state !== 'voiding' && state !== 'void';
  const choice = await chooseLabel(context, data, { key: '', providerId: null, service: null });
  return 'provider' in choice && choice.provider.isTest;
}

/** Throws errors that may pass, until the attempts are used up. */
async function tryToDraw(
  context: PaperContext,
  paper: ParcelPaper,
  data: ParcelData | undefined,
  signal: AbortSignal,
): Promise<Drawn> {
  try {
    if (paper.source === 'BOUGHT') return await readBoughtLabel(context, paper);
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
  { pool, blobs, judgeFile, clock }: PaperContext,
  { clientId, kind, contentType, printerId }: ParcelPaper,
  sha256: string,
  signal: AbortSignal,
): Promise<Drawn> {
  const folder = await folders.make(clock());
  try {
    const path = join(folder, 'file');
    await writeFile(path, await blobs.read(sha256), { signal });
    const media = contentType === ZPL ? await withRetry(() => findPrinter(pool, printerId)) : undefined;
    const content = await judgeFile(clientId, { path, sha256, media }, signal);
    const violation = contentViolation(kind === 'SLIP' ? 'packing_slip' : 'label', content);
    if (!violation) return { bytes: content.printed ? Buffer.from(content.printed, 'latin1') : await readFile(path) };
    const { message } = violation;
    return {
      problem: { code: 'file_not_printable', details: [sentence('client_file_not_printable', { message })] },
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function readBoughtLabel(context: PaperContext, paper: ParcelPaper): Promise<Drawn> {
  const found = await withRetry(() => readLabelDocument(context.pool, paper));
  if (!found) return notDrawn('file_missing', 'label_lost');
  if (!found.isTest) return { bytes: found.document };
  return { bytes: await markTestLabel(context, found, paper.contentType) };
}

/** Returns the label of a test account with a mark on each page. */
export async function markTestLabel(
  context: Pick<PaperContext, 'press' | 'paper' | 'clock'>,
  { document, widthMm, heightMm }: LabelDocument,
  type: string,
): Promise<Buffer> {
  const options = { ...context.paper(), isTest: true, printedAt: context.clock() };
  const { markTestZpl, LABEL_MM } = await import('../papers/address-label.ts');
  if (type === ZPL) return markTestZpl(document, options);
  const contentType = type as TestLabel['contentType'];
  const label = { document, contentType, widthMm: widthMm ?? LABEL_MM.width, heightMm: heightMm ?? LABEL_MM.height };
  const format = contentType === 'image/png' ? ({ to: 'picture', pixels: TEST_PICTURE_PIXELS } as const) : undefined;
  return drawPapers(context, 'test-labels', [label], options, format);
}

async function drawPaper(context: PaperContext, paper: ParcelPaper, data: ParcelData | undefined): Promise<Drawn> {
  const { kind, contentType } = paper;
  if (!data) return notDrawn('paper_not_drawn', 'order_gone');
  const options = { ...context.paper(), printedAt: context.clock() };
  if (kind === 'SLIP') return { bytes: await drawSlip(context, paper, data, options) };
  // Imported late, because fonts and bar codes take 20 MiB, which a server without labels does not need.
  const { unprintableFields } = await import('../papers/postal-address.ts');
  const fields = unprintableFields(data.order.shipping.address ?? {});
  if (fields.length > 0) {
    const details = fields.map((field) => sentence('address_not_printable', { field }));
    return { problem: { code: 'address_not_printable', details } };
  }
  // Posts refuse a form without a sender.
  if (kind === 'CUSTOMS' && data.senderAddress.length === 0) return notDrawn('sender_missing', 'sender_missing');
  if (kind === 'CUSTOMS') {
    const clientSlip = await withRetry(() => findClientSlip(context.pool, paper.clientId));
    return { bytes: await drawPapers(context, 'customs-forms', [customsOf(data, clientSlip)], options) };
  }
  if (contentType !== ZPL) return { bytes: await drawPapers(context, 'address-labels', [labelOf(data)], options) };
  const { addressLabelZpl } = await import('../papers/address-label.ts');
  return { bytes: await addressLabelZpl(labelOf(data), options) };
}

async function drawSlip(
  context: PaperContext,
  { clientId, orderId, contentType, printerId }: ParcelPaper,
  data: ParcelData,
  options: PaperOptions,
): Promise<Buffer> {
  const { pool, slipText } = context;
  const clientSlip = await withRetry(() => findClientSlip(pool, clientId));
  const printer = await withRetry(() => findPrinter(pool, printerId));
  const isSmall = clientSlip.form === 'A6' && printer !== undefined && smallSlipFormatOf(printer) !== undefined;
  const pictures = await readDesigns(context, { clientId, orderId }, data);
  const text = slipText(data.order.shipping.address?.country);
  const slip = slipOf(data, { clientSlip, text, pictures, form: isSmall ? 'A6' : 'A4' });
  const longSideMm = SMALL_SLIP_MM.heightMm;
  const format = { to: 'zpl', longSideMm, dotsPerInch: printer?.dotsPerInch ?? ZPL_DOTS_PER_INCH } as const;
  return drawPapers(context, 'packing-slips', [slip], options, contentType === ZPL ? format : undefined);
}

/** Reads the small pictures of the designs in the parcel, by their JSON Pointers. A lost one is left out. */
async function readDesigns(
  { pool, blobs }: PaperContext,
  { clientId, orderId }: OrderKey,
  data: ParcelData,
): Promise<ReadonlyMap<string, Buffer>> {
  const pointers = designPointersOf(data);
  const files = await withRetry(() => findClientFiles(pool, clientId, orderId, pointers));
  const small = await withRetry(() =>
    findSmallPictures(
      pool,
      files.map(({ sha256 }) => sha256),
    ),
  );
  const bytes = new Map<string, Buffer>();
  for (const name of new Set(small.values())) {
    const picture = await blobs.read(name).then(buffer, () => undefined);
    if (picture) bytes.set(name, picture);
  }
  return new Map(
    files.flatMap(({ pointer, sha256 }) => {
      const picture = bytes.get(small.get(sha256) ?? '');
      return picture ? [[pointer, picture] as const] : [];
    }),
  );
}

/** Enqueues the drawn paper as a print job, or records the problem. Returns whether it was enqueued. */
async function saveDrawn({ pool, clock }: PaperContext, paper: ParcelPaper, drawn: Drawn): Promise<boolean> {
  const now = clock();
  return inTransaction(pool, async (connection) => {
    // Each change of a parcel locks its order first.
    await lockOrders(connection, paper.clientId, [paper.orderId]);
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

export type PaperSettings = Readonly<
  Pick<
    Config,
    | 'BASE_URL'
    | 'DATA_DIR'
    | 'IMAGE_BASE_URL'
    | 'PACKAGING_GRAMS'
    | 'PAPER_LANGUAGE'
    | 'SENDER_ADDRESS'
    | 'SLIP_TEXTS'
    | 'TIME_ZONE'
  >
>;

/** Returns the folder of the catalogue's pictures, unless another server has them. */
export function imageFolderOf({
  IMAGE_BASE_URL,
  BASE_URL,
  DATA_DIR,
}: Pick<PaperSettings, 'BASE_URL' | 'DATA_DIR' | 'IMAGE_BASE_URL'>): string | undefined {
  return IMAGE_BASE_URL === `${BASE_URL}/images/` ? join(DATA_DIR, 'images') : undefined;
}

/** Returns readers of the settings of papers. QR codes open the console page that shows a scanned code. */
export function paperSettings(
  config: PaperSettings,
): Pick<PaperContext, 'paper' | 'senderAddress' | 'slipText' | 'packagingGrams'> & { imageFolder: string | undefined } {
  return {
    imageFolder: imageFolderOf(config),
    paper: () => ({
      language: config.PAPER_LANGUAGE,
      timeZone: config.TIME_ZONE,
      scanAddress: `${config.BASE_URL}/console/scan`,
    }),
    senderAddress: () => config.SENDER_ADDRESS,
    packagingGrams: () => config.PACKAGING_GRAMS,
    slipText: (country) => {
      const { SLIP_TEXTS: texts, PAPER_LANGUAGE } = config;
      const language = slipLanguageOf(country) ?? PAPER_LANGUAGE;
      // A text in another language is better than none.
      return (language === 'de' ? texts.de : texts.en) ?? texts[PAPER_LANGUAGE] ?? texts.en ?? texts.de;
    },
  };
}
