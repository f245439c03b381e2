import { randomUUIDv7 } from 'node:crypto';
import type { Caller } from '../../auth/access-tokens.ts';
import { ApiError, invalidRequest, type Violation } from '../../errors.ts';
import type { OrderBatches } from '../document/order-batches.ts';
import { orderColumns } from '../document/order-columns.ts';
import { type OrderState, orderSummary } from '../document/order-document.ts';
import { orderCreatedBody } from '../document/order-event-body.ts';
import type { StoredOrder } from '../document/order-store.ts';
import { type JudgeContext, judgeOrder } from '../request/check-order.ts';

export interface CreateOrderContext extends JudgeContext {
  batches: OrderBatches;
  clock: () => Date;
  /** Tells the background that the client's order has work to do. */
  onWork: (clientId: string, mode: Caller['mode']) => void;
}

export interface CreatedOrder {
  orderId: string;
  document: string;
  version: number;
  /** The same order had been made before. */
  replayed: boolean;
}

/**
 * Makes the order, once per client and orderId (spec, Order creation rules). `schemaViolations` is what the body's schema
 * found; all violations are thrown together as `invalid_request`, and a different order under the orderId as
 * `order_already_exists`. When it answers, the order is durable.
 */
export async function createOrder(
  context: CreateOrderContext,
  { clientId, name, mode }: Pick<Caller, 'clientId' | 'name' | 'mode'>,
  body: unknown,
  schemaViolations: readonly Violation[],
): Promise<CreatedOrder> {
  const { batches, clock, onWork } = context;
  const judged = await judgeOrder(context, clientId, body, schemaViolations);
  const { requestHash, violations } = judged;
  const { orderId } = judged.order;
  if (violations.length > 0) {
    // What was accepted once stays accepted when it is sent again, even if the catalogue has changed since.
    const stored = await batches.find({ clientId, orderId });
    if (stored?.requestHash.equals(requestHash)) return replay(stored);
    throw invalidRequest(violations);
  }
  const created = clock();
  const state: OrderState = { status: 'NEW', created, updated: created };
  const content = judged.content(state);
  const document = JSON.stringify(content);
  const { itemCount, recipient, country } = orderColumns(content);
  const insertion = await batches.insert({
    clientId,
    orderId,
    status: state.status,
    created,
    requestHash,
    document,
    summary: orderSummary(orderId, state),
    eventId: randomUUIDv7(),
    itemCount,
    recipient,
    country,
    carrierId: content.shipping.carrierId ?? null,
    actorName: name,
    webhookBody: orderCreatedBody(orderId, state.status, created),
  });
  if (insertion === 'inserted') {
    onWork(clientId, mode);
    return { orderId, document, version: 1, replayed: false };
  }
  const stored = await batches.find({ clientId, orderId });
  if (stored?.requestHash.equals(requestHash)) return replay(stored);
  throw new ApiError(
    'order_already_exists',
    'You already have a different order under this orderId; give this one another.',
  );
}

function replay({ orderId, document, version }: StoredOrder): CreatedOrder {
  return { orderId, document, version, replayed: true };
}
