import { Type } from 'typebox';
import { dueLimitOf } from '../../../clients/due-rules.ts';
import { prepareRelease } from '../../../packing/begin-orders.ts';
import { actorOf } from '../../../platform/audit/actor.ts';
import { withRetry } from '../../../platform/database/transaction.ts';
import { onceAnswers, readAnswers, withExample } from '../../../platform/http/api-document.ts';
import { sendJson } from '../../../platform/http/etag.ts';
import { idempotencyHeaders } from '../../../platform/http/idempotency.ts';
import { decodeCursor, invalidCursor, sendPage } from '../../../platform/http/paging.ts';
import { routeTable, routeUnder } from '../../../platform/http/route-table.ts';
import type { Config } from '../../../platform/settings/config.ts';
import { orderKeyOf } from '../../../production/batch-rules.ts';
import {
  type Batch,
  listBatches,
  listBatchLines,
  listBatchPieceCodes,
  sumCustomizations,
} from '../../../production/batch-store.ts';
import { findPiecesByCodes, type PieceKey } from '../../../production/piece-store.ts';
import type { ReleaseContext } from '../../../production/release-orders.ts';
import {
  countReleasable,
  listReleasable,
  listReleaseGroups,
  RELEASE_OLDEST,
} from '../../../production/release-store.ts';
import { countAssigned } from '../../../reports/order-count-store.ts';
import { readMomentCursor } from '../fields/operator-schemas.ts';
import { changeOnce, NUMBER, readBatch, withoutNulls } from '../fields/staff-requests.ts';
import { BULK_ANSWER_MS_MAX } from '../orders/order-answers.ts';
import {
  BATCH,
  BatchParams,
  BatchPiecesQuery,
  BatchProgressSchema,
  BatchQuery,
  BatchSchema,
  choiceOf,
  ORDERS_DEFAULT,
  ReleasableOrderQuery,
  ReleasableOrderSchema,
  ReleaseCountsSchema,
  ReleaseGroupQuery,
  ReleaseGroupSchema,
  ReleaseRequest,
  ReleaseSchema,
} from './batch-schemas.ts';
import { PieceSchema, showPiece } from './piece-schemas.ts';

const route = routeUnder<BatchRouteOptions>('Production');
const BATCHES = '/operator/v1/batches';
const CURSOR_PARTS = 6;

const NAMED_BATCH = { ...BATCH, choice: {} };
type BatchRouteOptions = {
  config: Pick<Config, 'TIME_ZONE' | 'IMAGE_BASE_URL'>;
  production: ReleaseContext;
};

const postBatch = route({
  config: { answerMsMax: BULK_ANSWER_MS_MAX },
  operationId: 'releaseBatch',
  summary: 'Release a batch into production',
  description:
    'Accepts the chosen ASSIGNED orders, rush orders first, then by their due time, and groups them into a numbered batch with a code for each piece. Takes ACCEPTED orders that are in no batch if they are chosen or listed. Releases all of them, or none. Orders that another release took in the meantime are left out, and listed with their batch. Send an `Idempotency-Key`, so that a repeated request counts once.',
  headers: idempotencyHeaders,
  body: ReleaseRequest,
  response: onceAnswers('The released batch.', ReleaseSchema, 'batch_not_found'),
  handler: async ({ config, production }, request, reply) => {
    const { body, caller, routeOptions } = request;
    const { orders, batchId, limit = ORDERS_DEFAULT, ...chosen } = body;
    const into = batchId === undefined ? undefined : (await readBatch(production.pool, batchId)).batchId;
    const release = {
      into,
      choice: choiceOf(chosen, production, config.TIME_ZONE),
      orders: orders && uniqueKeys(orders),
      limit,
      by: actorOf(caller),
    };
    const once = { input: [routeOptions.url, body], now: production.clock() };
    const work = await prepareRelease(production, release);
    const text = await changeOnce(production.pool, request, reply, once, async (connection, attempt) => {
      const { batch, leftOut } = await work(connection, attempt);
      return { ...(batch && { batch: showBatch(batch) }), leftOut };
    });
    return reply.header('content-type', 'application/json; charset=utf-8').send(text);
  },
});

