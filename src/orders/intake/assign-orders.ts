import { randomUUIDv7 } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { SYSTEM } from '../../audit/actor.ts';
import type { Connection } from '../../database/transaction.ts';
import { reserveOrWait } from '../../stock/reserve-stock.ts';
import { stockNeeds } from '../../stock/stock-needs.ts';
import type { OrderChange } from '../change/apply-change.ts';
import { isHeld } from '../change/hold-rules.ts';
import { lockOrders } from '../change/order-change-store.ts';
import { findTransition } from '../change/order-states.ts';
import { endWork } from '../change/order-work-store.ts';
import { type PlannedChange, saveChanges } from '../change/save-changes.ts';
import type { OrderWarning, StatusReason } from '../document/order-schemas.ts';
import { waitingForStock } from './waiting-rules.ts';

/** Orders of one transaction. */
export const ASSIGNED_AT_ONCE_MAX = 50;

/** An order whose files are kept. */
export interface ReadyOrder {
  version: number;
  /** What intake found that could be better; absent: what the order says of that stays. */
  warnings?: readonly OrderWarning[] | undefined;
}

/**
 * Takes orders whose files are kept from NEW to ASSIGNED, with what they need reserved: all of one client, in one transaction.
 * Those for which there is too little wait for it. `ready` has them by their ids, in the version whose files are kept; one
 * that changed since is left to its next turn. `haveWaited`: for stock, and now it is their turn.
 */
export async function assignOrders(
  connection: Connection,
  clientId: string,
  ready: ReadonlyMap<string, ReadyOrder>,
  now: Date,
  haveWaited = false,
): Promise<void> {
  const orders = (await lockOrders(connection, clientId, [...ready.keys()])).filter(
    ({ orderId, version, status, content }) =>
      ready.get(orderId)?.version === version &&
      findTransition(status, 'ASSIGNED', 'system') &&
      !isHeld(content),
  );
  if (orders.length === 0) return;
  const requests = orders.map(({ orderId, created, mode, content }) => {
    return { orderId, created, needs: mode === 'live' ? stockNeeds(content.items) : [] };
  });
  const short = await reserveOrWait(connection, clientId, requests, { haveWaited, now });
  const told: string[] = [];
  const changes: PlannedChange[] = [];
  for (const order of orders) {
    const { orderId, content } = order;
    const missing = short.get(orderId);
    const statusReason = missing ? waitingForStock(content, missing) : null;
    if (statusReason && isDeepStrictEqual(content.statusReason, statusReason)) told.push(orderId);
    else {
      const change = changeOf(statusReason, ready.get(orderId)?.warnings);
      changes.push({ order, change, eventId: randomUUIDv7() });
    }
  }
  await saveChanges(connection, clientId, changes, now);
  if (told.length > 0) await endWork(connection, clientId, told);
}

/** To ASSIGNED, or with the reason why not. */
function changeOf(statusReason: StatusReason | null, warnings: ReadyOrder['warnings']): OrderChange {
  const extras = {
    statusReason,
    ...(warnings && { warnings: warnings.length > 0 ? [...warnings] : null }),
  };
  if (!statusReason) return { to: 'ASSIGNED', by: SYSTEM, extras };
  return { event: 'order.updated', by: SYSTEM, reason: statusReason.code, extras };
}
