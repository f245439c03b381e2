import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Pool } from 'pg';
import { listContractedCarriers } from '../../../catalog/assignment-store.ts';
import { findClient } from '../../../clients/client-store.ts';
import { findContract } from '../../../clients/contract-store.ts';
import { actorOf } from '../../../platform/audit/actor.ts';
import { type Connection, withRetry } from '../../../platform/database/transaction.ts';
import { clientNotFound } from '../../../platform/errors/errors.ts';
import { hasPrecondition, mayReplaceText, sendJson } from '../../../platform/http/etag.ts';
import { type StaffContext, withoutNulls } from '../fields/staff-requests.ts';

export type ClientRequest = FastifyRequest & { params: { clientId: string } };
export type ClientChange = ReturnType<typeof describeChange>;

/** Changes the client if `If-Match` allows it, and sends the changed client. Throws `client_not_found`. */
export async function sendChangedClient(
  context: StaffContext,
  request: ClientRequest,
  reply: FastifyReply,
  change: (changing: ClientChange) => Promise<void>,
): Promise<FastifyReply> {
  const { clientId } = request.params;
  await change(describeChange(context, request));
  return sendJson(request, reply, await readClient(context.pool, clientId));
}

/** Returns the actor and time of a change, and the check of `If-Match` against the stored client. */
export function describeChange({ clock }: StaffContext, request: ClientRequest) {
  const mayChange = async (connection: Connection): Promise<boolean> => {
    if (!hasPrecondition(request)) return true;
    const client = await findWithCarriers(connection, request.params.clientId);
    return mayReplaceText(request, client && JSON.stringify(client));
  };
  return { now: clock(), by: actorOf(request.caller), mayChange };
}

/** Returns the client with its carriers. Throws `client_not_found`. */
export async function readClient(pool: Pool, clientId: string) {
  const client = await withRetry(() => findWithCarriers(pool, clientId));
  if (!client) throw clientNotFound();
  return client;
}

async function findWithCarriers(connection: Connection, clientId: string) {
  const client = await findClient(connection, clientId);
  if (!client) return undefined;
  const carriers = await listContractedCarriers(connection, clientId);
  const contract = await findContract(connection, clientId);
  return { ...client, carriers, contract: contract && withoutNulls(contract) };
}
