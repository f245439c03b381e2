import type { FastifyInstance } from 'fastify';
import type { Pool } from 'pg';
import { Type } from 'typebox';
import { countWanted } from '../../../orders/staff/list-orders.ts';
import { actorOf } from '../../../platform/audit/actor.ts';
import { withRetry } from '../../../platform/database/transaction.ts';
import { onceAnswers, readAnswers, withExample } from '../../../platform/http/api-document.ts';
import { sendJson } from '../../../platform/http/etag.ts';
import { idempotencyHeaders } from '../../../platform/http/idempotency.ts';
import { decodeCursor, invalidCursor, sendPage } from '../../../platform/http/paging.ts';
import { registerRoutes, route } from '../../../platform/http/route-table.ts';
import type { Config } from '../../../platform/settings/config.ts';
import {
  listBatchLines,
  listBatchPieceCodes,
  sumCustomizations,
} from '../../../production/batch-progress-store.ts';
import { type Batch, listBatches } from '../../../production/batch-store.ts';
import { dueOf, dueUntil, madeFor } from '../../../production/due-rules.ts';
import { findPiecesByCodes, type PieceKey } from '../../../production/piece-store.ts';
import { planRelease, type ReleaseContext } from '../../../production/release-orders.ts';
import {
  countReleasable,
  listReleasable,
  listReleaseGroups,
  RELEASE_OLDEST,
} from '../../../production/release-store.ts';
import { changeOnce } from '../fields/change-once.ts';
import { withoutNulls } from '../fields/field-faults.ts';
import { readMomentCursor } from '../fields/operator-schemas.ts';
import { BULK_ANSWER_MS_MAX, storableKey } from '../orders/verb-answers.ts';
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
import { PieceSchema, shownPiece } from './piece-schemas.ts';
import { NUMBER, readBatch } from './read-by-code.ts';

const BATCHES = '/operator/v1/batches';

/** The example of a batch whose orders were named. */
const NAMED_BATCH = { ...BATCH, choice: {} };

export interface BatchRouteOptions {
  config: Pick<Config, 'BASE_URL' | 'TIME_ZONE'>;
  production: ReleaseContext;
}

const postBatch = route({
  config: { answerMsMax: BULK_ANSWER_MS_MAX },
  schema: {
    tags: ['Production'],
    operationId: 'releaseBatch',
    summary: 'Release a batch into production',
    description:
      'Accepts the ASSIGNED orders that are chosen, the oldest first, and makes a numbered batch of them, in which each piece has a code of its own: all of them at once, or none. What another release has taken meanwhile is left out, with the batch that has it. Send an `Idempotency-Key`, so that it counts once also when you have to send it again.',
    headers: idempotencyHeaders,
    body: ReleaseRequest,
    response: onceAnswers('What was released.', ReleaseSchema),
  },
  handler: async ({ config, production }: BatchRouteOptions, request, reply) => {
    const { body, caller, routeOptions } = request;
    const { orders, limit = ORDERS_DEFAULT, ...chosen } = body;
    const asked = {
      choice: choiceOf(chosen, production, config.TIME_ZONE),
      orders: orders && uniqueKeys(orders),
      limit,
      by: actorOf(caller),
    };
    const once = { asked: [routeOptions.url, body], now: production.clock() };
    const work = await planRelease(production, asked);
    const text = await changeOnce(production.pool, request, reply, once, async (connection, attempt) => {
      const { batch, leftOut } = await work(connection, attempt);
      return { ...(batch && { batch: shownBatch(batch) }), leftOut };
    });
    return reply.header('content-type', 'application/json; charset=utf-8').send(text);
  },
});

const getBatches = route({
  schema: {
    tags: ['Production'],
    operationId: 'listBatches',
    summary: 'List batches',
    description: 'Latest first.',
    querystring: BatchQuery,
    response: withExample([NAMED_BATCH], readAnswers('A page of batches.', Type.Array(BatchSchema))),
  },
  handler: async ({ config, production }: BatchRouteOptions, request, reply) => {
    const { limit, cursor, open } = request.query;
    const last = readMomentCursor(cursor, NUMBER);
    const before = last && { created: last.at, batchId: last.id };
    const found = await withRetry(() =>
      listBatches(production.pool, { open: open === 'true', before, limit: limit + 1 }),
    );
    return sendPage(request, reply, found, {
      url: `${config.BASE_URL}${BATCHES}`,
      keyOf: ({ created, batchId }) => [created.toISOString(), batchId],
      show: shownBatch,
    });
  },
});

