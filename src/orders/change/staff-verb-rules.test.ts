import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ORDER_STATUSES } from '../document/order-fields.ts';
import { listPossibleVerbs, requireVerb, STAFF_VERBS, type StaffSituation } from './staff-verb-rules.ts';

const situations: StaffSituation[] = ORDER_STATUSES.flatMap((status) =>
  [undefined, { status: 'REQUESTED' as const }].map((cancellation) => ({
    status,
    mode: 'live' as const,
    content: { items: [], ...(cancellation && { cancellation }) },
  })),
);

test('each verb is possible exactly when it is listed, and a refusal names the status and all possible verbs', () => {
  for (const order of situations) {
    const possible = listPossibleVerbs(order);
    for (const verb of STAFF_VERBS) {
      if (possible.includes(verb)) {
        requireVerb(order, verb);
        continue;
      }
      const named = possible.length > 0 ? `Possible: ${possible.join(', ')}.` : 'It cannot be changed any more';
      assert.throws(
        () => requireVerb(order, verb),
        ({ error, message }: Error & { error: string }) =>
          error === 'order_not_changeable' &&
          message.startsWith(`The order is ${order.status}`) &&
          message.includes(`"${verb}" is not possible`) &&
          message.includes(named),
      );
    }
  }
});

test('a cancellation request is decided while it is pending, and a final order does not change', () => {
  const of = (status: StaffSituation['status'], content: Partial<StaffSituation['content']> = {}) =>
    listPossibleVerbs({ status, mode: 'live', content: { items: [], ...content } });
  assert.deepEqual(of('ASSIGNED'), ['accept', 'error', 'cancel', 'hold', 'rush', 'unrush']);
  assert.ok(!of('ACCEPTED').includes('cancellation/accept'));
  assert.ok(of('ACCEPTED', { cancellation: { status: 'REQUESTED' } }).includes('cancellation/reject'));
  assert.deepEqual(of('CANCELLED'), []);
});
