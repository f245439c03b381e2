import { Type } from 'typebox';
import { DUE, DUE_STATES } from '../../../clients/due-rules.ts';
import { ORDER_STATUSES, type OrderStatus } from '../../../orders/document/order-fields.ts';
import { COLUMN_SORTS, type ColumnSort } from '../../../orders/staff/column-sort-store.ts';
import { TIME_SORTS, type TimeSort } from '../../../orders/staff/order-conditions-store.ts';
import { endMoment, moment } from '../../../platform/formats/moments.ts';
import {
  booleanField,
  integerField,
  integerFrom,
  integerIn,
  oneOf,
  stringField,
  Timestamp,
  titledObject,
} from '../../../platform/http/api-document.ts';
import { withDefault } from '../../../platform/http/paging.ts';
import {
  CLIENT_ID,
  CODE_LENGTH_MAX,
  COUNT_LIMIT,
  clientId,
  mode,
  staffPaging,
  status,
} from '../fields/operator-schemas.ts';
import { SHEET_FORMATS } from './order-sheet-answers.ts';

const MOMENT = 'ISO 8601 with a time zone.';
const SEARCH_LENGTH_MAX = 200;
const ASSIGNED = '2026-01-31T12:00:02.000Z';
const CREATED = '2026-01-31T12:00:00.000Z';
const COUNTED = { NEW: 1, ASSIGNED: 0, ACCEPTED: 2, SHIPPED: 0, CANCELLED: 0, ERROR: 1 };
const REASONS = [{ status: 'ERROR', reason: 'production_problem', orders: 1 }];
const AGE_HOURS_MAX = 87_600;
/** As many as in one archive of files. */
export const ORDER_IDS_MAX = 100;
/** Characters. The encoded address of a request must stay below 16 KiB. */
const ORDER_IDS_LENGTH_MAX = 4_000;

