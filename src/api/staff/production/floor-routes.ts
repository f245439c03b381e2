import type { FastifyInstance } from 'fastify';
import type { Pool } from 'pg';
import { Type } from 'typebox';
import { withRetry } from '../../../platform/database/transaction.ts';
import { pageAnswers, readAnswers, Timestamp } from '../../../platform/http/api-document.ts';
import { sendJson } from '../../../platform/http/etag.ts';
import { parseMoment } from '../../../platform/http/moments.ts';
import { decodeCursor, invalidCursor, sendPage } from '../../../platform/http/paging.ts';
import { registerRoutes, route } from '../../../platform/http/route-table.ts';
import type { Config } from '../../../platform/settings/config.ts';
import { scanCodeOf } from '../../../platform/text/scan-codes.ts';
import { creationFor } from '../../../production/batch-rules.ts';
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
import { countLate } from '../../../reports/late-store.ts';
import { withoutNulls } from '../fields/field-faults.ts';
import {
  CLIENT_ID,
  integerField,
  oneOf,
  SENTENCE,
  SentenceSchema,
  staffPaging,
  stringField,
} from '../fields/operator-schemas.ts';
import type { StaffContext } from '../fields/staff-context.ts';

const PROBLEMS = '/operator/v1/problems';
/** A bin that has been taken for longer than these hours is a problem. */
const BIN_HOURS = 24;
const HOUR_MS = 3_600_000;

const TODO: Readonly<Record<ProblemKind, string>> = {
  NO_LABEL: 'Mend what is missing, print the label (printParcelLabel), and ship the parcel (shipParcel).',
  PAPER_NOT_MADE:
    'The parcel has left without this paper: print it (reprintParcelPapers), and send it after.',
  NO_BLANK: 'The shelf has no blank for this piece: count it, or bring one, and scan the piece again.',
  STOPPED: 'The order was stopped while its pieces are on the floor: mend it (reopenOrder), or cancel it.',
  ON_HOLD: 'The order is on hold while its pieces are on the floor: release it (releaseOrder), or cancel it.',
  ASKED_TO_CANCEL: 'The customer asks to cancel it while its pieces are on the floor: decide.',
  PRINT_JOB: 'Look whether it was printed, and say so (confirmPrintJob), or send it again (retryPrintJob).',
  PRINTER: 'The printer cannot be reached: its jobs wait. Switch it on, or mend its address.',
  BIN: 'The bin has been taken for long: pack its order, or empty it.',
};

const ProblemSchema = Type.Object(
  {
    kind: oneOf(
      PROBLEM_KINDS,
      'NO_LABEL: a parcel that was packed without a label. PAPER_NOT_MADE: a paper of a parcel that has left could not be made. NO_BLANK: a piece that was rejected, and the shelf has no blank for its successor. STOPPED, ON_HOLD, ASKED_TO_CANCEL: an order with pieces on the floor. PRINT_JOB: it failed, or nobody knows whether it was printed. PRINTER: it cannot be reached, and jobs wait. BIN: taken for more than 24 hours.',
    ),
    since: Timestamp('Since when.'),
    todo: stringField('What to do.', TODO.NO_LABEL),
    clientId: Type.Optional(stringField('The client of the order.')),
    orderId: Type.Optional(stringField('The order.')),
    code: Type.Optional(stringField('Of the parcel, piece or order, as it is scanned.')),
    jobId: Type.Optional(stringField('The print job.')),
    printerId: Type.Optional(stringField('The printer.')),
    printerName: Type.Optional(stringField('Its name.')),
    bin: Type.Optional(integerField('The bin.')),
    count: Type.Optional(integerField('Pieces of the order on the floor; of a printer the jobs that wait.')),
    reason: Type.Optional(
      stringField(
        'Of a parcel, a print job or a printer a short name of what is wrong; of an order its reason; of a piece the SKU of its blank; of a bin the status of its order.',
      ),
    ),
    details: Type.Optional(Type.Array(Type.String(), { description: 'What is missing, as sentences.' })),
    detailSentences: Type.Optional(Type.Array(SentenceSchema, { description: 'The same with codes.' })),
  },
  {
    title: 'FloorProblem',
    description: 'Something that stands still until somebody does something.',
    examples: [
      {
        kind: 'NO_LABEL',
        since: '2026-01-31T12:00:00.000Z',
        todo: TODO.NO_LABEL,
        clientId: CLIENT_ID,
        orderId: 'SHOP-10001',
        code: scanCodeOf('parcel', 31),
        reason: 'file_missing',
        details: ["The client's label is not kept with the order."],
        detailSentences: [SENTENCE],
      },
    ],
  },
);
const counted = (kind: ProblemKind) => integerField(`Of kind ${kind}.`, kind === 'NO_LABEL' ? 1 : 0);
const CountsSchema = Type.Object(
  Object.fromEntries(PROBLEM_KINDS.map((kind) => [kind, counted(kind)])) as Record<
    ProblemKind,
    ReturnType<typeof counted>
  >,
  { title: 'FloorProblemCounts', description: 'How many of each kind there are; of very many 1,000.' },
);

