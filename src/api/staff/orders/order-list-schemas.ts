import { Type } from 'typebox';
import { ORDER_STATUSES, type OrderStatus } from '../../../orders/document/order-fields.ts';
import { ORDER_SORTS, type OrderSort } from '../../../orders/staff/order-conditions-store.ts';
import { endMoment, moment } from '../../../platform/http/moments.ts';
import { withDefault } from '../../../platform/http/paging.ts';
import {
  booleanField,
  CODE_LENGTH_MAX,
  clientId,
  integerField,
  mode,
  oneOf,
  staffPaging,
  status,
  stringField,
} from '../fields/operator-schemas.ts';

const SEARCH_LENGTH_MAX = 200;
const ASSIGNED = '2026-01-31T12:00:02.000Z';
const CREATED = '2026-01-31T12:00:00.000Z';
const CLIENT_ID = '4f5be5a8-5a25-4f0f-9a11-6a0b3a0e5d4c';
const COUNTED = { NEW: 1, ASSIGNED: 0, ACCEPTED: 2, SHIPPED: 0, CANCELLED: 0, ERROR: 1 };
const REASONS = [{ status: 'ERROR', reason: 'production_problem', orders: 1 }];
const AGE_HOURS_MAX = 87_600;
/** The same number as in one archive of files. */
export const ORDER_IDS_MAX = 100;
/** Characters. The address of a request must stay below 16 KiB, encoded. */
const ORDER_IDS_LENGTH_MAX = 4_000;

export const OrderListQuery = Type.Object({
  status: Type.Optional(
    stringField(
      `Only orders in one of these statuses, separated by commas: ${ORDER_STATUSES.join(', ')}.`,
      'NEW',
      'ASSIGNED,ACCEPTED',
    ),
  ),
  reason: Type.Optional(
    Type.String({
      maxLength: SEARCH_LENGTH_MAX,
      description: 'Only orders whose reason has one of these codes, separated by commas.',
      examples: ['waiting_for_stock', 'file_not_found,wrong_file_type'],
    }),
  ),
  clientId: Type.Optional(stringField('Only orders of this client.')),
  mode: withDefault(
    Type.Unsafe<'live' | 'sandbox'>({
      type: 'string',
      enum: ['live', 'sandbox'],
      default: 'live',
      description: 'Orders of live or of sandbox clients.',
    }),
  ),
  createdFrom: moment('Only orders created after this moment. ISO 8601 with a time zone.'),
  createdTo: endMoment('Only orders created up to and at this moment. ISO 8601 with a time zone.'),
  updatedFrom: moment('Only orders that last changed after this moment. ISO 8601 with a time zone.'),
  updatedTo: endMoment('Only orders that last changed up to and at this moment. ISO 8601 with a time zone.'),
  olderThanHours: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: AGE_HOURS_MAX,
      description: 'Only orders that were created longer ago than this.',
      examples: [48],
    }),
  ),
  inStatusForHours: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: AGE_HOURS_MAX,
      description: 'Only orders that have been in their status for longer than this.',
      examples: [24],
    }),
  ),
  orderIds: Type.Optional(
    Type.String({
      maxLength: ORDER_IDS_LENGTH_MAX,
      description: `Only orders of these orderIds, one on each line, at most ${ORDER_IDS_MAX}. Several clients may have one of the same.`,
      examples: ['SHOP-10001\nSHOP-10002'],
    }),
  ),
  cancellation: Type.Optional(
    oneOf(['requested'], 'Only orders in production whose customer asks for their cancellation.'),
  ),
  carrier: Type.Optional(
    Type.String({
      maxLength: SEARCH_LENGTH_MAX,
      description:
        'Only orders that this carrier carries, by its carrierId, or by the name that staff shipped it with.',
      examples: ['dhl-paket'],
    }),
  ),
  country: Type.Optional(
    Type.String({
      pattern: '^[A-Za-z]{2}$',
      description: 'Only orders to this country: ISO 3166-1 alpha-2, in any case.',
      examples: ['CH'],
    }),
  ),
  code: Type.Optional(
    Type.String({
      maxLength: CODE_LENGTH_MAX,
      description: 'Only orders with an item of this EAN-13, or of this SKU of a blank.',
      examples: ['4006381333931'],
    }),
  ),
  held: Type.Optional(oneOf(['true', 'false'], 'Only orders that are on hold, or only those that are not.')),
  preferred: Type.Optional(
    oneOf(['true', 'false'], 'Only orders that staff prefer, or only those that they do not.'),
  ),
  sort: withDefault(
    Type.Unsafe<OrderSort>({
      type: 'string',
      enum: [...ORDER_SORTS],
      default: 'newest',
      description:
        'newest or oldest first, by when they were made; longest: those first that are in their status for the longest, of orders in NEW, ASSIGNED, ACCEPTED and ERROR. With `q` always newest.',
    }),
  ),
  q: Type.Optional(
    Type.String({
      maxLength: SEARCH_LENGTH_MAX,
      description:
        'Only orders in whose orderId, recipient, tracking numbers, EAN-13s and SKUs every word of this begins a word or the whole. Case and accents do not count, an umlaut is found by its letter and spelled out (`muller` and `mueller`); a word of one or two characters must be met whole. An order whose orderId is just this comes first. When many orders have each of the words and few have them all, a page may be short or empty and the Link header still lead on.',
      examples: ['lovelace'],
    }),
  ),
  ...staffPaging,
});

