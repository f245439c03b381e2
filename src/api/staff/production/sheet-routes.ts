import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { Type } from 'typebox';
import { findClientSlip } from '../../../clients/client-slip-store.ts';
import type { PaperFormat } from '../../../papers/convert-papers.ts';
import type { PaperPress, Printout } from '../../../papers/paper-press.ts';
import {
  SAMPLE_ORDER_ID,
  SAMPLE_PAPERS,
  type SamplePaper,
  type SampleSource,
  samplePaper,
} from '../../../papers/paper-samples.ts';
import type { CodeCard, PaperOptions } from '../../../papers/paper-types.ts';
import { withRetry } from '../../../platform/database/transaction.ts';
import { operatorNotFound, stockNotFound } from '../../../platform/errors/errors.ts';
import { scanCodeOf } from '../../../platform/formats/scan-codes.ts';
import {
  answer,
  booleanField,
  errorAnswers,
  integerIn,
  oneOf,
  stringField,
  titledObject,
} from '../../../platform/http/api-document.ts';
import { routeTable, routeUnder } from '../../../platform/http/route-table.ts';
import type { Config } from '../../../platform/settings/config.ts';
import { listBins } from '../../../production/bin-store.ts';
import { commandSheet, SHEET_COPY } from '../../../production/command-codes.ts';
import { listPackages } from '../../../shipping/labels/label-provider-store.ts';
import { packageCodeOf } from '../../../shipping/labels/manage-label-providers.ts';
import { findOperator, listBadges } from '../../../staff/operator-store.ts';
import { PLACE_LENGTH_MAX } from '../../../stock/place-rules.ts';
import { findStockByCodes } from '../../../stock/stock-list-store.ts';
import { readClient } from '../clients/client-answers.ts';
import { CODE_LENGTH_MAX, plainAnswers, strictObject, text } from '../fields/operator-schemas.ts';
import { readById, type StaffContext } from '../fields/staff-requests.ts';
import { OperatorParams } from '../staff/people-schemas.ts';
import { sendPdf } from './paper-answers.ts';
import { BinQuery, pdfAnswer } from './paper-schemas.ts';

const route = routeUnder<SheetRouteOptions>('Production');
const PAPERS = '/operator/v1/papers';
/** The number of no command, so that scanning the test sheet does nothing. */
const TEST_NUMBER = 999;
const LABELS_MAX = 500;
const COPIES_MAX = 100;
/** The longer side of a preview. */
const PREVIEW_PIXELS = 900;

interface SheetRouteOptions extends StaffContext {
  config: Pick<Config, 'BASE_URL' | 'CENTER_NAME'>;
  press: PaperPress;
  paper: () => Omit<PaperOptions, 'printedAt'>;
  /** Returns the lines of the sender's address. */
  senderAddress: () => readonly string[];
}

const pdfErrors = errorAnswers('rate_limited');

const getCommands = route({
  tags: ['Stations'],
  operationId: 'readCommandSheet',
  summary: 'Read the sheet of commands as PDF',
  description:
    'Returns A4 sheets to hang at a station, with codes that replace buttons, and codes of the packages. The codes never change.',
  response: { 200: pdfAnswer, ...pdfErrors },
  handler: async (options, { caller }, reply) =>
    sendPdf(reply, caller.clientId, 'commands.pdf', async () => {
      const { groups } = commandGroups(options);
      const packages = await withRetry(() => listPackages(options.pool));
      const cards = packages.map((one): CodeCard => ({ code: packageCodeOf(one), title: one.name }));
      const title = SHEET_COPY[options.paper().language].packages;
      const all = { groups: [...groups, ...(cards.length > 0 ? [{ title, cards }] : [])] };
      return options.press.print('command-sheets', [all], optionsOf(options));
    }),
});

const getBinLabels = route({
  operationId: 'readBinLabels',
  summary: 'Read the labels of the bins as PDF',
  description: 'Returns a sticker of 100 x 50 mm for each bin.',
  querystring: BinQuery,
  response: { 200: pdfAnswer, ...pdfErrors },
  handler: async (options, { query: { from = 1 }, caller }, reply) => {
    const bins = await withRetry(() => listBins(options.pool));
    const cards = bins
      .filter(({ bin }) => bin >= from)
      .map(({ bin }): CodeCard => ({ code: scanCodeOf('bin', bin), title: String(bin) }));
    return sendPdf(reply, caller.clientId, 'bins.pdf', async () =>
      options.press.print('bin-labels', cards, optionsOf(options)),
    );
  },
});

const LabelsRequest = strictObject(
  'StockLabelsRequest',
  'Labels of shelves and articles.',
  {
    labels: Type.Array(
      strictObject('StockLabel', 'A label of a place or a variant.', {
        place: Type.Optional(text(PLACE_LENGTH_MAX, 'A place of the warehouse.', 'A-12-3')),
        code: Type.Optional(
          text(CODE_LENGTH_MAX, 'SKU or EAN-13 of a variant, instead of a place.', 'ST-CREATOR-BLK-M'),
        ),
        copies: Type.Optional(integerIn(1, COPIES_MAX, 'Number of stickers.', 1)),
      }),
      { minItems: 1, maxItems: LABELS_MAX, description: 'The labels, in the order of printing.' },
    ),
  },
  { labels: [{ place: 'A-12-3' }] },
);

