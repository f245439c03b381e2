import type { Pool } from 'pg';
import { declareOrder } from '../../orders/document/declare-order.ts';
import type { Order } from '../../orders/document/order-schemas.ts';
import { postalLines } from '../../papers/postal-address.ts';
import { withRetry } from '../../platform/database/transaction.ts';
import type { Sentence } from '../../production/floor-sentences.ts';
import { findOrderDocument, findPaperNames } from '../../production/papers/paper-text-store.ts';
import { findProductionOrders } from '../../production/production-order-store.ts';
import { isInEuZone } from '../../shipping/eu-zone.ts';
import type { PackedItem } from '../parcel-rules.ts';
import { findParcelByCode, isPackedAt, type Parcel } from '../parcel-store.ts';
import { readContents, readInside } from './parcel-contents.ts';
import { gapSentence } from './parcel-paper-rules.ts';
import { listShownPapers, type ShownPaper } from './parcel-paper-store.ts';

export interface ParcelPaperShown {
  kind: ShownPaper['kind'];
  source: ShownPaper['source'];
  state: ShownPaper['state'];
  jobId: string;
  printer?: { printerId: string; name?: string; kind?: NonNullable<ShownPaper['printerKind']> };
  copy?: number;
  problem?: string;
}

/** What is shown of a parcel beside what was scanned. */
export interface ParcelDetails {
  papers: ParcelPaperShown[];
  /** What customs still have to be told, as sentences; empty where nothing is missing. */
  gaps: string[];
  /** The same with codes. */
  gapSentences: Sentence[];
  carrier?: string;
  /** Lines of the address, the country last. */
  recipient?: string[];
}

/** Completes what is shown of a parcel. Whom it goes to is shown only at the station where it is open now (`at`), however old the scan is that is answered. */
export async function detailsOf(
  pool: Pool,
  code: string,
  items: readonly PackedItem[],
  at?: { station: string; stationId: string | null },
): Promise<ParcelDetails | undefined> {
  const parcel = await withRetry(() => findParcelByCode(pool, code));
  const found = parcel && (await withRetry(() => findOrderDocument(pool, parcel.clientId, parcel.orderId)));
  if (!found) return undefined;
  const order = JSON.parse(found.document) as Order;
  const { address } = order.shipping;
  const withRecipient = at !== undefined && parcel.state === 'OPEN' && isPackedAt(parcel, at);
  const [papers, names] = await withRetry(() =>
    Promise.all([listShownPapers(pool, code), findPaperNames(pool, parcel.clientId, found.carrier)]),
  );
  const gapSentences = await gapsOf(pool, parcel, order, items);
  return {
    papers: papers.map(shownPaper),
    gaps: gapSentences.map(({ message }) => message),
    gapSentences,
    ...(names.carrierName !== null && address && { carrier: names.carrierName }),
    ...(withRecipient && address && { recipient: postalLines(address) }),
  };
}

/** What is missing for the customs papers of what is still to leave. */
async function gapsOf(
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

function shownPaper(paper: ShownPaper): ParcelPaperShown {
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

/** A parcel as it is now, with what each of its items has in it. */
export async function readParcel(
  pool: Pool,
  code: string,
): Promise<{ parcel: Parcel; items: PackedItem[] } | undefined> {
  const parcel = await withRetry(() => findParcelByCode(pool, code));
  if (!parcel) return undefined;
  const { clientId, orderId } = parcel;
  const found = await withRetry(() => findOrderDocument(pool, clientId, orderId));
  const [begun] = await withRetry(() => findProductionOrders(pool, clientId, [orderId]));
  if (!found || !begun) return undefined;
  const order = JSON.parse(found.document) as Order;
  if (parcel.state !== 'SHIPPED') {
    const items = await withRetry(() => readContents(pool, order, begun.run, parcel));
    return { parcel, items };
  }
  const inside = await withRetry(() => readInside(pool, begun.run, parcel));
  const items = order.items.flatMap(({ id, existingProduct, customProduct }) => {
    const packed = inside.get(id) ?? 0;
    if (packed === 0) return [];
    const title = existingProduct?.name ?? customProduct?.sku ?? '';
    const code = existingProduct ? { ean13: existingProduct.ean13 } : { sku: customProduct?.sku ?? '' };
    return [{ itemId: id, title, ...code, packed, of: packed }];
  });
  return { parcel, items };
}
