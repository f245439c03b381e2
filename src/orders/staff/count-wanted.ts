import type { Connection } from '../../database/transaction.ts';
import { listOrderCounts } from '../change/order-count-store.ts';
import { sumOrderCounts } from '../change/order-sum-store.ts';
import type { OperatorOrderFilter } from './order-conditions-store.ts';

const ON_HOLD = 'on_hold';

/** Numbers of orders, as they were counted last. */
export interface WantedCount {
  /** That have the client, the statuses and the reasons of the filter. */
  wanted: number;
  /** Of its client, or of all. */
  all: number;
}

/** How many orders the filter leaves by client, statuses and reasons. Undefined: it asks for none of these. */
export async function countWanted(
  connection: Connection,
  filter: OperatorOrderFilter,
): Promise<WantedCount | undefined> {
  const { mode, clientId, statuses, reasons, held, cancellationRequested } = filter;
  if (clientId === undefined && !isNarrow(filter)) return undefined;
  const counts =
    clientId === undefined
      ? await sumOrderCounts(connection, mode)
      : await listOrderCounts(connection, mode, clientId);
  const wanted = counts.filter(
    ({ status, reasonCode }) =>
      (!statuses || statuses.includes(status)) &&
      (!reasons || reasons.includes(reasonCode ?? '')) &&
      (held === undefined || held === (reasonCode === ON_HOLD)) &&
      (!cancellationRequested || status === 'ACCEPTED'),
  );
  const sum = (some: readonly { orders: number }[]) => some.reduce((total, { orders }) => total + orders, 0);
  return { wanted: sum(wanted), all: sum(counts) };
}

/** Whether an index knows which orders are meant, before their words are looked at. */
export function isNarrow({ statuses, reasons, held, cancellationRequested }: OperatorOrderFilter): boolean {
  return (statuses ?? reasons) !== undefined || held === true || cancellationRequested === true;
}
