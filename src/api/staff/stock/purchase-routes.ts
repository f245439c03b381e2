import { randomUUIDv7 } from 'node:crypto';
import { Type } from 'typebox';
import { actorOf } from '../../../platform/audit/actor.ts';
import { recordAudit } from '../../../platform/audit/record-audit.ts';
import { type Connection, inTransaction, withRetry } from '../../../platform/database/transaction.ts';
import type { Violation } from '../../../platform/errors/errors.ts';
import { BYTE_ORDER_MARK, csvRow } from '../../../platform/formats/write-csv.ts';
import {
  changeAnswers,
  errorAnswers,
  fileAnswer,
  integerField,
  integerFrom,
  integerIn,
  oneOf,
  pageAnswers,
  readAnswers,
  stringField,
  Timestamp,
  titledObject,
  withExample,
} from '../../../platform/http/api-document.ts';
import { sendJson } from '../../../platform/http/etag.ts';
import { sendPage } from '../../../platform/http/paging.ts';
import { routeTable, routeUnder } from '../../../platform/http/route-table.ts';
import { changePurchaseState, createPurchase, supplyVariants } from '../../../stock/buy-stock.ts';
import {
  findPurchase,
  listBuyProposals,
  listPurchaseLines,
  listPurchases,
  listSuppliers,
  PURCHASE_STATES,
  type Purchase,
  saveSupplier,
} from '../../../stock/purchase-store.ts';
import { purchaseNotFound } from '../../../stock/receive-delivery.ts';
import { ON_HAND_MAX } from '../../../stock/stock-change-rules.ts';
import { findStockByCodes } from '../../../stock/stock-list-store.ts';
import { stockKey } from '../../../stock/stock-rules.ts';
import {
  CODE_LENGTH_MAX,
  code,
  kind,
  readUuidCursor,
  staffPaging,
  strictObject,
  text,
} from '../fields/operator-schemas.ts';
import { nameFaults, sendAttachment, withoutNulls } from '../fields/staff-requests.ts';
import { type PlaceContext, repeatedFaults } from './place-schemas.ts';

const route = routeUnder<PlaceContext>('Stock');
const SUPPLIERS = '/operator/v1/suppliers';
const PURCHASES = '/operator/v1/purchases';
const NAME_LENGTH_MAX = 100;
const LEAD_DAYS_MAX = 365;
const PRICE_MAX = 1_000_000;
const LINES_MAX = 1_000;
/** The proposal is worked through from the top, so its end is rarely read. */
const PROPOSALS_MAX = 500;
const SUPPLIER_ID = '0198c0df-55ee-7f66-8077-b88293041526';
const PURCHASE_ID = '0198c0df-66ff-7077-9188-c99304152637';

const supplierFields = {
  name: text(NAME_LENGTH_MAX, 'Name of the supplier.', 'Textile Trade'),
  email: Type.Optional(
    Type.String({
      maxLength: 254,
      pattern: '^[^@ ]+@[^@ ]+$',
      description: 'Address to which orders are sent.',
      examples: ['orders@textile.example'],
    }),
  ),
  leadDays: integerIn(0, LEAD_DAYS_MAX, 'Days from an order to its delivery.', 5),
};
const SUPPLIER_EXAMPLE = { name: 'Textile Trade', email: 'orders@textile.example', leadDays: 5 };
const SUPPLIER = { supplierId: SUPPLIER_ID, ...SUPPLIER_EXAMPLE };
const SupplierSchema = titledObject(
  'Supplier',
  'A supplier.',
  { supplierId: stringField('Identifier of the supplier.', SUPPLIER_ID), ...supplierFields },
  SUPPLIER,
);
const price = Type.Optional(
  Type.Number({
    minimum: 0,
    maximum: PRICE_MAX,
    description: 'Price of a piece in the currency of the center.',
    examples: [3.45],
  }),
);

const getSuppliers = route({
  operationId: 'listSuppliers',
  summary: 'List the suppliers',
  description: 'Sorted by name.',
  response: readAnswers('The suppliers.', Type.Array(SupplierSchema)),
  handler: async ({ pool }, request, reply) =>
    sendJson(request, reply, JSON.stringify((await withRetry(() => listSuppliers(pool))).map(withoutNulls))),
});

