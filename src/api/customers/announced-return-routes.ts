import type { Pool } from 'pg';
import { Type } from 'typebox';
import {
  findClientReturn,
  prepareAnnouncement,
  requestLabelOf,
  withdrawReturn,
} from '../../packing/announce-return.ts';
import { type ClientReturn, listReturnsOfClient } from '../../packing/announced-return-store.ts';
import { markTestLabel, paperSettings } from '../../packing/draw-parcel-papers.ts';
import { readLabelDocument } from '../../packing/parcel-label-store.ts';
import { findParcelByCode } from '../../packing/parcel-store.ts';
import type { PaperPress } from '../../papers/paper-press.ts';
import { actorOf } from '../../platform/audit/actor.ts';
import { withRetry } from '../../platform/database/transaction.ts';
import { ApiError } from '../../platform/errors/errors.ts';
import {
  answer,
  errorAnswers,
  fileAnswer,
  onceAnswers,
  pageAnswers,
  rateLimitHeaders,
  readAnswers,
} from '../../platform/http/api-document.ts';
import { sendJson } from '../../platform/http/etag.ts';
import { doOnce, idempotencyHeaders, readIdempotencyKey } from '../../platform/http/idempotency.ts';
import { sendPage } from '../../platform/http/paging.ts';
import { routeTable, routeUnder } from '../../platform/http/route-table.ts';
import type { Config } from '../../platform/settings/config.ts';
import { readMomentCursor, UUID } from '../staff/fields/operator-schemas.ts';
import { refuseBlankTexts, sendAttachment, withoutNulls } from '../staff/fields/staff-requests.ts';
import {
  AnnounceReturnRequestSchema,
  ClientReturnSchema,
  ReturnParamsSchema,
  ReturnQuerySchema,
  WITHDRAWN_RETURN_EXAMPLE,
} from './announced-return-schemas.ts';
import { isUuid } from './webhook-paths.ts';

interface ReturnRouteOptions {
  config: Config;
  pool: Pool;
  clock: () => Date;
  press: PaperPress;
  onLabel: (parcel: string) => void;
}

const route = routeUnder<ReturnRouteOptions>('Returns');
const PDF = 'application/pdf';

const getReturns = route({
  operationId: 'listReturns',
  summary: 'List your returns',
  description:
    'Lists announced, received and withdrawn returns, latest first. Follow the Link header to the next page.',
  querystring: ReturnQuerySchema,
  response: pageAnswers('A page of returns.', Type.Array(ClientReturnSchema)),
  handler: async ({ pool }, request, reply) => {
    const { orderId, status, cursor, limit } = request.query;
    const before = readMomentCursor(cursor, UUID);
    const filter = { orderId, status };
    const page = { before, limit: limit + 1 };
    const found = await withRetry(() => listReturnsOfClient(pool, request.caller.clientId, filter, page));
    return sendPage(request, reply, found, {
      keyOf: ({ at, returnId }) => [at.toISOString(), returnId],
      show: showReturn,
    });
  },
});

const postReturn = route({
  operationId: 'announceReturn',
  summary: 'Announce a return',
  description:
    'Records which pieces of a shipped order come back, so that staff expect them. Stock and order change when staff book the return (`order.returned`). Refuses more pieces than have left. With `label`, one label for each parcel is bought from a label provider of the center, if your contract allows it. Send an `Idempotency-Key`, so that a repeated request counts once.',
  headers: idempotencyHeaders,
  body: AnnounceReturnRequestSchema,
  response: onceAnswers(
    'The return.',
    ClientReturnSchema,
    'order_not_found',
    'order_not_changeable',
    'return_label_not_allowed',
  ),
  config: refuseBlankTexts('reference', 'note'),
  handler: async (options, request, reply) => {
    const { pool, clock, onLabel } = options;
    const { caller, body, headers } = request;
    const { clientId } = caller;
    const now = clock();
    const work = prepareAnnouncement({ clientId, orderId: body.orderId }, body, now);
    const once = { clientId, key: readIdempotencyKey(headers), input: ['returns', body], now };
    const { answer: returnId, isReplayed } = await doOnce(pool, once, work);
    if (isReplayed) reply.header('idempotent-replayed', 'true');
    const announced = await readReturn(pool, clientId, returnId);
    // Also after a repeated request: the first one may have ended before it asked for the label.
    const parcel = await requestLabelOf(pool, { clientId, ...announced }, { by: actorOf(caller), now });
    if (parcel !== undefined) onLabel(parcel);
    const found = showReturn(parcel === undefined ? announced : await readReturn(pool, clientId, returnId));
    return body.label && !found.label && !announced.withdrawn ? { ...found, label: { status: 'NONE' } } : found;
  },
});

