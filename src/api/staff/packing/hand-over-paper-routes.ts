import { buffer } from 'node:stream/consumers';
import type { FastifyInstance } from 'fastify';
import type { Pool } from 'pg';
import { readHandOverCustoms, readHandOverList } from '../../../packing/hand-over-papers.ts';
import type { HandOver } from '../../../packing/hand-over-store.ts';
import type { PaperPress } from '../../../papers/paper-press.ts';
import { actorOf } from '../../../platform/audit/actor.ts';
import { inTransaction, withRetry } from '../../../platform/database/transaction.ts';
import { ApiError } from '../../../platform/errors/errors.ts';
import { changeAnswers, errorAnswers, fileAnswer, withExample } from '../../../platform/http/api-document.ts';
import { registerRoutes, route } from '../../../platform/http/route-table.ts';
import type { Config } from '../../../platform/settings/config.ts';
import { enqueuePrintJob } from '../../../printing/manage-print-jobs.ts';
import { findPrintJob } from '../../../printing/print-job-store.ts';
import { mayDo, type Role } from '../../../staff/role-rules.ts';
import { strictObject, text } from '../fields/operator-schemas.ts';
import { PRINT_JOB_EXAMPLE, PrintJobSchema, shownJob } from '../printing/printing-schemas.ts';
import { readHandOver } from '../production/read-by-code.ts';
import { HandOverParams } from './hand-over-schemas.ts';

const HAND_OVER = '/operator/v1/hand-overs/:handOverId';
const PRINT_KIND = 'hand-over';
const PDF = 'application/pdf';
const PRINTER_ID_LENGTH_MAX = 64;
/** The role floor prints recent lists only. Older ones need the right to list orders. */
const FLOOR_HOURS_MAX = 24;
const HOUR_MS = 3_600_000;

export interface HandOverPaperOptions {
  config: Pick<Config, 'BASE_URL' | 'TIME_ZONE' | 'PAPER_LANGUAGE'>;
  pool: Pool;
  clock: () => Date;
  press: PaperPress;
  onPrint: (printerId: string) => void;
}

const getPaper = route({
  schema: {
    tags: ['Production'],
    operationId: 'readHandOverPaper',
    summary: 'Read a hand-over list as PDF',
    description: `As its driver signs it, of a list that is closed: without names and addresses. For the role floor until ${FLOOR_HOURS_MAX} hours after it was closed.`,
    params: HandOverParams,
    response: {
      200: fileAnswer('The list.', PDF),
      ...errorAnswers('not_permitted', 'hand_over_not_found', 'hand_over_incomplete'),
    },
  },
  handler: async (options: HandOverPaperOptions, { params, caller }, reply) => {
    const list = await requireClosed(options, params.handOverId, caller);
    const bytes = await draw(options, list);
    return reply
      .header('content-disposition', `attachment; filename="hand-over-${list.handOverId}.pdf"`)
      .header('cache-control', 'no-store')
      .type(PDF)
      .send(bytes);
  },
});

const PrintHandOverRequest = {
  ...strictObject('PrintHandOverRequest', 'Where it is printed.', {
    printerId: text(PRINTER_ID_LENGTH_MAX, 'A printer that takes PDF.', PRINT_JOB_EXAMPLE.printer.printerId),
  }),
  examples: [{ printerId: PRINT_JOB_EXAMPLE.printer.printerId }],
};

const postPrint = route({
  schema: {
    tags: ['Production'],
    operationId: 'printHandOver',
    summary: 'Print a hand-over list',
    description: `Of a list that is closed, for the role floor until ${FLOOR_HOURS_MAX} hours after that. It is printed once: sent again it answers the same print job. \`reprint\` prints it again, with a reason. Idempotent: sending it again changes nothing.`,
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
        'Its print job.',
        PrintJobSchema,
        'not_permitted',
        'hand_over_not_found',
        'hand_over_incomplete',
        'printer_not_found',
        'document_not_printable',
      ),
    ),
  },
  handler: async (options: HandOverPaperOptions, { params, body, caller, station }) => {
    const { pool, clock, onPrint } = options;
    const { printerId } = body;
    const list = await requireClosed(options, params.handOverId, caller);
    const bytes = await draw(options, list);
    const job = await inTransaction(pool, async (connection) => {
      const { jobId } = await enqueuePrintJob(connection, {
        printerId,
        kind: PRINT_KIND,
        key: list.handOverId,
        title: `Hand-over list ${list.handOverId}`,
        contentType: PDF,
        bytes,
        ...(station && { stationId: station.stationId }),
        by: actorOf(caller),
        now: clock(),
      });
      return findPrintJob(connection, jobId);
    });
    if (!job) throw new Error('A print job that was just asked for is not there.');
    onPrint(job.printerId);
    return shownJob(job);
  },
});

const getCustoms = route({
  schema: {
    tags: ['Production'],
    operationId: 'exportHandOverCustoms',
    summary: 'Export the customs data of a hand-over list',
    description:
      "As CSV for the carrier's portal: a row for each line of each parcel that leaves the EU zone, and one that says what is missing for a parcel that cannot be declared. It has names and addresses.",
    params: HandOverParams,
    response: {
      200: fileAnswer('The table, in UTF-8 for spreadsheets.', 'text/csv'),
      ...errorAnswers('hand_over_not_found'),
    },
  },
  handler: async ({ pool }: HandOverPaperOptions, { params }, reply) => {
    const list = await readHandOver(pool, params.handOverId);
    const csv = await withRetry(() => readHandOverCustoms(pool, list));
    return reply
      .header('content-disposition', `attachment; filename="hand-over-${list.handOverId}-customs.csv"`)
      .header('cache-control', 'no-store')
      .type('text/csv; charset=utf-8')
      .send(csv);
  },
});

async function requireClosed(
  { pool, clock }: HandOverPaperOptions,
  handOverId: string,
  { role }: { role: Role | null },
): Promise<HandOver> {
  const list = await readHandOver(pool, handOverId);
  if (!list.closed)
    throw new ApiError('hand_over_incomplete', 'Parcels are still scanned into this list: close it first.');
  const isRecent = clock().getTime() - list.closed.getTime() <= FLOOR_HOURS_MAX * HOUR_MS;
  if (isRecent || mayDo(role, 'production.read')) return list;
  throw new ApiError(
    'not_permitted',
    `This list was closed more than ${FLOOR_HOURS_MAX} hours ago; the office reads it.`,
  );
}

async function draw({ config, pool, clock, press }: HandOverPaperOptions, list: HandOver): Promise<Buffer> {
  const now = clock();
  const paper = await withRetry(() => readHandOverList(pool, list, now));
  const { pdf } = press.print('hand-over-lists', [paper], {
    language: config.PAPER_LANGUAGE,
    timeZone: config.TIME_ZONE,
    printedAt: now,
    scanAddress: `${config.BASE_URL}/console/scan`,
  });
  return buffer(pdf);
}

/** Papers of /operator/v1/hand-overs. */
export async function handOverPaperRoutes(
  app: FastifyInstance,
  options: HandOverPaperOptions,
): Promise<void> {
  registerRoutes(app, options, [
    ['GET', `${HAND_OVER}/list.pdf`, getPaper, { verb: 'handovers.read' }],
    ['POST', `${HAND_OVER}/print`, postPrint, { verb: 'print' }],
    ['GET', `${HAND_OVER}/customs.csv`, getCustoms, { verb: 'orders.read' }],
  ]);
}
