import { Type } from 'typebox';
import {
  printLabelNow,
  reprintPapers,
  requestReturnLabel,
  setParcelPackage,
  shipPackedParcel,
} from '../../../packing/change-parcel.ts';
import { markTestLabel, type PaperSettings, paperSettings } from '../../../packing/draw-parcel-papers.ts';
import { carrierOrLabels, WAITING_COUNTED_MAX, waitingSince } from '../../../packing/hand-over-rules.ts';
import { listCarriersWaiting, listWaitingParcels } from '../../../packing/hand-over-store.ts';
import { readLabelDocument } from '../../../packing/parcel-label-store.ts';
import { findParcelByCode, listParcelCodes } from '../../../packing/parcel-store.ts';
import { takeBackError, takeBackParcel } from '../../../packing/take-back-parcel.ts';
import type { PaperPress } from '../../../papers/paper-press.ts';
import { actorOf } from '../../../platform/audit/actor.ts';
import { inTransaction, withRetry } from '../../../platform/database/transaction.ts';
import { ApiError, parcelNotFound } from '../../../platform/errors/errors.ts';
import {
  changeAnswers,
  errorAnswers,
  fileAnswer,
  onceAnswers,
  pageAnswers,
  readAnswers,
  withExample,
} from '../../../platform/http/api-document.ts';
import { sendJson } from '../../../platform/http/etag.ts';
import { idempotencyHeaders } from '../../../platform/http/idempotency.ts';
import { sendPage } from '../../../platform/http/paging.ts';
import { routeTable, routeUnder } from '../../../platform/http/route-table.ts';
import type { Config } from '../../../platform/settings/config.ts';
import { PDF } from '../../../printing/printing-rules.ts';
import { OrderKeyParams, readMomentCursor } from '../fields/operator-schemas.ts';
import {
  changeOnce,
  parcelCodeOf,
  refuseBlankTexts,
  type StaffContext,
  sendAttachment,
  withoutNulls,
} from '../fields/staff-requests.ts';
import { ORDER_PATH, readOrder } from '../orders/order-answers.ts';
import { ParcelPackageRequest } from '../shipping/label-provider-schemas.ts';
import {
  carrierIdOf,
  HandOverCarrierSchema,
  showLeaving,
  WaitingParcelQuery,
  WaitingParcelSchema,
} from './hand-over-schemas.ts';
import {
  PARCEL,
  ParcelParams,
  ParcelSchema,
  PrintLabelRequest,
  ReprintParcelRequest,
  ReturnLabelRequest,
  SHIPPED_PARCEL,
  ShipParcelRequest,
  TakeBackRequest,
  WAITING_PARCEL,
} from './parcel-schemas.ts';
import { showParcel } from './show-scan.ts';

const route = routeUnder<ParcelRouteOptions>('Production');
const PARCELS = '/operator/v1/parcels';
const WAITING = '/operator/v1/waiting-parcels';

interface ParcelRouteOptions extends StaffContext {
  config: Pick<Config, 'IMAGE_BASE_URL'> & PaperSettings;
  press: PaperPress;
  onPapers: (parcel: string) => void;
  onLabel: (parcel: string) => void;
}

const getParcel = route({
  operationId: 'getParcel',
  summary: 'Read a parcel by its code',
  description: 'Returns the parcel with its items and the state of its papers, without its address.',
  params: ParcelParams,
  response: readAnswers('The parcel.', ParcelSchema, 'parcel_not_found'),
  handler: async ({ pool, config }, request, reply) =>
    sendJson(request, reply, await showParcel({ pool, config }, parcelCodeOf(request.params.code))),
});

const PARCELS_SHOWN_MAX = 100;

const getOrderParcels = route({
  operationId: 'listOrderParcels',
  summary: 'List the parcels of an order with their papers',
  description: `Lists the first ${PARCELS_SHOWN_MAX} parcels in the order of packing, without dropped ones. An order that was shipped without packing has none.`,
  params: OrderKeyParams,
  response: readAnswers('The parcels.', Type.Array(ParcelSchema), 'order_not_found'),
  handler: async ({ pool, config }, request, reply) => {
    const { clientId, orderId } = request.params;
    await readOrder(pool, clientId, orderId);
    const codes = await withRetry(() => listParcelCodes(pool, { clientId, orderId }, PARCELS_SHOWN_MAX));
    const parcels = await Promise.all(codes.map((code) => showParcel({ pool, config }, code)));
    return sendJson(request, reply, parcels);
  },
});

