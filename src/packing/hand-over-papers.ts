import { declareParcels } from '../orders/document/declare-order.ts';
import type { Order } from '../orders/document/order-schemas.ts';
import type { HandOverList } from '../papers/paper-types.ts';
import type { Connection } from '../platform/database/transaction.ts';
import { type DeclaredParcel, writeCustomsCsv } from './customs-csv.ts';
import { carrierOrLabels, HAND_OVER_PARCELS_MAX } from './hand-over-rules.ts';
import { type HandOver, listHandedOverContents } from './hand-over-store.ts';

/** Parcels whose orders are in memory at once. */
const PARCELS_READ_MAX = 100;

type ParcelOnPaper = { listed: HandOverList['parcels'][number]; declared: DeclaredParcel };

/** Reads the list that the driver signs. */
export async function readHandOverList(connection: Connection, list: HandOver, now: Date): Promise<HandOverList> {
  return {
    carrierName: list.carrierName,
    ...carrierOrLabels(list.carrierId),
    name: list.handOverId,
    closed: list.closed ?? now,
    parcels: (await readParcels(connection, list)).map(({ listed }) => listed),
  };
}

/** Returns the customs data of the list's parcels as CSV, for the portal of the carrier. */
export async function readHandOverCustoms(connection: Connection, list: HandOver): Promise<string> {
  return writeCustomsCsv((await readParcels(connection, list)).map(({ declared }) => declared));
}

async function readParcels(connection: Connection, { handOverId }: HandOver): Promise<ParcelOnPaper[]> {
  const parcels: ParcelOnPaper[] = [];
  let after: { handedOver: Date; code: string } | undefined;
  while (parcels.length < HAND_OVER_PARCELS_MAX) {
    const page = await listHandedOverContents(connection, handOverId, { after, limit: PARCELS_READ_MAX });
    const read = page.map(({ document, pieces, ...parcel }) => {
      const order: Order = JSON.parse(document);
      return { parcel, order, pieces: new Map<string, number>(JSON.parse(pieces)) };
    });
    const declarations = await declareParcels(connection, read);
    for (const [index, { parcel, order }] of read.entries()) {
      const { code, clientName, orderId } = parcel;
      const { declaration, weightGrams } = declarations[index] as (typeof declarations)[number];
      const trackingNumber = parcel.trackingNumber ?? undefined;
      const { address } = order.shipping;
      const country = address?.country;
      parcels.push({
        listed: {
          code,
          clientName,
          orderId,
          ...(trackingNumber !== undefined && { trackingNumber }),
          ...(country !== undefined && { country }),
          ...(weightGrams !== undefined && { weightGrams }),
        },
        declared: {
          parcel: code,
          trackingNumber,
          orderId,
          recipient: { ...address, country: country ?? '' },
          declaration,
        },
      });
    }
    const last = page.at(-1);
    if (!last?.handedOver || page.length < PARCELS_READ_MAX) break;
    after = { handedOver: last.handedOver, code: last.code };
  }
  return parcels;
}