const ProblemQuery = Type.Object({
  kind: Type.Optional(oneOf(PROBLEM_KINDS, 'Only of this kind.', 'NO_LABEL')),
  ...staffPaging,
});

const getProblems = route({
  schema: {
    tags: ['Production'],
    operationId: 'listProblems',
    summary: 'List what stands still on the floor',
    description: 'What has stood the longest comes first.',
    querystring: ProblemQuery,
    response: pageAnswers('A page of problems.', Type.Array(ProblemSchema)),
  },
  handler: async ({ config, pool, clock }: StaffContext, request, reply) => {
    const { kind, limit, cursor } = request.query;
    const asked = { binsBefore: binsBefore(clock), after: readCursor(cursor), limit: limit + 1 };
    const found = await withRetry(() => listProblems(pool, kind ? [kind] : PROBLEM_KINDS, asked));
    return sendPage(request, reply, found, {
      url: `${config.BASE_URL}${PROBLEMS}`,
      keyOf: (last) => [last.since.toISOString(), last.kind, last.id],
      show: shown,
    });
  },
});

const getCounts = route({
  schema: {
    tags: ['Production'],
    operationId: 'countProblems',
    summary: 'Count what stands still on the floor',
    description: 'By kind, for a page of today.',
    response: readAnswers('How many there are.', CountsSchema),
  },
  handler: async ({ pool, clock }: StaffContext, request, reply) =>
    sendJson(request, reply, JSON.stringify(await withRetry(() => countProblems(pool, binsBefore(clock))))),
});

function binsBefore(clock: () => Date): Date {
  return new Date(clock().getTime() - BIN_HOURS * HOUR_MS);
}

