import { type Static, Type } from 'typebox';
import { CHARGE_KINDS } from '../../../orders/document/order-schemas.ts';
import {
  integerField,
  integerIn,
  oneOf,
  SEVERAL_LINES,
  stringField,
  Timestamp,
  titledObject,
} from '../../../platform/http/api-document.ts';
import { PRICE_PROBLEMS } from '../../../reports/money/charge-rules.ts';
import { PRICES_MAX } from '../../../reports/money/price-list-csv.ts';
import { PRICE_KINDS } from '../../../reports/money/price-list-rules.ts';
import { MISSING_LISTED_MAX } from '../../../reports/money/statements.ts';
import {
  CODE_LENGTH_MAX,
  clientId,
  clientName,
  MESSAGE_LENGTH_MAX,
  strictObject,
  text,
} from '../fields/operator-schemas.ts';

const MINOR = 'In the minor unit of the currency, such as cents.';
/** A million in a currency with two decimals. */
const AMOUNT_MAX = 100_000_000;
const PLUS_MAX = 100_000;
const SIZE_MAX = 10_000;
const NAME_LENGTH_MAX = 100;
const DAY = '^[0-9]{4}-[0-9]{2}-[0-9]{2}$';
const MONTH = '^[0-9]{4}-(0[1-9]|1[0-2])$';
const LIST_ID = '0198c0df-77ee-7188-9293-a4b5c6d7e8f9';

const day = (description: string, example: string) =>
  Type.String({
    pattern: DAY,
    description: `${description} YYYY-MM-DD, in the time zone of the center.`,
    examples: [example],
  });
export const month = Type.String({ pattern: MONTH, description: 'The month, YYYY-MM.', examples: ['2026-01'] });
const currency = stringField('Currency, ISO 4217.', 'EUR');
const technology = text(CODE_LENGTH_MAX, 'Technology of a print. Absent: every other one.', 'DTG');
const size = (side: string) =>
  integerIn(1, SIZE_MAX, `Largest ${side} of a print in millimeters, either way round. Absent: every other size.`, 297);

const priceFields = {
  kind: oneOf(
    PRICE_KINDS,
    'What it is for. PACKING_ORDER: once for each order. PACKING_PARCEL, POSTAGE: for each parcel. PACKING_PIECE: for each piece. STORAGE_MONTH: for each month. STORAGE_PIECE: for each piece of the products of the client on the shelf, at the end of each month.',
    'PRINT',
  ),
  code: Type.Optional(
    text(
      CODE_LENGTH_MAX,
      'SKU, manufacturerCode, EAN-13 or productId, for ARTICLE and CUSTOMIZATION. A variant precedes its article. Absent: every other one.',
      'ST-CREATOR',
    ),
  ),
  technology: Type.Optional(technology),
  widthMm: Type.Optional(size('width')),
  heightMm: Type.Optional(size('height')),
  country: Type.Optional(
    Type.String({
      maxLength: 2,
      pattern: '^[A-Za-z]{2}$',
      description: 'Destination of postage, ISO 3166-1 alpha-2. Absent: every other one.',
      examples: ['DE'],
    }),
  ),
  amount: Type.Optional(
    integerIn(0, AMOUNT_MAX, `Price of one. ${MINOR} Absent: postage at the cost of the label.`, 450),
  ),
  plusBasisPoints: Type.Optional(
    integerIn(
      0,
      PLUS_MAX,
      'For postage: the cost of the label plus these hundredths of a percent. Half a minor unit is rounded up.',
      1_000,
    ),
  ),
  cost: Type.Optional(
    integerIn(0, AMOUNT_MAX, `What one costs the center, for reports. The client never sees it. ${MINOR}`, 210),
  ),
};
const PriceSchema = titledObject('Price', 'A price of a list.', priceFields);
const listFields = {
  name: text(NAME_LENGTH_MAX, 'Name of the list.', 'Prices of 2026'),
  currency,
  validFrom: day('The first day on which parcels are charged by it.', '2026-01-01'),
  validTo: Type.Optional(day('The last day. Absent: without end.', '2026-12-31')),
};
const PRICES = [
  { kind: 'ARTICLE', code: 'ST-CREATOR', amount: 640, cost: 310 },
  { kind: 'PRINT', technology: 'DTG', widthMm: 210, heightMm: 297, amount: 450 },
  { kind: 'POSTAGE', plusBasisPoints: 1_000 },
];
const LIST = { name: 'Prices of 2026', currency: 'EUR', validFrom: '2026-01-01', validTo: '2026-12-31' };
export const LIST_EXAMPLE = { priceListId: LIST_ID, ...LIST, changed: '2026-01-31T12:00:00.000Z', prices: PRICES };