const getBatches = route({
  operationId: 'listBatches',
  summary: 'List batches',
  description: 'Sorted by release, latest first.',
  querystring: BatchQuery,
  response: withExample([NAMED_BATCH], readAnswers('A page of batches.', Type.Array(BatchSchema))),
  handler: async ({ production }, request, reply) => {
    const { limit, cursor, open } = request.query;
    const last = readMomentCursor(cursor, NUMBER);
    const before = last && { created: last.at, batchId: last.id };
    const found = await withRetry(() =>
      listBatches(production.pool, { open: open === 'true', before, limit: limit + 1 }),
    );
    return sendPage(request, reply, found, {
      keyOf: ({ created, batchId }) => [created.toISOString(), batchId],
      show: showBatch,
    });
  },
});

const getBatch = route({
  operationId: 'getBatch',
  summary: 'Read a batch',
  description: 'Finds the batch by its number or its scanned code.',
  params: BatchParams,
  response: withExample(NAMED_BATCH, readAnswers('The batch.', BatchSchema, 'batch_not_found')),
  handler: async ({ production }, request, reply) => {
    const batch = await readBatch(production.pool, request.params.batchId);
    return sendJson(request, reply, showBatch(batch));
  },
});

const getProgress = route({
  operationId: 'getBatchProgress',
  summary: 'Read the progress of a batch',
  description: 'Returns the blanks to pick with their stock, and the number of pieces in each state.',
  params: BatchParams,
  response: readAnswers('The progress.', BatchProgressSchema, 'batch_not_found'),
  handler: async ({ production: { pool } }, request, reply) => {
    const { batchId } = await readBatch(pool, request.params.batchId);
    const [lines, customizations] = await Promise.all([
      withRetry(() => listBatchLines(pool, batchId)),
      withRetry(() => sumCustomizations(pool, batchId)),
    ]);
    return sendJson(request, reply, { lines: lines.map(withoutNulls), customizations });
  },
});

const getPieces = route({
  operationId: 'listBatchPieces',
  summary: 'List the pieces of a batch',
  description: 'Sorted by order and item, with replaced pieces.',
  params: BatchParams,
  querystring: BatchPiecesQuery,
  response: readAnswers('A page of pieces.', Type.Array(PieceSchema), 'batch_not_found'),
  handler: async ({ production: { pool } }, request, reply) => {
    const { batchId } = await readBatch(pool, request.params.batchId);
    const { limit, cursor, state, sku } = request.query;
    const after = readPieceCursor(cursor);
    const found = await withRetry(async () => {
      const codes = await listBatchPieceCodes(pool, batchId, { state, sku, after, limit: limit + 1 });
      return findPiecesByCodes(pool, codes);
    });
    return sendPage(request, reply, found, {
      keyOf: ({ clientId, orderId, ...numbers }) => [
        clientId,
        orderId,
        ...[numbers.run, numbers.position, numbers.copy, numbers.attempt].map(String),
      ],
      show: showPiece,
    });
  },
});

const getGroups = route({
  operationId: 'listReleaseGroups',
  summary: 'List the items that can be released',
  description:
    'Groups the items of ASSIGNED orders by technology and variant, the groups with rush orders first, then by their due time. Skips orders on hold. Includes the 200 most urgent orders; `oldest` extends this to at most 5,000.',
  querystring: ReleaseGroupQuery,
  response: readAnswers('The groups.', Type.Array(ReleaseGroupSchema)),
  handler: async ({ config, production }, request, reply) => {
    const { pool, clock } = production;
    const { oldest = RELEASE_OLDEST, ...chosen } = request.query;
    const choice = choiceOf(chosen, production, config.TIME_ZONE);
    const groups = await withRetry(() => listReleaseGroups(pool, choice, clock(), oldest));
    const rows = groups.map(({ picture, ...group }) => {
      const pictureUrl = picture && URL.parse(picture, config.IMAGE_BASE_URL)?.href;
      return withoutNulls({ ...group, pictureUrl: pictureUrl || null });
    });
    return sendJson(request, reply, rows);
  },
});

