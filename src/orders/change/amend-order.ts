import type { Pool } from 'pg';
import { ApiError, invalidRequest, type Violation } from '../../errors.ts';
import type { CreateOrderContext } from '../create/create-order.ts';
import type { Actor } from '../document/order-actor.ts';
import type { OrderStatus } from '../document/order-fields.ts';
import { WAITING_FOR_FILE } from '../document/order-schemas.ts';
import type { OrderKey } from '../document/order-store.ts';
import { judgeOrder } from '../request/check-order.ts';
import { type ChangedOrder, changeOrder } from './change-order.ts';
import type { LockedOrder } from './order-change-store.ts';

const CHANGEABLE: readonly OrderStatus[] = ['NEW', 'ASSIGNED', 'ERROR'];

export interface Amendment {
  by: Actor;
  body: unknown;
  /** What the body's schema found. */
  schemaViolations: readonly Violation[];
  isExpected: (version: number) => boolean;
}

/**
 * Replaces what the order asks for, by the rules of its creation, and begins its way anew. The same content again changes
 * nothing, but in ERROR and while a file is waited for, where it means: try again now. Throws `order_not_changeable` once production has begun, and
 * `precondition_failed` when `isExpected` refuses the version.
 */
export async function amendOrder(
  context: Omit<CreateOrderContext, 'batches'> & { pool: Pool },
  { clientId, orderId }: OrderKey,
  { by, body, schemaViolations, isExpected }: Amendment,
): Promise<ChangedOrder> {
  const { pool, clock, onWork } = context;
  const judged = await judgeOrder(context, clientId, body, schemaViolations);
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
      workDue: now,
    };
  });
  if (changed.changed) onWork(clientId, mode);
  return changed;
}

function canBeTriedAgain({ status, content }: LockedOrder): boolean {
  if (status === 'ERROR') return true;
  return status === 'NEW' && content.statusReason?.code === WAITING_FOR_FILE;
}
