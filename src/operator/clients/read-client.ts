import type { FastifyRequest } from 'fastify';
import type { Pool } from 'pg';
import { findClient } from '../../clients/staff-client-store.ts';
import { isStorable } from '../../database/storable.ts';
import { type Connection, withRetry } from '../../database/transaction.ts';
import { clientNotFound } from '../../http/not-found-errors.ts';
import { hasPrecondition, mayReplaceText } from '../../http/preconditions.ts';
import { listContractedCarriers } from '../../shipping/carrier-store.ts';

/** The client with its carriers. Throws `client_not_found`. */
export async function readClient(pool: Pool, clientId: string) {
  const client = isStorable(clientId) ? await withRetry(() => findWhole(pool, clientId)) : undefined;
  if (!client) throw clientNotFound();
  return client;
}

/** Whether the request may change the client that is stored, by the ETag of what `readClient` answered. */
export function ifClientSeen(request: Pick<FastifyRequest, 'headers'>, clientId: string) {
  return async (connection: Connection): Promise<boolean> => {
    if (!hasPrecondition(request)) return true;
    const client = await findWhole(connection, clientId);
    return mayReplaceText(request, client && JSON.stringify(client));
  };
}

async function findWhole(connection: Connection, clientId: string) {
  const client = await findClient(connection, clientId);
  return client && { ...client, carriers: await listContractedCarriers(connection, clientId) };
}
