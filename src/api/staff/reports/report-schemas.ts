import { Type } from 'typebox';
import { REPEAT_PAYERS, REPEAT_REASONS } from '../../../orders/create/repeat-store.ts';
import { integerField, oneOf, stringField, Timestamp, titledObject } from '../../../platform/http/api-document.ts';
import { REPORTED_WORK } from '../../../reports/production-report-rules.ts';
import { DAYS_SHOWN, PAUSED_PARTS, TURNAROUND_DAYS } from '../../../reports/read-overview.ts';
import { ARTICLES_MAX, STEPS } from '../../../reports/report-sums.ts';
import { COUNT_LIMIT, clientId } from '../fields/operator-schemas.ts';

const DAY_PATTERN = '^[0-9]{4}-[0-9]{2}-[0-9]{2}$';

const count = (description: string, example = 3) => integerField(description, example);
const limitedCount = (description: string) => count(`${description} ${COUNT_LIMIT}`);
const day = (description: string, example = '2026-01-31') =>
  Type.String({ pattern: DAY_PATTERN, description, examples: [example] });

const UNTOUCHED = {
  clientId: '4f5be5a8-5a25-4f0f-9a11-6a0b3a0e5d4c',
  clientName: 'Test Shop',
  orderId: 'SHOP-10001',
  since: '2026-01-31T12:00:00.000Z',
};
const UntouchedOrderSchema = titledObject(
  'UntouchedOrder',
  'The order that has been in its status for the longest time.',
  {
    clientId,
    clientName: stringField('Name of the client.', 'Test Shop'),
    orderId: stringField('The order.', 'SHOP-10001'),
    since: Timestamp('When it entered its status.'),
  },
);

const AttentionSchema = titledObject(
  'Attention',
  'The problems that need a person now.',
  {
    errors: titledObject('OrdersInError', 'Orders in ERROR.', {
      orders: limitedCount('Number of orders in ERROR.'),
      reasons: Type.Record(Type.String(), Type.Integer(), {
        description: `Number of orders in ERROR by the code of their reason. ${COUNT_LIMIT}`,
        examples: [{ file_not_found: 2, production_problem: 1 }],
      }),
    }),
    cancellationsRequested: limitedCount('Number of orders in production whose cancellation the client has requested.'),
    waitingForStock: limitedCount('Number of orders that wait for stock.'),
    waitingForFiles: limitedCount('Number of orders that wait for a file that cannot be fetched at present.'),
    onHold: limitedCount('Number of orders on hold.'),
    oldestNew: Type.Optional(UntouchedOrderSchema),
    oldestAssigned: Type.Optional(UntouchedOrderSchema),
    webhooks: titledObject('WebhooksInTrouble', 'Webhook endpoints of clients.', {
      failing: count('Number of endpoints whose deliveries fail.'),
      disabled: count(
        'Number of endpoints that were disabled by an answer of 410 or after days of failure. Endpoints that customers or staff disabled are not counted.',
      ),
    }),
    service: Type.Array(
      titledObject('ServiceTrouble', 'A degraded part that the service depends on.', {
        name: oneOf(
          ['backups', 'database', 'disk', 'intake', 'jobs', 'keys', 'webhooks'],
          'The degraded part. disk: the free space is low or cannot be read.',
        ),
        message: Type.Optional(stringField('The problem, in a sentence.')),
      }),
      { description: 'The degraded checks of `GET /health/ready?verbose`. Empty: there are none.' },
    ),
  },
  {
    errors: { orders: 3, reasons: { file_not_found: 2, production_problem: 1 } },
    cancellationsRequested: 1,
    waitingForStock: 2,
    waitingForFiles: 0,
    onHold: 1,
    oldestNew: UNTOUCHED,
    oldestAssigned: UNTOUCHED,
    webhooks: { failing: 1, disabled: 0 },
    service: [],
  },
);

