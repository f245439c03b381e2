import type { Pool } from 'pg';
import type { Actor } from '../../platform/audit/actor.ts';
import { withRetry } from '../../platform/database/transaction.ts';
import { ApiError, invalidRequest, type Violation } from '../../platform/errors/errors.ts';
import { type JudgedOrder, judgeOrder } from '../create/check-order.ts';
import type { CreateOrderContext } from '../create/create-order.ts';
import type { OrderStatus } from '../document/order-fields.ts';
import { WAITING_FOR_FILE } from '../document/order-fields.ts';
import type { Order } from '../document/order-schemas.ts';
import { findOrders, type OrderKey } from '../document/order-store.ts';
import { type ChangedOrder, changeOrder } from './change-order.ts';
import type { LockedOrder } from './order-change-store.ts';
import { isHeld } from './staff-verb-rules.ts';

const CHANGEABLE: readonly OrderStatus[] = ['NEW', 'ASSIGNED', 'ERROR'];

export interface Amendment {
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
  const { judged, base } = await judgeAmendment(context, { clientId, orderId }, body, schemaViolations);
  const violations = [...judged.violations];
  if (judged.order.orderId !== orderId) {
    const message = 'The orderId in the body must be the one in the path; it cannot be changed.';
    violations.push({ pointer: '/orderId', code: 'order_id_mismatch', message });
  }
  if (violations.length > 0) throw invalidRequest(violations);
  const now = clock();
  let mode: LockedOrder['mode'] = 'live';
  const changed = await changeOrder(pool, { clientId, orderId }, now, (order) => {
    mode = order.mode;
    if (!isExpected(order.version)) {
      throw new ApiError('precondition_failed', 'The order has changed since you read it; read it again.');
    }
    // The stored order that excused some violations has been replaced since.
    if (base && !base.requestHash.equals(order.requestHash)) throw invalidRequest(base.violations);
    const { status, created } = order;
    if (!CHANGEABLE.includes(status)) {
      throw new ApiError(
        'order_not_changeable',
        `The order is ${status}; it can be changed while ${CHANGEABLE.join(', ')}.`,
      );
    }
    if (order.requestHash.equals(judged.requestHash) && !canBeTriedAgain(order)) return undefined;
    return {
      to: 'NEW',
      by,
      content: {
        order: judged.content({ status: 'NEW', created, updated: now }),
        requestHash: judged.requestHash,
      },
      // An order on hold stays on hold when its customer changes it.
      ...(isHeld(order.content)
        ? { extras: { statusReason: order.content.statusReason } }
        : { workDue: now }),
    };
  });
  if (changed.changed) onWork(clientId, mode);
  return changed;
}

interface JudgedAmendment {
  judged: JudgedOrder;
  /** The stored order that excuses some violations, and all violations without that excuse. */
  base?: { requestHash: Buffer; violations: readonly Violation[] };
}

/**
 * Accepts the stored order again even if the catalogue has changed since. In a different order, the catalogue
 * is not checked for the parts that are unchanged.
 */
async function judgeAmendment(
  context: Parameters<typeof amendOrder>[0],
  key: OrderKey,
  body: unknown,
  schemaViolations: readonly Violation[],
): Promise<JudgedAmendment> {
  const judged = await judgeOrder(context, key.clientId, body, schemaViolations);
  const { violations } = judged;
  if (violations.length === 0) return { judged };
  const [stored] = await withRetry(() => findOrders(context.pool, [key]));
  if (!stored) return { judged };
  const accepted: Order = JSON.parse(stored.document);
  const again = await judgeOrder(context, key.clientId, body, schemaViolations, { accepted });
  const { requestHash } = stored;
  const isSame = requestHash.equals(again.requestHash);
  return { judged: isSame ? { ...again, violations: [] } : again, base: { requestHash, violations } };
}

function canBeTriedAgain({ status, content }: LockedOrder): boolean {
  if (status === 'ERROR') return true;
  return status === 'NEW' && content.statusReason?.code === WAITING_FOR_FILE;
}
