import type { FastifyInstance } from 'fastify';
import type { Pool } from 'pg';
import { Type } from 'typebox';
import { actorOf } from '../../../platform/audit/actor.ts';
import { withRetry } from '../../../platform/database/transaction.ts';
import { ApiError, pieceNotFound } from '../../../platform/errors/errors.ts';
import { changeAnswers, readAnswers, Timestamp, withExample } from '../../../platform/http/api-document.ts';
import { sendJson } from '../../../platform/http/etag.ts';
import { cursorParameters, decodeCursor, sendPage } from '../../../platform/http/paging.ts';
import { registerRoutes, route } from '../../../platform/http/route-table.ts';
import type { Config } from '../../../platform/settings/config.ts';
import { type BeginContext, beginOrders } from '../../../production/begin-production.ts';
import { describePiece } from '../../../production/describe-piece.ts';
import { type FoundPiece, findOpenPieces } from '../../../production/open-pieces-store.ts';
import { listPieceEvents } from '../../../production/piece-event-store.ts';
import { listPiecesOfOrder } from '../../../production/piece-store.ts';
import { findProductionOrders, isProductionDue } from '../../../production/production-order-store.ts';
import { stopOrderOf } from '../../../production/scan/report-short.ts';
import { mayDo, type Role } from '../../../staff/role-rules.ts';
import { withoutNulls } from '../fields/field-faults.ts';
import { CODE_LENGTH_MAX, OrderKeyParams, oneOf, stringField, text } from '../fields/operator-schemas.ts';
import { ORDER_PATH, readOrder, storableKey } from '../orders/verb-answers.ts';
import { StoppedSchema } from '../packing/scan-schemas.ts';
import type { ShowingContext } from '../packing/shown-scan.ts';
import {
  describedPiece,
  PIECE_IN_HAND,
  PieceInHandSchema,
  PieceParams,
  PieceSchema,
  picturesOf,
  StopRequest,
  shownPiece,
} from './piece-schemas.ts';
import { batchIdOf, pieceCodeOf, readPiece } from './read-by-code.ts';

export interface PieceRouteOptions {
  config: Pick<Config, 'BASE_URL'>;
  production: BeginContext & ShowingContext & { clock: () => Date };
}

const getPieces = route({
  schema: {
    tags: ['Production'],
    operationId: 'listOrderPieces',
    summary: "Read an order's pieces",
    description:
      'Those of its present run, the ones that were replaced with them, in the order of its items; none before it is ACCEPTED. Existing products have no pieces: they are counted.',
    params: OrderKeyParams,
    response: readAnswers('The pieces.', Type.Array(PieceSchema), 'order_not_found'),
  },
  handler: async ({ production }: PieceRouteOptions, request, reply) => {
    const { pool } = production;
    const { clientId, orderId } = storableKey(request.params.clientId, request.params.orderId);
    // The order was accepted a moment ago, and the background job has not begun it yet.
    if (await withRetry(() => isProductionDue(pool, clientId, orderId)))
      await beginOrders(production, clientId, [orderId]);
    const [order] = await withRetry(() => findProductionOrders(pool, clientId, [orderId]));
    if (!order) await readOrder(pool, clientId, orderId);
    const pieces = order ? await withRetry(() => listPiecesOfOrder(pool, clientId, orderId, order.run)) : [];
    return sendJson(request, reply, JSON.stringify(pieces.map(shownPiece)));
  },
});

const getPiece = route({
  schema: {
    tags: ['Production'],
    operationId: 'getPiece',
    summary: 'Read a piece by its code',
    description: 'Also one that was replaced: then with the code of its successor.',
    params: PieceParams,
    response: withExample(PIECE_IN_HAND, readAnswers('The piece.', PieceInHandSchema, 'piece_not_found')),
  },
  handler: async ({ production }: PieceRouteOptions, request, reply) => {
    const piece = await readPiece(production.pool, request.params.code);
    const description = await withRetry(() => describePiece(production.pool, piece, production));
    return sendJson(
      request,
      reply,
      JSON.stringify(describedPiece(piece, description, production.printFileName)),
    );
  },
});