const postStockLabels = route({
  tags: ['Stock'],
  operationId: 'drawStockLabels',
  summary: 'Draw labels of shelves and articles as PDF',
  description:
    'Returns a sticker of 100 x 50 mm for each. Its bar code and its QR code are the text of the place, or the code of the article. An unknown article is refused.',
  body: LabelsRequest,
  response: { 200: pdfAnswer, ...errorAnswers('stock_not_found', 'rate_limited') },
  handler: async (options, { body: { labels }, caller }, reply) => {
    const both = labels.flatMap(({ code }) =>
      code === undefined ? [] : (['ARTICLE', 'PRODUCT'] as const).map((kind) => ({ kind, code })),
    );
    const found = await withRetry(() => findStockByCodes(options.pool, both));
    const items = new Map(found.map((one) => [one.code, one]));
    const unknown = labels.find(({ code }) => code !== undefined && !items.has(code));
    if (unknown) throw stockNotFound();
    const cards = labels.flatMap(({ place, code = '', copies = 1 }): CodeCard[] => {
      const item = items.get(code);
      const card = item
        ? { code, title: item.name, lines: [[item.color, item.size].filter(Boolean).join(', ')] }
        : { code: place ?? '', title: place ?? '' };
      return Array.from({ length: copies }, () => card);
    });
    return sendPdf(reply, caller.clientId, 'labels.pdf', async () =>
      options.press.print('stock-labels', cards, optionsOf(options)),
    );
  },
});

const getScannerTest = route({
  tags: ['Stations'],
  operationId: 'readScannerTest',
  summary: 'Read the test sheet for scanners as PDF',
  description: 'Returns an A4 sheet with a bar code, a QR code, and a line of 100 mm to measure.',
  response: { 200: pdfAnswer, ...pdfErrors },
  handler: async (options, { caller }, reply) =>
    sendPdf(reply, caller.clientId, 'scanner-test.pdf', async () =>
      options.press.print('scanner-tests', [scannerTest(options)], optionsOf(options)),
    ),
});

const getBadges = route({
  tags: ['Stations'],
  operationId: 'readBadges',
  summary: 'Read all badges as PDF',
  description: 'Returns A4 sheets with the badges of all active people who have one, ten on a sheet, sorted by name.',
  response: { 200: pdfAnswer, ...pdfErrors },
  handler: async (options, { caller }, reply) => {
    const badges = await withRetry(() => listBadges(options.pool));
    const cards = badges.map(({ badgeCode, name }): CodeCard => ({ code: badgeCode, title: name }));
    return sendPdf(reply, caller.clientId, 'badges.pdf', async () =>
      options.press.print('badge-sheets', cards, optionsOf(options)),
    );
  },
});

const getBadge = route({
  tags: ['Stations'],
  operationId: 'readBadge',
  summary: 'Read the badge of a person as PDF',
  description:
    'Returns an A4 sheet with a badge in the size of a bank card. Print it for its owner only, because anyone who scans it signs on as that person.',
  params: OperatorParams,
  response: { 200: pdfAnswer, ...errorAnswers('operator_not_found', 'rate_limited') },
  handler: async (options, { params, caller }, reply) => {
    const { pool, press } = options;
    const found = await readById(params.operatorId, (id) => findOperator(pool, id), operatorNotFound);
    if (found.badgeCode == null) throw operatorNotFound();
    const card: CodeCard = { code: found.badgeCode, title: found.name };
    return sendPdf(reply, caller.clientId, 'badge.pdf', async () =>
      press.print('badge-sheets', [card], optionsOf(options)),
    );
  },
});

const getState = route({
  operationId: 'readPaperState',
  summary: 'Read what papers lack',
  description: 'Without a sender, labels have only the name of the client, and customs forms are not printed.',
  response: plainAnswers(
    'What papers lack.',
    titledObject('PaperState', 'What papers lack.', {
      hasSender: booleanField('Whether the address of the sender is set.'),
    }),
  ),
  handler: async ({ senderAddress }) => ({ hasSender: senderAddress().length > 0 }),
});

const SampleQuery = Type.Object(
  { client: Type.Optional(stringField('Identifier of the client whose look a packing slip has.')) },
  { additionalProperties: false },
);
const SampleParams = Type.Object({ paper: oneOf(SAMPLE_PAPERS, 'The paper.', 'packing-slip') });

