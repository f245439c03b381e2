import type { Pool } from 'pg';
import { firstUuid } from '../platform/database/rising-ids.ts';
import { inTransaction } from '../platform/database/transaction.ts';
import { computeUse, findUseDue, USE_DAYS } from '../stock/buy-stock.ts';
import type { Job } from './job-queue.ts';

const DAY_MS = 86_400_000;
const SEARCH_MS = 60_000;

export function listStockJobs(pool: Pool, clock: () => Date): Job[] {
  const today = () => clock().toISOString().slice(0, 10);
  const first = () => firstUuid(new Date(clock().getTime() - USE_DAYS * DAY_MS));
  return [
    {
      // Computes what each variant used in the last days, for the proposal to buy.
      name: 'compute-stock-use',
      findDue: () => findUseDue(pool, first(), today()),
      run: async () => {
        await inTransaction(pool, (connection) => computeUse(connection, first(), today()));
      },
      concurrency: 1,
      searchIntervalMs: SEARCH_MS,
    },
  ];
}
