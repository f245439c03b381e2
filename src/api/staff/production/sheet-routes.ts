import type { FastifyInstance } from 'fastify';
import type { Pool } from 'pg';
import { Type } from 'typebox';
import type { PaperPress } from '../../../papers/paper-press.ts';
import type { CodeCard, PaperOptions } from '../../../papers/paper-types.ts';
import { isStorable } from '../../../platform/database/statement-parts.ts';
import { withRetry } from '../../../platform/database/transaction.ts';
import { operatorNotFound } from '../../../platform/errors/errors.ts';
import { errorAnswers } from '../../../platform/http/api-document.ts';
import { registerRoutes, route } from '../../../platform/http/route-table.ts';
import { scanCodeOf } from '../../../platform/text/scan-codes.ts';
import { SHEET_COPY } from '../../../production/papers/sheet-copy.ts';
import { listBins } from '../../../production/scan/bin-store.ts';
import { commandSheet } from '../../../production/scan/command-codes.ts';
import { findOperator } from '../../../staff/operator-store.ts';
import { OperatorParams } from '../staff/people-schemas.ts';
import { pdfAnswer, sendPdf } from './send-pdf.ts';

const PAPERS = '/operator/v1/papers';
/** A number without a command, so that a scanned test does nothing. */
const TEST_NUMBER = 999;

export interface SheetRouteOptions {
  pool: Pool;
  clock: () => Date;
  press: PaperPress;
  paper: Omit<PaperOptions, 'printedAt'>;
}

const getCommands = route({
  schema: {
    tags: ['Stations'],
    operationId: 'readCommandSheet',
    summary: 'Read the sheet of commands as PDF',
    description:
      'A4, to laminate and hang at a station: what may be scanned instead of pressed. The codes stay what they are.',
    response: { 200: pdfAnswer, ...errorAnswers('rate_limited') },
  },
  handler: async ({ press, paper, clock }: SheetRouteOptions, { caller }, reply) => {
    const { groups, commands, reasons } = SHEET_COPY[paper.language];
    const cards = commandSheet().map((one) => ({
      code: one.code,
      isReason: one.command === 'REJECT',
      title: one.command === 'REJECT' ? reasons[one.reason] : commands[one.command],
    }));
    const sheet = {
      groups: [
        { title: groups.commands, cards: cards.filter(({ isReason }) => !isReason) },
        { title: groups.reasons, cards: cards.filter(({ isReason }) => isReason) },
      ],
    };
    return sendPdf(reply, caller.clientId, 'commands.pdf', async () =>
      press.print('command-sheets', [sheet], { ...paper, printedAt: clock() }),
    );
  },
});

const BinQuery = Type.Object({
  from: Type.Optional(Type.Integer({ minimum: 1, description: 'From this bin on.', examples: [1] })),
});

const getBinLabels = route({
  schema: {
    tags: ['Production'],
    operationId: 'readBinLabels',
    summary: 'Read the labels of the bins as PDF',
    description: 'Stickers of 100 x 50 mm, one for each bin.',
    querystring: BinQuery,
    response: { 200: pdfAnswer, ...errorAnswers('rate_limited') },
  },
  handler: async ({ pool, press, paper, clock }: SheetRouteOptions, { query, caller }, reply) => {
    const bins = await withRetry(() => listBins(pool));
    const cards = bins
      .filter(({ bin }) => bin >= (query.from ?? 1))
      .map(({ bin }): CodeCard => ({ code: scanCodeOf('bin', bin), title: String(bin) }));
    return sendPdf(reply, caller.clientId, 'bins.pdf', async () =>
      press.print('bin-labels', cards, { ...paper, printedAt: clock() }),
    );
  },
});

const getScannerTest = route({
  schema: {
    tags: ['Stations'],
    operationId: 'readScannerTest',
    summary: 'Read the sheet that tests scanners as PDF',
    description: 'A4: bars, a QR code, and a line of 100 mm to measure.',
    response: { 200: pdfAnswer, ...errorAnswers('rate_limited') },
  },
  handler: async ({ press, paper, clock }: SheetRouteOptions, { caller }, reply) => {
    const card = { code: scanCodeOf('command', TEST_NUMBER), title: SHEET_COPY[paper.language].scannerTest };
    return sendPdf(reply, caller.clientId, 'scanner-test.pdf', async () =>
      press.print('scanner-tests', [card], { ...paper, printedAt: clock() }),
    );
  },
});

const getBadge = route({
  schema: {
    tags: ['Stations'],
    operationId: 'readBadge',
    summary: "Read somebody's badge as PDF",
    description:
      'Of the size of a bank card, on A4. Whoever holds it signs on as this person: print it for them alone.',
    params: OperatorParams,
    response: { 200: pdfAnswer, ...errorAnswers('operator_not_found', 'rate_limited') },
  },
  handler: async ({ pool, press, paper, clock }: SheetRouteOptions, { params, caller }, reply) => {
    const { operatorId } = params;
    const found = isStorable(operatorId) ? await withRetry(() => findOperator(pool, operatorId)) : undefined;
    if (found?.badgeCode == null) throw operatorNotFound();
    const card: CodeCard = { code: found.badgeCode, title: found.name };
    return sendPdf(reply, caller.clientId, 'badge.pdf', async () =>
      press.print('badge-sheets', [card], { ...paper, printedAt: clock() }),
    );
  },
});

/** Sheets with codes that are printed once: /operator/v1/papers/…, and /operator/v1/operators/{operatorId}/badge.pdf */
export async function sheetRoutes(app: FastifyInstance, options: SheetRouteOptions): Promise<void> {
  registerRoutes(app, options, [
    ['GET', `${PAPERS}/commands`, getCommands, { verb: 'production.work' }],
    ['GET', `${PAPERS}/bins`, getBinLabels, { verb: 'production.read' }],
    ['GET', `${PAPERS}/scanner-test`, getScannerTest, { verb: 'production.work' }],
    ['GET', '/operator/v1/operators/:operatorId/badge.pdf', getBadge, { verb: 'operators.change' }],
  ]);
}
