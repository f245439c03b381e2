import { Type } from 'typebox';
import { expectedVersion } from '../fields/expected-version.ts';

/** Of one request; each of its orders is settled for itself, and sending it again goes on where it ended. */
export const BULK_ANSWER_MS_MAX = 60_000;

export const BULK_ORDERS_MAX = 500;
const ETAG_LENGTH_MAX = 200;

/** What of an order was seen. */
export const ifMatch = Type.Optional(
  Type.String({
    maxLength: ETAG_LENGTH_MAX,
    description:
      'ETag of the order as you read it, as in `If-Match` of the single change, or its `version` in double quotes: when it has changed since, this order is not changed.',
    examples: ['"3"'],
  }),
);

/** The row with the test that its `ifMatch` stands for. */
export function withExpectation<Row extends { ifMatch?: string }>({ ifMatch: seen, ...row }: Row) {
  const isExpected = expectedVersion({ 'if-match': seen });
  return { ...row, ...(isExpected && { isExpected }) };
}

export const orderId = Type.String({ description: 'The orderId, as it is.', examples: ['SHOP-10001'] });

/** Of the examples. */
export const orderKey = { clientId: '4f5be5a8-5a25-4f0f-9a11-6a0b3a0e5d4c', orderId: 'SHOP-10001' };

/** What became of one order. */
export const outcome = {
  status: Type.Optional(Type.String({ description: 'Status of the order now, when it went well.' })),
  error: Type.Optional(Type.String({ description: 'Name of the error, when it did not.' })),
  message: Type.Optional(Type.String({ description: 'What was wrong, and what to do.' })),
};
export const bulkCounts = {
  succeeded: Type.Integer({ minimum: 0, description: 'Number of results that went well.' }),
  failed: Type.Integer({ minimum: 0, description: 'Number of those that did not.' }),
};
/** The results with how many of them went well. */
export function counted<T extends object>(results: readonly T[]) {
  const failed = results.filter((result) => 'error' in result).length;
  return { succeeded: results.length - failed, failed, results };
}
