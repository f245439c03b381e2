import type { FastifyInstance } from 'fastify';
import type { Pool } from 'pg';
import { detailsOf, readParcel } from '../../../packing/papers/show-parcel.ts';
import { printLabelNow, reprintOfParcel, shipPacked } from '../../../packing/scan/packed-parcel.ts';
import { actorOf } from '../../../platform/audit/actor.ts';
import { parcelNotFound } from '../../../platform/errors/errors.ts';
import { changeAnswers, onceAnswers, readAnswers, withExample } from '../../../platform/http/api-document.ts';
import { sendJson } from '../../../platform/http/etag.ts';
import { idempotencyHeaders } from '../../../platform/http/idempotency.ts';
import { registerRoutes, route } from '../../../platform/http/route-table.ts';
import { changeOnce } from '../fields/change-once.ts';
import { blankFaults } from '../fields/field-faults.ts';
import { parcelCodeOf } from '../production/read-by-code.ts';
import {
  PARCEL,
  ParcelParams,
  ParcelSchema,
  PrintLabelRequest,
  ReprintParcelRequest,
  SHIPPED_PARCEL,
  ShipParcelRequest,
  WAITING_PARCEL,
} from './parcel-schemas.ts';
import { shownItems } from './shown-scan.ts';

const PARCELS = '/operator/v1/parcels';

export interface ParcelRouteOptions {
  pool: Pool;
  clock: () => Date;
  /** Asks for the papers of a parcel to be drawn soon. */
  onPapers: (parcel: string) => void;
}

const getParcel = route({
  schema: {
    tags: ['Production'],
    operationId: 'getParcel',
    summary: 'Read a parcel by its code',
    description: 'With what is in it and how far its papers are, without its address.',
    params: ParcelParams,
    response: readAnswers('The parcel.', ParcelSchema, 'parcel_not_found'),
  },
  handler: async ({ pool }: ParcelRouteOptions, request, reply) =>
    sendJson(request, reply, JSON.stringify(await shownParcel(pool, parcelCodeOf(request.params.code)))),
});

const postLabel = route({
  schema: {
    tags: ['Production'],
    operationId: 'printParcelLabel',
    summary: 'Print the label of a parcel that was packed without one',
    description:
      'Once what was missing is mended: its label, and whatever else it lacks, where it was packed. No piece is scanned again; ship it then by `shipParcel`, or by a scan of it. Idempotent: sending it again changes nothing.',
    params: ParcelParams,
    body: PrintLabelRequest,
    response: withExample(
      {
        ...PARCEL,
        packed: WAITING_PARCEL.packed,
      },
      changeAnswers(
        'The parcel as it is now.',
        ParcelSchema,
        'parcel_not_found',
        'printer_not_found',
        'parcel_not_packed',
        'label_not_made',
      ),
    ),
  },
  handler: async ({ pool, clock, onPapers }: ParcelRouteOptions, { params, body, caller }) => {
    const code = parcelCodeOf(params.code);
    await printLabelNow({ pool, by: actorOf(caller), now: clock() }, code, body.printerId);
    onPapers(code);
    return shownParcel(pool, code);
  },
});

const postShip = route({
  schema: {
    tags: ['Production'],
    operationId: 'shipParcel',
    summary: 'Ship a parcel that was packed without a label',
    description:
      'It becomes one of the shipments of its order; with the last piece the order is SHIPPED. Idempotent: sending it again changes nothing.',
    params: ParcelParams,
    body: ShipParcelRequest,
    response: withExample(
      SHIPPED_PARCEL,
      changeAnswers(
        'The parcel as it is now.',
        ParcelSchema,
        'parcel_not_found',
        'parcel_not_packed',
        'order_not_changeable',
      ),
    ),
  },
  handler: async ({ pool, clock }: ParcelRouteOptions, { params, body, caller }) => {
    const code = parcelCodeOf(params.code);
    await shipPacked({ pool, by: actorOf(caller), now: clock() }, code, body.trackingNumber);
    return shownParcel(pool, code);
  },
});

const postReprint = route({
  config: { moreFaults: ({ body }) => blankFaults({ '/reason': Object(body).reason }) },
  schema: {
    tags: ['Production'],
    operationId: 'reprintParcelPapers',
    summary: 'Print papers of a parcel again',
    description:
      'With the reason, also of a parcel that has left: drawn anew, by its order as it is now. Two labels of one parcel are two parcels: destroy the one before. Send an `Idempotency-Key`, so that it is printed once also when you have to send it again.',
    params: ParcelParams,
    headers: idempotencyHeaders,
    body: ReprintParcelRequest,
    response: withExample(
      {
        ...WAITING_PARCEL,
        papers: [{ ...PARCEL.papers[0], copy: 2 }],
      },
      onceAnswers(
        'The parcel as it is now.',
        ParcelSchema,
        'parcel_not_found',
        'printer_not_found',
        'label_not_made',
      ),
    ),
  },
  handler: async ({ pool, clock, onPapers }: ParcelRouteOptions, request, reply) => {
    const { body, caller, params, station, routeOptions } = request;
    const code = parcelCodeOf(params.code);
    const { papers = ['LABEL', 'CUSTOMS'], reason, printerId } = body;
    const now = clock();
    const once = { asked: [routeOptions.url, code, body], now };
    await changeOnce(pool, request, reply, once, async (connection) => {
      const where = { station: station?.name ?? '', stationId: station?.stationId ?? null };
      const at = { connection, ...where, by: actorOf(caller), now };
      await reprintOfParcel(at, code, { kinds: papers, reason, printerId });
      return { code };
    });
    onPapers(code);
    return shownParcel(pool, code);
  },
});

async function shownParcel(pool: Pool, code: string) {
  const found = await readParcel(pool, code);
  const details = found && (await detailsOf(pool, code, found.items));
  if (!found || !details) throw parcelNotFound();
  const { clientId, orderId, parcel: number, state, station, opened, packed, closed } = found.parcel;
  const { problem, problemDetails, problemSentences, trackingNumber } = found.parcel;
  return {
    code,
    clientId,
    orderId,
    number,
    state,
    station,
    opened,
    ...(packed && { packed }),
    ...(closed && { closed }),
    items: await shownItems(pool, found.parcel, code, found.items),
    ...details,
    ...(problem !== null && { problem, details: problemDetails ?? [] }),
    ...(problemSentences !== null && { detailSentences: JSON.parse(problemSentences) }),
    ...(trackingNumber !== null && { trackingNumber }),
  };
}

/** /operator/v1/parcels */
export async function parcelRoutes(app: FastifyInstance, options: ParcelRouteOptions): Promise<void> {
  registerRoutes(app, options, [
    ['GET', `${PARCELS}/:code`, getParcel, { verb: 'production.work' }],
    ['POST', `${PARCELS}/:code/label`, postLabel, { verb: 'production.work' }],
    ['POST', `${PARCELS}/:code/reprint`, postReprint, { verb: 'production.work' }],
    ['POST', `${PARCELS}/:code/ship`, postShip, { verb: 'production.work' }],
  ]);
}