const BacklogSchema = titledObject('Backlog', 'The open orders.', {
  age: titledObject('BacklogAge', 'Orders that are neither shipped nor cancelled, by the day of their creation.', {
    today: limitedCount('Number of orders that were created today.'),
    oneDay: limitedCount('Number of orders that were created yesterday.'),
    twoToThreeDays: limitedCount('Number of orders that were created two or three days ago.'),
    older: limitedCount('Number of orders that were created earlier.'),
  }),
  technologies: Type.Array(
    titledObject('BacklogTechnology', 'The backlog of one technology.', {
      technology: Type.Optional(stringField('The technology. Absent: existing products.', 'DTG')),
      orders: count('Number of orders with it. An order with several technologies counts for each.'),
      pieces: count('Number of pieces of the items with it.'),
    }),
    { description: 'Orders in ASSIGNED or ACCEPTED, by technology of their prints and customizations.' },
  ),
});

const secondsToShip = {
  medianSeconds: Type.Optional(
    count('Median seconds from NEW to SHIPPED of the shipped orders, accurate to 5 %. Absent: none was shipped.'),
  ),
  p90Seconds: Type.Optional(count('90th percentile of the same seconds, accurate to 5 %. Absent: none was shipped.')),
};

const DaySchema = titledObject('OrderDay', 'The orders of a day.', {
  day: day('The day.'),
  begins: Timestamp('Beginning of the day: midnight in the time zone of the center.'),
  created: count('Number of orders that were created on this day.'),
  shipped: count('Number of orders that were completely shipped on this day.'),
  cancelled: count('Number of orders that were cancelled on this day.'),
  ...secondsToShip,
});

const TurnaroundSchema = titledObject(
  'Turnaround',
  'The turnaround time of orders that were shipped in the last days.',
  {
    days: integerField(`Number of days up to today: ${TURNAROUND_DAYS.join(' or ')}.`, 7),
    shipped: count('Number of orders that were completely shipped on these days.'),
    ...secondsToShip,
  },
  { days: 7, shipped: 3, medianSeconds: 90_000, p90Seconds: 104_000 },
);

const PausedSchema = titledObject(
  'Paused',
  'Present after a restore of the database: the server sends nothing by itself until `POST /operator/v1/resume`. Absent: nothing is paused.',
  {
    since: Timestamp('When the database was restored.'),
    restoredTo: Type.Optional(
      Timestamp(
        'Time of the last change in the restored data. Absent: unknown, because the database was restored with its own tools.',
      ),
    ),
    parts: Type.Array(oneOf(PAUSED_PARTS, 'connectors: shops that get updates of orders by webhooks.'), {
      description: 'The paused parts. Orders, both APIs and production continue.',
    }),
    oldWebhooks: count(
      'Number of pending webhooks of all clients that are older than `restoredTo` or, if it is absent, than `since`. At most 10,000 are counted.',
    ),
  },
);

export const OverviewSchema = titledObject('Overview', 'The overview for staff. It counts only live clients.', {
  timeZone: stringField('Time zone of the days (setting TIME_ZONE).', 'Europe/Berlin'),
  attention: AttentionSchema,
  paused: Type.Optional(PausedSchema),
  statuses: Type.Record(Type.String(), Type.Integer(), {
    description: `Number of orders by status. A status without orders is absent. ${COUNT_LIMIT}`,
    examples: [{ NEW: 12, ASSIGNED: 40 }],
  }),
  backlog: BacklogSchema,
  turnaround: Type.Array(TurnaroundSchema, {
    description: `Turnaround times of the last ${TURNAROUND_DAYS.join(' and the last ')} days.`,
  }),
  days: Type.Array(DaySchema, { description: `The last ${DAYS_SHOWN} days, today last.` }),
});

export const REPORT_DAYS_MAX = 366;
export const REPORT_DAYS_DEFAULT = 30;
const shipping = {
  shipped: count('Number of completely shipped orders.'),
  onTime: count(
    'Number of them that were shipped by their due time. Days that were stored before orders had due times are judged by PRODUCTION_HOURS after the creation, accurate to 5 %.',
  ),
  medianSeconds: Type.Optional(
    count('Median seconds from NEW to SHIPPED, accurate to 5 %. Absent: none was shipped.', 90_000),
  ),
  p90Seconds: Type.Optional(
    count('90th percentile of the same seconds, accurate to 5 %. Absent: none was shipped.', 104_000),
  ),
};
const pieces = {
  made: count('Number of made pieces. A lot counts once.'),
  checked: count('Number of checked pieces.'),
  packed: count('Number of packed pieces, without products, which are only counted.'),
  rejected: count('Number of pieces that were rejected and made again.', 1),
};
const worked = {
  work: oneOf(REPORTED_WORK, 'Kind of work.', 'MAKE'),
  pieces: count('Number of pieces, for HAND_OVER of parcels. Work that was undone is not counted.'),
  hours: Type.Number({
    description: 'Working hours of people, counted in quarters of an hour with at least one scan.',
    examples: [1.5],
  }),
  piecesPerHour: Type.Optional(Type.Number({ description: 'Pieces for each of these hours.', examples: [24.5] })),
};

