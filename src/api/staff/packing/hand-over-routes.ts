import { buffer } from 'node:stream/consumers';
import { Type } from 'typebox';
import { closeHandOver, findMissing, openHandOver, removeParcel } from '../../../packing/change-hand-over.ts';
import { readHandOverCustoms, readHandOverList } from '../../../packing/hand-over-papers.ts';
import {
  findLeavingParcel,
  type HandOver,
  isCarrier,
  listHandedOver,
  listHandOvers,
  lockHandOver,
} from '../../../packing/hand-over-store.ts';
import { listManifests, requestManifests } from '../../../packing/manifest-store.ts';
import type { PaperPress } from '../../../papers/paper-press.ts';
import { type Actor, actorOf } from '../../../platform/audit/actor.ts';
import { type Connection, inTransaction, withRetry } from '../../../platform/database/transaction.ts';
import { ApiError, carrierNotFound, handOverNotFound, parcelNotFound } from '../../../platform/errors/errors.ts';
import {
  changeAnswers,
  errorAnswers,
  fileAnswer,
  pageAnswers,
  readAnswers,
  withExample,
} from '../../../platform/http/api-document.ts';
import { sendJson } from '../../../platform/http/etag.ts';
import { sendPage } from '../../../platform/http/paging.ts';
import { routeTable, routeUnder } from '../../../platform/http/route-table.ts';
import type { Config } from '../../../platform/settings/config.ts';
import { enqueuePrintJob, requirePrinter } from '../../../printing/manage-print-jobs.ts';
import { findPrintJob, type PrintJob } from '../../../printing/print-job-store.ts';
import { PDF } from '../../../printing/printing-rules.ts';
import { mayDo, type Role } from '../../../staff/role-rules.ts';
import { PageQuery, readMomentCursor } from '../fields/operator-schemas.ts';
import {
  handOverIdOf,
  NUMBER,
  parcelCodeOf,
  readHandOver,
  refuseBlankTexts,
  type StaffContext,
  sendAttachment,
} from '../fields/staff-requests.ts';
import { PRINT_JOB_EXAMPLE, PrintJobSchema, showPrintJob } from '../printing/printing-schemas.ts';
import {
  CLOSED_HAND_OVER,
  CloseHandOverRequest,
  carrierIdOf,
  HAND_OVER,
  HandedOverParcelParams,
  HandedOverParcelSchema,
  HandOverParams,
  HandOverQuery,
  HandOverSchema,
  OpenHandOverRequest,
  PrintHandOverRequest,
  RemoveParcelRequest,
  showHandOver,
  showLeaving,
  showManifest,
} from './hand-over-schemas.ts';

const route = routeUnder<HandOverRouteOptions>('Production');
const HAND_OVERS = '/operator/v1/hand-overs';
/** The role floor reads and prints recent lists only. Older ones need the right to list orders. */
const FLOOR_HOURS_MAX = 24;
const HOUR_MS = 3_600_000;

interface HandOverRouteOptions extends StaffContext {
  config: Pick<
    Config,
    'BASE_URL' | 'TIME_ZONE' | 'PAPER_LANGUAGE' | 'CENTER_NAME' | 'CENTER_ADDRESS' | 'SENDER_ADDRESS'
  >;
  press: PaperPress;
  onPrint: (printerId: string) => void;
}

const postOpen = route({
  operationId: 'openHandOver',
  summary: 'Open the hand-over list of a carrier',
  description:
    'Returns the list that is already open, if any. Scanning the first parcel also opens a list. Idempotent: repeating the request changes nothing.',
  body: OpenHandOverRequest,
  response: changeAnswers('The open list.', HandOverSchema, 'carrier_not_found'),
  handler: async ({ pool, clock }, { body, caller }) => {
    const { carrierId } = body;
    const list = await inTransaction(pool, async (connection) => {
      if (carrierId !== undefined && !(await isCarrier(connection, carrierId))) throw carrierNotFound();
      return openHandOver(connection, carrierIdOf(body), { by: actorOf(caller), now: clock() });
    });
    return showHandOver(list);
  },
});

