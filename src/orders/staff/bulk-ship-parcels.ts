import type { Parcel } from '../change/shipment-rules.ts';
import type { ShipRow } from './bulk-ship-rows.ts';

/**
 * The parcels of one order that its rows are: rows that name items and have one tracking number and carrier are one parcel, and the same row again is
 * that row. `fault`: an item is in a parcel twice, in different numbers.
 */
export function parcelsOf(rows: readonly ShipRow[]): { parcels: Parcel[]; fault?: string } {
  const parcels: Parcel[] = [];
  const byTracking = new Map<string, { parcel: Parcel; quantities: Map<string, number> }>();
  for (const { line, tracking, pieces } of rows) {
    if (!pieces) {
      parcels.push({ ...tracking });
      continue;
    }
    const { trackingNumber = '', trackingCarrier = '' } = tracking;
    const key = JSON.stringify([trackingNumber, trackingCarrier]);
    let known = byTracking.get(key);
    if (!known) {
      known = { parcel: { ...tracking, items: [] }, quantities: new Map() };
      byTracking.set(key, known);
      parcels.push(known.parcel);
    }
    const { parcel, quantities } = known;
    if (tracking.trackingUrl !== undefined) parcel.trackingUrl ??= tracking.trackingUrl;
    const before = quantities.get(pieces.id);
    if (before !== undefined && before !== pieces.quantity) {
      const item = JSON.stringify(pieces.id);
      return { parcels, fault: `Line ${line} names item ${item} of a parcel again, with another quantity.` };
    }
    if (before === undefined) parcel.items?.push(pieces);
    quantities.set(pieces.id, pieces.quantity);
  }
  return { parcels };
}