const priceListId = stringField('Identifier of the list, a UUID.', LIST_ID);
const changed = Timestamp('When the list or its prices last changed.');
export const PriceListSchema = titledObject(
  'PriceList',
  'A price list.',
  {
    priceListId,
    ...listFields,
    changed,
    prices: Type.Array(PriceSchema, { description: 'The prices, in their order.' }),
  },
  LIST_EXAMPLE,
);
export const ListedPriceListSchema = titledObject(
  'ListedPriceList',
  'A price list without its prices.',
  { priceListId, ...listFields, changed, prices: integerField('Number of prices.', 3) },
  { priceListId: LIST_ID, ...LIST, changed: '2026-01-31T12:00:00.000Z', prices: 3 },
);
export const PriceListRequest = strictObject(
  'PriceListRequest',
  'A price list. It replaces the present one.',
  {
    ...listFields,
    prices: Type.Array(strictObject('PriceRequest', 'A price.', priceFields), {
      maxItems: PRICES_MAX,
      description: 'The prices.',
    }),
  },
  { ...LIST, prices: PRICES },
);
export type PriceListRequest = Static<typeof PriceListRequest>;
export const PriceListParams = Type.Object({ clientId, priceListId });
export const PRICES_CSV =
  'kind,code,technology,widthMm,heightMm,country,price,plusPercent,cost\nARTICLE,ST-CREATOR,,,,,6.40,,3.10\n';

