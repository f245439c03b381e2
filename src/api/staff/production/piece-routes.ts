import { Type } from 'typebox';
import { beginOrders } from '../../../packing/begin-orders.ts';
import { actorOf } from '../../../platform/audit/actor.ts';
import { withRetry } from '../../../platform/database/transaction.ts';
import { ApiError, pieceNotFound } from '../../../platform/errors/errors.ts';
import { scanCodeOf } from '../../../platform/formats/scan-codes.ts';
import { changeAnswers, readAnswers, withExample } from '../../../platform/http/api-document.ts';
import { sendJson } from '../../../platform/http/etag.ts';
import { decodeCursor, sendPage } from '../../../platform/http/paging.ts';
import { routeTable, routeUnder } from '../../../platform/http/route-table.ts';
import type { BeginContext } from '../../../production/begin-production.ts';
import { describePiece, NOTES_MAX, readFloorFacts } from '../../../production/describe-piece.ts';
import {
  type FoundPiece,
  findOpenPieces,
  readReadyOrders,
  readStationQueue,
} from '../../../production/piece-facts-store.ts';
import { listPieceEvents, listPiecesOfOrder } from '../../../production/piece-store.ts';
import { findProductionOrders, isProductionDue } from '../../../production/production-order-store.ts';
import { stopOrderOfPiece } from '../../../production/save-piece-scan.ts';
import { mayDo, type Role } from '../../../staff/role-rules.ts';
import { OrderKeyParams } from '../fields/operator-schemas.ts';
import { batchIdOf, pieceCodeOf, readPiece, withoutNulls } from '../fields/staff-requests.ts';
import { ORDER_PATH, readOrder } from '../orders/order-answers.ts';
import {
  FLOOR_SEARCH_FILTERS,
  FoundPieceSchema,
  PIECE_IN_HAND,
  type PieceContext,
  PieceEventSchema,
  PieceInHandSchema,
  PieceParams,
  PieceSchema,
  PieceSearchQuery,
  picturesOf,
  QUEUE_MAX,
  QUEUE_SHOWN,
  QueueQuery,
  READY_SHOWN,
  StationQueueSchema,
  StoppedSchema,
  StopRequest,
  showDescribed,
  showPiece,
} from './piece-schemas.ts';

const route = routeUnder<PieceRouteOptions>('Production');
const PIECES = '/operator/v1/pieces';

interface PieceRouteOptions {
  production: BeginContext & PieceContext & { clock: () => Date };
}

const getPieces = route({
  operationId: 'listOrderPieces',
  summary: "Read an order's pieces",
  description:
    'Returns the pieces of the current run with the replaced ones, in the order of the items. The list is empty before the order is ACCEPTED. Existing products are counted, and have no pieces.',
  params: OrderKeyParams,
  response: readAnswers('The pieces.', Type.Array(PieceSchema), 'order_not_found'),
  handler: async ({ production }, request, reply) => {
    const { pool } = production;
    const { clientId, orderId } = request.params;
    // The background job has not yet begun an order that was just accepted.
    if (await withRetry(() => isProductionDue(pool, clientId, orderId)))
      await beginOrders(production, clientId, [orderId]);
    const [order] = await withRetry(() => findProductionOrders(pool, clientId, [orderId]));
    if (!order) await readOrder(pool, clientId, orderId);
    const pieces = order ? await withRetry(() => listPiecesOfOrder(pool, clientId, orderId, order.run)) : [];
    return sendJson(request, reply, pieces.map(showPiece));
  },
});

const getPiece = route({
  operationId: 'getPiece',
  summary: 'Read a piece by its code',
  description: 'Returns replaced pieces too, with the code of the successor.',
  params: PieceParams,
  response: withExample(PIECE_IN_HAND, readAnswers('The piece.', PieceInHandSchema, 'piece_not_found')),
  handler: async ({ production }, request, reply) => {
    const piece = await readPiece(production.pool, request.params.code);
    const facts = await withRetry(() => readFloorFacts(production.pool, piece, piece, NOTES_MAX));
    const described = showDescribed(piece, describePiece(piece, facts), production.printFileName);
    return sendJson(request, reply, described);
  },
});

const postStop = route({
  operationId: 'stopOrderOfPiece',
  summary: 'Stop an order whose artwork is bad',
  description:
    'For the person who has the piece in hand; the command STOP_ORDER does the same. The order becomes ERROR with a pointer to the print, and its customer is notified. Later scans of its pieces are refused. Begun pieces leave the stock (`scrapped` in the ledger). Idempotent: repeating the request changes nothing.',
  params: PieceParams,
  body: Type.Optional(StopRequest),
  response: changeAnswers(
    'The problem that the customer must solve.',
    StoppedSchema,
    'piece_not_found',
    'order_not_changeable',
  ),
  handler: async ({ production }, { params, body, caller }) => {
    const doing = { pool: production.pool, by: actorOf(caller), now: production.clock() };
    const stopped = await stopOrderOfPiece(doing, pieceCodeOf(params.code), body ?? {});
    if (!stopped) throw pieceNotFound();
    return stopped;
  },
});

