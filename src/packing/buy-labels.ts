import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import { contentViolation } from '../orders/files/content-rules.ts';
import { PictureFolders } from '../orders/files/draw-pictures.ts';
import { lockOrders } from '../orders/rows/order-row-store.ts';
import { SYSTEM } from '../platform/audit/actor.ts';
import { type Connection, inTransaction, withRetry } from '../platform/database/transaction.ts';
import { ApiError } from '../platform/errors/errors.ts';
import type { FileJudge } from '../platform/files/task-pool.ts';
import { sentence } from '../production/floor-sentences.ts';
import { orderRefusalOf } from '../production/scan-rules.ts';
import {
  type BoughtLabel,
  LabelError,
  type LabelProvider,
  type LabelType,
  type Money,
} from '../shipping/labels/label-provider.ts';
import type { StoredProvider } from '../shipping/labels/label-provider-store.ts';
import { findProvider } from '../shipping/labels/label-provider-store.ts';
import { callWithProvider } from '../shipping/labels/manage-label-providers.ts';
import { chooseLabel, findService, type LabelChoice, type LabelChoiceContext } from './choose-label.ts';
import { loadParcel } from './load-packing.ts';
import {
  beginBuying,
  endVoiding,
  findLabelInState,
  keepLabelId,
  type LabelPaper,
  listDueLabels,
  markLabelUsed,
  type ParcelLabel,
  postponeLabel,
  recordLabelFailure,
  recordPurchase,
} from './parcel-label-store.ts';
import { type ParcelProblem, papersToRequest } from './parcel-paper-rules.ts';
import { loadPaperSources, savePapers } from './parcel-papers.ts';
import { shippedAs } from './parcel-rules.ts';
import { markPacked } from './parcel-store.ts';
import { readParcelData } from './read-parcel.ts';
import { shipParcel } from './save-packing.ts';
import { firstTrackingAt } from './track-parcels.ts';

export interface LabelJobContext extends LabelChoiceContext {
  log: FastifyBaseLogger;
  /** Inspects a bought label. */
  judgeFile: FileJudge['judge'];
  senderAddress: () => readonly string[];
  packagingGrams: () => number;
  /** Is called with the code of a parcel whose papers are to be drawn. */
  onPapers: (parcel: string) => void;
}

/** Waiting times after failures in a row. The last one repeats. */
const RETRY_SECONDS = [2, 10, 30, 60, 120, 300, 600];
/** A parcel becomes a problem of the office after this number of failures in a row. */
const FAILURES_SHOWN = 2;
/** An order that is stopped, or a parcel that was changed, is looked at again after this time. */
const POSTPONE_MS = 30_000;
/** A provider may carry out a call that was cut off, so Platen searches for its result during this time. */
const UNKNOWN_CALL_MS = 60_000;
/** Steps of one run: a void, a purchase, and its print. */
const STEPS_MAX = 10;

/** Does the due steps for labels of the parcel `code`: buys, prints and ships, or voids. */
export async function handleLabels(context: LabelJobContext, code: string, signal: AbortSignal): Promise<void> {
  const { pool, clock } = context;
  for (let step = 0; step < STEPS_MAX && !signal.aborted; step++) {
    const [label] = await withRetry(() => listDueLabels(pool, code, clock()));
    if (!label) return;
    if (label.state === 'voiding') await voidLabel(context, label, signal);
    else if (label.state === 'bought') await useLabel(context, label);
    else await buyLabel(context, label, signal);
  }
}

async function buyLabel(context: LabelJobContext, label: ParcelLabel, signal: AbortSignal): Promise<void> {
  const data = await readParcelData(context, label.code);
  // The purchase of an open or dropped parcel was given up, or is about to be.
  const mayBuy =
    data && (label.isReturn || (data.isPacked && !orderRefusalOf({ status: data.order.status, content: data.order })));
  if (!mayBuy) return postpone(context, label, POSTPONE_MS);
  const wanted =
    label.called === null
      ? { key: label.key, providerId: label.wantedProviderId, service: label.wantedService }
      : { key: label.key, providerId: label.providerId, service: label.service };
  const choice = await chooseLabel(context, data, { ...wanted, isReturn: label.isReturn });
  if ('problem' in choice) return failForPerson(context, label, choice.problem, null);
  const { provider } = choice;
  try {
    await callWithProvider(provider, { ...context, signal }, async (opened) => {
      const bought = await purchase(context, label, choice, opened);
      if (bought) await savePurchase(context, label, bought, signal);
    });
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof LabelError)) throw error;
    await recordFault(context, label, provider, error);
  }
}

