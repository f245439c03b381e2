import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Pool } from 'pg';
import type { Work } from '../../../platform/database/transaction.ts';
import { doOnce, readIdempotencyKey } from '../../../platform/http/idempotency.ts';

/**
 * Makes a change once for each `Idempotency-Key`, and returns its result as JSON. The same request again changes nothing and
 * gets the first result. `asked` is what a key stands for: the route, and all that is asked of it. Throws `idempotency_key_reused`.
 */
export async function changeOnce(
  pool: Pool,
  request: FastifyRequest,
  reply: FastifyReply,
  { asked, now }: { asked: readonly unknown[]; now: Date },
  work: Work<unknown>,
): Promise<string> {
  const { caller, headers } = request;
  const once = { clientId: caller.clientId, key: readIdempotencyKey(headers), asked, now };
  const { answer, isReplayed } = await doOnce(pool, once, async (connection, attempt) =>
    JSON.stringify(await work(connection, attempt)),
  );
  if (isReplayed) reply.header('idempotent-replayed', 'true');
  return answer;
}
