import { Readable } from 'node:stream';
import type { Pool } from 'pg';
import { Type } from 'typebox';
import { yieldEachFor } from '../../platform/database/asker.ts';
import { withRetry } from '../../platform/database/transaction.ts';
import { csvRow, writeCsv } from '../../platform/formats/write-csv.ts';
import {
  errorAnswers,
  fileAnswer,
  integerField,
  integerFrom,
  oneOf,
  pageAnswers,
  stringField,
  titledObject,
} from '../../platform/http/api-document.ts';
import { cursorParameters, decodeCursor, invalidCursor, LIMIT_MAX, sendPage } from '../../platform/http/paging.ts';
import { routeTable, routeUnder } from '../../platform/http/route-table.ts';
import { listStock, type StockPosition, type StoredStock } from '../../stock/stock-list-store.ts';
import { sendAttachment } from '../staff/fields/staff-requests.ts';

type OwnStockContext = { pool: Pool };

const route = routeUnder<OwnStockContext>('Stock');
const LIMIT_DEFAULT = 50;
const COLUMNS = ['kind', 'code', 'name', 'color', 'size', 'onHand', 'reserved', 'available', 'waiting'] as const;

const OwnStockSchema = titledObject(
  'OwnStock',
  'A variant whose pieces are yours.',
  {
    kind: oneOf(['ARTICLE', 'PRODUCT'], 'ARTICLE: `code` is the SKU of a blank. PRODUCT: `code` is an EAN-13.'),
    code: stringField('SKU or EAN-13.', 'ST-CREATOR-BLK-L'),
    name: stringField('Title of the article, or name of the product variant.', 'Creator Tee'),
    color: stringField('Colour of the variant.', 'Black'),
    size: stringField('Size of the variant.', 'L'),
    onHand: integerField('Pieces on the shelf.', 120),
    reserved: integerField('Pieces that your orders have reserved.', 2),
    available: integerFrom(0, 'Pieces that your orders may still reserve.', 118),
    waiting: integerFrom(0, 'Pieces that your orders wait for.', 0),
  },
  {
    ...{ kind: 'ARTICLE', code: 'ST-CREATOR-BLK-L', name: 'Creator Tee', color: 'Black', size: 'L' },
    ...{ onHand: 120, reserved: 2, available: 118, waiting: 0 },
  },
);

function showOwn(stock: StoredStock) {
  return Object.fromEntries(COLUMNS.map((name) => [name, stock[name]])) as Pick<StoredStock, (typeof COLUMNS)[number]>;
}

function readOwn(pool: Pool, ownerId: string, after: StockPosition | undefined, limit: number) {
  const filter = {
    kind: undefined,
    words: [],
    codes: undefined,
    low: undefined,
    isShort: false,
    isBelowMinimum: false,
  };
  return withRetry(() => listStock(pool, { ...filter, ownerId }, { after, limit }));
}

const getOwnStock = route({
  operationId: 'listOwnStock',
  summary: 'List your own stock',
  description:
    'Lists blanks and products that you own and the center stores for you. Only your orders can have them. Blanks come first, each kind sorted by code.',
  querystring: Type.Object(cursorParameters(LIMIT_DEFAULT)),
  response: pageAnswers('A page of your stock.', Type.Array(OwnStockSchema)),
  handler: async ({ pool }, request, reply) => {
    const { cursor, limit } = request.query;
    const after = readPosition(cursor);
    const stock = await readOwn(pool, request.caller.clientId, after, limit + 1);
    return sendPage(request, reply, stock, { keyOf: (last) => [last.code, last.kind], show: showOwn });
  },
});

function readPosition(cursor: string | undefined): StockPosition | undefined {
  const [code, kind] = decodeCursor(cursor, 2) ?? [];
  if (code === undefined) return undefined;
  if (kind !== 'ARTICLE' && kind !== 'PRODUCT') throw invalidCursor();
  return { kind, code, sortKey: '' };
}

const getOwnFile = route({
  operationId: 'exportOwnStock',
  summary: 'Export your own stock as CSV',
  description: `Has the columns ${COLUMNS.join(', ')}.`,
  response: { 200: fileAnswer('The file.', 'text/csv'), ...errorAnswers() },
  handler: async ({ pool }, { caller: { clientId } }, reply) =>
    sendAttachment(
      reply,
      'stock.csv',
      'text/csv; charset=utf-8',
      Readable.from(yieldEachFor(clientId, rowsOf(pool, clientId))),
    ),
});

async function* rowsOf(pool: Pool, clientId: string) {
  yield writeCsv([[...COLUMNS]]);
  for (let after: StockPosition | undefined, isLast = false; !isLast; ) {
    const page = await readOwn(pool, clientId, after, LIMIT_MAX);
    if (page.length > 0) yield page.map((one) => csvRow(COLUMNS.map((name) => one[name]))).join('');
    after = page.at(-1);
    isLast = page.length < LIMIT_MAX;
  }
}

export const ownStockRoutes = routeTable<OwnStockContext>([
  ['GET', '/v1/stock', getOwnStock],
  ['GET', '/v1/stock.csv', getOwnFile],
]);