export const OrderListQuery = Type.Object({
  status: Type.Optional(
    stringField(
      `Only orders in one of these statuses: ${ORDER_STATUSES.join(', ')}. Separated by commas.`,
      'NEW',
      'ASSIGNED,ACCEPTED',
    ),
  ),
  reason: Type.Optional(
    Type.String({
      maxLength: SEARCH_LENGTH_MAX,
      description: 'Only orders whose reason has one of these codes. Separated by commas.',
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
  createdFrom: moment(`Only orders created after this moment. ${MOMENT}`),
  createdTo: endMoment(`Only orders created at or before this moment. ${MOMENT}`),
  updatedFrom: moment(`Only orders last changed after this moment. ${MOMENT}`),
  updatedTo: endMoment(`Only orders last changed at or before this moment. ${MOMENT}`),
  olderThanHours: Type.Optional(
    integerIn(0, AGE_HOURS_MAX, 'Only orders that were created more than this number of hours ago.', 48),
  ),
  inStatusForHours: Type.Optional(
    integerIn(0, AGE_HOURS_MAX, 'Only orders that have been in their status for more than this number of hours.', 24),
  ),
  orderIds: Type.Optional(
    Type.String({
      maxLength: ORDER_IDS_LENGTH_MAX,
      description: `Only orders with one of these orderIds, one per line, at most ${ORDER_IDS_MAX}. Several clients may use the same orderId.`,
      examples: ['SHOP-10001\nSHOP-10002'],
    }),
  ),
  cancellation: Type.Optional(
    oneOf(['requested'], 'Only orders in production whose cancellation the customer has requested.'),
  ),
  carrier: Type.Optional(
    Type.String({
      maxLength: SEARCH_LENGTH_MAX,
      description:
        'Only orders of this carrier, by its carrierId or by the carrier name that staff gave when shipping.',
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
      description:
        'Only orders with an item that has this EAN-13 or this SKU of a blank. Leading zeros of an EAN-13 may be missing or added.',
      examples: ['4006381333931'],
    }),
  ),
  held: Type.Optional(oneOf(['true', 'false'], 'true: only orders on hold. false: only other orders.')),
  assigneeId: Type.Optional(
    Type.String({
      maxLength: 100,
      description: 'Only orders of this assignee (operatorId). NONE: only orders without an assignee.',
    }),
  ),
  tag: Type.Optional(Type.String({ maxLength: 30, description: 'Only orders with this tag.', examples: ['gift'] })),
  preferred: Type.Optional(oneOf(['true', 'false'], 'true: only orders that staff prefer. false: only other orders.')),
  due: Type.Optional(
    oneOf(
      [...DUE, 'AT_RISK'] as const,
      'LATE: overdue. AT_RISK: due within 4 hours, or today and not in production. TODAY, TOMORROW: due on that day in `TIME_ZONE`, and not late. Only orders in NEW, ASSIGNED and ACCEPTED.',
      'LATE',
    ),
  ),
  rush: Type.Optional(oneOf(['true', 'false'], 'true: only orders that go before others. false: only other orders.')),
  sort: withDefault(
    Type.Unsafe<TimeSort | ColumnSort>({
      type: 'string',
      enum: [...TIME_SORTS, ...COLUMN_SORTS],
      default: 'newest',
      description:
        'newest, oldest: by time of creation. longest: the longest time in their status first, only of orders in NEW, ASSIGNED, ACCEPTED and ERROR. due: the earliest due time first, only of orders that have one, in NEW, ASSIGNED and ACCEPTED. The others sort by a column, with a minus sign from the last value to the first. Of more than 10,000 matching orders, they sort the newest 10,000, and the header `Sorted-Orders` says so. With `q`, always newest.',
    }),
  ),
  q: Type.Optional(
    Type.String({
      maxLength: SEARCH_LENGTH_MAX,
      description:
        'Only orders that contain every word of this text: in the orderId, customerReference, recipient, e-mail address, phone number, city, postal code, tracking numbers, or in an EAN-13, SKU, name or artwork file name of an item, at the beginning of a word. `am1057` finds `AM-1057`, and a Chinese, Japanese or Korean sign is a word. Case and accents are ignored; an umlaut matches its letter and its spelling with two letters (`muller` and `mueller`). A word of one or two characters must match a whole word. An order with exactly this orderId comes first. A page may be short or empty although more pages follow in the Link header.',
      examples: ['lovelace'],
    }),
  ),
  ...staffPaging,
});

const { limit: _, cursor: __, ...filters } = OrderListQuery.properties;
/** The parameters of the list that select and sort orders. */
export const ORDER_FILTERS = filters;

export const OrderExportQuery = Type.Object({
  ...filters,
  format: Type.Optional(
    oneOf(
      SHEET_FORMATS,
      'csv (the default): UTF-8 with commas. csv_semicolon: with semicolons and decimal commas, for German Excel. xlsx: a workbook.',
      'xlsx',
    ),
  ),
  language: Type.Optional(
    oneOf(['de', 'en'], 'Language of the head and of statuses and reasons. Default: the setting PAPER_LANGUAGE.', 'de'),
  ),
});

export const ListedOrderSchema = titledObject(
  'ListedOrder',
  'An order in a list.',
  {
    clientId,
    clientName: stringField('Name of the client.', 'Test Shop'),
    orderId: stringField("The client's identifier of the order.", 'SHOP-10001'),
    mode,
    status,
    version: integerFrom(
      1,
      'Version of the order, which every change raises. In double quotes, it is an ETag for `If-Match` and for `ifMatch` of a bulk change: `"3"`.',
      2,
    ),
    statusReason: Type.Optional(
      stringField('Code of the reason of the status. Absent: it has no reason.', 'waiting_for_stock'),
    ),
    statusMessage: Type.Optional(stringField('Message of the reason of the status.')),
    statusSince: Timestamp('When the order entered its status.'),
    recipient: Type.Optional(
      titledObject('ListedRecipient', 'The recipient. Absent: the order has its own label.', {
        name: Type.Optional(stringField('Name of the person or company.', 'Ada Lovelace')),
        country: stringField('Country, ISO 3166-1 alpha-2.', 'DE'),
      }),
    ),
    carrier: Type.Optional(
      stringField(
        'The carrier that staff shipped it with; before, the carrierId that the order names, else the default carrier of its client at the time of ASSIGNED. Absent: no carrier is chosen, or the order has its own label.',
        'dhl-paket',
      ),
    ),
    held: Type.Optional(booleanField('true: the order is on hold. Otherwise absent.')),
    cancellation: Type.Optional(
      oneOf(
        ['REQUESTED', 'ACCEPTED', 'REJECTED'],
        "State of the customer's request to cancel. Absent: there was no request.",
      ),
    ),
    preferred: Type.Optional(booleanField('true: staff prefer the order. Otherwise absent.')),
    assignee: Type.Optional(stringField('Name of the person who looks after it. Absent: nobody.', 'Ada Lovelace')),
    tags: Type.Optional(Type.Array(Type.String(), { description: 'Tags of staff, sorted. Absent: none.' })),
    items: integerField('Number of items.', 2),
    due: Type.Optional(Timestamp('When the order is due. Absent: it is not assigned, in error, or ended.')),
    dueState: Type.Optional(
      oneOf(DUE_STATES, 'LATE: overdue. AT_RISK: due within 4 hours, or today and not in production. Absent: on time.'),
    ),
    rush: Type.Optional(booleanField('true: the order goes before others. Otherwise absent.')),
    created: Timestamp('When the order was created.'),
    updated: Timestamp('When the order last changed.'),
  },
  {
    clientId: CLIENT_ID,
    clientName: 'Test Shop',
    orderId: 'SHOP-10001',
    status: 'ASSIGNED',
    version: 2,
    statusSince: ASSIGNED,
    items: 1,
    due: '2026-02-02T12:00:00.000Z',
    created: CREATED,
    updated: ASSIGNED,
    mode: 'live',
    recipient: { name: 'Ada Lovelace', country: 'DE' },
    carrier: 'dhl-paket',
  },
);

export const OrderCountsQuery = Type.Object({
  mode: OrderListQuery.properties.mode,
  clientId: OrderListQuery.properties.clientId,
});

const number = integerField(`Number of orders. ${COUNT_LIMIT}`);
const statuses = Type.Object(
  Object.fromEntries(ORDER_STATUSES.map((status) => [status, number])) as Record<OrderStatus, typeof number>,
  { title: 'OrdersByStatus', description: 'Number of orders in each status.' },
);

const reasons = Type.Array(
  titledObject('OrdersByReason', 'Number of orders with a status and a reason.', {
    status,
    reason: stringField('Code of the reason.'),
    orders: number,
  }),
  { description: 'Number of orders for each status and reason, highest number first.' },
);

export const OrderCountsSchema = titledObject(
  'OrderCounts',
  'Numbers of orders.',
  {
    orders: integerField('Sum of the numbers in `statuses`.'),
    statuses,
    reasons,
    clients: Type.Array(
      titledObject('OrdersOfClient', 'Numbers of orders of a client.', { clientId, orders: number, statuses, reasons }),
      {
        description:
          'The clients with the most orders of each status and reason. In a status with more than 10,000 orders, their numbers are of the counted orders only.',
      },
    ),
  },
  {
    orders: 4,
    statuses: COUNTED,
    reasons: REASONS,
    clients: [{ clientId: CLIENT_ID, orders: 4, statuses: COUNTED, reasons: REASONS }],
  },
);
