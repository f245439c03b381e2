import type { Pool } from 'pg';
import { inTransaction } from '../platform/database/transaction.ts';
import { type PlanChange, type PlanDifference, planStock } from '../stock/plan-stock.ts';
import { lockCatalog, raiseCatalogVersion } from './import-store.ts';

/** An import changes at most 50,000 variants. */
const STATEMENT_TIMEOUT_MS = 60_000;

/**
 * Sets minimums, targets, places and owners of variants, all or none, and returns what changes. An owner
 * changes the catalogue too, because other clients no longer see the variant. Throws `invalid_request`.
 */
export async function planVariants(
  pool: Pool,
  changes: readonly PlanChange[],
  planning: Parameters<typeof planStock>[2],
): Promise<PlanDifference[]> {
  const hasOwner = changes.some(({ ownerId }) => ownerId !== undefined) && !planning.isPreview;
  return inTransaction(pool, async (connection) => {
    if (hasOwner) await lockCatalog(connection, STATEMENT_TIMEOUT_MS);
    const made = await planStock(connection, changes, planning);
    if (hasOwner && made.some(({ after }) => 'ownerId' in after)) await raiseCatalogVersion(connection);
    return made;
  });
}
