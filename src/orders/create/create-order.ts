import { randomUUIDv7 } from 'node:crypto';
import type { Caller } from '../../clients/access-tokens.ts';
import { ApiError, invalidRequest, type Violation } from '../../platform/errors/errors.ts';
import { requestTraceParent } from '../../platform/observability/spans.ts';
import type { Insertion, OrderBatches } from '../document/order-batches.ts';
import { type OrderState, orderColumns, orderCreatedBody, orderSummary } from '../document/order-document.ts';
import type { StoredOrder } from '../document/order-store.ts';
import { type JudgeContext, type JudgedOrder, judgeOrder } from './check-order.ts';

export interface CreateOrderContext extends JudgeContext {
  batches: OrderBatches;
  clock: () => Date;
  /** Wakes the background jobs for the client's orders. */
  onWork: (clientId: string, mode: Caller['mode']) => void;
}

export interface CreatedOrder {
  orderId: string;
  document: string;
  version: number;
  /** The same order existed already. */
  replayed: boolean;
}

/**
 * Creates an order, once for each client and orderId (specification, "Order creation rules"). The order is
 * durable when this returns. A repeated request returns the stored order.
 * Throws `invalid_request` with all violations, including those of the schema.
 * Throws `order_already_exists` if a different order has this orderId.
 */
export async function createOrder(
  context: CreateOrderContext,
  caller: Pick<Caller, 'clientId' | 'name' | 'mode'>,
  body: unknown,
  schemaViolations: readonly Violation[],
): Promise<CreatedOrder> {
  const { batches, onWork } = context;
  const { clientId, mode } = caller;
  const judge = (remembered: boolean) =>
    judgeOrder(context, clientId, body, schemaViolations, { remembered });
  const insert = (order: JudgedOrder, catalogVersion: string | null) =>
    insertOrder(context, caller, order, catalogVersion);
  // A lone request uses the catalogue in memory, and the insert checks its version, which saves a round trip.
  // Under load the version is read first, so that concurrent requests share one insert.
  const { underWay, lastSize } = batches.counts.insert;
  const isAlone = underWay === 0 && lastSize <= 1;
  let judged = await judge(isAlone && schemaViolations.length === 0);
  if (judged.violations.length > 0 && !(await context.catalog.isCurrent(judged.catalogVersion)))
    judged = await judge(false);
  let made = judged.violations.length > 0 ? undefined : await insert(judged, judged.catalogVersion);
  if (made?.insertion === 'judged by another catalogue') {
    judged = await judge(false);
    made = judged.violations.length > 0 ? undefined : await insert(judged, null);
  }
  const { orderId } = judged.order;
  if (made?.insertion === 'inserted') {
    onWork(clientId, mode);
    return { orderId, document: made.document, version: 1, replayed: false };
  }
  // An order that was accepted once stays accepted, even if the catalogue has changed since.
  const stored = await batches.find({ clientId, orderId });
  if (stored?.requestHash.equals(judged.requestHash)) return replay(stored);
  if (judged.violations.length > 0) throw invalidRequest(judged.violations);
  throw anotherExists();
}

/** Returns what `createOrder` would do, or throws what it would throw, without changing anything. */
export async function tryOrder(
  context: JudgeContext & Pick<CreateOrderContext, 'batches'>,
  clientId: string,
  body: unknown,
  schemaViolations: readonly Violation[],
): Promise<'created' | 'replayed'> {
  const judged = await judgeOrder(context, clientId, body, schemaViolations);
  const stored = await context.batches.find({ clientId, orderId: judged.order.orderId });
  if (stored?.requestHash.equals(judged.requestHash)) return 'replayed';
  if (judged.violations.length > 0) throw invalidRequest(judged.violations);
  if (stored) throw anotherExists();
  return 'created';
}

function anotherExists(): ApiError {
  return new ApiError(
    'order_already_exists',
    'You already have a different order under this orderId; give this one another.',
  );
}

/** Null inserts the order with any catalogue version. */
async function insertOrder(
  { batches, clock }: CreateOrderContext,
  { clientId, name }: Pick<Caller, 'clientId' | 'name'>,
  { order: { orderId }, requestHash, content: contentIn }: JudgedOrder,
  catalogVersion: string | null,
): Promise<{ insertion: Insertion; document: string }> {
  const created = clock();
  const state: OrderState = { status: 'NEW', created, updated: created };
  const content = contentIn(state);
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
    catalogVersion,
    traceParent: requestTraceParent(),
  });
  return { insertion, document };
}

function replay({ orderId, document, version }: StoredOrder): CreatedOrder {
  return { orderId, document, version, replayed: true };
}