function shown({ id: _, kind, since, sentences, ...rest }: Problem) {
  const detailSentences = sentences === null ? undefined : (JSON.parse(sentences) as Sentence[]);
  const told = { ...withoutNulls(rest), ...(detailSentences && { detailSentences }) };
  return { kind, since: since.toISOString(), todo: TODO[kind], ...told };
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

/** /operator/v1/problems */
export async function problemRoutes(app: FastifyInstance, options: StaffContext): Promise<void> {
  registerRoutes(app, options, [
    ['GET', PROBLEMS, getProblems, { verb: 'production.read' }],
    ['GET', `${PROBLEMS}/counts`, getCounts, { verb: 'production.read' }],
  ]);
}

/** Moments are rounded to the minute, so that the ETag stays the same while the counts do. */
const MINUTE_MS = 60_000;

const FloorCountsSchema = Type.Object(
  {
    late: integerField('Open orders of live clients that are due already.'),
    lateMadeBy: Timestamp('When those were made at the latest, to the minute.'),
    binsStopped: integerField('Bins whose order is in error, on hold, or asked to be cancelled.'),
    binsToEmpty: integerField('Bins whose order was cancelled, or shipped without being packed here.'),
  },
  {
    title: 'FloorCounts',
    description: 'What of the floor needs a person now.',
    examples: [{ late: 0, lateMadeBy: '2026-01-29T12:00:00.000Z', binsStopped: 0, binsToEmpty: 0 }],
  },
);

interface FloorCountRouteOptions {
  config: Pick<Config, 'TIME_ZONE'>;
  production: ReleaseContext;
}

const getFloorCounts = route({
  schema: {
    tags: ['Production'],
    operationId: 'getFloorCounts',
    summary: 'Read what of the floor needs a person now',
    description: 'How many orders are late, and how many bins are blocked.',
    response: readAnswers('The counts.', FloorCountsSchema),
  },
  handler: async ({ config, production }: FloorCountRouteOptions, request, reply) => {
    const { pool, clock, dueHours } = production;
    const minute = new Date(Math.floor(clock().getTime() / MINUTE_MS) * MINUTE_MS);
    const lateMadeBy = creationFor(minute, dueHours);
    const [late, contents] = await Promise.all([
      withRetry(() => countLate(pool, lateMadeBy, config.TIME_ZONE)),
      withRetry(() => listBinContents(pool)),
    ]);
    const states = contents.map(binStateOf);
    const inState = (...of: BinState[]) => states.filter((state) => of.includes(state)).length;
    const counts = {
      late,
      lateMadeBy,
      binsStopped: inState('STOPPED'),
      binsToEmpty: inState('CANCELLED', 'SHIPPED'),
    };
    return sendJson(request, reply, JSON.stringify(counts));
  },
});

/** /operator/v1/floor-counts */
export async function floorCountRoutes(app: FastifyInstance, options: FloorCountRouteOptions): Promise<void> {
  registerRoutes(app, options, [
    ['GET', '/operator/v1/floor-counts', getFloorCounts, { verb: 'production.read' }],
  ]);
}

const BinContentSchema = Type.Object(
  {
    bin: integerField('Its number.'),
    code: stringField('As it is scanned: K and four digits.'),
    state: oneOf(
      BIN_STATES,
      'COMPLETE: all is there, and it can be packed. WAITING: pieces are still to come. STOPPED: the order is in error, on hold, or asked to be cancelled. CANCELLED, SHIPPED: nothing happens to the order any more, so empty it.',
    ),
    clientId: stringField('Client of the order that has it.', CLIENT_ID),
    clientName: stringField('Its name.'),
    orderId: stringField('The order.'),
    taken: Timestamp('Since when.'),
    pieces: integerField('Pieces of the order that count.'),
    checked: integerField('Those that are checked, and lie in it.'),
    packed: integerField('Those that are in parcels already.'),
    missing: Type.Array(
      Type.Object(
        {
          code: stringField('Of the piece.'),
          state: oneOf(PIECE_STATES, 'What has become of it.'),
          attempt: integerField('0: the first. 1: its successor R1, and so on.'),
          sku: stringField('The blank.'),
          technology: stringField('Of its first step.'),
        },
        { title: 'MissingPiece', description: 'A piece that is still to come.' },
      ),
      { description: 'Pieces that are still to come, the first ten.' },
    ),
  },
  { title: 'BinContent', description: 'What lies in a bin, and what it waits for.' },
);
const BinContentsSchema = Type.Object(
  {
    bins: integerField('How many bins there are.'),
    contents: Type.Array(BinContentSchema, { description: 'Those that are taken, by their numbers.' }),
  },
  { title: 'BinContents', description: 'Which orders lie where.', examples: [{ bins: 1, contents: [] }] },
);

interface BinContentsRouteOptions {
  production: { pool: Pool };
}

const getContents = route({
  schema: {
    tags: ['Production'],
    operationId: 'listBinContents',
    summary: 'Read what lies in the bins',
    description: 'Which orders lie where, since when, and what blocks a bin.',
    response: readAnswers('The bins that are taken.', BinContentsSchema),
  },
  handler: async ({ production: { pool } }: BinContentsRouteOptions, request, reply) => {
    const [bins, found] = await Promise.all([
      withRetry(() => countBins(pool)),
      withRetry(() => listBinContents(pool)),
    ]);
    const contents = found.map(({ status, cancellation, reasonCode, ...one }) => ({
      ...one,
      code: scanCodeOf('bin', one.bin),
      state: binStateOf({ ...one, status, cancellation, reasonCode }),
    }));
    return sendJson(request, reply, JSON.stringify({ bins, contents }));
  },
});

/** /operator/v1/bins/contents */
export async function binContentsRoutes(
  app: FastifyInstance,
  options: BinContentsRouteOptions,
): Promise<void> {
  registerRoutes(app, options, [
    ['GET', '/operator/v1/bins/contents', getContents, { verb: 'production.read' }],
  ]);
}