const getSample = route({
  operationId: 'readSamplePaper',
  summary: 'Read a sample of a paper as PDF',
  description:
    'Draws any paper of the center with made-up data and the real sender. Nothing on it can be scanned to an effect.',
  params: SampleParams,
  querystring: SampleQuery,
  response: { 200: pdfAnswer, ...errorAnswers('client_not_found', 'rate_limited') },
  handler: async (options, { params: { paper }, query, caller }, reply) => {
    const shop = query.client === undefined ? undefined : await readShop(options, query.client);
    return sendPdf(reply, caller.clientId, `sample-${paper}.pdf`, async () => drawSample(options, { paper, shop }));
  },
});

const getSamplePicture = route({
  operationId: 'readSamplePicture',
  summary: 'Read a sample of a paper as a picture',
  description: 'Returns the first page of the sample as PNG.',
  params: SampleParams,
  response: {
    200: {
      ...answer('The picture.', Type.String()),
      content: { 'image/png': { schema: { type: 'string', format: 'binary' } } },
    },
    ...errorAnswers('client_not_found'),
  },
  querystring: SampleQuery,
  handler: async (options, { params: { paper }, query }, reply) => {
    const shop = query.client === undefined ? undefined : await readShop(options, query.client);
    return reply.header('content-type', 'image/png').send(await readPreview(options, { paper, shop }));
  },
});

/** Pictures of the samples, by a hash of what they show: paper, look of the client, sender and language. */
const previews = new Map<string, Promise<Buffer>>();
const PREVIEWS_KEPT_MAX = 100;

/** A sample, with the look of a client. */
type Sample = { paper: SamplePaper; shop: SampleSource['shop'] };

async function readShop({ pool }: SheetRouteOptions, clientId: string): Promise<NonNullable<Sample['shop']>> {
  const { name } = await readClient(pool, clientId);
  const { logo, color, returnText, link } = await withRetry(() => findClientSlip(pool, clientId));
  return {
    shop: { name, ...(logo && { logo }), ...(color && { color }) },
    ...(returnText !== null && { returnText }),
    ...(link !== null && { link: link.replaceAll('{orderId}', SAMPLE_ORDER_ID) }),
  };
}

async function readPreview(options: SheetRouteOptions, sample: Sample): Promise<Buffer> {
  const content = JSON.stringify([sample, options.paper(), options.config.CENTER_NAME, options.senderAddress()]);
  // A hash, because a logo of a megabyte is part of it.
  const key = createHash('sha256').update(content).digest('hex');
  const known = previews.get(key);
  if (known) return known;
  if (previews.size >= PREVIEWS_KEPT_MAX) previews.clear();
  const drawn = buffer(drawSample(options, sample, { to: 'picture', pixels: PREVIEW_PIXELS }).pdf);
  previews.set(key, drawn);
  drawn.catch(() => previews.delete(key));
  return drawn;
}

function drawSample(options: SheetRouteOptions, { paper, shop }: Sample, format?: PaperFormat): Printout {
  const paperOptions = optionsOf(options);
  const { kind, parts } = samplePaper(paper, {
    center: options.config.CENTER_NAME,
    sender: options.senderAddress(),
    ...(shop && { shop }),
    commands: commandGroups(options),
    scannerTest: scannerTest(options),
    printedAt: paperOptions.printedAt,
  });
  return options.press.print(kind, parts as never, paperOptions, format);
}

function commandGroups({ paper }: SheetRouteOptions) {
  const { groups, commands, reasons } = SHEET_COPY[paper().language];
  const cards = commandSheet().map((one) => ({
    code: one.code,
    group: one.command === 'REJECT' ? groups.reasons : 'reason' in one ? groups.labelReasons : groups.commands,
    title: 'reason' in one ? reasons[one.reason] : commands[one.command],
  }));
  return {
    groups: Object.values(groups).map((title) => ({ title, cards: cards.filter(({ group }) => group === title) })),
  };
}

function scannerTest({ paper }: SheetRouteOptions): CodeCard {
  return { code: scanCodeOf('command', TEST_NUMBER), title: SHEET_COPY[paper().language].scannerTest };
}

function optionsOf({ paper, clock }: SheetRouteOptions): PaperOptions {
  return { ...paper(), printedAt: clock() };
}

export const sheetRoutes = routeTable<SheetRouteOptions>([
  ['GET', `${PAPERS}/state`, getState, { verb: 'me.read' }],
  ['GET', `${PAPERS}/commands`, getCommands, { verb: 'floor.read' }],
  ['GET', `${PAPERS}/bins`, getBinLabels, { verb: 'production.read' }],
  ['POST', `${PAPERS}/stock-labels`, postStockLabels, { verb: 'stock.work' }],
  ['GET', `${PAPERS}/scanner-test`, getScannerTest, { verb: 'floor.read' }],
  ['GET', `${PAPERS}/badges`, getBadges, { verb: 'operators.change' }],
  ['GET', `${PAPERS}/samples/:paper`, getSample, { verb: 'floor.read' }],
  ['GET', `${PAPERS}/samples/:paper/picture`, getSamplePicture, { verb: 'floor.read' }],
  ['GET', '/operator/v1/operators/:operatorId/badge.pdf', getBadge, { verb: 'operators.change' }],
]);
