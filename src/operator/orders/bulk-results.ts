import { Type } from 'typebox';

/** Of one request; each of its orders is settled for itself, and sending it again goes on where it ended. */
export const BULK_ANSWER_MS_MAX = 60_000;

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
