import type { Pool } from 'pg';
import type { Actor } from '../../platform/audit/actor.ts';
import { withRetry } from '../../platform/database/transaction.ts';
import { ApiError, invalidRequest, type Violation } from '../../platform/errors/errors.ts';
import type { CreateOrderContext } from '../create/create-order.ts';
import { type ValidatedOrder, validateOrder } from '../create/validate-order.ts';
import { WAITING_FOR_FILE } from '../document/order-fields.ts';
import type { Order } from '../document/order-schemas.ts';
import { findOrders, type OrderKey } from '../document/order-store.ts';
import { type ChangedOrder, changeOrder, type Decision } from './change-order.ts';
import type { LockedOrder } from './order-change-store.ts';
import { TRANSITIONS } from './order-states.ts';
import { isHeld } from './staff-verb-rules.ts';

const CHANGEABLE = TRANSITIONS.filter(({ to, by }) => to === 'NEW' && by.includes('client')).map(({ from }) => from);

interface Amendment {
  by: Actor;
  body: unknown;
  schemaViolations: readonly Violation[];
  isExpected: (version: number) => boolean;
}

/**
 * Replaces the order with the request body, under the rules of creation. The status becomes NEW and intake
 * starts again.
 * The same body changes nothing, except in ERROR or while the order waits for a file: then it starts another
 * attempt.
 * Throws `order_not_changeable` once production has begun, and `precondition_failed` if `isExpected` refuses
 * the version.
 */
export async function amendOrder(
  context: Omit<CreateOrderContext, 'batches'> & { pool: Pool },
  { clientId, orderId }: OrderKey,
  { by, body, schemaViolations, isExpected }: Amendment,
): Promise<ChangedOrder> {
  const { pool, clock, onWork } = context;
  const { validated, base } = await validateAmendment(context, { clientId, orderId }, body, schemaViolations);
  const violations = [...validated.violations];
  if (validated.order.orderId !== orderId) {
    const message = 'The orderId in the body must equal the orderId in the path. It cannot be changed.';
    violations.push({ pointer: '/orderId', code: 'order_id_mismatch', message });
  }
  if (violations.length > 0) throw invalidRequest(violations);
  const now = clock();
  const changed = await changeOrder(pool, { clientId, orderId }, now, (order) => {
    if (!isExpected(order.version)) {
      throw new ApiError('precondition_failed', 'The order has changed since you read it. Read it again.');
    }
    // The stored order that excused some violations has been replaced since.
    if (base && !base.requestHash.equals(order.requestHash)) throw invalidRequest(base.violations);
    return decideAmendment(order, validated, by, now);
  });
  if (changed.changed) onWork(clientId, changed.before.mode);
  return changed;
}

/** Returns the change to the new content. Undefined if the same content is being taken in, or was. */
function decideAmendment(
  { status, created, requestHash, content: before }: LockedOrder,
  validated: ValidatedOrder,
  by: Actor,
  now: Date,
): Decision | undefined {
  if (!CHANGEABLE.includes(status)) {
    const message = `The order is ${status}. It can be changed while it is ${CHANGEABLE.join(', ')}.`;
    throw new ApiError('order_not_changeable', message);
  }
  const isWaitingForFile = status === 'NEW' && before.statusReason?.code === WAITING_FOR_FILE;
  const isRetry = status === 'ERROR' || isWaitingForFile;
  if (requestHash.equals(validated.requestHash) && !isRetry) return undefined;
  const order = validated.content({ status: 'NEW', created, updated: now });
  return {
    to: 'NEW',
    by,
    content: { order, requestHash: validated.requestHash },
    // An order on hold stays on hold when its customer changes it.
    ...(isHeld(before) ? { extras: { statusReason: before.statusReason } } : { workDue: now }),
  };
}

interface ValidatedAmendment {
  validated: ValidatedOrder;
  /** The stored order that excuses some violations, and all violations without that excuse. */
  base?: { requestHash: Buffer; violations: readonly Violation[] };
}

/**
 * Accepts the stored order again even if the catalogue has changed since. In a different order, the catalogue
 * is not checked for the parts that are unchanged.
 */
async function validateAmendment(
  context: Parameters<typeof amendOrder>[0],
  key: OrderKey,
  body: unknown,
  schemaViolations: readonly Violation[],
): Promise<ValidatedAmendment> {
  const validated = await validateOrder(context, key.clientId, body, schemaViolations);
  const { violations } = validated;
  if (violations.length === 0) return { validated };
  const [stored] = await withRetry(() => findOrders(context.pool, [key]));
  if (!stored) return { validated };
  const accepted: Order = JSON.parse(stored.document);
  const again = await validateOrder(context, key.clientId, body, schemaViolations, { accepted });
  const { requestHash } = stored;
  const isSame = requestHash.equals(again.requestHash);
  return { validated: isSame ? { ...again, violations: [] } : again, base: { requestHash, violations } };
}
