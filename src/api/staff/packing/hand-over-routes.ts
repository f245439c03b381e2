import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import {
  closeHandOver,
  findMissing,
  openHandOver,
  removeParcel,
} from '../../../packing/hand-over/change-hand-over.ts';
import {
  findLeavingParcel,
  listCarriersWaiting,
  listHandedOver,
  listWaitingParcels,
} from '../../../packing/hand-over/hand-over-parcel-store.ts';
import { WAITING_COUNTED_MAX, waitingSince } from '../../../packing/hand-over/hand-over-rules.ts';
import { isCarrier, listHandOvers, lockHandOver } from '../../../packing/hand-over/hand-over-store.ts';
import { actorOf } from '../../../platform/audit/actor.ts';
import { isStorable } from '../../../platform/database/statement-parts.ts';
import { inTransaction, withRetry } from '../../../platform/database/transaction.ts';
import {
  ApiError,
  carrierNotFound,
  handOverNotFound,
  parcelNotFound,
} from '../../../platform/errors/errors.ts';
import { changeAnswers, pageAnswers, readAnswers, withExample } from '../../../platform/http/api-document.ts';
import { sendJson } from '../../../platform/http/etag.ts';
import { sendPage } from '../../../platform/http/paging.ts';
import { registerRoutes, route } from '../../../platform/http/route-table.ts';
import { blankFaults, withoutNulls } from '../fields/field-faults.ts';
import { readMomentCursor } from '../fields/operator-schemas.ts';
import type { StaffContext } from '../fields/staff-context.ts';
import { handOverIdOf, NUMBER, parcelCodeOf, readHandOver } from '../production/read-by-code.ts';
import {
  CLOSED_HAND_OVER,
  CloseHandOverRequest,
  HAND_OVER,
  HandedOverParcelParams,
  HandedOverParcelQuery,
  HandedOverParcelSchema,
  HandOverCarrierSchema,
  HandOverParams,
  HandOverQuery,
  HandOverSchema,
  OpenHandOverRequest,
  RemoveParcelRequest,
  shownHandOver,
  shownLeaving,
  WaitingParcelQuery,
  WaitingParcelSchema,
} from './hand-over-schemas.ts';

const HAND_OVERS = '/operator/v1/hand-overs';

const postOpen = route({
  schema: {
    tags: ['Production'],
    operationId: 'openHandOver',
    summary: 'Open the hand-over list of a carrier',
    description:
      'The first parcel that is scanned opens it too. Where one is open it is answered. Idempotent: sending it again changes nothing.',
    body: OpenHandOverRequest,
    response: changeAnswers('The open list.', HandOverSchema, 'carrier_not_found'),
  },
  handler: async ({ pool, clock }: StaffContext, { body, caller }) => {
    const { carrierId } = body;
    const list = await inTransaction(pool, async (connection) => {
      if (carrierId !== undefined && !(isStorable(carrierId) && (await isCarrier(connection, carrierId))))
        throw carrierNotFound();
      return openHandOver(connection, carrierId ?? '', { by: actorOf(caller), now: clock() });
    });
    return shownHandOver(list);
  },
});

const getHandOvers = route({
  schema: {
    tags: ['Production'],
    operationId: 'listHandOvers',
    summary: 'List the hand-over lists',
    description: 'Latest first.',
    querystring: HandOverQuery,
    response: pageAnswers('A page of lists.', Type.Array(HandOverSchema)),
  },
  handler: async ({ config, pool }: StaffContext, request, reply) => {
    const { carrierId, state, limit, cursor } = request.query;
    const last = readMomentCursor(cursor, NUMBER);
    const before = last && { opened: last.at, handOverId: last.id };
    const filter = { carrierId, isOpen: state && state === 'OPEN' };
    const found =
      carrierId === undefined || isStorable(carrierId)
        ? await withRetry(() => listHandOvers(pool, filter, { before, limit: limit + 1 }))
        : [];
    return sendPage(request, reply, found, {
      url: `${config.BASE_URL}${HAND_OVERS}`,
      keyOf: ({ opened, handOverId }) => [opened.toISOString(), handOverId],
      show: shownHandOver,
    });
  },
});

