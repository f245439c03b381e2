import { hash } from 'node:crypto';
import { readVariantCustoms } from '../catalog/variant-data.ts';
import { variantCodesOf } from '../orders/document/declare-order.ts';
import type { LockedOrder } from '../orders/rows/order-row-store.ts';
import type { Actor } from '../platform/audit/actor.ts';
import { risingId } from '../platform/database/rising-ids.ts';
import type { Connection } from '../platform/database/transaction.ts';
import { listPrintersWithBrowser } from '../printing/manage-printers.ts';
import type { StationPrinter } from '../printing/printer-store.ts';
import { CLIENT_FILES, type PaperSources, type RequestedPaper } from './parcel-paper-rules.ts';
import {
  findClientFiles,
  findLabelSources,
  insertPapers,
  listLatestPapers,
  listUsedFiles,
} from './parcel-paper-store.ts';
import type { Parcel } from './parcel-store.ts';

interface PaperPlace {
  connection: Connection;
  /** Name or id of the station whose printers are used. */
  station: string;
  /** Comes before the printers of the station. */
  printer?: StationPrinter | undefined;
  by: Actor;
  now: Date;
}

/** Reads the data on which the papers of a parcel depend. The order is locked; the parcel may be new. */
export async function loadPaperSources(
  { connection, station, printer, now }: PaperPlace,
  parcel: Pick<Parcel, 'clientId' | 'orderId' | 'parcel'>,
  order: Pick<LockedOrder, 'content' | 'carrier'>,
): Promise<PaperSources> {
  const { clientId, orderId } = parcel;
  const { content, carrier } = order;
  const { shippingLabelUrl, returnLabelUrl } = content.shipping;
  const hasFiles = [shippingLabelUrl, returnLabelUrl, content.packingSlip].some((url) => url !== undefined);
  const { skus, ean13s } = variantCodesOf(content);
  const printers = await listPrintersWithBrowser(connection, station, now);
  const { customsForm, slipForm, labelRules, bought } = await findLabelSources(connection, parcel, carrier);
  return {
    kept: hasFiles ? await findClientFiles(connection, clientId, orderId, Object.values(CLIENT_FILES)) : [],
    usedFiles: hasFiles ? await listUsedFiles(connection, parcel) : [],
    customsForm,
    slipForm,
    ...(labelRules.length > 0 && {
      buying: {
        rules: labelRules.map(({ providerId, rule }) => ({ providerId, ...rule })),
        clientId,
        carrierId: carrier,
      },
    }),
    bought,
    variantOf: await readVariantCustoms(connection, skus, ean13s),
    printers: printer ? [printer, ...printers.filter(({ printerId }) => printerId !== printer.printerId)] : printers,
    latest: await listLatestPapers(connection, parcel),
    hashOf: (text) => hash('sha256', text, 'buffer'),
  };
}

/** Requests papers of a parcel. They are drawn and printed after the commit. */
export function savePapers(
  { connection, station, by, now }: PaperPlace,
  { clientId, orderId, parcel, code }: Parcel,
  papers: readonly RequestedPaper[],
): Promise<void> {
  const askedBy = { askedByKind: by.kind, askedById: by.id, askedByName: by.name };
  return insertPapers(
    connection,
    { clientId, orderId, parcel, code, station, asked: now, ...askedBy },
    papers.map((paper) => ({ ...paper, jobId: risingId() })),
  );
}