const getBatch = route({
  schema: {
    tags: ['Production'],
    operationId: 'getBatch',
    summary: 'Read a batch',
    description: 'By its number, or by its code as it is scanned.',
    params: BatchParams,
    response: withExample(NAMED_BATCH, readAnswers('The batch.', BatchSchema, 'batch_not_found')),
  },
  handler: async ({ production }: BatchRouteOptions, request, reply) => {
    const batch = await readBatch(production.pool, request.params.batchId);
    return sendJson(request, reply, JSON.stringify(shownBatch(batch)));
  },
});

function uniqueKeys(orders: readonly { clientId: string; orderId: string }[]) {
  const keys = orders.map(({ clientId, orderId }) => storableKey(clientId, orderId));
  return [...new Map(keys.map((key) => [`${key.clientId}\0${key.orderId}`, key])).values()];
}

function shownBatch({ createdById, createdByName, choice, due, places: _, ended, ...rest }: Batch) {
  return withoutNulls({ ...rest, createdById, createdByName, choice: JSON.parse(choice), due, ended });
}

/** /operator/v1/batches: what is released into production together. */
export async function batchRoutes(app: FastifyInstance, options: BatchRouteOptions): Promise<void> {
  registerRoutes(app, options, [
    ['POST', BATCHES, postBatch, { verb: 'production.release' }],
    ['GET', BATCHES, getBatches, { verb: 'production.read' }],
    ['GET', `${BATCHES}/:batchId`, getBatch, { verb: 'production.read' }],
  ]);
}

const CURSOR_PARTS = 6;

interface BatchProgressRouteOptions {
  config: Pick<Config, 'BASE_URL'>;
  production: { pool: Pool };
}

const getProgress = route({
  schema: {
    tags: ['Production'],
    operationId: 'getBatchProgress',
    summary: 'Read how far a batch is',
    description: 'What is picked for it, with what the shelf has, and in which state its pieces are.',
    params: BatchParams,
    response: readAnswers('The progress.', BatchProgressSchema, 'batch_not_found'),
  },
  handler: async ({ production: { pool } }: BatchProgressRouteOptions, request, reply) => {
    const { batchId } = await readBatch(pool, request.params.batchId);
    const [lines, customizations] = await Promise.all([
      withRetry(() => listBatchLines(pool, batchId)),
      withRetry(() => sumCustomizations(pool, batchId)),
    ]);
    return sendJson(request, reply, JSON.stringify({ lines: lines.map(withoutNulls), customizations }));
  },
});

const getPieces = route({
  schema: {
    tags: ['Production'],
    operationId: 'listBatchPieces',
    summary: 'List the pieces of a batch',
    description: 'By order and item, also those that were replaced.',
    params: BatchParams,
    querystring: BatchPiecesQuery,
    response: readAnswers('A page of pieces.', Type.Array(PieceSchema), 'batch_not_found'),
  },
  handler: async ({ config, production: { pool } }: BatchProgressRouteOptions, request, reply) => {
    const { batchId } = await readBatch(pool, request.params.batchId);
    const { limit, cursor, state, sku } = request.query;
    const after = readPieceCursor(cursor);
    const found = await withRetry(async () => {
      const codes = await listBatchPieceCodes(pool, batchId, { state, sku, after, limit: limit + 1 });
      return findPiecesByCodes(pool, codes);
    });
    return sendPage(request, reply, found, {
      url: `${config.BASE_URL}/operator/v1/batches/${batchId}/pieces`,
      keyOf: ({ clientId, orderId, ...numbers }) => [
        clientId,
        orderId,
        ...[numbers.run, numbers.position, numbers.copy, numbers.attempt].map(String),
      ],
      show: shownPiece,
    });
  },
});

function readPieceCursor(cursor: string | undefined): PieceKey | undefined {
  const key = decodeCursor(cursor, CURSOR_PARTS);
  if (!key) return undefined;
  const [clientId = '', orderId = '', ...texts] = key;
  if (!texts.every((one) => /^\d{1,9}$/.test(one))) throw invalidCursor();
  const [run = 0, position = 0, copy = 0, attempt = 0] = texts.map(Number);
  return { clientId, orderId, run, position, copy, attempt };
}