const getHandOver = route({
  schema: {
    tags: ['Production'],
    operationId: 'getHandOver',
    summary: 'Read a hand-over list',
    description: 'Without its parcels: `listHandedOverParcels`.',
    params: HandOverParams,
    response: readAnswers('The list.', HandOverSchema, 'hand_over_not_found'),
  },
  handler: async ({ pool }: StaffContext, request, reply) =>
    sendJson(
      request,
      reply,
      JSON.stringify(shownHandOver(await readHandOver(pool, request.params.handOverId))),
    ),
});

const getParcels = route({
  schema: {
    tags: ['Production'],
    operationId: 'listHandedOverParcels',
    summary: 'List the parcels of a hand-over list',
    description: 'In the order in which they were scanned.',
    params: HandOverParams,
    querystring: HandedOverParcelQuery,
    response: pageAnswers('A page of parcels.', Type.Array(HandedOverParcelSchema), 'hand_over_not_found'),
  },
  handler: async ({ config, pool }: StaffContext, request, reply) => {
    const { handOverId } = await readHandOver(pool, request.params.handOverId);
    const { limit, cursor } = request.query;
    const last = readMomentCursor(cursor);
    const after = last && { handedOver: last.at, code: last.id };
    const found = await withRetry(() => listHandedOver(pool, handOverId, { after, limit: limit + 1 }));
    return sendPage(request, reply, found, {
      url: `${config.BASE_URL}${HAND_OVERS}/${handOverId}/parcels`,
      keyOf: ({ handedOver, code }) => [handedOver?.toISOString() ?? '', code],
      show: (one) => ({ ...shownLeaving(one), handedOver: one.handedOver }),
    });
  },
});

const postClose = route({
  schema: {
    tags: ['Production'],
    operationId: 'closeHandOver',
    summary: 'Close a hand-over list',
    description:
      'The driver has what is on it. Where packed parcels of the carrier are on no list it is refused and they are named, unless `leaveMissing` says that they stay. Idempotent: sending it again changes nothing.',
    params: HandOverParams,
    body: CloseHandOverRequest,
    response: withExample(
      CLOSED_HAND_OVER,
      changeAnswers('The list as it is now.', HandOverSchema, 'hand_over_not_found', 'hand_over_incomplete'),
    ),
  },
  handler: async ({ pool, clock }: StaffContext, { params, body, caller }) => {
    const doing = { by: actorOf(caller), now: clock() };
    const closed = await inTransaction(pool, async (connection) => {
      const list = await lockHandOver(connection, handOverIdOf(params.handOverId));
      if (!list) throw handOverNotFound();
      if (list.closed) return list;
      const missing = await findMissing(connection, list.carrierId, doing.now);
      if (list.parcels === 0) throw new ApiError('hand_over_incomplete', 'Nothing is on this list yet.');
      if (missing.count > 0 && !body.leaveMissing) throw incomplete(missing);
      return closeHandOver(connection, list, missing.count, doing);
    });
    return shownHandOver(closed);
  },
});

const postRemove = route({
  config: { moreFaults: ({ body }) => blankFaults({ '/reason': Object(body).reason }) },
  schema: {
    tags: ['Production'],
    operationId: 'removeHandedOverParcel',
    summary: 'Take a parcel off a hand-over list',
    description:
      'It stayed behind, or was scanned by mistake; it waits for the next list. Also off a list that is closed: the paper is printed anew without it. Idempotent: sending it again changes nothing.',
    params: HandedOverParcelParams,
    body: RemoveParcelRequest,
    response: withExample(
      { ...HAND_OVER, parcels: 0 },
      changeAnswers(
        'The list as it is now.',
        HandOverSchema,
        'hand_over_not_found',
        'parcel_not_found',
        'parcel_on_other_list',
      ),
    ),
  },
  handler: async ({ pool, clock }: StaffContext, { params, body, caller }) => {
    const { handOverId } = params;
    const doing = { by: actorOf(caller), now: clock(), reason: body.reason };
    const list = await inTransaction(pool, async (connection) => {
      const list = await lockHandOver(connection, handOverIdOf(handOverId));
      if (!list) throw handOverNotFound();
      const parcel = await findLeavingParcel(connection, parcelCodeOf(params.code));
      if (!parcel) throw parcelNotFound();
      return removeParcel(connection, parcel, list, doing);
    });
    return shownHandOver(list);
  },
});

