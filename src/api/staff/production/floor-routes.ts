import { Type } from 'typebox';
import { DUE, dueLimitOf } from '../../../clients/due-rules.ts';
import { withRetry } from '../../../platform/database/transaction.ts';
import { parseMoment } from '../../../platform/formats/moments.ts';
import { scanCodeOf } from '../../../platform/formats/scan-codes.ts';
import {
  integerField,
  oneOf,
  pageAnswers,
  readAnswers,
  stringField,
  Timestamp,
  titledObject,
} from '../../../platform/http/api-document.ts';
import { sendJson } from '../../../platform/http/etag.ts';
import { decodeCursor, invalidCursor, sendPage } from '../../../platform/http/paging.ts';
import { routeTable, routeUnder } from '../../../platform/http/route-table.ts';
import type { Config } from '../../../platform/settings/config.ts';
import { countBins, listBinContents } from '../../../production/bin-store.ts';
import type { Sentence } from '../../../production/floor-sentences.ts';
import { PIECE_STATES } from '../../../production/piece-states.ts';
import {
  countProblems,
  listProblems,
  PROBLEM_KINDS,
  type Problem,
  type ProblemKind,
  type ProblemPosition,
} from '../../../production/problem-store.ts';
import type { ReleaseContext } from '../../../production/release-orders.ts';
import { BIN_STATES, type BinState, binStateOf } from '../../../production/scan-rules.ts';
import { countDueOrders } from '../../../reports/order-count-store.ts';
import {
  CLIENT_ID,
  COUNT_LIMIT,
  clientName,
  orderFields,
  SENTENCE,
  SentenceSchema,
  staffPaging,
} from '../fields/operator-schemas.ts';
import { withoutNulls } from '../fields/staff-requests.ts';

const route = routeUnder<FloorRouteOptions>('Production');
const PROBLEMS = '/operator/v1/problems';
/** A bin that is taken for more hours, or an order that is accepted without a batch, is a problem. */
const PROBLEM_HOURS = 24;
const HOUR_MS = 3_600_000;
/** Times are rounded to the minute, so that the ETag changes only with the counts. */
type FloorRouteOptions = { config: Pick<Config, 'TIME_ZONE'>; production: ReleaseContext };

const SOLUTIONS: Readonly<Record<ProblemKind, string>> = {
  NO_LABEL: 'Solve the problem, print the label (printParcelLabel), and ship the parcel (shipParcel).',
  PAPER_NOT_MADE: 'The parcel was shipped without this paper. Print it (reprintParcelPapers), and send it separately.',
  DELIVERY:
    'The parcel is late, cannot be delivered, or comes back. Ask the carrier, and book the return when it arrives (bookReturn).',
  NO_BLANK: 'No blank is in stock for this piece. Count the stock, or bring a blank, and scan the piece again.',
  NO_BATCH: 'The order was accepted without a batch, and nothing of it is made. Release it (releaseBatch).',
  STOPPED: 'The order was stopped with pieces on the floor. Correct it (reopenOrder), or cancel it.',
  ON_HOLD: 'The order is on hold with pieces on the floor. Release it (releaseOrder), or cancel it.',
  ASKED_TO_CANCEL: 'The customer asks to cancel an order with pieces on the floor. Accept or decline the request.',
  PRINT_JOB:
    'Check the printer. Confirm the job when it was printed (confirmPrintJob), or send it again (retryPrintJob).',
  PRINTER: 'The printer is unreachable, and its jobs wait. Switch it on, or correct its address.',
  BIN: 'The bin has been taken for more than 24 hours. Pack its order, or empty it.',
  WORK_FAILED:
    'Platen tries again by itself, at least every six hours. The log of the server has the cause. Restore the order from a backup if it is damaged.',
};

