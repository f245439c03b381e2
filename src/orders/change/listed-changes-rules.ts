import { normaliseOrder } from '../document/order-document.ts';
import type { Order } from '../document/order-schemas.ts';

/** A changed field of an order. `before` is absent if the field was added, `after` if it was removed. */
export interface FieldChange {
  /** JSON Pointer into the order. */
  pointer: string;
  before?: string;
  after?: string;
}

/** The reason of a corrected tracking number, carrier or page. */
export const TRACKING_CORRECTED = 'tracking_corrected';
/** A history names at most this many fields of one change. */
const CHANGES_LISTED_MAX = 100;
/** A longer text is cut. */
const TEXT_LENGTH_MAX = 500;

/** Lists the fields that differ: of the request, and the tracking of shipped parcels. */
export function listChanges(before: Order, after: Order): FieldChange[] {
  const changes: FieldChange[] = [];
  compare('', comparedParts(before), comparedParts(after), changes);
  return changes;
}

function comparedParts(order: Order) {
  const shipments = order.shipments?.map(({ trackingNumber, trackingCarrier, trackingUrl }) => ({
    ...{ trackingNumber, trackingCarrier, trackingUrl },
  }));
  return { ...normaliseOrder(order), shipments };
}

function compare(pointer: string, before: unknown, after: unknown, changes: FieldChange[]): void {
  if (before === after || changes.length === CHANGES_LISTED_MAX) return;
  if (isNested(before) || isNested(after)) {
    const [from, to] = [before ?? {}, after ?? {}] as Record<string, unknown>[];
    for (const name of new Set([...Object.keys(from ?? {}), ...Object.keys(to ?? {})]))
      compare(`${pointer}/${name}`, from?.[name], to?.[name], changes);
    return;
  }
  changes.push({ pointer, ...textOf('before', before), ...textOf('after', after) });
}

const isNested = (value: unknown) => typeof value === 'object' && value !== null;

function textOf<Name extends string>(name: Name, value: unknown): { [N in Name]?: string } {
  if (value === undefined || value === null) return {};
  return { [name]: String(value).slice(0, TEXT_LENGTH_MAX) } as { [N in Name]?: string };
}
