import { randomUUIDv7 } from 'node:crypto';
import { Type } from 'typebox';
import { drawPurchasePaper, fileNameOf } from '../../../operations/mail-purchases.ts';
import type { PaperPress } from '../../../papers/paper-press.ts';
import { actorOf } from '../../../platform/audit/actor.ts';
import { type Connection, inTransaction, withRetry } from '../../../platform/database/transaction.ts';
import { ApiError, type Violation } from '../../../platform/errors/errors.ts';
import {
  changeAnswers,
  errorAnswers,
  fileAnswer,
  integerField,
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
import type { Config } from '../../../platform/settings/config.ts';
import { currencyViolation } from '../../../shipping/currencies.ts';
import { changePurchaseState, createPurchase, readPurchase, requestPurchaseMail } from '../../../stock/buy-stock.ts';
import { findPurchase, listPurchases, PURCHASE_STATES, type Purchase } from '../../../stock/purchase-store.ts';
import { ON_HAND_MAX } from '../../../stock/stock-change-rules.ts';
import { purchaseCsv } from '../../../stock/stock-csv.ts';
import { code, kind, readUuidCursor, staffPaging, strictObject, text } from '../fields/operator-schemas.ts';
import { nameFaults, type StaffContext, sendAttachment, withoutNulls } from '../fields/staff-requests.ts';
import { sendPdf } from '../production/paper-answers.ts';
import { repeatedFaults } from './place-schemas.ts';
import {
  LINES_MAX,
  NAME_LENGTH_MAX,
  price,
  SUPPLIER_ID,
  supplierAddress,
  VARIANT,
  variantFields,
} from './supplier-schemas.ts';

export type PurchaseContext = StaffContext & {
  config: Parameters<typeof drawPurchasePaper>[0]['config'] & Pick<Config, 'MAIL' | 'CURRENCY'>;
  press: PaperPress;
};

const route = routeUnder<PurchaseContext>('Stock');
const PURCHASES = '/operator/v1/purchases';
const CURRENCY_LENGTH = 3;
const PURCHASE_ID = '0198c0df-66ff-7077-9188-c99304152637';

const PURCHASE = {
  ...{ purchaseId: PURCHASE_ID, supplierId: SUPPLIER_ID, supplierName: 'Textile Trade', reference: 'PO-2026-17' },
  ...{ state: 'DRAFT', created: '2026-01-31T12:00:00.000Z', createdByName: 'Ada Lovelace' },
  ...{ currency: 'EUR', total: 82.8 },
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
  currency: Type.Optional(stringField('Currency of the prices (ISO 4217). Absent: that of the center.', 'EUR')),
  total: Type.Optional(
    Type.Number({ description: 'Sum of the lines with a price, in this currency. Absent: no line has one.' }),
  ),
  mail: Type.Optional(
    titledObject('PurchaseMail', 'The last e-mail with the purchase order.', {
      address: stringField('Where it is sent.', 'orders@textile.example'),
      state: oneOf(['WAITING', 'SENT', 'FAILED'], 'SENT: the mail server took it. FAILED: it was given up.', 'SENT'),
      error: Type.Optional(stringField('Why the last attempt failed.', 'Connection timeout')),
    }),
  ),
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

async function showPurchase(connection: Connection, purchaseId: string) {
  const { lines, mail, ...purchase } = await readPurchase(connection, purchaseId);
  return { ...showHead({ ...purchase, mail }), lines: lines.map(withoutNulls) };
}

/** The purchase order without nulls, also in `mail`. */
const showHead = ({ mail, ...purchase }: Purchase) => ({
  ...withoutNulls(purchase),
  ...(mail && { mail: withoutNulls(mail) }),
});

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
      show: showHead,
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
    sendJson(request, reply, JSON.stringify(await withRetry(() => showPurchase(pool, request.params.purchaseId)))),
});

const getPurchaseFile = route({
  operationId: 'exportPurchase',
  summary: 'Export a purchase order as CSV',
  description:
    'Has a row for each variant: article number of the supplier, code, name, colour, size, pieces, price, currency.',
  params: PurchaseParams,
  response: { 200: fileAnswer('The file.', 'text/csv'), ...errorAnswers('purchase_not_found') },
  handler: async ({ pool }, request, reply) => {
    const purchase = await withRetry(() => readPurchase(pool, request.params.purchaseId));
    return sendAttachment(
      reply,
      `${fileNameOf(purchase.reference)}.csv`,
      'text/csv; charset=utf-8',
      purchaseCsv(purchase),
    );
  },
});

