import type { Pool } from 'pg';
import { findClient } from '../../clients/staff-client-store.ts';
import { isStorable } from '../../database/storable.ts';
import { withRetry } from '../../database/transaction.ts';
import { clientNotFound } from '../../http/not-found-errors.ts';
import { listContractedCarriers } from '../../shipping/carrier-store.ts';

/** The client with its carriers. Throws `client_not_found`. */
export async function readClient(pool: Pool, clientId: string) {
  const client = isStorable(clientId) ? await withRetry(() => findClient(pool, clientId)) : undefined;
  if (!client) throw clientNotFound();
  return { ...client, carriers: await withRetry(() => listContractedCarriers(pool, clientId)) };
}