/** Requests as other systems have them. */
const INSTEAD = { DELETE: 'A return is not deleted: withdraw it by POST /v1/returns/{returnId}/withdraw.' };

const postWithdraw = route({
  operationId: 'withdrawReturn',
  summary: 'Withdraw an announced return',
  description:
    'Ends the announcement, so that staff no longer expect the pieces, while nothing of it has arrived. Its pieces can be announced again. Its label is given up, unless another return of the same parcel has it. Idempotent.',
  params: ReturnParamsSchema,
  response: {
    200: answer('The return.', ClientReturnSchema, rateLimitHeaders, WITHDRAWN_RETURN_EXAMPLE),
    ...errorAnswers('return_not_found', 'return_not_withdrawable'),
  },
  handler: async ({ pool, clock, onLabel }, { caller: { clientId }, params: { returnId } }) => {
    const found = await readReturn(pool, clientId, returnId);
    const parcel = await withdrawReturn(pool, { clientId, ...found }, clock());
    if (parcel !== undefined) onLabel(parcel);
    return showReturn(await readReturn(pool, clientId, returnId));
  },
});

const getReturn = route({
  operationId: 'getReturn',
  summary: 'Read a return',
  description: 'Returns one of your returns, with the state of its label.',
  params: ReturnParamsSchema,
  response: readAnswers('The return.', ClientReturnSchema, 'return_not_found'),
  handler: async ({ pool }, request, reply) => {
    const found = await readReturn(pool, request.caller.clientId, request.params.returnId);
    return sendJson(request, reply, showReturn(found));
  },
});

const getLabel = route({
  operationId: 'getReturnLabel',
  summary: 'Read the label of a return',
  description: 'Returns the PDF file for the buyer, once the label of the return is READY. It has names and addresses.',
  params: ReturnParamsSchema,
  response: { 200: fileAnswer('The label.', PDF), ...errorAnswers('return_not_found') },
  handler: async ({ pool, clock, press, config }, { params, caller }, reply) => {
    const { parcelCode, withdrawn } = await readReturn(pool, caller.clientId, params.returnId);
    const parcel =
      parcelCode === null || withdrawn ? undefined : await withRetry(() => findParcelByCode(pool, parcelCode));
    const found = parcel && (await withRetry(() => readLabelDocument(pool, parcel, true)));
    if (!found) throw new ApiError('return_not_found', 'This return has no label, or it is not ready yet.');
    const marking = { press, clock, ...paperSettings(config) };
    const bytes = found.isTest ? await markTestLabel(marking, found, PDF) : found.document;
    return sendAttachment(reply, `return-label-${params.returnId}.pdf`, PDF, bytes);
  },
});

async function readReturn(pool: Pool, clientId: string, returnId: string): Promise<ClientReturn> {
  const found = isUuid(returnId) ? await withRetry(() => findClientReturn(pool, clientId, returnId)) : undefined;
  if (!found) throw new ApiError('return_not_found', 'You have no return with this returnId.');
  return found;
}

function showReturn({ at: _, parcelCode, label, items, ...rest }: ClientReturn) {
  return {
    ...withoutNulls(rest),
    items: items.map(withoutNulls),
    ...(parcelCode !== null && rest.status !== 'WITHDRAWN' && { label: showLabel(label) }),
  };
}

function showLabel(label: ClientReturn['label']) {
  if (label === null) return { status: 'NONE' };
  const { state, trackingNumber, carrier: trackingCarrier } = label;
  const isReady = state === 'used' || state === 'bought';
  const status = isReady ? 'READY' : state === 'wanted' || state === 'buying' ? 'PENDING' : 'FAILED';
  return { status, ...(isReady && withoutNulls({ trackingNumber, trackingCarrier })) };
}

export const announcedReturnRoutes = routeTable<ReturnRouteOptions>([
  ['GET', '/v1/returns', getReturns],
  ['POST', '/v1/returns', postReturn],
  ['GET', '/v1/returns/:returnId', getReturn, { insteadOf: INSTEAD }],
  ['POST', '/v1/returns/:returnId/withdraw', postWithdraw],
  ['GET', '/v1/returns/:returnId/label', getLabel],
]);
