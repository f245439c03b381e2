import type { IncomingHttpHeaders } from 'node:http';
import { Type } from 'typebox';
import { invalidRequest } from '../errors/errors.ts';

const KEY = /^[\x20-\x7E]{1,128}$/;

/** The header by which a change that is sent again is known (IETF draft "The Idempotency-Key HTTP Header Field"). */
export const idempotencyHeaders = Type.Object({
  'idempotency-key': Type.Optional(
    Type.String({
      description:
        'A name for this change, made by you, such as a UUID: 1 to 128 printable ASCII characters. The same request again under the same key within 24 hours changes nothing, and is answered as the first time.',
      examples: ['8e03978e-40d5-43dd-bc93-6894a57f9324'],
    }),
  ),
});

export const replayedHeader = {
  'Idempotent-Replayed': {
    schema: Type.String(),
    description: 'true when this is the answer to the first request under the same key.',
  },
};

/** The request's key; undefined when there is none. Throws `invalid_request`. */
export function readIdempotencyKey(headers: IncomingHttpHeaders): string | undefined {
  const key = headers['idempotency-key'];
  if (key === undefined) return undefined;
  if (typeof key === 'string' && KEY.test(key)) return key;
  const message = '"Idempotency-Key" must be 1 to 128 printable ASCII characters.';
  throw invalidRequest([{ pointer: 'Idempotency-Key', code: 'invalid_idempotency_key', message }]);
}
