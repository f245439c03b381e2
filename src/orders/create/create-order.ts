import type { Caller } from '../../clients/access-tokens.ts';
import type { Actor } from '../../platform/audit/actor.ts';
import { risingId } from '../../platform/database/rising-ids.ts';
import { ApiError, invalidRequest, type Violation } from '../../platform/errors/errors.ts';
import { requestTraceParent } from '../../platform/observability/spans.ts';
import {
  type NormalisedOrder,
  type OrderState,
  orderColumns,
  orderCreatedBody,
  orderSummary,
} from '../document/order-document.ts';
import type { OrderStatus } from '../document/order-fields.ts';
import type { Order } from '../document/order-schemas.ts';
import type { Insertion, OrderBatches } from '../rows/order-batches.ts';
import type { StoredOrder } from '../rows/order-row-store.ts';
import { type ValidatedOrder, type ValidationContext, validateOrder } from './validate-order.ts';

export interface CreateOrderContext extends ValidationContext {
  batches: OrderBatches;
  clock: () => Date;
  onWork: (clientId: string, mode: Caller['mode']) => void;
}

interface CreatedOrder {
  orderId: string;
  document: string;
  version: number;
  /** The same order existed already. */
  replayed: boolean;
}

type Creator = Pick<Caller, 'clientId' | 'name' | 'mode'> & {
  /** The person or program of the center that entered the order for the client. */
  enteredBy?: Actor;
  repeatOf?: Order['repeatOf'];
};

/**
 * Creates an order, once for each client and orderId (specification, "Order creation rules"). It is durable
 * when this returns. A repeated request returns the stored order. Throws `invalid_request` with all
 * violations of schema and rules, and `order_already_exists` for a different order with this orderId.
 */
export async function createOrder(
  context: CreateOrderContext,
  caller: Creator,
  body: unknown,
  schemaViolations: readonly Violation[],
): Promise<CreatedOrder> {
  const { clientId, mode } = caller;
  const { validated, document } = await validateAndInsert(context, caller, body, schemaViolations);
  const { orderId } = validated.order;
  if (document !== undefined) {
    context.onWork(clientId, mode);
    return { orderId, document, version: 1, replayed: false };
  }
  const stored = await findRepeatedOrder(context.batches, clientId, validated);
  if (!stored) throw orderAlreadyExists();
  return { orderId, document: stored.document, version: stored.version, replayed: true };
}

/** Validates the body like `createOrder`, with the same result and errors, but stores nothing. */
export async function tryOrder(
  context: ValidationContext & Pick<CreateOrderContext, 'batches'>,
  clientId: string,
  body: unknown,
  schemaViolations: readonly Violation[],
): Promise<'created' | 'replayed'> {
  const validated = await validateOrder(context, clientId, body, schemaViolations);
  return (await findRepeatedOrder(context.batches, clientId, validated)) ? 'replayed' : 'created';
}

/**
 * Validates the body and inserts a valid order. `document` is absent if it was not inserted. A lone request
 * lets the insert check the catalogue version, which saves a round trip. Under load the version is read
 * first, so that concurrent requests share one insert.
 */
async function validateAndInsert(
  context: CreateOrderContext,
  caller: Creator,
  body: unknown,
  schemaViolations: readonly Violation[],
): Promise<{ validated: ValidatedOrder; document?: string }> {
  const validate = (remembered: boolean) =>
    validateOrder(context, caller.clientId, body, schemaViolations, { remembered });
  const { underWay, lastSize } = context.batches.insert;
  const isAlone = underWay === 0 && lastSize <= 1;
  let validated = await validate(isAlone && schemaViolations.length === 0);
  if (validated.violations.length > 0 && !(await context.catalog.isCurrent(validated.catalogVersion)))
    validated = await validate(false);
  if (validated.violations.length > 0) return { validated };
  let inserted = await insertOrder(context, caller, validated, validated.catalogVersion);
  if (inserted.insertion === 'catalog_changed') {
    validated = await validate(false);
    if (validated.violations.length > 0) return { validated };
    inserted = await insertOrder(context, caller, validated, null);
  }
  const { insertion, document } = inserted;
  return { validated, ...(insertion === 'inserted' && { document }) };
}