const orderId = Type.Optional(stringField('The order. Absent: a charge without an order.', 'SHOP-10001'));
const position = {
  kind: oneOf(CHARGE_KINDS, 'What was charged.', 'PRINT'),
  title: stringField('Name of the article, location of the print, or service of the carrier. Empty: none.', 'FRONT'),
  code: Type.Optional(stringField('SKU or EAN-13.', 'ST-CREATOR-BLK-M')),
  technology: Type.Optional(stringField('Technology of the print.', 'DTG')),
  quantity: integerField('Number of pieces, prints or parcels. Negative: taken back.', 2),
};
const money = {
  unitAmount: integerField(`Price of one. ${MINOR}`, 450),
  amount: integerField(`Price of all. Negative: in favour of the client. ${MINOR}`, 900),
  currency,
  cost: Type.Optional(integerField(`What it costs the center. ${MINOR} Absent: unknown.`, 420)),
  cause: Type.Optional(
    oneOf(
      ['FREE', 'WITHDRAWN'],
      'FREE: a replacement that the client does not pay. WITHDRAWN: its parcel did not leave.',
      'FREE',
    ),
  ),
};
const reason = Type.Optional(stringField('Reason of a correction.', 'The print was too small.'));
const CORRECTION = {
  ...{ orderId: 'SHOP-10001', month: '2026-01', created: '2026-01-31T12:00:00.000Z', kind: 'CORRECTION', title: '' },
  ...{ quantity: 1, unitAmount: -500, amount: -500, currency: 'EUR', reason: 'The print was too small.' },
  ...{ createdById: '0198c0df-66ff-7077-8182-9304a5b6c7d8', createdByName: 'Mia' },
};
export const ChargeSchema = titledObject(
  'Charge',
  'A charge. It never changes; a correction is a further charge.',
  {
    orderId,
    month,
    created: Timestamp('When it was charged.'),
    shipped: Type.Optional(Timestamp('When its parcel left. Absent: it is not of a parcel.')),
    ...position,
    ...money,
    reason: Type.Optional(
      stringField('Reason of a correction, or code of the reason of a free replacement.', 'DAMAGED'),
    ),
    createdById: Type.Optional(stringField('operatorId or clientId of the author of a correction.')),
    createdByName: Type.Optional(stringField('Name of the author at that time.', 'Mia')),
  },
  CORRECTION,
);
export const MissingPriceSchema = titledObject('MissingPrice', 'Something that was shipped and has no price.', {
  orderId: stringField('The order.', 'SHOP-10001'),
  day: day('Day on which it was shipped.', '2026-01-31'),
  ...position,
  problem: oneOf(
    PRICE_PROBLEMS,
    'NO_LIST: no list is valid on the day. NO_PRICE: the list has no price for it. NO_COST: the cost of the label is unknown. OTHER_CURRENCY: the label was paid in another currency.',
  ),
});
const TotalSchema = titledObject('StatementTotal', 'The sum of a currency.', {
  currency,
  amount: integerField(`Sum of the charges. ${MINOR}`, 12_450),
  cost: integerField(`Known costs of the center. ${MINOR}`, 6_120),
});
const state = {
  closed: Type.Optional(Timestamp('When it was closed. Absent: it is open.')),
  closedByName: Type.Optional(stringField('Name of the person or program that closed it.', 'Mia')),
};
export const STATEMENT_EXAMPLE = {
  ...{ clientId: '4f5be5a8-5a25-4f0f-9a11-6a0b3a0e5d4c', clientName: 'Test Shop', month: '2026-01' },
  ...{ totals: [], positions: [], missing: [] },
};
export const StatementSchema = titledObject('Statement', 'What a client is charged for a month.', {
  clientId,
  clientName,
  month,
  ...state,
  totals: Type.Array(TotalSchema, { description: 'Sums by currency.' }),
  positions: Type.Array(
    titledObject('StatementPosition', 'Charges of one thing at one price.', { ...position, ...money, reason }),
    {
      description: 'The charges, summed by what was charged and its price.',
    },
  ),
  missing: Type.Array(MissingPriceSchema, {
    description: `What was shipped in the month and has no price, at most ${MISSING_LISTED_MAX}. It is charged when it has one.`,
  }),
});
export const MonthSchema = titledObject(
  'StatementMonth',
  'The statements of a month.',
  {
    month,
    clients: Type.Array(
      titledObject('ListedStatement', 'The statement of a client.', {
        clientId,
        clientName,
        ...state,
        totals: Type.Array(TotalSchema, { description: 'Sums by currency.' }),
        orders: integerField('Number of orders with charges.', 12),
        missing: integerField('Number of missing prices.', 0),
      }),
      { description: 'Clients with charges or missing prices, by name.' },
    ),
  },
  { month: '2026-01', clients: [] },
);
export const StatementParams = Type.Object({ clientId, month });
export const CorrectionRequest = strictObject(
  'CorrectionRequest',
  'A correction of charges.',
  {
    orderId: Type.Optional(text(CODE_LENGTH_MAX, 'The order. Absent: it is not of an order.', 'SHOP-10001')),
    amount: integerIn(-AMOUNT_MAX, AMOUNT_MAX, `Negative: in favour of the client. Not 0. ${MINOR}`, -500),
    currency,
    reason: Type.String({
      ...{ minLength: 1, maxLength: MESSAGE_LENGTH_MAX, pattern: SEVERAL_LINES },
      ...{ description: 'Why. The client reads it on the statement.', examples: ['The print was too small.'] },
    }),
    month: Type.Optional({
      ...month,
      description:
        'Month of the statement, YYYY-MM. Default: the present one. If it is closed, the correction belongs to the present one.',
    }),
  },
  { orderId: 'SHOP-10001', amount: -500, currency: 'EUR', reason: 'The print was too small.' },
);
export const OrderChargesSchema = titledObject(
  'OrderCharges',
  'What the client is charged for an order.',
  {
    charges: Type.Array(ChargeSchema, { description: 'The charges, the oldest first.' }),
    missing: Type.Array(MissingPriceSchema, { description: 'What was shipped and has no price.' }),
  },
  { charges: [], missing: [] },
);