const getOrders = route({
  operationId: 'listReleasableOrders',
  summary: 'List the orders that can be released',
  description:
    'Lists the chosen ASSIGNED orders, rush orders first, then by their due time. Release them by their clientId and orderId, so that a concurrent release does not change the selection.',
  querystring: ReleasableOrderQuery,
  response: readAnswers('The orders.', Type.Array(ReleasableOrderSchema)),
  handler: async ({ config, production }, request, reply) => {
    const { pool } = production;
    const { limit = ORDERS_DEFAULT, ...chosen } = request.query;
    const choice = choiceOf(chosen, production, config.TIME_ZONE);
    const orders = await withRetry(() => listReleasable(pool, choice, limit));
    return sendJson(request, reply, orders);
  },
});

const getCounts = route({
  operationId: 'countReleasableOrders',
  summary: 'Count the orders that can be released',
  description:
    'Counts the chosen ASSIGNED orders, and the late ones among them. Includes the 200 most urgent chosen orders, or as many as `oldest` says. `assigned` counts all ASSIGNED orders.',
  querystring: ReleaseGroupQuery,
  response: readAnswers('The counts.', ReleaseCountsSchema),
  handler: async ({ config, production }, request, reply) => {
    const { pool, clock } = production;
    const { oldest = RELEASE_OLDEST, ...chosen } = request.query;
    const choice = choiceOf(chosen, production, config.TIME_ZONE);
    const now = clock();
    const until = { late: now, today: dueLimitOf('TODAY', now, config.TIME_ZONE) };
    const [counts, assigned] = await Promise.all([
      withRetry(() => countReleasable(pool, choice, until, oldest)),
      withRetry(() => countAssigned(pool)),
    ]);
    return sendJson(request, reply, { assigned, ...counts });
  },
});

function uniqueKeys(orders: readonly { clientId: string; orderId: string }[]) {
  return [...new Map(orders.map((key) => [orderKeyOf(key), key])).values()];
}

function showBatch({ createdById, createdByName, choice, due, places: _, ended, ...rest }: Batch) {
  return withoutNulls({ ...rest, createdById, createdByName, choice: JSON.parse(choice), due, ended });
}

function readPieceCursor(cursor: string | undefined): PieceKey | undefined {
  const key = decodeCursor(cursor, CURSOR_PARTS);
  if (!key) return undefined;
  const [clientId = '', orderId = '', ...texts] = key;
  if (!texts.every((one) => /^\d{1,9}$/.test(one))) throw invalidCursor();
  const [run = 0, position = 0, copy = 0, attempt = 0] = texts.map(Number);
  return { clientId, orderId, run, position, copy, attempt };
}

export const batchRoutes = routeTable<BatchRouteOptions>([
  ['GET', '/operator/v1/release-groups', getGroups, { verb: 'production.read' }],
  ['GET', '/operator/v1/release-orders', getOrders, { verb: 'production.read' }],
  ['GET', '/operator/v1/release-counts', getCounts, { verb: 'production.read' }],
  ['POST', BATCHES, postBatch, { verb: 'production.release' }],
  ['GET', BATCHES, getBatches, { verb: 'production.read' }],
  ['GET', `${BATCHES}/:batchId`, getBatch, { verb: 'production.read' }],
  ['GET', `${BATCHES}/:batchId/progress`, getProgress, { verb: 'production.read' }],
  ['GET', `${BATCHES}/:batchId/pieces`, getPieces, { verb: 'production.read' }],
]);