const postLabel = route({
  operationId: 'printParcelLabel',
  summary: 'Print the label of a parcel that was packed without one',
  description:
    'Prints the label and the other missing papers, after the problem of the parcel is solved, at the station where the parcel was packed. No piece is scanned again. A label that is bought comes later, and its parcel is then shipped. Otherwise ship the parcel with `shipParcel`, or scan it. Idempotent: repeating the request changes nothing.',
  params: ParcelParams,
  body: PrintLabelRequest,
  response: withExample(
    { ...PARCEL, packed: WAITING_PARCEL.packed },
    changeAnswers(
      'The changed parcel.',
      ParcelSchema,
      'parcel_not_found',
      'printer_not_found',
      'label_provider_not_found',
      'parcel_not_packed',
      'label_not_made',
    ),
  ),
  handler: async ({ pool, config, clock, onPapers, onLabel }, { params, body, caller }) => {
    const code = parcelCodeOf(params.code);
    await printLabelNow({ pool, by: actorOf(caller), now: clock() }, code, body);
    onPapers(code);
    onLabel(code);
    return showParcel({ pool, config }, code);
  },
});

const postReturnLabel = route({
  operationId: 'buyReturnLabel',
  summary: 'Buy a label for the return of a parcel',
  description:
    'For a parcel that has left: from its recipient to the sender. The label comes later, as `returnLabel` of the parcel. Idempotent: a parcel gets one such label, and after a failure repeating the request buys again.',
  params: ParcelParams,
  body: ReturnLabelRequest,
  response: withExample(
    { ...SHIPPED_PARCEL, carrier: 'DHL Paket', returnLabel: { state: 'COMING', isTest: false } },
    changeAnswers('The parcel.', ParcelSchema, 'parcel_not_found', 'label_provider_not_found', 'label_not_made'),
  ),
  handler: async ({ pool, config, clock, onLabel }, { params, body, caller }) => {
    const code = parcelCodeOf(params.code);
    const doing = { by: actorOf(caller), now: clock() };
    await inTransaction(pool, (connection) => requestReturnLabel(connection, doing, code, body));
    onLabel(code);
    return showParcel({ pool, config }, code);
  },
});

const getReturnLabel = route({
  operationId: 'readReturnLabel',
  summary: 'Read the label for the return of a parcel',
  description: 'Returns the file to send to the recipient. It has names and addresses.',
  params: ParcelParams,
  response: { 200: fileAnswer('The label.', PDF), ...errorAnswers('parcel_not_found', 'label_not_made') },
  handler: async ({ pool, clock, press, config }, { params }, reply) => {
    const code = parcelCodeOf(params.code);
    const parcel = await withRetry(() => findParcelByCode(pool, code));
    if (!parcel) throw parcelNotFound();
    const found = await withRetry(() => readLabelDocument(pool, parcel, true));
    if (!found) throw new ApiError('label_not_made', 'This parcel has no label for its return.');
    const marking = { press, clock, ...paperSettings(config) };
    const bytes = found.isTest ? await markTestLabel(marking, found, PDF) : found.document;
    return sendAttachment(reply, `return-label-${code}.pdf`, PDF, bytes);
  },
});

const putPackage = route({
  operationId: 'setParcelPackage',
  summary: 'Set the package and the weight of a parcel',
  description: 'For a parcel without a bought label. Idempotent: repeating the request changes nothing.',
  params: ParcelParams,
  body: ParcelPackageRequest,
  response: withExample(
    { ...WAITING_PARCEL, weightGrams: 450 },
    changeAnswers('The parcel.', ParcelSchema, 'parcel_not_found', 'package_not_found'),
  ),
  handler: async ({ pool, config }, { params, body }) => {
    const code = parcelCodeOf(params.code);
    await setParcelPackage(pool, code, body);
    return showParcel({ pool, config }, code);
  },
});

const postShip = route({
  operationId: 'shipParcel',
  summary: 'Ship a parcel that was packed without a label',
  description:
    'Adds the parcel to the shipments of its order. The order becomes SHIPPED with its last piece. Papers that a correction made void must be printed again first, with `printParcelLabel`. Idempotent: repeating the request changes nothing.',
  params: ParcelParams,
  body: ShipParcelRequest,
  response: withExample(
    SHIPPED_PARCEL,
    changeAnswers(
      'The changed parcel.',
      ParcelSchema,
      'parcel_not_found',
      'parcel_not_packed',
      'order_not_changeable',
      'papers_void',
    ),
  ),
  handler: async ({ pool, config, clock }, { params, body, caller }) => {
    const code = parcelCodeOf(params.code);
    await shipPackedParcel({ pool, by: actorOf(caller), now: clock() }, code, body.trackingNumber);
    return showParcel({ pool, config }, code);
  },
});

const postReprint = route({
  config: refuseBlankTexts('reason'),
  operationId: 'reprintParcelPapers',
  summary: 'Print papers of a parcel again',
  description:
    'Draws the papers again from the current order, also for a parcel that was shipped. Destroy the previous label: two labels count as two parcels. Send an `Idempotency-Key`, so that a repeated request does not print again.',
  params: ParcelParams,
  headers: idempotencyHeaders,
  body: ReprintParcelRequest,
  response: withExample(
    { ...WAITING_PARCEL, papers: [{ ...PARCEL.papers[0], copy: 2 }] },
    onceAnswers('The changed parcel.', ParcelSchema, 'parcel_not_found', 'printer_not_found', 'label_not_made'),
  ),
  handler: async ({ pool, config, clock, onPapers }, request, reply) => {
    const { body, caller, params, station, routeOptions } = request;
    const code = parcelCodeOf(params.code);
    const { papers = ['LABEL', 'CUSTOMS'], reason, printerId } = body;
    const now = clock();
    const once = { input: [routeOptions.url, code, body], now };
    await changeOnce(pool, request, reply, once, async (connection) => {
      const where = { station: station?.name ?? '', stationId: station?.stationId ?? null };
      const at = { connection, ...where, by: actorOf(caller), now };
      await reprintPapers(at, code, { kinds: papers, reason, printerId });
      return { code };
    });
    onPapers(code);
    return showParcel({ pool, config }, code);
  },
});