const getEvents = route({
  operationId: 'listPieceEvents',
  summary: "List the events of an order's pieces",
  description: 'Latest first, at most 1,000.',
  params: OrderKeyParams,
  response: withExample([], readAnswers('The events.', Type.Array(PieceEventSchema), 'order_not_found')),
  handler: async ({ production: { pool } }, request, reply) => {
    const { clientId, orderId } = request.params;
    const events = await withRetry(() => listPieceEvents(pool, { clientId, orderId }));
    if (events.length === 0) await readOrder(pool, clientId, orderId);
    return sendJson(request, reply, events.map(withoutNulls));
  },
});

const findPieces = route({
  operationId: 'findPieces',
  summary: 'Find a piece without its ticket',
  description:
    'Finds pieces in production that are in no parcel, by visible features. Sorted by SKU and code, without addresses. The role floor must give `sku`, `manufacturerCode`, `color`, `size` or `batchId`, and gets one page without clients and orders. It gets `not_permitted` when it gives none of these, or sends `cursor`.',
  querystring: PieceSearchQuery,
  response: readAnswers('A page of pieces.', Type.Array(FoundPieceSchema), 'not_permitted', 'batch_not_found'),
  handler: async ({ production }, request, reply) => {
    const { query, caller } = request;
    const readsLists = mayDo(caller.role, 'production.read');
    if (!readsLists && (query.cursor !== undefined || FLOOR_SEARCH_FILTERS.every((name) => query[name] === undefined)))
      throw listNotPermitted(caller);
    const { limit, cursor, hasBlank, batchId: batch, ...search } = query;
    const [sku = '', code = ''] = decodeCursor(cursor, 2) ?? [];
    const after = cursor === undefined ? undefined : { sku, code };
    const wanted = {
      ...search,
      batchId: batch === undefined ? undefined : batchIdOf(batch),
      hasBlank: hasBlank === undefined ? undefined : hasBlank === 'true',
    };
    const found = await withRetry(() => findOpenPieces(production.pool, wanted, { after, limit: limit + 1 }));
    if (!readsLists) {
      const pieces = found.slice(0, limit).map((piece) => withoutOrder(showFound(piece)));
      return sendJson(request, reply, pieces);
    }
    return sendPage(request, reply, found, {
      keyOf: (piece) => [piece.sku, piece.code],
      show: (piece) => showFound(piece),
    });
  },
});

const getQueue = route({
  operationId: 'getStationQueue',
  summary: 'Read the work that waits at a kind of station',
  description:
    'For a station without a piece in hand. Pieces without a blank and pieces in no batch do not count. At PACK: orders whose pieces are all checked.',
  querystring: QueueQuery,
  response: readAnswers('The work that waits.', StationQueueSchema),
  handler: async ({ production }, request, reply) => {
    const { pool, clock } = production;
    if (request.query.work === 'PACK') {
      const query = { now: clock(), limit: QUEUE_MAX, listMax: READY_SHOWN };
      const { ready, ...counts } = await withRetry(() => readReadyOrders(pool, query));
      const list = ready.map(({ bin, code, due, ...rest }) => ({
        ...rest,
        code: bin === null ? code : scanCodeOf('bin', bin),
        ...(bin !== null && { bin }),
        due: new Date(due),
      }));
      return sendJson(request, reply, { ...counts, next: [], ready: list });
    }
    const state = request.query.work === 'CHECK' ? 'MADE' : 'TO_MAKE';
    const query = { state, now: clock(), limit: QUEUE_MAX, listMax: QUEUE_SHOWN } as const;
    const { next, ...counts } = await withRetry(() => readStationQueue(pool, query));
    const list = next.map(({ title, color, size, batchId, due, ...rest }) => ({
      ...rest,
      ...(title !== null && { article: { sku: rest.sku, title, color: color ?? '', size: size ?? '' } }),
      ...(batchId !== null && { batchId }),
      due: new Date(due),
    }));
    return sendJson(request, reply, { ...counts, next: list });
  },
});

function listNotPermitted({ role }: { role: Role | null }): ApiError {
  const message = `The role "${role}" reads one page of pieces, by at least one of: ${FLOOR_SEARCH_FILTERS.join(', ')}.`;
  return new ApiError('not_permitted', message);
}

function withoutOrder({ clientId, clientName, orderId, ...piece }: ReturnType<typeof showFound>) {
  return piece;
}

function showFound(piece: FoundPiece) {
  const { title, color, size, batchId, hasBlank, artwork, qualityControl, ...rest } = piece;
  const at = `${PIECES}/${piece.code}`;
  return {
    ...rest,
    ...(title !== null && { article: { sku: piece.sku, title, color: color ?? '', size: size ?? '' } }),
    ...(batchId !== null && { batchId }),
    ...(!hasBlank && { hasBlank }),
    ...(artwork !== null && { artwork: picturesOf(at, { sha256: artwork }) }),
    ...(qualityControl !== null && { qualityControl: picturesOf(at, { sha256: qualityControl }) }),
  };
}

export const pieceRoutes = routeTable<PieceRouteOptions>([
  ['GET', `${ORDER_PATH}/pieces`, getPieces, { verb: 'production.read' }],
  ['GET', `${ORDER_PATH}/piece-events`, getEvents, { verb: 'production.read' }],
  ['GET', `${PIECES}/:code`, getPiece, { verb: 'floor.read' }],
  ['POST', `${PIECES}/:code/stop`, postStop, { verb: 'production.work' }],
  ['GET', PIECES, findPieces, { verb: 'floor.read' }],
  ['GET', '/operator/v1/station-queue', getQueue, { verb: 'floor.read' }],
]);
