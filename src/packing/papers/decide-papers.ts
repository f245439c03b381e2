import { hash } from 'node:crypto';
import type { LockedOrder } from '../../orders/change/order-change-store.ts';
import { declareOrder } from '../../orders/document/declare-order.ts';
import type { Actor } from '../../platform/audit/actor.ts';
import { risingId } from '../../platform/database/rising-ids.ts';
import type { Connection } from '../../platform/database/transaction.ts';
import { ApiError } from '../../platform/errors/errors.ts';
import type { Config } from '../../platform/settings/config.ts';
import { printersOf } from '../../printing/printers-of-station.ts';
import type { StationPrinter } from '../../printing/station-printer-store.ts';
import { findClientFiles, findPaperNames } from '../../production/papers/paper-text-store.ts';
import type { PackedItem } from '../parcel-rules.ts';
import { markPacked, type Parcel } from '../parcel-store.ts';
import type { PaperContext } from './draw-parcel-papers.ts';
import {
  type PaperKind,
  type ParcelPlan,
  type ParcelProblem,
  type PlannedPaper,
  planPapers,
} from './parcel-paper-rules.ts';
import { insertPaper, listLatestPapers, listUsedFiles, type ParcelPaper } from './parcel-paper-store.ts';

const LABEL = '/shipping/shippingLabelUrl';
const RETURN_LABEL = '/shipping/returnLabelUrl';
const SLIP = '/packingSlip';

export interface Deciding {
  connection: Connection;
  /** Where they are printed: the name or id of a station. */
  station: string;
  /** Another printer than those of the station. */
  printer?: StationPrinter | undefined;
  by: Actor;
  now: Date;
}

/**
 * Decides the papers of a parcel that holds these items, of an order that is locked, and has them drawn and printed once that is committed: each of them
 * once, and anew only when it is made of something else. Where a label cannot be made the parcel is PACKED, and the problem is answered.
 */
export async function decidePapers(
  at: Deciding,
  parcel: Parcel,
  order: Pick<LockedOrder, 'content' | 'carrier'>,
  items: readonly PackedItem[],
): Promise<ParcelProblem | undefined> {
  const plan = await planOf(at, parcel, order, items);
  const latest = new Map((await listLatestPapers(at.connection, parcel)).map((paper) => [paper.kind, paper]));
  for (const paper of plan.papers) await ask(at, parcel, paper, latest.get(paper.kind));
  if (plan.problem) await markPacked(at.connection, parcel, plan.problem, at.now);
  return plan.problem;
}

async function planOf(
  { connection, station, printer, now }: Deciding,
  parcel: Parcel,
  { content, carrier }: Pick<LockedOrder, 'content' | 'carrier'>,
  items: readonly Pick<PackedItem, 'itemId' | 'packed'>[],
): Promise<ParcelPlan> {
  const { clientId, orderId } = parcel;
  const inside = new Map(items.map(({ itemId, packed }) => [itemId, packed]));
  const { shippingLabelUrl, returnLabelUrl, address } = content.shipping;
  const sent = { [LABEL]: shippingLabelUrl, [RETURN_LABEL]: returnLabelUrl, [SLIP]: content.packingSlip };
  const hasFiles = Object.values(sent).some((url) => url !== undefined);
  const kept = hasFiles ? await findClientFiles(connection, clientId, orderId, Object.keys(sent)) : [];
  const paper = (pointer: keyof typeof sent) => ({
    url: sent[pointer],
    file: kept.find((one) => one.pointer === pointer),
  });
  const { customsForm } = await findPaperNames(connection, clientId, carrier);
  const printers = await printersOf(connection, station, now);
  return planPapers({
    usedFiles: hasFiles ? await listUsedFiles(connection, parcel) : [],
    label: paper(LABEL),
    returnLabel: paper(RETURN_LABEL),
    slip: paper(SLIP),
    content: JSON.stringify([...inside].filter(([, packed]) => packed > 0)),
    destination: JSON.stringify(address ?? {}),
    declaration: await declareOrder(connection, content, inside),
    customsForm,
    printers: printer
      ? [printer, ...printers.filter(({ printerId }) => printerId !== printer.printerId)]
      : printers,
  });
}

/**
 * Has those of the parcel's papers drawn and printed again, for the reason given. Throws `label_not_made` when there is none of them, or none can be made.
 */
export async function reprintPapers(
  at: Deciding,
  parcel: Parcel,
  order: Pick<LockedOrder, 'content' | 'carrier'>,
  items: readonly Pick<PackedItem, 'itemId' | 'packed'>[],
  { kinds, reason }: { kinds: readonly PaperKind[]; reason: string },
): Promise<void> {
  const { papers, problem } = await planOf(at, parcel, order, items);
  const wanted = papers.filter(({ kind }) => kinds.includes(kind));
  if (wanted.length === 0) {
    const message = problem?.details.map((one) => one.message).join(' ') ?? 'This parcel has no such paper.';
    throw new ApiError('label_not_made', message);
  }
  const latest = new Map((await listLatestPapers(at.connection, parcel)).map((paper) => [paper.kind, paper]));
  for (const paper of wanted) {
    const before = latest.get(paper.kind);
    await insert(at, parcel, paper, { before, reason, repeats: before?.jobId ?? null });
  }
}

/** Has it drawn, unless it was asked for before and is made of the same. */
async function ask(
  at: Deciding,
  parcel: Parcel,
  paper: PlannedPaper,
  before: ParcelPaper | undefined,
): Promise<void> {
  if (before && before.state !== 'not_made' && before.madeOf.equals(hashOf(paper))) return;
  const isAnew = before?.state === 'enqueued';
  const why = isAnew ? { reason: CHANGED, repeats: before.jobId } : { reason: null, repeats: null };
  await insert(at, parcel, paper, { before, ...why });
}

async function insert(
  { connection, station, by, now }: Deciding,
  { clientId, orderId, parcel, code }: Parcel,
  paper: PlannedPaper,
  { before, ...why }: { before: ParcelPaper | undefined } & Pick<ParcelPaper, 'reason' | 'repeats'>,
): Promise<void> {
  const { madeOf: _, ...planned } = paper;
  await insertPaper(connection, {
    ...planned,
    clientId,
    orderId,
    parcel,
    code,
    copy: (before?.copy ?? 0) + 1,
    madeOf: hashOf(paper),
    station,
    jobId: risingId(),
    asked: now,
    askedByKind: by.kind,
    askedById: by.id,
    askedByName: by.name,
    ...why,
  });
}

function hashOf({ madeOf }: PlannedPaper): Buffer {
  return hash('sha256', madeOf, 'buffer');
}

const CHANGED = 'What it is made of has changed.';

/** What the settings say of papers. The address in QR codes is that of the console's page that looks a code up. */
export function paperSettings({
  BASE_URL,
  PAPER_LANGUAGE,
  SENDER_ADDRESS,
  TIME_ZONE,
}: Pick<Config, 'BASE_URL' | 'PAPER_LANGUAGE' | 'SENDER_ADDRESS' | 'TIME_ZONE'>): Pick<
  PaperContext,
  'paper' | 'senderAddress'
> {
  return {
    paper: { language: PAPER_LANGUAGE, timeZone: TIME_ZONE, scanAddress: `${BASE_URL}/console/scan` },
    senderAddress: SENDER_ADDRESS,
  };
}