function incomplete({ count, parcels }: Awaited<ReturnType<typeof findMissing>>): ApiError {
  const words =
    count === 1 ? 'One packed parcel of the carrier is' : `${count} packed parcels of the carrier are`;
  const message = `${words} on no list. Scan them, or close it with "leaveMissing": true.`;
  const violations = parcels.map(({ code, orderId, state }) => ({
    pointer: '/leaveMissing',
    code: state === 'PACKED' ? 'parcel_without_label' : 'parcel_missing',
    message: `Parcel ${code} of order ${orderId}.`,
  }));
  return new ApiError('hand_over_incomplete', message, { violations });
}

/** /operator/v1/hand-overs: what drivers take along. */
export async function handOverRoutes(app: FastifyInstance, options: StaffContext): Promise<void> {
  registerRoutes(app, options, [
    ['GET', HAND_OVERS, getHandOvers, { verb: 'production.read' }],
    ['POST', HAND_OVERS, postOpen, { verb: 'production.work' }],
    ['GET', `${HAND_OVERS}/:handOverId`, getHandOver, { verb: 'handovers.read' }],
    ['GET', `${HAND_OVERS}/:handOverId/parcels`, getParcels, { verb: 'production.read' }],
    ['POST', `${HAND_OVERS}/:handOverId/parcels/:code/remove`, postRemove, { verb: 'handovers.change' }],
    ['POST', `${HAND_OVERS}/:handOverId/close`, postClose, { verb: 'production.work' }],
  ]);
}

const WAITING = '/operator/v1/waiting-parcels';

const getCarriers = route({
  schema: {
    tags: ['Production'],
    operationId: 'listHandOverCarriers',
    summary: 'Read what waits for which carrier',
    description: 'Each carrier of which packed parcels are on no list, or a list is open.',
    response: readAnswers('The carriers.', Type.Array(HandOverCarrierSchema)),
  },
  handler: async ({ pool, clock }: StaffContext, request, reply) => {
    const since = waitingSince(clock());
    const found = await withRetry(() => listCarriersWaiting(pool, since, WAITING_COUNTED_MAX));
    const shown = found.map(({ carrierId, carrierName, waiting, unlabelled, handOverId, parcels }) => ({
      ...(carrierId !== '' && { carrierId }),
      ...withoutNulls({ carrierName, waiting, unlabelled, handOverId }),
      ...(handOverId !== null && { parcels }),
    }));
    return sendJson(request, reply, JSON.stringify(shown));
  },
});

const getWaiting = route({
  schema: {
    tags: ['Production'],
    operationId: 'listWaitingParcels',
    summary: 'List the packed parcels of a carrier that are on no list',
    description: 'The oldest first.',
    querystring: WaitingParcelQuery,
    response: pageAnswers('A page of parcels.', Type.Array(WaitingParcelSchema)),
  },
  handler: async ({ config, pool, clock }: StaffContext, request, reply) => {
    const { carrierId = '', limit, cursor } = request.query;
    const last = readMomentCursor(cursor);
    const after = last && { opened: last.at, code: last.id };
    const found = isStorable(carrierId)
      ? await withRetry(() =>
          listWaitingParcels(pool, carrierId, waitingSince(clock()), { after, limit: limit + 1 }),
        )
      : [];
    return sendPage(request, reply, found, {
      url: `${config.BASE_URL}${WAITING}`,
      keyOf: ({ opened, code }) => [opened.toISOString(), code],
      show: shownLeaving,
    });
  },
});

/** /operator/v1/hand-over-carriers and /operator/v1/waiting-parcels: what is packed and on no list. */
export async function waitingParcelRoutes(app: FastifyInstance, options: StaffContext): Promise<void> {
  registerRoutes(app, options, [
    ['GET', '/operator/v1/hand-over-carriers', getCarriers, { verb: 'handovers.read' }],
    ['GET', WAITING, getWaiting, { verb: 'production.read' }],
  ]);
}