const putSupplier = route({
  config: { moreFaults: ({ body }) => nameFaults({ '/name': Object(body).name }) },
  operationId: 'saveSupplier',
  summary: 'Create or change a supplier',
  description: 'The name identifies the supplier, whatever its case. Idempotent.',
  body: strictObject('SupplierRequest', 'A supplier.', supplierFields, SUPPLIER_EXAMPLE),
  response: changeAnswers('The supplier.', SupplierSchema),
  handler: async ({ pool, clock }, { body, caller }) => {
    const supplierId = randomUUIDv7();
    const now = clock();
    const given = { supplierId, name: body.name.trim(), email: body.email ?? null, leadDays: body.leadDays };
    const saved = await inTransaction(pool, async (connection) => {
      const supplier = await saveSupplier(connection, given, now);
      await recordAudit(connection, actorOf(caller), now, {
        action: 'supplier.saved',
        subject: ['stock'],
        detail: { name: supplier.name },
      });
      return supplier;
    });
    return withoutNulls(saved);
  },
});

const ItemsRequest = strictObject('SupplierItems', 'What a supplier sells.', {
  lines: Type.Array(
    strictObject('SupplierItem', 'A variant of the supplier. It replaces the former supplier.', {
      kind,
      code,
      supplierCode: Type.Optional(text(CODE_LENGTH_MAX, 'Article number of the supplier.', 'TT-1001-BLK-M')),
      packSize: Type.Optional(
        integerIn(1, ON_HAND_MAX, 'Pieces in a pack. Only whole packs are bought. Absent: 1.', 12),
      ),
      price,
    }),
    { minItems: 1, maxItems: LINES_MAX, description: 'The variants, each once.' },
  ),
});

const SupplierParams = Type.Object({ supplierId: stringField('The supplier.', SUPPLIER_ID) });
const putItems = route({
  config: { moreFaults: ({ body }) => repeatedFaults(Object(body).lines) },
  operationId: 'saveSupplierItems',
  summary: 'Set what a supplier sells',
  description: 'Makes the supplier that of these variants. Other variants stay as they are. Idempotent.',
  params: SupplierParams,
  body: ItemsRequest,
  response: changeAnswers('The supplier.', SupplierSchema, 'supplier_not_found', 'stock_not_found'),
  handler: async ({ pool, clock }, { params, body, caller }) => {
    const doing = { by: actorOf(caller), now: clock() };
    const items = body.lines.map(({ supplierCode = null, packSize = 1, price = null, ...key }) => {
      return { ...key, supplierCode, packSize, price };
    });
    return withoutNulls(
      await inTransaction(pool, (connection) => supplyVariants(connection, params.supplierId, items, doing)),
    );
  },
});

const variantFields = {
  kind,
  code,
  name: stringField('Name of the product variant, or title of the article.'),
  color: stringField('Colour of the variant.'),
  size: stringField('Size of the variant.'),
};
const VARIANT = { kind: 'PRODUCT', code: '4006381333931', name: 'Logo Tee Black M', color: 'Black', size: 'M' };
const ProposalSchema = titledObject(
  'BuyProposal',
  'A variant to buy.',
  {
    ...variantFields,
    supplierId: Type.Optional(stringField('Its supplier. Absent: unknown.', SUPPLIER_ID)),
    supplierName: Type.Optional(stringField('Name of the supplier.')),
    supplierCode: Type.Optional(stringField('Article number of the supplier.')),
    packSize: integerFrom(1, 'Pieces in a pack.'),
    price,
    available: integerField('Pieces on hand less reserved ones. Negative: too few for the reservations.'),
    waiting: integerField('Pieces that orders wait for.'),
    onOrder: integerField('Pieces in sent purchase orders that have not arrived.'),
    used: integerField('Pieces shipped or scrapped in the last 28 full days, less pieces that came back.'),
    minimum: Type.Optional(integerField('Its minimum.')),
    target: Type.Optional(integerField('Its target.')),
    quantity: integerFrom(1, 'Pieces to buy, in whole packs.'),
  },
  {
    ...{ ...VARIANT, supplierId: SUPPLIER_ID, supplierName: 'Textile Trade', supplierCode: 'TT-1001-BLK-M' },
    ...{ packSize: 12, price: 3.45, available: 4, waiting: 0, onOrder: 0, used: 0, minimum: 20, quantity: 24 },
  },
);

const getProposals = route({
  operationId: 'listBuyProposals',
  summary: 'Propose what to buy',
  description: `Lists variants with too few pieces for their minimum, for waiting orders, or for the use until the next delivery: the last 28 days count, and the lead time of the supplier with a week. Fills them to their target. Waiting orders come first. At most ${PROPOSALS_MAX}.`,
  querystring: Type.Object({ supplierId: Type.Optional(stringField('Only variants of this supplier.', SUPPLIER_ID)) }),
  response: readAnswers('The variants.', Type.Array(ProposalSchema)),
  handler: async ({ pool }, request, reply) => {
    const { supplierId } = request.query;
    const found = await withRetry(() => listBuyProposals(pool, { supplierId, limit: PROPOSALS_MAX }));
    return sendJson(request, reply, JSON.stringify(found.map(withoutNulls)));
  },
});