export const ProductionReportSchema = titledObject(
  'ProductionReport',
  'On-time shipping, and the work and rejects of production.',
  {
    timeZone: stringField('Time zone of the days.', 'Europe/Berlin'),
    from: day('The first day.', '2026-01-01'),
    to: day('The last day.'),
    dueHours: count('Hours after which an order without a due time is late (setting PRODUCTION_HOURS).', 72),
    shipping: titledObject('ReportedShipping', 'Shipped orders of live clients.', shipping),
    pieces: titledObject('ReportedPieces', 'Numbers of scanned pieces.', pieces),
    rejects: Type.Array(
      titledObject('ReportedReject', 'Pieces that were rejected for one reason.', {
        reason: stringField('Reason of the rejection.', 'SMEAR'),
        pieces: count('Number of pieces.', 1),
      }),
      { description: 'Rejected pieces by reason, highest number first.' },
    ),
    stations: Type.Array(
      titledObject('ReportedStation', 'One kind of work at one station.', {
        station: Type.Optional(stringField('Name of the station.', 'press-1')),
        ...worked,
      }),
      { description: 'Work by station, highest number of pieces first.' },
    ),
    people: Type.Array(
      titledObject('ReportedPerson', 'One kind of work by one person or program.', {
        actorId: Type.Optional(stringField('operatorId of a person, clientId of a program.')),
        actorName: Type.Optional(stringField('Name at that time.', 'Mia')),
        ...worked,
      }),
      { description: 'Work by person or program, highest number of pieces first.' },
    ),
    days: Type.Array(
      titledObject('ReportedDay', 'The figures of one day.', {
        day: day('The day.'),
        ...shipping,
        ...pieces,
        technologies: Type.Array(
          titledObject('ReportedTechnology', 'Made pieces of one technology.', {
            technology: stringField('Technology of the first step.', 'DTG'),
            made: count('Number of pieces.', 12),
          }),
          { description: 'Made pieces by technology, highest number first.' },
        ),
      }),
      { description: 'The days, oldest first.' },
    ),
  },
);

const range = {
  from: Type.Optional(
    day(
      `The first day, in the time zone of the center. Default: the report has ${REPORT_DAYS_DEFAULT} days.`,
      '2026-01-01',
    ),
  ),
  to: Type.Optional(day('The last day. Default: today.')),
  clientId: Type.Optional(
    stringField(
      'Only orders and pieces of this client. Stations and people are then empty, because they work for all.',
    ),
  ),
};
export const ProductionReportQuery = Type.Object(range);

export const ReplacementReportSchema = titledObject(
  'ReplacementReport',
  'Replacements of shipped pieces.',
  {
    from: stringField('The first day.', '2026-01-01'),
    to: stringField('The last day.', '2026-01-31'),
    reasons: Type.Array(
      titledObject('ReplacementsOfReason', 'Replacements with a reason and a payer.', {
        reason: oneOf(REPEAT_REASONS, 'Why pieces were replaced.'),
        paidBy: oneOf(REPEAT_PAYERS, 'Who pays for them.'),
        orders: integerField('Number of replacement orders.', 1),
        pieces: integerField('Pieces in them.', 1),
      }),
      { description: 'The reasons, the most frequent first.' },
    ),
  },
  { from: '2026-01-01', to: '2026-01-01', reasons: [] },
);
export const REPORT_TABLES = ['days', 'rejects', 'stations', 'people'] as const;
export const ProductionReportCsvQuery = Type.Object({
  ...range,
  table: Type.Optional(oneOf(REPORT_TABLES, 'Part of the report. Default: days.', 'days')),
});