const getHandOvers = route({
  operationId: 'listHandOvers',
  summary: 'List the hand-over lists',
  description: 'Sorted by opening time, latest first.',
  querystring: HandOverQuery,
  response: pageAnswers('A page of lists.', Type.Array(HandOverSchema)),
  handler: async ({ pool }, request, reply) => {
    const { carrierId, state, limit, cursor } = request.query;
    const last = readMomentCursor(cursor, NUMBER);
    const before = last && { opened: last.at, handOverId: last.id };
    const filter = { carrierId, isOpen: state && state === 'OPEN' };
    const found = await withRetry(() => listHandOvers(pool, filter, { before, limit: limit + 1 }));
    return sendPage(request, reply, found, {
      keyOf: ({ opened, handOverId }) => [opened.toISOString(), handOverId],
      show: showHandOver,
    });
  },
});

const getHandOver = route({
  operationId: 'getHandOver',
  summary: 'Read a hand-over list',
  description: 'Returns the list without its parcels. Read them with `listHandedOverParcels`.',
  params: HandOverParams,
  response: readAnswers('The list.', HandOverSchema, 'hand_over_not_found'),
  handler: async ({ pool }, request, reply) => {
    const list = await readHandOver(pool, request.params.handOverId);
    const manifests = await withRetry(() => listManifests(pool, list.handOverId));
    return sendJson(request, reply, {
      ...showHandOver(list),
      ...(manifests.length > 0 && { manifests: manifests.map(showManifest) }),
    });
  },
});

const getParcels = route({
  operationId: 'listHandedOverParcels',
  summary: 'List the parcels of a hand-over list',
  description: 'Sorted by the time of their scan, oldest first.',
  params: HandOverParams,
  querystring: PageQuery,
  response: pageAnswers('A page of parcels.', Type.Array(HandedOverParcelSchema), 'hand_over_not_found'),
  handler: async ({ pool }, request, reply) => {
    const { handOverId } = await readHandOver(pool, request.params.handOverId);
    const { limit, cursor } = request.query;
    const last = readMomentCursor(cursor);
    const after = last && { handedOver: last.at, code: last.id };
    const found = await withRetry(() => listHandedOver(pool, handOverId, { after, limit: limit + 1 }));
    return sendPage(request, reply, found, {
      keyOf: ({ handedOver, code }) => [handedOver?.toISOString() ?? '', code],
      show: (one) => ({ ...showLeaving(one), handedOver: one.handedOver }),
    });
  },
});

const postClose = route({
  operationId: 'closeHandOver',
  summary: 'Close a hand-over list',
  description:
    'Records that the driver has taken the parcels of the list. Refused, with their codes, while packed parcels of the carrier are on no list, unless `leaveMissing` is true. Label providers are asked for their manifests. With `printerId`, the list and the manifests are printed. Idempotent: repeating the request changes nothing.',
  params: HandOverParams,
  body: CloseHandOverRequest,
  response: withExample(
    CLOSED_HAND_OVER,
    changeAnswers(
      'The changed list.',
      HandOverSchema,
      'hand_over_not_found',
      'hand_over_incomplete',
      'printer_not_found',
      'document_not_printable',
    ),
  ),
  handler: async (options, { params, body, caller, station }) => {
    const { pool, clock } = options;
    const { printerId } = body;
    const doing = { by: actorOf(caller), now: clock(), printerId };
    const closed = await inTransaction(pool, async (connection) => {
      const list = await lockList(connection, params.handOverId);
      if (printerId !== undefined) await requirePrinter(connection, printerId);
      if (list.closed) return list;
      const missing = await findMissing(connection, list.carrierId, doing.now);
      if (list.parcels === 0)
        throw new ApiError('hand_over_incomplete', 'This list is empty. Scan a parcel into it first.');
      if (missing.count > 0 && !body.leaveMissing) throw incomplete(missing);
      return closeHandOver(connection, list, missing.count, doing);
    });
    if (printerId !== undefined) await printList(options, closed, { printerId, by: doing.by, station });
    return showHandOver(closed);
  },
});