const PURCHASE = {
  ...{ purchaseId: PURCHASE_ID, supplierId: SUPPLIER_ID, supplierName: 'Textile Trade', reference: 'PO-2026-17' },
  ...{ state: 'DRAFT', created: '2026-01-31T12:00:00.000Z', createdByName: 'Ada Lovelace' },
};
const purchaseFields = {
  purchaseId: stringField('Identifier of the purchase order.', PURCHASE_ID),
  supplierId: stringField('The supplier.', SUPPLIER_ID),
  supplierName: stringField('Name of the supplier.'),
  reference: stringField('Number of the order, for people.'),
  state: oneOf(
    PURCHASE_STATES,
    'DRAFT: not sent. SENT: goods are expected. DONE: everything has arrived, or no more is expected. CANCELLED: nothing is expected.',
  ),
  created: Timestamp('When it was created.'),
  createdByName: Type.Optional(stringField('Name of the person or program that created it.')),
  sent: Type.Optional(Timestamp('When it was sent.')),
  expected: Type.Optional(stringField('Day on which the goods are expected, as YYYY-MM-DD.', '2026-02-05')),
};
const PurchaseSchema = titledObject('Purchase', 'A purchase order.', purchaseFields, PURCHASE);
const PURCHASE_LINE = { ...VARIANT, supplierCode: 'TT-1001-BLK-M', ordered: 24, received: 0, price: 3.45 };
const OpenedPurchaseSchema = titledObject(
  'PurchaseWithLines',
  'A purchase order with its lines.',
  {
    ...purchaseFields,
    lines: Type.Array(
      titledObject(
        'PurchaseLine',
        'A variant of a purchase order.',
        {
          ...variantFields,
          supplierCode: Type.Optional(stringField('Article number of the supplier.')),
          ordered: integerField('Pieces ordered.'),
          received: integerField('Undamaged pieces that have arrived.'),
          price,
        },
        PURCHASE_LINE,
      ),
      { description: 'The variants, sorted by kind and code.' },
    ),
  },
  { ...PURCHASE, lines: [PURCHASE_LINE] },
);
const PurchaseParams = Type.Object({ purchaseId: stringField('The purchase order.', PURCHASE_ID) });

async function readPurchase(connection: Connection, purchaseId: string) {
  const purchase = await findPurchase(connection, purchaseId);
  if (!purchase) throw purchaseNotFound();
  const lines = await listPurchaseLines(connection, purchaseId);
  const names = new Map((await findStockByCodes(connection, lines)).map((one) => [stockKey(one), one]));
  const rows = lines.map((line) => {
    const { name = line.code, color = '', size = '' } = names.get(stockKey(line)) ?? {};
    return withoutNulls({ ...line, name, color, size });
  });
  return { ...(withoutNulls(purchase) as Purchase), lines: rows };
}

const getPurchases = route({
  operationId: 'listPurchases',
  summary: 'List the purchase orders',
  description: 'Latest first.',
  querystring: Type.Object(staffPaging),
  response: pageAnswers('A page of purchase orders.', Type.Array(PurchaseSchema)),
  handler: async ({ config, pool }, request, reply) => {
    const { cursor, limit } = request.query;
    const purchases = await withRetry(() => listPurchases(pool, { before: readUuidCursor(cursor), limit: limit + 1 }));
    return sendPage(request, reply, purchases, {
      url: `${config.BASE_URL}${PURCHASES}`,
      keyOf: (last) => [last.purchaseId],
      show: withoutNulls,
    });
  },
});

const getPurchase = route({
  operationId: 'getPurchase',
  summary: 'Read a purchase order',
  description: 'Returns the ordered and the received pieces of each variant.',
  params: PurchaseParams,
  response: readAnswers('The purchase order.', OpenedPurchaseSchema, 'purchase_not_found'),
  handler: async ({ pool }, request, reply) =>
    sendJson(request, reply, JSON.stringify(await withRetry(() => readPurchase(pool, request.params.purchaseId)))),
});

const getPurchaseFile = route({
  operationId: 'exportPurchase',
  summary: 'Export a purchase order as CSV',
  description: 'Has a row for each variant: article number of the supplier, code, name, colour, size, pieces, price.',
  params: PurchaseParams,
  response: { 200: fileAnswer('The file.', 'text/csv'), ...errorAnswers('purchase_not_found') },
  handler: async ({ pool }, request, reply) => {
    const { lines, reference } = await withRetry(() => readPurchase(pool, request.params.purchaseId));
    const head = ['supplierCode', 'code', 'name', 'color', 'size', 'quantity', 'price'];
    const rows = lines.map(({ supplierCode, code, name, color, size, ordered, price }) =>
      csvRow([supplierCode, code, name, color, size, ordered, price]),
    );
    const name = `${reference.replaceAll(/[^\w-]+/g, '-')}.csv`;
    return sendAttachment(reply, name, 'text/csv; charset=utf-8', BYTE_ORDER_MARK + csvRow(head) + rows.join(''));
  },
});

