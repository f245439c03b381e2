import { hash } from 'node:crypto';
import type { LockedOrder } from '../orders/change/order-change-store.ts';
import { declareOrder } from '../orders/document/declare-order.ts';
import type { Actor } from '../platform/audit/actor.ts';
import { risingId } from '../platform/database/rising-ids.ts';
import type { Connection } from '../platform/database/transaction.ts';
import { ApiError } from '../platform/errors/errors.ts';
import { listPrintersWithBrowser } from '../printing/manage-printers.ts';
import type { StationPrinter } from '../printing/printer-store.ts';
import {
  choosePapers,
  chooseReprints,
  type PaperKind,
  type ParcelProblem,
  planPapers,
  type RequestedPaper,
} from './parcel-paper-rules.ts';
import {
  findClientFiles,
  findPaperNames,
  insertPapers,
  listLatestPapers,
  listUsedFiles,
  type ParcelPaper,
} from './parcel-paper-store.ts';
import type { PackedItem } from './parcel-rules.ts';
import { markPacked, type Parcel } from './parcel-store.ts';

const LABEL = '/shipping/shippingLabelUrl';
const RETURN_LABEL = '/shipping/returnLabelUrl';
const SLIP = '/packingSlip';

interface PaperRequest {
  connection: Connection;
  /** Name or id of the station whose printers are used. */
  station: string;
  /** Comes before the printers of the station. */
  printer?: StationPrinter | undefined;
  by: Actor;
  now: Date;
}

type PaperOrder = Pick<LockedOrder, 'content' | 'carrier'>;
type PaperItems = readonly Pick<PackedItem, 'itemId' | 'packed'>[];

interface RequestedPapers {
  /** Why the parcel has no label. */
  problem?: ParcelProblem;
  /** Whether there are papers to draw, which were not requested before. */
  hasNew: boolean;
}

/**
 * Requests the papers of a parcel with these items, whose order is locked. They are drawn and printed after
 * the commit. If a label cannot be made, the parcel becomes PACKED.
 */
export async function requestPapers(
  at: PaperRequest,
  parcel: Parcel,
  order: PaperOrder,
  items: PaperItems,
): Promise<RequestedPapers> {
  const { planned, problem, latest } = await loadPlan(at, parcel, order, items);
  const papers = choosePapers(planned, latest);
  await savePapers(at, parcel, papers);
  if (problem) await markPacked(at.connection, parcel, problem, at.now);
  return { hasNew: papers.length > 0, ...(problem && { problem }) };
}

/** Requests papers of these kinds again. Throws `label_not_made` if none of them can be made. */
export async function requestReprints(
  at: PaperRequest,
  parcel: Parcel,
  order: PaperOrder,
  items: PaperItems,
  { kinds, reason }: { kinds: readonly PaperKind[]; reason: string },
): Promise<void> {
  const { planned, problem, latest } = await loadPlan(at, parcel, order, items);
  const papers = chooseReprints(planned, latest, { kinds, reason });
  if (papers.length === 0) {
    const message = problem?.details.map((one) => one.message).join(' ') ?? 'This parcel has no such paper.';
    throw new ApiError('label_not_made', message);
  }
  await savePapers(at, parcel, papers);
}

async function loadPlan(
  { connection, station, printer, now }: PaperRequest,
  parcel: Parcel,
  { content, carrier }: PaperOrder,
  items: PaperItems,
) {
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
  const printers = await listPrintersWithBrowser(connection, station, now);
  const { papers, problem } = planPapers({
    usedFiles: hasFiles ? await listUsedFiles(connection, parcel) : [],
    label: paper(LABEL),
    returnLabel: paper(RETURN_LABEL),
    slip: paper(SLIP),
    content: JSON.stringify(contentOf(content, inside)),
    destination: JSON.stringify(address ?? {}),
    declaration: await declareOrder(connection, content, inside),
    customsForm,
    printers: printer ? [printer, ...printers.filter(({ printerId }) => printerId !== printer.printerId)] : printers,
  });
  return {
    planned: papers.map(({ madeOf, ...rest }) => ({ ...rest, madeOf: hash('sha256', madeOf, 'buffer') })),
    problem,
    latest: await listLatestPapers(connection, parcel),
  };
}

/** Names the variant of each item: a changed order keeps its open parcel, and may keep its item ids. */
function contentOf({ items }: PaperOrder['content'], inside: ReadonlyMap<string, number>) {
  return items.flatMap(({ id, existingProduct, customProduct }) => {
    const packed = inside.get(id) ?? 0;
    return packed > 0 ? [[id, packed, existingProduct?.ean13 ?? customProduct?.sku]] : [];
  });
}

function savePapers(
  { connection, station, by, now }: PaperRequest,
  { clientId, orderId, parcel, code }: Parcel,
  papers: readonly RequestedPaper[],
): Promise<void> {
  const requested: Pick<ParcelPaper, 'askedByKind' | 'askedById' | 'askedByName'> = {
    askedByKind: by.kind,
    askedById: by.id,
    askedByName: by.name,
  };
  return insertPapers(
    connection,
    { clientId, orderId, parcel, code, station, asked: now, ...requested },
    papers.map((paper) => ({ ...paper, jobId: risingId() })),
  );
}