const postRemove = route({
  config: refuseBlankTexts('reason'),
  operationId: 'removeHandedOverParcel',
  summary: 'Take a parcel off a hand-over list',
  description:
    'For a parcel that stayed behind, or was scanned by mistake. It then waits for the next list. A closed list can be changed too, and is then printed again without the parcel. Idempotent: repeating the request changes nothing.',
  params: HandedOverParcelParams,
  body: RemoveParcelRequest,
  response: withExample(
    { ...HAND_OVER, parcels: 0 },
    changeAnswers(
      'The changed list.',
      HandOverSchema,
      'hand_over_not_found',
      'parcel_not_found',
      'parcel_on_other_list',
    ),
  ),
  handler: async ({ pool, clock }, { params, body, caller }) => {
    const doing = { by: actorOf(caller), now: clock(), reason: body.reason };
    const changed = await inTransaction(pool, async (connection) => {
      const list = await lockList(connection, params.handOverId);
      const parcel = await findLeavingParcel(connection, parcelCodeOf(params.code));
      if (!parcel) throw parcelNotFound();
      return removeParcel(connection, parcel, list, doing);
    });
    return showHandOver(changed);
  },
});

const getPaper = route({
  operationId: 'readHandOverPaper',
  summary: 'Read a hand-over list as PDF',
  description: `Returns the paper that the driver signs. It has no names or addresses. The list must be closed; the role floor reads it for ${FLOOR_HOURS_MAX} hours after that.`,
  params: HandOverParams,
  response: {
    200: fileAnswer('The list.', PDF),
    ...errorAnswers('not_permitted', 'hand_over_not_found', 'hand_over_incomplete'),
  },
  handler: async (options, { params, caller }, reply) => {
    const list = await readClosed(options, params.handOverId, caller);
    const bytes = await drawList(options, list);
    return sendAttachment(reply, `hand-over-${list.handOverId}.pdf`, PDF, bytes);
  },
});

const postPrint = route({
  operationId: 'printHandOver',
  summary: 'Print a hand-over list',
  description: `The list must be closed; the role floor prints it for ${FLOOR_HOURS_MAX} hours after that. Its manifests are printed too, and failed ones are tried again. Idempotent: a list is printed once, and repeating the request returns the same print job. \`reprint\` prints it again, with a reason.`,
  params: HandOverParams,
  body: PrintHandOverRequest,
  response: withExample(
    {
      ...PRINT_JOB_EXAMPLE,
      kind: 'hand-over',
      printer: { ...PRINT_JOB_EXAMPLE.printer, kind: 'ipp' },
      contentType: PDF,
      title: 'Hand-over list 12',
    },
    changeAnswers(
      'The print job.',
      PrintJobSchema,
      'not_permitted',
      'hand_over_not_found',
      'hand_over_incomplete',
      'printer_not_found',
      'document_not_printable',
    ),
  ),
  handler: async (options, { params, body, caller, station }) => {
    const list = await readClosed(options, params.handOverId, caller);
    const { printerId } = body;
    return showPrintJob(await printList(options, list, { printerId, by: actorOf(caller), station }));
  },
});

/** Prints a closed list, once, and its manifests, which may come later. */
async function printList(
  options: HandOverRouteOptions,
  list: HandOver,
  { printerId, by, station }: { printerId: string; by: Actor; station: { stationId: string } | null | undefined },
): Promise<PrintJob> {
  const { pool, clock, onPrint } = options;
  const { handOverId } = list;
  const bytes = await drawList(options, list);
  const now = clock();
  const job = await inTransaction(pool, async (connection) => {
    const { jobId } = await enqueuePrintJob(connection, {
      printerId,
      kind: 'hand-over',
      key: handOverId,
      title: `Hand-over list ${handOverId}`,
      contentType: PDF,
      bytes,
      ...(station && { stationId: station.stationId }),
      by,
      now,
    });
    await requestManifests(connection, handOverId, { printerId, now });
    return findPrintJob(connection, jobId);
  });
  if (!job) throw new Error('The new print job was not found.');
  onPrint(job.printerId);
  return job;
}

