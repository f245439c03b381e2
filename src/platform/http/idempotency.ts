import { hash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { Pool } from 'pg';
import { Type } from 'typebox';
import { inTransaction, type Work } from '../database/transaction.ts';
import { ApiError, invalidRequest } from '../errors/errors.ts';
import { findRecordedRequest, type IdempotencyKey, saveAnswer, takeKey } from './idempotency-store.ts';

const KEY = /^[\x20-\x7E]{1,128}$/;

/** The header that identifies a repeated change (IETF draft "The Idempotency-Key HTTP Header Field"). */
export const idempotencyHeaders = Type.Object({
  'idempotency-key': Type.Optional(
    Type.String({
      description:
        'A key for this change that you choose, such as a UUID: 1 to 128 printable ASCII characters. A repeated request with the same key within 24 hours changes nothing and gets the first answer.',
      examples: ['8e03978e-40d5-43dd-bc93-6894a57f9324'],
    }),
  ),
});

export const replayedHeader = {
  'Idempotent-Replayed': {
    schema: Type.String(),
    description: 'true if this is the stored answer to the first request with this key.',
  },
};

/** Returns the key of the request, or undefined without one. Throws `invalid_request`. */
export function readIdempotencyKey(headers: IncomingHttpHeaders): string | undefined {
  const key = headers['idempotency-key'];
  if (key === undefined) return undefined;
  if (typeof key === 'string' && KEY.test(key)) return key;
  const message = '"Idempotency-Key" must be 1 to 128 printable ASCII characters.';
  throw invalidRequest([{ pointer: 'Idempotency-Key', code: 'invalid_idempotency_key', message }]);
}

/** A key is forgotten after this time. */
export const KEY_HOURS = 24;
export const KEY_MS = KEY_HOURS * 3_600_000;

interface OnceRequest {
  clientId: string;
  key: string | undefined;
  /** The request as JSON. The same key must come with the same request. */
  input: unknown;
  now: Date;
}

/**
 * Makes a change in a transaction and stores its answer under the key of the request. A repeated request gets
 * the stored answer. Refusals are not stored. Throws `idempotency_key_reused` if the key belongs to another
 * request.
 */
export async function doOnce(
  pool: Pool,
  { clientId, key, input, now }: OnceRequest,
  work: Work<string>,
): Promise<{ answer: string; isReplayed: boolean }> {
  if (key === undefined) return { answer: await inTransaction(pool, work), isReplayed: false };
  const id: IdempotencyKey = { clientId, key };
  const requestHash = hash('sha256', JSON.stringify(input), 'buffer');
  const takenAfter = new Date(now.getTime() - KEY_MS);
  return inTransaction(pool, async (connection, attempt) => {
    if (!(await takeKey(connection, id, { requestHash, created: now, takenAfter }))) {
      const recorded = await findRecordedRequest(connection, id);
      if (!recorded?.requestHash.equals(requestHash)) throw keyReused();
      // An earlier attempt of this same request may have stored it and lost its connection during the commit.
      return { answer: recorded.answer, isReplayed: !attempt.mayBeDone };
    }
    const answer = await work(connection, attempt);
    await saveAnswer(connection, id, answer);
    return { answer, isReplayed: false };
  });
}

function keyReused(): ApiError {
  return new ApiError(
    'idempotency_key_reused',
    'This Idempotency-Key belongs to another request. Use a new key for each change.',
  );
}