const postTakeBack = route({
  config: refuseBlankTexts('reason'),
  operationId: 'takeParcelBack',
  summary: 'Open a closed parcel again',
  description:
    'Until the parcel is on a closed hand-over list. If it was shipped, its shipment is withdrawn: see `withdrawShipment`. The parcel is open again at the station of the request, or where it was packed. Its papers with the state `void` must not be used. Idempotent: repeating the request changes nothing.',
  params: ParcelParams,
  body: TakeBackRequest,
  response: withExample(
    { ...PARCEL, state: 'OPEN', papers: [{ ...PARCEL.papers[0], kind: 'LABEL', state: 'void' }] },
    changeAnswers(
      'The open parcel.',
      ParcelSchema,
      'parcel_not_found',
      'parcel_handed_over',
      'shipment_not_withdrawable',
    ),
  ),
  handler: async ({ pool, config, clock }, { params, body, caller, station }) => {
    const code = parcelCodeOf(params.code);
    const now = clock();
    const where = { station: station?.name ?? '', stationId: station?.stationId ?? null };
    const taken = await inTransaction(pool, (connection) =>
      takeBackParcel({ connection, ...where, by: actorOf(caller), now }, code, body.reason),
    );
    if ('refusal' in taken) throw takeBackError(taken.refusal);
    return showParcel({ pool, config }, code);
  },
});

const getCarriers = route({
  operationId: 'listHandOverCarriers',
  summary: 'List the carriers that have parcels to collect',
  description: 'Lists each carrier that has an open list, or packed parcels that are on no list.',
  response: readAnswers('The carriers.', Type.Array(HandOverCarrierSchema)),
  handler: async ({ pool, clock }, request, reply) => {
    const since = waitingSince(clock());
    const found = await withRetry(() => listCarriersWaiting(pool, since, WAITING_COUNTED_MAX));
    const carriers = found.map(({ carrierId, carrierName, waiting, unlabelled, handOverId, parcels }) => ({
      ...carrierOrLabels(carrierId),
      ...withoutNulls({ carrierName, waiting, unlabelled, handOverId }),
      ...(handOverId !== null && { parcels }),
    }));
    return sendJson(request, reply, carriers);
  },
});

const getWaiting = route({
  operationId: 'listWaitingParcels',
  summary: 'List the packed parcels of a carrier that are on no list',
  description: 'Sorted by the time when packing began, oldest first.',
  querystring: WaitingParcelQuery,
  response: pageAnswers('A page of parcels.', Type.Array(WaitingParcelSchema)),
  handler: async ({ pool, clock }, request, reply) => {
    const { limit, cursor } = request.query;
    const carrierId = carrierIdOf(request.query);
    const last = readMomentCursor(cursor);
    const page = { after: last && { opened: last.at, code: last.id }, limit: limit + 1 };
    const since = waitingSince(clock());
    const found = await withRetry(() => listWaitingParcels(pool, carrierId, since, page));
    return sendPage(request, reply, found, {
      keyOf: ({ opened, code }) => [opened.toISOString(), code],
      show: showLeaving,
    });
  },
});

export const parcelRoutes = routeTable<ParcelRouteOptions>([
  ['GET', `${ORDER_PATH}/parcels`, getOrderParcels, { verb: 'production.read' }],
  ['GET', `${PARCELS}/:code`, getParcel, { verb: 'floor.read' }],
  ['POST', `${PARCELS}/:code/label`, postLabel, { verb: 'production.work' }],
  ['POST', `${PARCELS}/:code/return-label`, postReturnLabel, { verb: 'production.work' }],
  ['GET', `${PARCELS}/:code/return-label.pdf`, getReturnLabel, { verb: 'orders.read' }],
  ['POST', `${PARCELS}/:code/reprint`, postReprint, { verb: 'production.work' }],
  ['PUT', `${PARCELS}/:code/package`, putPackage, { verb: 'production.work' }],
  ['POST', `${PARCELS}/:code/ship`, postShip, { verb: 'production.work' }],
  ['POST', `${PARCELS}/:code/take-back`, postTakeBack, { verb: 'production.work' }],
  ['GET', '/operator/v1/hand-over-carriers', getCarriers, { verb: 'handovers.read' }],
  ['GET', WAITING, getWaiting, { verb: 'production.read' }],
]);