const getCustoms = route({
  operationId: 'exportHandOverCustoms',
  summary: 'Export the customs data of a hand-over list',
  description:
    "Returns CSV for the carrier's portal, with names and addresses. Each parcel that leaves the EU customs area has a row per line of its declaration. A parcel that cannot be declared has one row with the missing data.",
  params: HandOverParams,
  response: {
    200: fileAnswer('The table as UTF-8 CSV, which spreadsheets open.', 'text/csv'),
    ...errorAnswers('hand_over_not_found'),
  },
  handler: async ({ pool }, { params }, reply) => {
    const list = await readHandOver(pool, params.handOverId);
    const csv = await withRetry(() => readHandOverCustoms(pool, list));
    return sendAttachment(reply, `hand-over-${list.handOverId}-customs.csv`, 'text/csv; charset=utf-8', csv);
  },
});

async function lockList(connection: Connection, handOverId: string): Promise<HandOver> {
  const list = await lockHandOver(connection, handOverIdOf(handOverId));
  if (!list) throw handOverNotFound();
  return list;
}

function incomplete({ count, parcels }: Awaited<ReturnType<typeof findMissing>>): ApiError {
  const words = count === 1 ? 'One packed parcel of the carrier is' : `${count} packed parcels of the carrier are`;
  const message = `${words} on no list. Scan them, or close it with "leaveMissing": true.`;
  const violations = parcels.map(({ code, orderId, state }) => ({
    pointer: '/leaveMissing',
    code: state === 'PACKED' ? 'parcel_without_label' : 'parcel_missing',
    message: `Parcel ${code} of order ${orderId}.`,
  }));
  return new ApiError('hand_over_incomplete', message, { violations });
}

/** Reads a closed list that this role may read. Throws `hand_over_incomplete` or `not_permitted`. */
async function readClosed(
  { pool, clock }: HandOverRouteOptions,
  handOverId: string,
  { role }: { role: Role | null },
): Promise<HandOver> {
  const list = await readHandOver(pool, handOverId);
  if (!list.closed) throw new ApiError('hand_over_incomplete', 'This list is still open. Close it first.');
  const isRecent = clock().getTime() - list.closed.getTime() <= FLOOR_HOURS_MAX * HOUR_MS;
  if (isRecent || mayDo(role, 'production.read')) return list;
  const message = `This list was closed more than ${FLOOR_HOURS_MAX} hours ago. Ask the office to print it.`;
  throw new ApiError('not_permitted', message);
}

async function drawList({ config, pool, clock, press }: HandOverRouteOptions, list: HandOver): Promise<Buffer> {
  const now = clock();
  const paper = await withRetry(() => readHandOverList(pool, list, now));
  const address = config.CENTER_ADDRESS.length > 0 ? config.CENTER_ADDRESS : config.SENDER_ADDRESS;
  const from = [config.CENTER_NAME, ...address];
  const { pdf } = press.print('hand-over-lists', [{ ...paper, from }], {
    language: config.PAPER_LANGUAGE,
    timeZone: config.TIME_ZONE,
    printedAt: now,
    scanAddress: `${config.BASE_URL}/console/scan`,
  });
  return buffer(pdf);
}

export const handOverRoutes = routeTable<HandOverRouteOptions>([
  ['GET', HAND_OVERS, getHandOvers, { verb: 'production.read' }],
  ['POST', HAND_OVERS, postOpen, { verb: 'production.work' }],
  ['GET', `${HAND_OVERS}/:handOverId`, getHandOver, { verb: 'handovers.read' }],
  ['GET', `${HAND_OVERS}/:handOverId/parcels`, getParcels, { verb: 'production.read' }],
  ['POST', `${HAND_OVERS}/:handOverId/parcels/:code/remove`, postRemove, { verb: 'handovers.change' }],
  ['POST', `${HAND_OVERS}/:handOverId/close`, postClose, { verb: 'production.work' }],
  ['GET', `${HAND_OVERS}/:handOverId/list.pdf`, getPaper, { verb: 'handovers.read' }],
  ['POST', `${HAND_OVERS}/:handOverId/print`, postPrint, { verb: 'print' }],
  ['GET', `${HAND_OVERS}/:handOverId/customs.csv`, getCustoms, { verb: 'orders.read' }],
]);
