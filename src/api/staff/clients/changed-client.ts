import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Pool } from 'pg';
import { findClient } from '../../../clients/staff-client-store.ts';
import { actorOf } from '../../../platform/audit/actor.ts';
import { isStorable } from '../../../platform/database/statement-parts.ts';
import { type Connection, withRetry } from '../../../platform/database/transaction.ts';
import { clientNotFound } from '../../../platform/errors/errors.ts';
import { hasPrecondition, mayReplaceText, sendJson } from '../../../platform/http/etag.ts';
import { listContractedCarriers } from '../../../shipping/carrier-store.ts';
import type { StaffContext } from '../fields/staff-context.ts';

/** Changes the client if the request's `If-Match` allows it, and sends it as it is then. Throws `client_not_found`. */
export async function sendChangedClient(
  context: StaffContext,
  request: RequestOfClient,
  reply: FastifyReply,
  change: (changing: ReturnType<typeof changingOf>) => Promise<void>,
): Promise<FastifyReply> {
  const { clientId } = request.params;
  if (!isStorable(clientId)) throw clientNotFound();
  await change(changingOf(context, request));
  return sendJson(request, reply, JSON.stringify(await readClient(context.pool, clientId)));
}

type RequestOfClient = FastifyRequest & { params: { clientId: string } };

/** Returns who changes the client, when, and the check of the request's `If-Match` against the stored client. */
export function changingOf({ clock }: StaffContext, request: RequestOfClient) {
  const mayChange = async (connection: Connection): Promise<boolean> => {
    if (!hasPrecondition(request)) return true;
    const client = await findWhole(connection, request.params.clientId);
    return mayReplaceText(request, client && JSON.stringify(client));
  };
  return { now: clock(), by: actorOf(request.caller), mayChange };
}

/** Returns the client with its carriers. Throws `client_not_found`. */
export async function readClient(pool: Pool, clientId: string) {
  const client = isStorable(clientId) ? await withRetry(() => findWhole(pool, clientId)) : undefined;
  if (!client) throw clientNotFound();
  return client;
}

async function findWhole(connection: Connection, clientId: string) {
  const client = await findClient(connection, clientId);
  return client && { ...client, carriers: await listContractedCarriers(connection, clientId) };
}
