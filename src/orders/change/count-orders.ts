import type { Connection } from '../../platform/database/transaction.ts';
import { type StatusCount, sumOrderCounts } from './order-sum-store.ts';

/** How many orders all live clients have together, by status and reason. */
export async function countOrdersOfAll(connection: Connection): Promise<StatusCount[]> {
  return sumOrderCounts(connection, 'live');
}