const getPaper = route({
  operationId: 'readPurchasePaper',
  summary: 'Read a purchase order as PDF',
  description: 'Returns A4 pages with the article numbers of the supplier, pieces and prices.',
  params: PurchaseParams,
  response: { 200: fileAnswer('The paper.', 'application/pdf'), ...errorAnswers('purchase_not_found', 'rate_limited') },
  handler: async ({ pool, config, press, clock }, { params, caller }, reply) => {
    const purchase = await withRetry(() => readPurchase(pool, params.purchaseId));
    return sendPdf(reply, caller.clientId, `${fileNameOf(purchase.reference)}.pdf`, async () =>
      drawPurchasePaper({ config, press, clock }, purchase),
    );
  },
});

const postMail = route({
  operationId: 'mailPurchase',
  summary: 'Send a purchase order by e-mail',
  description:
    'Sends PDF and CSV to the supplier. When the mail server has taken the e-mail, the purchase order is SENT. While an e-mail waits, a further request adds none.',
  params: PurchaseParams,
  body: strictObject('PurchaseMailRequest', 'An e-mail with a purchase order.', {
    address: supplierAddress('E-mail address of the supplier.'),
  }),
  response: withExample(
    { ...PURCHASE, mail: { address: 'orders@textile.example', state: 'WAITING' }, lines: [PURCHASE_LINE] },
    changeAnswers(
      'The purchase order.',
      OpenedPurchaseSchema,
      ...(['purchase_not_found', 'purchase_not_changeable', 'mail_not_set_up'] as const),
    ),
  ),
  handler: async ({ pool, clock, config }, { params, body, caller }) => {
    if (!config.MAIL)
      throw new ApiError('mail_not_set_up', 'No mail server is set (SMTP_URL). Send the file of the order yourself.');
    const mail = { mailId: randomUUIDv7(), purchaseId: params.purchaseId, address: body.address };
    const doing = { by: actorOf(caller), now: clock() };
    return inTransaction(pool, async (connection) => {
      await requestPurchaseMail(connection, mail, doing);
      return showPurchase(connection, params.purchaseId);
    });
  },
});

const NewPurchaseRequest = strictObject(
  'PurchaseRequest',
  'A new purchase order.',
  {
    supplierId: stringField('The supplier.', SUPPLIER_ID),
    reference: text(NAME_LENGTH_MAX, 'Number of the order, for people. It is used once.', 'PO-2026-17'),
    currency: Type.Optional(
      Type.String({
        maxLength: CURRENCY_LENGTH,
        description: 'Currency of the prices (ISO 4217). Absent: that of the center (CURRENCY).',
        examples: ['EUR'],
      }),
    ),
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
    ...{ supplierId: SUPPLIER_ID, reference: 'PO-2026-17', currency: 'EUR' },
    lines: [{ kind: 'PRODUCT', code: '4006381333931', quantity: 24 }],
  },
);

function currencyFaults(currency: unknown): Violation[] {
  const fault = typeof currency === 'string' ? currencyViolation(currency, '/currency') : undefined;
  return fault ? [fault] : [];
}

const postPurchase = route({
  config: {
    moreFaults: ({ body }): Violation[] => [
      ...nameFaults({ '/reference': Object(body).reference }),
      ...currencyFaults(Object(body).currency),
      ...repeatedFaults(Object(body).lines),
    ],
  },
  operationId: 'createPurchase',
  summary: 'Create a purchase order',
  description:
    'Creates a draft. A line without a price gets that of the supplier, unless the order has another currency than the center. A repeated reference is refused.',
  body: NewPurchaseRequest,
  response: changeAnswers(
    'The purchase order.',
    OpenedPurchaseSchema,
    ...(['supplier_not_found', 'stock_not_found', 'purchase_exists'] as const),
  ),
  handler: async ({ pool, clock, config }, { body, caller }) => {
    const purchaseId = randomUUIDv7();
    const doing = { by: actorOf(caller), now: clock(), centerCurrency: config.CURRENCY };
    return inTransaction(pool, async (connection, { mayBeDone }) => {
      // An attempt whose commit was lost has made it.
      if (!mayBeDone || !(await findPurchase(connection, purchaseId)))
        await createPurchase(connection, { ...body, purchaseId, reference: body.reference.trim() }, doing);
      return showPurchase(connection, purchaseId);
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
      return showPurchase(connection, params.purchaseId);
    });
  },
});

export const purchaseRoutes = routeTable<PurchaseContext>([
  ['GET', PURCHASES, getPurchases, { verb: 'stock.read' }],
  ['POST', PURCHASES, postPurchase, { verb: 'stock.change' }],
  ['GET', `${PURCHASES}/:purchaseId`, getPurchase, { verb: 'stock.read' }],
  ['GET', `${PURCHASES}/:purchaseId/csv`, getPurchaseFile, { verb: 'stock.read' }],
  ['GET', `${PURCHASES}/:purchaseId/pdf`, getPaper, { verb: 'stock.read' }],
  ['POST', `${PURCHASES}/:purchaseId/mail`, postMail, { verb: 'stock.change' }],
  ['PUT', `${PURCHASES}/:purchaseId/state`, putState, { verb: 'stock.change' }],
]);