/** Finds the label of an earlier attempt, or buys one. Undefined: it is given up, failed, or comes later. */
async function purchase(
  context: LabelJobContext,
  label: ParcelLabel,
  choice: LabelChoice,
  opened: LabelProvider,
): Promise<BoughtLabel | undefined> {
  const { pool, clock } = context;
  const { provider, rule, shipment } = choice;
  if (label.called !== null) {
    const found = await opened.find({ ...shipment, labelId: label.labelId ?? undefined });
    if (found) return found;
    const knownFrom = label.called.getTime() + UNKNOWN_CALL_MS;
    if (!opened.isIdempotent && label.state === 'buying' && clock().getTime() < knownFrom) {
      await withRetry(() => postponeLabel(pool, label, new Date(knownFrom)));
      return undefined;
    }
  }
  if (label.labelId === null && opened.prepare) {
    label.labelId = await opened.prepare(shipment);
    await withRetry(() => keepLabelId(pool, label));
  }
  const prepared = { ...shipment, labelId: label.labelId ?? undefined };
  const chosen = await findService(opened, { ...choice, shipment: prepared });
  if ('problem' in chosen) {
    await failForPerson(context, label, chosen.problem, null);
    return undefined;
  }
  const { providerId, name: providerName, isTest } = provider;
  const { service, rate } = chosen;
  const now = clock();
  const row = { providerId, providerName, isTest, service, carrierId: rule.carrierId ?? null, ...costOf(rate?.cost) };
  const begun = await withRetry(() => beginBuying(pool, label, row, { now, due: now }));
  if (!begun) return undefined;
  label.state = 'buying';
  return opened.buy(prepared, service);
}

async function savePurchase(
  { pool, clock, judgeFile }: LabelJobContext,
  label: ParcelLabel,
  bought: BoughtLabel,
  signal: AbortSignal,
): Promise<void> {
  const { document, cost, trackingUrl = null, ...rest } = bought;
  const paper = await inspectLabel(judgeFile, label, document, signal);
  const price = costOf(cost);
  await withRetry(() => recordPurchase(pool, label, { ...rest, ...price, trackingUrl }, paper, clock()));
}

function costOf(cost: Money | undefined) {
  return { cost: cost?.amount ?? null, currency: cost?.currency ?? null };
}

const folders = new PictureFolders();