/** Finds the stored order that the request repeats. It stays accepted, even if the catalogue has changed. */
async function findRepeatedOrder(
  batches: Pick<OrderBatches, 'find' | 'hasCancelledItems'>,
  clientId: string,
  { order, requestHash, violations }: ValidatedOrder,
): Promise<StoredOrder | undefined> {
  const stored = await batches.find({ clientId, orderId: order.orderId });
  if (stored?.requestHash.equals(requestHash)) return stored;
  if (violations.length > 0) throw invalidRequest(violations);
  if (!stored) return undefined;
  const before: Order = JSON.parse(stored.document);
  throw orderAlreadyExists(before.status, await wouldReorderPieces(batches, clientId, before, order));
}

const BEFORE_PRODUCTION: readonly OrderStatus[] = ['NEW', 'ASSIGNED', 'ERROR'];

/** Advice to the client about the stored order, by its status. */
const REMEDIES: Partial<Record<OrderStatus, string>> = {
  NEW: 'To correct it, send this body by PUT /v1/orders/{orderId}.',
  ASSIGNED: 'To correct it, send this body by PUT /v1/orders/{orderId}.',
  ERROR: 'To correct it and have it tried again, send this body by PUT /v1/orders/{orderId}.',
  ACCEPTED: 'Until its first parcel is packed, PUT /v1/orders/{orderId} can change its address, and nothing else.',
};

/** A program that repeats its first request after a partial cancellation must not order the pieces again. */
const KEEP_AS_IS =
  'Pieces of it were cancelled, so leave it as it is: PUT /v1/orders/{orderId} with this body would order them again.';

/** Another orderId is not the first advice: the client would have two orders. */
function orderAlreadyExists(status?: OrderStatus, hasCancelledPieces = false): ApiError {
  const remedy = (status && REMEDIES[status]) ?? 'It can no longer be changed.';
  const message = `You already have a different order under this orderId${status ? `, in status ${status}` : ''}. ${hasCancelledPieces ? KEEP_AS_IS : remedy} Only for an additional order, use another orderId.`;
  return new ApiError('order_already_exists', message);
}

/** Returns whether a PUT of the request would order pieces again that were cancelled. */
async function wouldReorderPieces(
  batches: Pick<OrderBatches, 'hasCancelledItems'>,
  clientId: string,
  { orderId, items, status }: Order,
  sent: NormalisedOrder,
): Promise<boolean> {
  if (!BEFORE_PRODUCTION.includes(status)) return false;
  const quantities = new Map(items.map(({ id, quantity }) => [id, quantity]));
  const hasFewer = sent.items.some(({ id, quantity }) => quantity > (quantities.get(id) ?? 0));
  return hasFewer && batches.hasCancelledItems({ clientId, orderId });
}

/** Inserts the order if the catalogue has this version; null inserts it with any version. */
async function insertOrder(
  { batches, clock }: CreateOrderContext,
  { clientId, name, enteredBy, repeatOf }: Creator,
  { order: { orderId }, requestHash, content: contentIn }: ValidatedOrder,
  catalogVersion: string | null,
): Promise<{ insertion: Insertion; document: string }> {
  const created = clock();
  const state: OrderState = { status: 'NEW', created, updated: created };
  const content: Order = { ...contentIn(state), ...(repeatOf && { repeatOf }) };
  const document = JSON.stringify(content);
  const { itemCount, recipient, country, customerReference } = orderColumns(content);
  const insertion = await batches.insert({
    clientId,
    orderId,
    status: state.status,
    created,
    requestHash,
    document,
    summary: orderSummary(orderId, state),
    eventId: risingId(),
    itemCount,
    recipient,
    country,
    customerReference,
    carrierId: content.shipping.carrierId ?? null,
    actorName: enteredBy?.name ?? name,
    enteredById: enteredBy?.id ?? null,
    isRush: content.priority === 'RUSH',
    webhookBody: orderCreatedBody(content, created),
    catalogVersion,
    traceParent: requestTraceParent(),
  });
  return { insertion, document };
}
