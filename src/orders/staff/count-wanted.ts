import type { Connection } from '../../database/transaction.ts';
import { listOrderCounts } from '../change/order-count-store.ts';
import { sumOrderCounts } from '../change/order-sum-store.ts';
import type { OperatorOrderFilter } from './order-conditions-store.ts';

const ON_HOLD = 'on_hold';
/** Where all have what is asked for, it is still something that is asked for. */
const SHARE_MAX = 0.999;

/** How many orders have the client, the statuses and the reasons of the filter, as they were counted last, and which part of all that is. Undefined: it asks for none of these. */
export async function countWanted(
  connection: Connection,
  filter: OperatorOrderFilter,
): Promise<{ orders: number; share: number } | undefined> {
  const { mode, clientId, statuses, reasons, held, cancellationRequested } = filter;
  if (clientId === undefined && !isNarrow(filter)) return undefined;
  const ofAll = await sumOrderCounts(connection, mode);
  const counts = clientId === undefined ? ofAll : await listOrderCounts(connection, mode, clientId);
  const wanted = counts.filter(
    ({ status, reasonCode }) =>
      (!statuses || statuses.includes(status)) &&
      (!reasons || reasons.includes(reasonCode ?? '')) &&
      (held !== true || reasonCode === ON_HOLD) &&
      (!cancellationRequested || status === 'ACCEPTED'),
  );
  const sumOf = (of: readonly { orders: number }[]) => of.reduce((sum, { orders }) => sum + orders, 0);
  const orders = sumOf(wanted);
  return { orders, share: Math.min(orders / Math.max(1, sumOf(ofAll)), SHARE_MAX) };
}

/** Whether an index knows which orders are meant, before their words are looked at. */
export function isNarrow({ statuses, reasons, held, cancellationRequested }: OperatorOrderFilter): boolean {
  return (statuses ?? reasons) !== undefined || held === true || cancellationRequested === true;
}