const postStop = route({
  schema: {
    tags: ['Production'],
    operationId: 'stopOrderOfPiece',
    summary: 'Stop an order whose artwork is bad',
    description:
      'For whoever sees it with the piece in hand; the command STOP_ORDER does the same. The order goes into ERROR with a pointer to the print, its customer is told, and all its pieces answer so at their next scan. The pieces that were begun leave the shelf (`scrapped`). Idempotent: sending it again changes nothing.',
    params: PieceParams,
    body: Type.Optional(StopRequest),
    response: changeAnswers(
      'What its customer is to mend.',
      StoppedSchema,
      'piece_not_found',
      'order_not_changeable',
    ),
  },
  handler: async ({ production }: PieceRouteOptions, { params, body, caller }) => {
    const doing = { pool: production.pool, by: actorOf(caller), now: production.clock() };
    const stopped = await stopOrderOf(doing, pieceCodeOf(params.code), body ?? {});
    if (!stopped) throw pieceNotFound();
    return stopped;
  },
});

const PieceEventSchema = Type.Object(
  {
    eventId: stringField('Identifier of the event.'),
    code: stringField('Of the piece.'),
    type: stringField('What happened, such as piece.made.'),
    occurred: Timestamp('When.'),
    station: Type.Optional(stringField('Where.')),
    actorId: Type.Optional(stringField('Who: operatorId of a person, clientId of a program.')),
    actorName: Type.Optional(stringField('The name they had then.')),
    reason: Type.Optional(stringField('Why it was rejected.')),
  },
  { title: 'PieceEvent', description: 'What happened to a piece.' },
);

interface PieceEventRouteOptions {
  production: { pool: Pool };
}

const getEvents = route({
  schema: {
    tags: ['Production'],
    operationId: 'listPieceEvents',
    summary: "Read what happened to an order's pieces",
    description: 'The latest first, at most 1,000.',
    params: OrderKeyParams,
    response: withExample([], readAnswers('The events.', Type.Array(PieceEventSchema), 'order_not_found')),
  },
  handler: async ({ production: { pool } }: PieceEventRouteOptions, request, reply) => {
    const { clientId, orderId } = storableKey(request.params.clientId, request.params.orderId);
    const events = await withRetry(() => listPieceEvents(pool, { clientId, orderId }));
    if (events.length === 0) await readOrder(pool, clientId, orderId);
    return sendJson(request, reply, JSON.stringify(events.map(withoutNulls)));
  },
});

/** /operator/v1/orders/{clientId}/{orderId}/piece-events */
export async function pieceEventRoutes(app: FastifyInstance, options: PieceEventRouteOptions): Promise<void> {
  registerRoutes(app, options, [
    ['GET', `${ORDER_PATH}/piece-events`, getEvents, { verb: 'production.read' }],
  ]);
}

const PIECES = '/operator/v1/pieces';
const LIMIT_DEFAULT = 50;
const HOUR_MS = 3_600_000;
/** The role floor must name at least one of these. */
const FEATURES = ['sku', 'manufacturerCode', 'color', 'size', 'batchId'] as const;
const OPEN_STATES = ['TO_MAKE', 'MADE', 'CHECKED'] as const;

const SearchQuery = Type.Object({
  ...cursorParameters(LIMIT_DEFAULT),
  sku: Type.Optional(text(CODE_LENGTH_MAX, 'Of the blank.')),
  manufacturerCode: Type.Optional(text(CODE_LENGTH_MAX, 'Of the article.', 'ST-CREATOR')),
  color: Type.Optional(text(CODE_LENGTH_MAX, 'Colour of the blank; case does not count.', 'black')),
  size: Type.Optional(text(CODE_LENGTH_MAX, 'Size of the blank; case does not count.', 'M')),
  technology: Type.Optional(text(CODE_LENGTH_MAX, 'Of the first step.')),
  state: Type.Optional(oneOf(OPEN_STATES, 'How far it is.', 'TO_MAKE')),
  batchId: Type.Optional(text(CODE_LENGTH_MAX, 'Number or code of its batch.')),
  hasBlank: Type.Optional(
    oneOf(['true', 'false'], 'false: those for which no blank is reserved, since the shelf had none.'),
  ),
});