/** Inspects the document by its content. A content type of null: it cannot be printed. */
async function inspectLabel(
  judgeFile: FileJudge['judge'],
  { clientId, key }: ParcelLabel,
  document: Buffer,
  signal: AbortSignal,
): Promise<LabelPaper> {
  const folder = await folders.make(new Date());
  try {
    const path = join(folder, 'label');
    await writeFile(path, document);
    const content = await judgeFile(clientId, { path, sha256: key, media: undefined }, signal);
    const { mediaType, widthMm = null, heightMm = null, width, height, dpi } = content;
    if (contentViolation('label', content))
      return { bytes: document, contentType: null, widthMm: null, heightMm: null };
    const inMm = (pixels: number | undefined) => (pixels && dpi ? (pixels / dpi) * MM_PER_INCH : null);
    return {
      bytes: document,
      contentType: mediaType as LabelType,
      widthMm: widthMm ?? inMm(width),
      heightMm: heightMm ?? inMm(height),
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const MM_PER_INCH = 25.4;

/** Prints the bought label at the station of the parcel, and ships the parcel unless the label is a test. */
async function useLabel(context: LabelJobContext, label: ParcelLabel): Promise<void> {
  const { pool, clock, onPapers } = context;
  const now = clock();
  const printed = await inTransaction(pool, async (connection) => {
    const of = await loadParcel(connection, label.code);
    const current = await findLabelInState(connection, label, 'bought');
    if (!of || !current) return false;
    const { parcel, order, items } = of;
    if (parcel.state !== 'PACKED' || orderRefusalOf(order)) {
      await postponeLabel(connection, current, new Date(now.getTime() + POSTPONE_MS));
      return false;
    }
    const by = current.askedById === null ? SYSTEM : actorOf(current);
    const at = { connection, station: parcel.station, by, now };
    const { papers, problem } = papersToRequest(order, items, await loadPaperSources(at, parcel, order));
    if (problem) {
      await saveProblem(connection, current, { problem, state: 'failed', due: now, lastError: null, now });
      return false;
    }
    await savePapers(at, parcel, papers);
    if (current.isTest) {
      const details = [sentence('label_is_test', { provider: current.providerName ?? '' })];
      const isTest = { problem: { code: 'label_is_test', details }, state: 'failed', due: now } as const;
      await saveProblem(connection, current, { ...isTest, lastError: null, now });
      return true;
    }
    const carried = { ...order, carrier: current.carrierId ?? order.carrier };
    const tracking = {
      ...(current.carrier !== null && { trackingCarrier: current.carrier }),
      ...(current.trackingUrl !== null && { trackingUrl: current.trackingUrl }),
    };
    await shipParcel(
      connection,
      { ...of, order: carried, parcel: shippedAs(parcel, current.trackingNumber, now) },
      { by, now },
      tracking,
    );
    await markLabelUsed(connection, current, firstTrackingAt(now));
    return true;
  }).catch((error: unknown) => {
    if (!(error instanceof ApiError)) throw error;
    context.log.warn({ err: error, parcel: label.code }, 'a parcel with a bought label could not be shipped');
    const message = error.violations?.[0]?.message ?? error.message;
    const details = [sentence('order_not_to_be_shipped', { message })];
    return failForPerson(context, label, { code: 'paper_not_drawn', details }, null).then(() => false);
  });
  if (printed) onPapers(label.code);
}

function actorOf({ askedByKind: kind, askedById: id, askedByName: name }: ParcelLabel) {
  return { kind, id, name };
}

/** Voids a label that was given up. A call whose answer was lost may still have bought one. */
async function voidLabel(context: LabelJobContext, label: ParcelLabel, signal: AbortSignal): Promise<void> {
  const { pool, clock } = context;
  const provider =
    label.providerId === null ? undefined : await withRetry(() => findProvider(pool, label.providerId ?? ''));
  const end = (state: 'void' | 'not_voided') => withRetry(() => endVoiding(pool, label, { state, now: clock() }));
  if (!provider) return end('not_voided');
  try {
    await callWithProvider(provider, { ...context, signal }, async (opened) => {
      const voided = await opened.void({ key: label.key, labelId: label.labelId ?? undefined });
      const knownFrom = (label.called?.getTime() ?? 0) + UNKNOWN_CALL_MS;
      if (voided === undefined && label.bought === null && clock().getTime() < knownFrom)
        return withRetry(() => postponeLabel(pool, label, new Date(knownFrom)));
      return end(voided === false ? 'not_voided' : 'void');
    });
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof LabelError)) throw error;
    if (error.problem === 'label_refused') return end('not_voided');
    const due = retryAt(label.attempts, clock());
    const failure = { state: label.state, problem: error.problem, lastError: error.words, due };
    await withRetry(() => recordLabelFailure(pool, label, failure));
  }
}

function postpone({ pool, clock }: LabelJobContext, label: ParcelLabel, ms: number): Promise<void> {
  return withRetry(() => postponeLabel(pool, label, new Date(clock().getTime() + ms)));
}

export function retryAt(failures: number, now: Date): Date {
  const seconds = RETRY_SECONDS[Math.min(failures, RETRY_SECONDS.length - 1)] ?? 0;
  return new Date(now.getTime() + seconds * 1_000);
}

/** Records a failed call. After a refusal a person must act. Other calls are repeated. */
async function recordFault(
  context: LabelJobContext,
  label: ParcelLabel,
  { name }: StoredProvider,
  { fault, problem: code, words }: LabelError,
): Promise<void> {
  const { pool, clock, log } = context;
  const problem = { code, details: [sentence(code, { provider: name, message: words })] };
  // The words of the provider may contain the address, so they are not logged.
  log.warn({ parcel: label.code, fault, problem: code, provider: name }, 'a label could not be bought');
  if (fault === 'refused') return failForPerson(context, label, problem, words);
  const now = clock();
  const due = retryAt(label.attempts, now);
  await inTransaction(pool, (connection) =>
    saveProblem(connection, label, { problem, state: label.state, due, lastError: words, now }),
  );
}

/** Ends the attempts. The parcel waits for a person. */
async function failForPerson(
  { pool, clock }: LabelJobContext,
  label: ParcelLabel,
  problem: ParcelProblem,
  lastError: string | null,
): Promise<void> {
  const now = clock();
  await inTransaction(pool, (connection) =>
    saveProblem(connection, label, { problem, state: 'failed', due: now, lastError, now }),
  );
}

interface SavedProblem {
  problem: ParcelProblem;
  state: ParcelLabel['state'];
  due: Date;
  lastError: string | null;
  now: Date;
}

/** Records the failure. The parcel shows it if a person must act, or after several failures. */
async function saveProblem(
  connection: Connection,
  label: ParcelLabel,
  { problem, state, due, lastError, now }: SavedProblem,
): Promise<void> {
  // Each change of a parcel locks its order first.
  await lockOrders(connection, label.clientId, [label.orderId]);
  const isOurs = await recordLabelFailure(connection, label, { state, problem: problem.code, lastError, due });
  if (isOurs && !label.isReturn && (state === 'failed' || label.attempts + 1 >= FAILURES_SHOWN))
    await markPacked(connection, label, problem, now);
}