/** How far batches are. */
export async function batchProgressRoutes(
  app: FastifyInstance,
  options: BatchProgressRouteOptions,
): Promise<void> {
  registerRoutes(app, options, [
    ['GET', '/operator/v1/batches/:batchId/progress', getProgress, { verb: 'production.read' }],
    ['GET', '/operator/v1/batches/:batchId/pieces', getPieces, { verb: 'production.read' }],
  ]);
}

/** The filter of the orders that can be released. */
const ASSIGNED = { mode: 'live', statuses: ['ASSIGNED'], held: false } as const;

interface ReleaseRouteOptions {
  config: Pick<Config, 'TIME_ZONE'>;
  production: ReleaseContext;
}

const getGroups = route({
  schema: {
    tags: ['Production'],
    operationId: 'listReleaseGroups',
    summary: 'Read what can be released',
    description:
      'The items of ASSIGNED orders that are not on hold, in groups that are made alike; those of the oldest orders first. The groups are those of the oldest 200 orders; `oldest` asks for up to 5,000.',
    querystring: ReleaseGroupQuery,
    response: readAnswers('The groups.', Type.Array(ReleaseGroupSchema)),
  },
  handler: async ({ config, production }: ReleaseRouteOptions, request, reply) => {
    const { pool, dueHours, clock } = production;
    const { oldest = RELEASE_OLDEST, ...chosen } = request.query;
    const choice = choiceOf(chosen, production, config.TIME_ZONE);
    const lateUntil = madeFor(clock(), dueHours);
    const groups = await withRetry(() => listReleaseGroups(pool, choice, lateUntil, oldest));
    const shown = groups.map((group) => withoutNulls({ ...group, due: dueOf(group.oldest, dueHours) }));
    return sendJson(request, reply, JSON.stringify(shown));
  },
});

const getOrders = route({
  schema: {
    tags: ['Production'],
    operationId: 'listReleasableOrders',
    summary: 'Read which orders a release would take',
    description:
      'The ASSIGNED orders that are chosen, the oldest first. Release them by their names, so that nothing else is taken when somebody was faster.',
    querystring: ReleasableOrderQuery,
    response: readAnswers('The orders.', Type.Array(ReleasableOrderSchema)),
  },
  handler: async ({ config, production }: ReleaseRouteOptions, request, reply) => {
    const { pool, dueHours } = production;
    const { limit = ORDERS_DEFAULT, ...chosen } = request.query;
    const choice = choiceOf(chosen, production, config.TIME_ZONE);
    const orders = await withRetry(() => listReleasable(pool, choice, limit));
    const shown = orders.map((one) => ({ ...one, due: dueOf(one.created, dueHours) }));
    return sendJson(request, reply, JSON.stringify(shown));
  },
});

const getCounts = route({
  schema: {
    tags: ['Production'],
    operationId: 'countReleasableOrders',
    summary: 'Count what can be released',
    description:
      'How many ASSIGNED orders are chosen, and how many of them are late; of the oldest 200, or of as many as `oldest` says. And how many there are in all, whatever is chosen.',
    querystring: ReleaseGroupQuery,
    response: readAnswers('The counts.', ReleaseCountsSchema),
  },
  handler: async ({ config, production }: ReleaseRouteOptions, request, reply) => {
    const { pool, dueHours, clock } = production;
    const { oldest = RELEASE_OLDEST, ...chosen } = request.query;
    const choice = choiceOf(chosen, production, config.TIME_ZONE);
    const now = clock();
    const madeBy = {
      late: madeFor(now, dueHours),
      today: madeFor(dueUntil('TODAY', now, config.TIME_ZONE), dueHours),
    };
    const [counts, kept] = await Promise.all([
      withRetry(() => countReleasable(pool, choice, madeBy, oldest)),
      withRetry(() => countWanted(pool, ASSIGNED)),
    ]);
    return sendJson(request, reply, JSON.stringify({ assigned: kept?.wanted ?? 0, ...counts }));
  },
});

/** /operator/v1/release-groups, /release-orders and /release-counts */
export async function releaseRoutes(app: FastifyInstance, options: ReleaseRouteOptions): Promise<void> {
  registerRoutes(app, options, [
    ['GET', '/operator/v1/release-groups', getGroups, { verb: 'production.read' }],
    ['GET', '/operator/v1/release-orders', getOrders, { verb: 'production.read' }],
    ['GET', '/operator/v1/release-counts', getCounts, { verb: 'production.read' }],
  ]);
}