const MINOR = 'In the minor unit of the currency, such as cents.';
const amount = (description: string, example: number) => integerField(`${description} ${MINOR}`, example);
const sku = stringField('SKU or EAN-13.', 'ST-CREATOR-BLK-M');
const title = stringField('Name of the article or product.', 'Creator Tee, Black, M');
const currency = stringField('Currency, ISO 4217.', 'EUR');
const clientName = stringField('Name of the client.', 'Test Shop');
const rejected = count('Number of pieces that were rejected and made again.', 1);
const days = { from: day('The first day.', '2026-01-01'), to: day('The last day.') };

export const BreakdownSchema = titledObject(
  'ReportBreakdown',
  'Shipped orders by client, time by step, rejects by station, and pieces by article.',
  {
    ...days,
    clients: Type.Array(
      titledObject('ReportedClient', 'The orders of a client.', {
        ...{ clientId, clientName, rejected },
        shipped: count('Number of completely shipped orders.'),
        onTime: count('Number of them that were shipped by their due time.'),
      }),
      { description: 'The clients, highest number of orders first.' },
    ),
    steps: Type.Array(
      titledObject('ReportedStep', 'The time of shipped orders in a step.', {
        step: oneOf(
          STEPS,
          'INTAKE: until ASSIGNED. RELEASE: until ACCEPTED. MAKE: until the last piece was made. CHECK: until it was checked. PACK: until SHIPPED.',
        ),
        orders: count('Number of shipped orders with this step.'),
        meanSeconds: count('Mean time in seconds.', 5_400),
      }),
      { description: 'The steps, in their order.' },
    ),
    machines: Type.Array(
      titledObject('ReportedMachine', 'Rejects of pieces that a station made, by reason.', {
        station: Type.Optional(
          stringField('The station that made the piece. Absent: it was not made at a station.', 'press-1'),
        ),
        reason: stringField('Reason of the rejection.', 'SMEAR'),
        pieces: count('Number of pieces.', 1),
      }),
      { description: 'The rejects, highest number first.' },
    ),
    articles: Type.Array(
      titledObject('ReportedArticle', 'The pieces of an article.', {
        sku,
        title,
        rejected,
        made: count('Number of made pieces.', 12),
      }),
      { description: `The articles, highest number of made pieces first, at most ${ARTICLES_MAX}.` },
    ),
  },
  { from: '2026-01-01', to: '2026-01-01', clients: [], steps: [], machines: [], articles: [] },
);

const revenue = { currency, amount: amount('Sum of the charges.', 12_450) };
const cost = amount('Known costs of the center.', 6_120);
export const MoneyReportSchema = titledObject(
  'MoneyReport',
  'Charges and known costs, by the day on which they were charged.',
  {
    ...days,
    clients: Type.Array(
      titledObject('MoneyOfClient', 'Charges of a client.', { clientId, clientName, ...revenue, cost }),
      {
        description: 'The clients, highest amount first.',
      },
    ),
    kinds: Type.Array(
      titledObject('MoneyOfKind', 'Charges of a kind.', {
        kind: stringField('Technology of prints, else the kind of the charge.', 'DTG'),
        ...revenue,
        cost,
      }),
      { description: 'Technologies and kinds, highest amount first.' },
    ),
    articles: Type.Array(
      titledObject('MoneyOfArticle', 'Charges of an article, without prints.', {
        ...{ sku, title, ...revenue },
        pieces: count('Number of charged pieces.', 12),
      }),
      { description: `The articles, highest amount first, at most ${ARTICLES_MAX}.` },
    ),
  },
  { from: '2026-01-01', to: '2026-01-01', clients: [], kinds: [], articles: [] },
);

export const TABLE_FORMATS = ['csv', 'xlsx'] as const;
const format = Type.Optional(oneOf(TABLE_FORMATS, 'csv: UTF-8 for spreadsheets. xlsx: a workbook. Default: csv.'));
export const BREAKDOWN_TABLES = [...REPORT_TABLES, 'clients', 'steps', 'machines', 'articles', 'replacements'] as const;
export const ReportTableQuery = Type.Object({
  ...range,
  ...{ format, table: Type.Optional(oneOf(BREAKDOWN_TABLES, 'The table. Default: days.', 'days')) },
});
const MONEY_TABLES = ['clients', 'kinds', 'articles'] as const;
export const MoneyTableQuery = Type.Object({
  ...range,
  ...{ format, table: Type.Optional(oneOf(MONEY_TABLES, 'The table. Default: clients.', 'clients')) },
});