const NewPurchaseRequest = strictObject(
  'PurchaseRequest',
  'A new purchase order.',
  {
    supplierId: stringField('The supplier.', SUPPLIER_ID),
    reference: text(NAME_LENGTH_MAX, 'Number of the order, for people. It is used once.', 'PO-2026-17'),
    lines: Type.Array(
      strictObject('NewPurchaseLine', 'A variant to buy.', {
        kind,
        code,
        quantity: integerIn(1, ON_HAND_MAX, 'Number of pieces.', 24),
        price,
      }),
      { minItems: 1, maxItems: LINES_MAX, description: 'The variants, each once.' },
    ),
  },
  {
    ...{ supplierId: SUPPLIER_ID, reference: 'PO-2026-17' },
    lines: [{ kind: 'PRODUCT', code: '4006381333931', quantity: 24 }],
  },
);

const postPurchase = route({
  config: {
    moreFaults: ({ body }): Violation[] => [
      ...nameFaults({ '/reference': Object(body).reference }),
      ...repeatedFaults(Object(body).lines),
    ],
  },
  operationId: 'createPurchase',
  summary: 'Create a purchase order',
  description: 'Creates a draft. A line without a price gets that of the supplier. A repeated reference is refused.',
  body: NewPurchaseRequest,
  response: changeAnswers(
    'The purchase order.',
    OpenedPurchaseSchema,
    ...(['supplier_not_found', 'stock_not_found', 'purchase_exists'] as const),
  ),
  handler: async ({ pool, clock }, { body, caller }) => {
    const purchaseId = randomUUIDv7();
    const doing = { by: actorOf(caller), now: clock() };
    return inTransaction(pool, async (connection, { mayBeDone }) => {
      // An attempt whose commit was lost has made it.
      if (!mayBeDone || !(await findPurchase(connection, purchaseId)))
        await createPurchase(connection, { ...body, purchaseId, reference: body.reference.trim() }, doing);
      return readPurchase(connection, purchaseId);
    });
  },
});

const putState = route({
  operationId: 'setPurchaseState',
  summary: 'Send, end or cancel a purchase order',
  description:
    'SENT: a person has sent it, and its goods count as ordered. DONE: no more is expected. CANCELLED: only before anything has arrived. Idempotent.',
  params: PurchaseParams,
  body: strictObject('PurchaseStateRequest', 'The state of a purchase order.', {
    state: oneOf(['SENT', 'DONE', 'CANCELLED'], 'The state.', 'SENT'),
  }),
  response: withExample(
    {
      ...{ ...PURCHASE, state: 'SENT', sent: '2026-01-31T14:00:00.000Z', expected: '2026-02-05' },
      lines: [PURCHASE_LINE],
    },
    changeAnswers(
      'The purchase order.',
      OpenedPurchaseSchema,
      ...(['purchase_not_found', 'purchase_not_changeable'] as const),
    ),
  ),
  handler: async ({ pool, clock }, { params, body, caller }) => {
    const doing = { by: actorOf(caller), now: clock() };
    return inTransaction(pool, async (connection) => {
      await changePurchaseState(connection, params.purchaseId, body.state, doing);
      return readPurchase(connection, params.purchaseId);
    });
  },
});

export const purchaseRoutes = routeTable<PlaceContext>([
  ['GET', SUPPLIERS, getSuppliers, { verb: 'stock.read' }],
  ['PUT', SUPPLIERS, putSupplier, { verb: 'stock.change' }],
  ['PUT', `${SUPPLIERS}/:supplierId/items`, putItems, { verb: 'stock.change' }],
  ['GET', '/operator/v1/buy-proposals', getProposals, { verb: 'stock.read' }],
  ['GET', PURCHASES, getPurchases, { verb: 'stock.read' }],
  ['POST', PURCHASES, postPurchase, { verb: 'stock.change' }],
  ['GET', `${PURCHASES}/:purchaseId`, getPurchase, { verb: 'stock.read' }],
  ['GET', `${PURCHASES}/:purchaseId/csv`, getPurchaseFile, { verb: 'stock.read' }],
  ['PUT', `${PURCHASES}/:purchaseId/state`, putState, { verb: 'stock.change' }],
]);
