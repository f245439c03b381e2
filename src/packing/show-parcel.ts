import type { Pool } from 'pg';
import { declareOrder } from '../orders/document/declare-order.ts';
import type { Order } from '../orders/document/order-schemas.ts';
import { withRetry } from '../platform/database/transaction.ts';
import type { Sentence } from '../production/floor-sentences.ts';
import type { Address } from '../shipping/address-rules.ts';
import { isInEuZone } from '../shipping/eu-zone.ts';
import { gapSentence } from './label-facts-rules.ts';
import { listPapersWithJobs, type PaperWithJob } from './parcel-paper-store.ts';
import { isPackedAt, itemsOf, NO_TABLE, type PackedItem } from './parcel-rules.ts';
import { findOrderParcels, findParcelWithOrder, type Parcel, type ShownLabel } from './parcel-store.ts';

interface ParcelPaperView {
  kind: PaperWithJob['kind'];
  source: PaperWithJob['source'];
  state: PaperWithJob['state'];
  jobId: string;
  printer?: { printerId: string; name?: string; kind?: NonNullable<PaperWithJob['printerKind']> };
  copy?: number;
  problem?: string;
}

interface ParcelLabelView {
  state: 'COMING' | 'FAILED' | 'USED' | 'VOIDING' | 'VOID' | 'NOT_VOIDED';
  providerName?: string;
  service?: string;
  carrier?: string;
  trackingUrl?: string;
  cost?: { amount: number; currency: string };
  isTest: boolean;
  trackingNumber?: string;
  problem?: string;
  /** The words of the provider. */
  message?: string;
}

/** Details of a parcel that are not part of a recorded scan. */
interface ParcelDetails {
  papers: ParcelPaperView[];
  /** Missing customs data, as sentences. */
  gaps: string[];
  /** The gaps with their codes. */
  gapSentences: Sentence[];
  carrier?: string;
  label?: ParcelLabelView;
  returnLabel?: ParcelLabelView;
  /** The chosen package, and the weight as typed or weighed. */
  packageId?: string;
  weightGrams?: number;
  /** The country is the last line. */
  recipient?: string[];
  /** The station has lost this open parcel. */
  lost?: { station?: string; by?: string };
}

/**
 * Reads the details of a parcel. The recipient is shown only at the station (`at`) where the parcel is open
 * now, however old the answered scan is.
 */
export async function readParcelDetails(
  pool: Pool,
  code: string,
  items: readonly PackedItem[],
  at?: { station: string; stationId: string | null },
): Promise<ParcelDetails | undefined> {
  const parcel = await withRetry(() => findParcelWithOrder(pool, code));
  if (!parcel) return undefined;
  const { carrierName, document, label, returnLabel, packageId, weighedGrams } = parcel;
  const order = JSON.parse(document) as Order;
  const { address } = order.shipping;
  const isOpenHere = at !== undefined && parcel.state === 'OPEN' && isPackedAt(parcel, at);
  const { station, openedByName: by } = parcel;
  const papers = await withRetry(() => listPapersWithJobs(pool, code));
  const gapSentences = await readGaps(pool, parcel, order, items);
  return {
    papers: papers.map(paperViewOf),
    gaps: gapSentences.map(({ message }) => message),
    gapSentences,
    ...(carrierName !== null && address && { carrier: carrierName }),
    ...(label && { label: labelViewOf(label) }),
    ...(packageId !== null && { packageId }),
    ...(weighedGrams !== null && { weightGrams: weighedGrams }),
    ...(returnLabel && {
      returnLabel: {
        ...labelViewOf(returnLabel),
        ...(returnLabel.trackingNumber !== null && { trackingNumber: returnLabel.trackingNumber }),
        ...(returnLabel.problem !== null && { problem: returnLabel.problem }),
        ...(returnLabel.lastError !== null && { message: returnLabel.lastError }),
      },
    }),
    ...(isOpenHere && address && { recipient: await linesOf(address) }),
    ...(at && !isOpenHere && { lost: { ...(station !== NO_TABLE && { station, ...(by !== null && { by }) }) } }),
  };
}

/** Imports the code late, because it loads fonts, which a server without packing does not need. */
async function linesOf(address: Address): Promise<string[]> {
  const { postalLines } = await import('../papers/postal-address.ts');
  return postalLines(address);
}

/** Returns the missing customs data of the pieces that are left to ship. */
async function readGaps(
  pool: Pool,
  { state }: Parcel,
  order: Order,
  items: readonly PackedItem[],
): Promise<Sentence[]> {
  const { address } = order.shipping;
  if (state === 'SHIPPED' || address?.country === undefined) return [];
  const { country, postalCode } = address;
  if (isInEuZone({ country, postalCode })) return [];
  const toLeave = new Map(items.map(({ itemId, of }) => [itemId, of]));
  const { gaps } = await withRetry(() => declareOrder(pool, order, toLeave));
  return gaps.map(gapSentence);
}

const SHOWN_STATES: Readonly<Record<ShownLabel['state'], ParcelLabelView['state']>> = {
  ...{ wanted: 'COMING', buying: 'COMING', bought: 'COMING', failed: 'FAILED', used: 'USED' },
  ...{ voiding: 'VOIDING', void: 'VOID', not_voided: 'NOT_VOIDED' },
};

function labelViewOf(label: ShownLabel): ParcelLabelView {
  const { state, providerName, service, carrier, trackingUrl, cost, currency, isTest } = label;
  return {
    state: SHOWN_STATES[state],
    ...(providerName !== null && { providerName }),
    ...(service !== null && { service }),
    ...(carrier !== null && { carrier }),
    ...(trackingUrl !== null && { trackingUrl }),
    ...(cost !== null && currency !== null && { cost: { amount: cost, currency } }),
    isTest,
  };
}

function paperViewOf(paper: PaperWithJob): ParcelPaperView {
  const { kind, source, state, jobId, printerId, printerName, printerKind, copy, problem, lastError } = paper;
  return {
    kind,
    source,
    state,
    jobId,
    printer: {
      printerId,
      ...(printerName !== null && { name: printerName }),
      ...(printerKind && { kind: printerKind }),
    },
    ...(copy > 1 && { copy }),
    ...((problem ?? lastError) ? { problem: problem ?? (lastError as string) } : {}),
  };
}

export async function readParcel(
  pool: Pool,
  code: string,
): Promise<{ parcel: Parcel; items: PackedItem[] } | undefined> {
  const parcel = await withRetry(() => findParcelWithOrder(pool, code));
  const begun = parcel && (await withRetry(() => findOrderParcels(pool, parcel, undefined)));
  const filled = begun?.parcels.find((one) => one.code === code);
  if (!parcel || !begun || !filled) return undefined;
  return { parcel, items: itemsOf(JSON.parse(parcel.document) as Order, begun.parcels, filled) };
}