export const ListedOrderSchema = Type.Object(
  {
    clientId,
    clientName: stringField('Name of the client.', 'Test Shop'),
    orderId: stringField("The client's identifier of the order.", 'SHOP-10001'),
    mode,
    status,
    version: Type.Integer({
      minimum: 1,
      description:
        'Raised by every change. In double quotes it is the ETag that `If-Match`, and `ifMatch` of a bulk, take: `"3"`.',
      examples: [2],
    }),
    statusReason: Type.Optional(stringField('Code of the reason, where there is one.', 'waiting_for_stock')),
    statusMessage: Type.Optional(stringField('Message of the reason, where there is one.')),
    statusSince: Type.String({ format: 'date-time', description: 'Since when it is in its status.' }),
    recipient: Type.Optional(
      Type.Object(
        {
          name: Type.Optional(stringField('Person or company.', 'Ada Lovelace')),
          country: stringField('ISO 3166-1 alpha-2.', 'DE'),
        },
        { title: 'ListedRecipient', description: 'Recipient. Absent: the order ships with its own label.' },
      ),
    ),
    carrier: Type.Optional(
      stringField(
        'Who carries it: the carrierId that it names, else the default of its client when it was assigned; what staff shipped it with. Absent: nobody yet, or its own label says.',
        'dhl-paket',
      ),
    ),
    held: Type.Optional(booleanField('true where it is on hold; else absent.')),
    cancellation: Type.Optional(
      oneOf(
        ['REQUESTED', 'ACCEPTED', 'REJECTED'],
        "What became of its customer's wish to cancel it, where there was one.",
      ),
    ),
    preferred: Type.Optional(booleanField('true where nobody else takes what it waits for; else absent.')),
    items: integerField('Number of items.', 2),
    created: Type.String({ format: 'date-time', description: 'When the order was made.' }),
    updated: Type.String({ format: 'date-time', description: 'When the order last changed.' }),
  },
  {
    title: 'ListedOrder',
    description: 'An order in the list of staff.',
    examples: [
      {
        clientId: CLIENT_ID,
        clientName: 'Test Shop',
        orderId: 'SHOP-10001',
        status: 'ASSIGNED',
        version: 2,
        statusSince: ASSIGNED,
        items: 1,
        created: CREATED,
        updated: ASSIGNED,
        mode: 'live',
        recipient: { name: 'Ada Lovelace', country: 'DE' },
        carrier: 'dhl-paket',
      },
    ],
  },
);

export const OrderCountsQuery = Type.Object({
  mode: OrderListQuery.properties.mode,
  clientId: OrderListQuery.properties.clientId,
});

const number = integerField('Number of orders.');
const statuses = Type.Object(
  Object.fromEntries(ORDER_STATUSES.map((status) => [status, number])) as Record<OrderStatus, typeof number>,
  { title: 'OrdersByStatus', description: 'Number of orders in each status.' },
);

const reasons = Type.Array(
  Type.Object(
    { status, reason: stringField('Code of the reason.'), orders: number },
    { title: 'OrdersByReason', description: 'Orders in a status for a reason.' },
  ),
  { description: 'Orders that have a reason, the most frequent first.' },
);

export const OrderCountsSchema = Type.Object(
  {
    orders: integerField('Number of all orders.'),
    statuses,
    reasons,
    clients: Type.Array(
      Type.Object(
        { clientId, orders: number, statuses, reasons },
        { title: 'OrdersOfClient', description: 'Orders of a client.' },
      ),
      { description: 'Clients that have orders: those with the most of each status and reason.' },
    ),
  },
  {
    title: 'OrderCounts',
    description: 'How many orders there are.',
    examples: [
      {
        orders: 4,
        statuses: COUNTED,
        reasons: REASONS,
        clients: [{ clientId: CLIENT_ID, orders: 4, statuses: COUNTED, reasons: REASONS }],
      },
    ],
  },
);
