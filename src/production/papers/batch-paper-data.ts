import type { Pool } from 'pg';
import { withRetry } from '../../database/transaction.ts';
import type { BatchCover, BatchHead, PickList } from '../../papers/paper-types.ts';
import type { Batch } from '../batch-store.ts';
import { findBatchSums, listCoverCounts, listPickLines } from './batch-paper-store.ts';

function headOf({ batchId, code, created, due }: Batch): BatchHead {
  return { name: batchId, code, released: created, ...(due && { due }) };
}

/** What to take from the shelves for a batch. */
export async function pickListOf(pool: Pool, batch: Batch): Promise<PickList> {
  const lines = await withRetry(() => listPickLines(pool, batch.batchId));
  return {
    batch: headOf(batch),
    lines: lines.map(({ color, size, ...line }) => ({
      ...line,
      ...(color !== '' && { color }),
      ...(size !== '' && { size }),
    })),
  };
}

/** The sheet on top of a batch. */
export async function coverOf(pool: Pool, batch: Batch): Promise<BatchCover> {
  const [counts, sums] = await withRetry(() =>
    Promise.all([listCoverCounts(pool, batch.batchId), findBatchSums(pool, batch.batchId)]),
  );
  return { batch: headOf(batch), orders: batch.orders, counts, ...sums };
}