const ProblemSchema = titledObject(
  'FloorProblem',
  'A problem that a person must solve before work continues.',
  {
    kind: oneOf(
      PROBLEM_KINDS,
      'NO_LABEL: a parcel was packed without a label. PAPER_NOT_MADE: a paper of a shipped parcel could not be drawn. DELIVERY: a shipped parcel is late (LATE_PARCEL_DAYS), cannot be delivered, or was returned; listed for 60 days at most, or until a return of its order. NO_BLANK: a piece was rejected, and no blank is in stock for its successor. NO_BATCH: an order was accepted more than 24 hours ago, is in no batch, and nothing of it is made. STOPPED, ON_HOLD, ASKED_TO_CANCEL: such an order has pieces on the floor. PRINT_JOB: a job failed, or possibly failed. PRINTER: a printer with waiting jobs is unreachable. BIN: a bin is taken for more than 24 hours. WORK_FAILED: the charges or print files of an order could not be made, because it cannot be read, for example.',
    ),
    since: Timestamp('When the problem began.'),
    todo: stringField('Advice on solving the problem.', SOLUTIONS.NO_LABEL),
    clientId: Type.Optional(orderFields.clientId),
    orderId: Type.Optional(orderFields.orderId),
    code: Type.Optional(stringField('Scanned code of the parcel, piece or order.')),
    jobId: Type.Optional(stringField('Identifier of the print job.')),
    printerId: Type.Optional(stringField('Identifier of the printer.')),
    printerName: Type.Optional(stringField('Name of the printer.')),
    bin: Type.Optional(integerField('Number of the bin.')),
    count: Type.Optional(integerField('Pieces of the order on the floor, or waiting jobs of the printer.')),
    reason: Type.Optional(
      stringField(
        'Parcel, print job or printer: name of the error; of a delivery LATE, PROBLEM or RETURNED. Order: its reason. Piece: SKU of its blank. Bin: status of its order. Failed work: CHARGES or PRINT_FILES.',
      ),
    ),
    details: Type.Optional(Type.Array(Type.String(), { description: 'Details, as sentences.' })),
    detailSentences: Type.Optional(Type.Array(SentenceSchema, { description: 'The details with codes and values.' })),
  },
  {
    kind: 'NO_LABEL',
    since: '2026-01-31T12:00:00.000Z',
    todo: SOLUTIONS.NO_LABEL,
    clientId: CLIENT_ID,
    orderId: 'SHOP-10001',
    code: scanCodeOf('parcel', 31),
    reason: 'file_missing',
    details: ["The client's label is not kept with the order."],
    detailSentences: [SENTENCE],
  },
);
const problemCount = (kind: ProblemKind) => integerField(`Problems of kind ${kind}.`, kind === 'NO_LABEL' ? 1 : 0);
const CountsSchema = Type.Object(
  Object.fromEntries(PROBLEM_KINDS.map((kind) => [kind, problemCount(kind)])) as Record<
    ProblemKind,
    ReturnType<typeof problemCount>
  >,
  { title: 'FloorProblemCounts', description: 'Number of problems of each kind, counted up to 1,000.' },
);

const ProblemQuery = Type.Object({
  kind: Type.Optional(oneOf(PROBLEM_KINDS, 'Only problems of this kind.', 'NO_LABEL')),
  ...staffPaging,
});

const getProblems = route({
  operationId: 'listProblems',
  summary: 'List the problems on the floor',
  description: 'Oldest first.',
  querystring: ProblemQuery,
  response: pageAnswers('A page of problems.', Type.Array(ProblemSchema)),
  handler: async ({ production }, request, reply) => {
    const { pool, clock } = production;
    const { kind, limit, cursor } = request.query;
    const query = { dayBefore: dayBefore(clock), after: readCursor(cursor), limit: limit + 1 };
    const found = await withRetry(() => listProblems(pool, kind ? [kind] : PROBLEM_KINDS, query));
    return sendPage(request, reply, found, {
      keyOf: (last) => [last.since.toISOString(), last.kind, last.id],
      show: showProblem,
    });
  },
});

const getCounts = route({
  operationId: 'countProblems',
  summary: 'Count the problems on the floor',
  description: 'Counts the problems of each kind, for a dashboard.',
  response: readAnswers('The counts.', CountsSchema),
  handler: async ({ production: { pool, clock } }, request, reply) =>
    sendJson(request, reply, await withRetry(() => countProblems(pool, dayBefore(clock)))),
});

const FloorCountsSchema = titledObject(
  'FloorCounts',
  'Late orders and blocked bins.',
  {
    late: integerField(`Overdue open orders of live clients. ${COUNT_LIMIT}`),
    dueToday: integerField(`Open orders of live clients that are due later today. ${COUNT_LIMIT}`),
    dueTomorrow: integerField(`Open orders of live clients that are due tomorrow. ${COUNT_LIMIT}`),
    binsStopped: integerField('Bins whose order is in error, on hold, or has a cancellation request.'),
    binsToEmpty: integerField('Bins whose order was cancelled, or shipped without being packed here.'),
  },
  {
    ...{ late: 0, dueToday: 2, dueTomorrow: 5, binsStopped: 0, binsToEmpty: 0 },
  },
);

