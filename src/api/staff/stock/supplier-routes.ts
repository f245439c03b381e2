import { randomUUIDv7 } from 'node:crypto';
import { Type } from 'typebox';
import { actorOf } from '../../../platform/audit/actor.ts';
import { recordAudit } from '../../../platform/audit/record-audit.ts';
import { inTransaction, withRetry } from '../../../platform/database/transaction.ts';
import {
  changeAnswers,
  integerField,
  integerFrom,
  integerIn,
  readAnswers,
  stringField,
  titledObject,
} from '../../../platform/http/api-document.ts';
import { sendJson } from '../../../platform/http/etag.ts';
import { routeTable, routeUnder } from '../../../platform/http/route-table.ts';
import { supplyVariants } from '../../../stock/buy-stock.ts';
import { listBuyProposals, listSuppliers, saveSupplier } from '../../../stock/purchase-store.ts';
import { ON_HAND_MAX } from '../../../stock/stock-change-rules.ts';
import { CODE_LENGTH_MAX, code, kind, strictObject, text } from '../fields/operator-schemas.ts';
import { refuseBadNames, withoutNulls } from '../fields/staff-requests.ts';
import { type PlaceContext, repeatedFaults } from './place-schemas.ts';
import {
  LINES_MAX,
  NAME_LENGTH_MAX,
  price,
  SUPPLIER_ID,
  supplierAddress,
  VARIANT,
  variantFields,
} from './supplier-schemas.ts';

const route = routeUnder<PlaceContext>('Stock');
const SUPPLIERS = '/operator/v1/suppliers';
const LEAD_DAYS_MAX = 365;
/** The proposal is worked through from the top, so its end is rarely read. */
const PROPOSALS_MAX = 500;

const supplierFields = {
  name: text(NAME_LENGTH_MAX, 'Name of the supplier.', 'Textile Trade'),
  email: Type.Optional(supplierAddress('Address to which orders are sent.')),
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
const getSuppliers = route({
  operationId: 'listSuppliers',
  summary: 'List the suppliers',
  description: 'Sorted by name.',
  response: readAnswers('The suppliers.', Type.Array(SupplierSchema)),
  handler: async ({ pool }, request, reply) =>
    sendJson(request, reply, JSON.stringify((await withRetry(() => listSuppliers(pool))).map(withoutNulls))),
});

const putSupplier = route({
  config: refuseBadNames('name'),
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

export const supplierRoutes = routeTable<PlaceContext>([
  ['GET', SUPPLIERS, getSuppliers, { verb: 'stock.read' }],
  ['PUT', SUPPLIERS, putSupplier, { verb: 'stock.change' }],
  ['PUT', `${SUPPLIERS}/:supplierId/items`, putItems, { verb: 'stock.change' }],
  ['GET', '/operator/v1/buy-proposals', getProposals, { verb: 'stock.read' }],
]);