const { properties: pieceFields } = PieceInHandSchema;
const {
  code,
  clientId,
  orderId,
  itemId,
  number,
  attempt,
  quantity,
  sku,
  technology,
  state,
  batchId,
  article,
  qualityControl,
  due,
} = PIECE_IN_HAND;
const FOUND = {
  code,
  clientId,
  clientName: 'Demo Shop',
  orderId,
  itemId,
  number,
  attempt,
  quantity,
  sku,
  article: { sku, title: article.title, color: article.color, size: article.size },
  technology,
  state,
  batchId,
  due,
  artwork: qualityControl,
  qualityControl,
};
const FoundPieceSchema = Type.Object(
  {
    code: pieceFields.code,
    clientId: Type.Optional(stringField('The client of the order. Not for the role floor.')),
    clientName: Type.Optional(stringField('What the client is called. Not for the role floor.')),
    orderId: Type.Optional(stringField('The order. Not for the role floor.')),
    itemId: pieceFields.itemId,
    number: pieceFields.number,
    attempt: pieceFields.attempt,
    quantity: pieceFields.quantity,
    sku: pieceFields.sku,
    article: pieceFields.article,
    technology: pieceFields.technology,
    state: pieceFields.state,
    batchId: pieceFields.batchId,
    hasBlank: pieceFields.hasBlank,
    due: Timestamp('When its order should have left.'),
    artwork: pieceFields.qualityControl,
    qualityControl: pieceFields.qualityControl,
  },
  {
    title: 'FoundPiece',
    description: 'A piece on the floor, with pictures to compare it by.',
    examples: [FOUND],
  },
);

const findPieces = route({
  schema: {
    tags: ['Production'],
    operationId: 'findPieces',
    summary: 'Find a piece without its ticket',
    description:
      'Pieces of orders in production that are in no parcel, by what can be seen of them; by SKU and code. Nothing of whom they go to. The role floor must name `sku`, `manufacturerCode`, `color`, `size` or `batchId`, and gets one page without clients and orders. It gets `not_permitted` when it names none of these or sends `cursor`.',
    querystring: SearchQuery,
    response: readAnswers(
      'A page of pieces.',
      Type.Array(FoundPieceSchema),
      'not_permitted',
      'batch_not_found',
    ),
  },
  handler: async ({ config, production }: PieceRouteOptions, request, reply) => {
    const { query, caller } = request;
    const readsLists = mayDo(caller.role, 'production.read');
    if (!readsLists && (query.cursor !== undefined || FEATURES.every((name) => query[name] === undefined)))
      throw listNotPermitted(caller);
    const { limit, cursor, hasBlank, batchId: batch, ...search } = query;
    const [after] = [decodeCursor(cursor, 2)].flatMap((key) =>
      key ? [{ sku: key[0] as string, code: key[1] as string }] : [],
    );
    const wanted = {
      ...search,
      batchId: batch === undefined ? undefined : batchIdOf(batch),
      hasBlank: hasBlank === undefined ? undefined : hasBlank === 'true',
    };
    const found = await withRetry(() => findOpenPieces(production.pool, wanted, { after, limit: limit + 1 }));
    if (!readsLists) {
      const shown = found.slice(0, limit).map((piece) => withoutOrder(shownFound(piece, production)));
      return sendJson(request, reply, JSON.stringify(shown));
    }
    return sendPage(request, reply, found, {
      url: `${config.BASE_URL}${PIECES}`,
      keyOf: (piece) => [piece.sku, piece.code],
      show: (piece) => shownFound(piece, production),
    });
  },
});

function listNotPermitted({ role }: { role: Role | null }): ApiError {
  const message = `The role "${role}" reads one page of pieces, by at least one of these: ${FEATURES.join(', ')}.`;
  return new ApiError('not_permitted', message);
}

function withoutOrder({ clientId, clientName, orderId, ...piece }: ReturnType<typeof shownFound>) {
  return piece;
}

function shownFound(piece: FoundPiece, { dueHours }: ShowingContext) {
  const { title, color, size, batchId, hasBlank, ordered, artwork, qualityControl, ...rest } = piece;
  const at = `${PIECES}/${piece.code}`;
  return {
    ...rest,
    ...(title !== null && { article: { sku: piece.sku, title, color: color ?? '', size: size ?? '' } }),
    ...(batchId !== null && { batchId }),
    ...(!hasBlank && { hasBlank }),
    due: new Date(ordered.getTime() + dueHours * HOUR_MS),
    ...(artwork !== null && { artwork: picturesOf(at, { sha256: artwork }) }),
    ...(qualityControl !== null && { qualityControl: picturesOf(at, { sha256: qualityControl }) }),
  };
}

/** /operator/v1/pieces, and the pieces of an order. */
export async function pieceRoutes(app: FastifyInstance, options: PieceRouteOptions): Promise<void> {
  registerRoutes(app, options, [
    ['GET', `${ORDER_PATH}/pieces`, getPieces, { verb: 'production.read' }],
    ['GET', '/operator/v1/pieces/:code', getPiece, { verb: 'production.work' }],
    ['POST', '/operator/v1/pieces/:code/stop', postStop, { verb: 'production.work' }],
    ['GET', PIECES, findPieces, { verb: 'production.work' }],
  ]);
}