const getFloorCounts = route({
  operationId: 'getFloorCounts',
  summary: 'Count late orders, those due today and tomorrow, and blocked bins',
  description: 'Returns the numbers that need attention on the floor.',
  response: readAnswers('The counts.', FloorCountsSchema),
  handler: async ({ config, production }, request, reply) => {
    const { pool, clock } = production;
    const now = clock();
    const limits = DUE.map((due) => dueLimitOf(due, now, config.TIME_ZONE));
    const [[late, dueToday, dueTomorrow], contents] = await Promise.all([
      withRetry(() => countDueOrders(pool, limits)),
      withRetry(() => listBinContents(pool)),
    ]);
    const states = contents.map(binStateOf);
    const inState = (...of: BinState[]) => states.filter((state) => of.includes(state)).length;
    const counts = {
      ...{ late, dueToday, dueTomorrow },
      ...{ binsStopped: inState('STOPPED'), binsToEmpty: inState('CANCELLED', 'SHIPPED') },
    };
    return sendJson(request, reply, counts);
  },
});

const BinContentSchema = titledObject('BinContent', 'The contents of a bin, and its missing pieces.', {
  bin: integerField('Number of the bin.'),
  code: stringField('Scanned code: K and four digits.'),
  state: oneOf(
    BIN_STATES,
    'COMPLETE: all pieces are checked, so the order can be packed. PACKING: all pieces are in an open parcel. WAITING: pieces are missing. STOPPED: the order is in error, on hold, or has a cancellation request. CANCELLED, SHIPPED: the order has ended, so empty the bin.',
  ),
  clientId: stringField('Client of the order in the bin.', CLIENT_ID),
  clientName,
  orderId: orderFields.orderId,
  taken: Timestamp('When the order took the bin.'),
  pieces: integerField('Pieces of the order, without replaced, scrapped and cancelled ones.'),
  checked: integerField('Checked pieces in the bin.'),
  packed: integerField('Pieces in parcels.'),
  missing: Type.Array(
    titledObject('MissingPiece', 'A piece that is not checked.', {
      code: stringField('Code of the piece.'),
      state: oneOf(PIECE_STATES, 'State of the piece.'),
      attempt: integerField('0: the first piece. 1: its successor R1, and so on.'),
      sku: stringField('SKU of the blank.'),
      technology: stringField('Technology of the first step.'),
    }),
    { description: 'Pieces that are not checked, at most 10.' },
  ),
});
const BinContentsSchema = titledObject(
  'BinContents',
  'The taken bins.',
  {
    bins: integerField('Number of all bins.'),
    contents: Type.Array(BinContentSchema, { description: 'The taken bins, sorted by number.' }),
  },
  { bins: 1, contents: [] },
);

const getContents = route({
  operationId: 'listBinContents',
  summary: 'List the contents of the bins',
  description: 'Returns the order in each taken bin, its missing pieces, and whether it is blocked.',
  response: readAnswers('The taken bins.', BinContentsSchema),
  handler: async ({ production: { pool } }, request, reply) => {
    const [bins, found] = await Promise.all([withRetry(() => countBins(pool)), withRetry(() => listBinContents(pool))]);
    const contents = found.map(({ status, cancellation, reasonCode, ...one }) => ({
      ...one,
      code: scanCodeOf('bin', one.bin),
      state: binStateOf({ ...one, status, cancellation, reasonCode }),
    }));
    return sendJson(request, reply, { bins, contents });
  },
});

function dayBefore(clock: () => Date): Date {
  return new Date(clock().getTime() - PROBLEM_HOURS * HOUR_MS);
}

function showProblem({ id: _, sentences, ...rest }: Problem) {
  const detailSentences: Sentence[] | null = sentences === null ? null : JSON.parse(sentences);
  return withoutNulls({ ...rest, todo: SOLUTIONS[rest.kind], detailSentences });
}

function readCursor(cursor: string | undefined): ProblemPosition | undefined {
  const key = decodeCursor(cursor, 3);
  if (!key) return undefined;
  const [at = '', name = '', id = ''] = key;
  const since = parseMoment(at);
  const kind = PROBLEM_KINDS.find((one) => one === name);
  if (!since || !kind) throw invalidCursor();
  return { since, kind, id };
}

export const floorRoutes = routeTable<FloorRouteOptions>([
  ['GET', '/operator/v1/floor-counts', getFloorCounts, { verb: 'production.read' }],
  ['GET', '/operator/v1/bins/contents', getContents, { verb: 'production.read' }],
  ['GET', PROBLEMS, getProblems, { verb: 'production.read' }],
  ['GET', `${PROBLEMS}/counts`, getCounts, { verb: 'production.read' }],
]);
