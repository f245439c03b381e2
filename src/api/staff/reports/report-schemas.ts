import { Type } from 'typebox';
import { Timestamp } from '../../../platform/http/api-document.ts';
import { REPORTED_WORK } from '../../../reports/production-report-rules.ts';
import { DAYS_SHOWN, PAUSED_PARTS, TURNAROUND_DAYS } from '../../../reports/read-overview.ts';
import { clientId, integerField, oneOf, stringField } from '../fields/operator-schemas.ts';

const DAY_PATTERN = '^[0-9]{4}-[0-9]{2}-[0-9]{2}$';

const count = (description: string, example = 3) => integerField(description, example);
const day = (description: string, example = '2026-01-31') =>
  Type.String({ pattern: DAY_PATTERN, description, examples: [example] });

const UNTOUCHED = {
  clientId: '4f5be5a8-5a25-4f0f-9a11-6a0b3a0e5d4c',
  clientName: 'Test Shop',
  orderId: 'SHOP-10001',
  since: '2026-01-31T12:00:00.000Z',
};
const UntouchedOrderSchema = Type.Object(
  {
    clientId,
    clientName: stringField('Name of the client.', 'Test Shop'),
    orderId: stringField('The order.', 'SHOP-10001'),
    since: Timestamp('Since when it is in its status.'),
  },
  { title: 'UntouchedOrder', description: 'An order that has been in its status longer than all others.' },
);

const AttentionSchema = Type.Object(
  {
    errors: Type.Object(
      {
        orders: count('How many there are.'),
        reasons: Type.Record(Type.String(), Type.Integer(), {
          description: 'How many by the code of their reason.',
          examples: [{ file_not_found: 2, production_problem: 1 }],
        }),
      },
      { title: 'OrdersInError', description: 'Orders in ERROR.' },
    ),
    cancellationsRequested: count(
      'Orders in production whose client asks for their cancellation; at most 10,000 are counted.',
    ),
    waitingForStock: count('Orders that wait for stock.'),
    waitingForFiles: count('Orders that wait for a file that cannot be fetched for now.'),
    onHold: count('Orders on hold.'),
    oldestNew: Type.Optional(UntouchedOrderSchema),
    oldestAssigned: Type.Optional(UntouchedOrderSchema),
    webhooks: Type.Object(
      {
        failing: count('Endpoints whose deliveries fail.'),
        disabled: count(
          'Endpoints that were disabled by an answer of 410 or after days of failure; not those that their customers or staff disabled.',
        ),
      },
      { title: 'WebhooksInTrouble', description: 'Webhook endpoints of clients.' },
    ),
    service: Type.Array(
      Type.Object(
        {
          name: oneOf(
            ['backups', 'database', 'disk', 'intake', 'jobs', 'keys', 'webhooks'],
            'What it is about. disk: space is low, or cannot be read.',
          ),
          message: Type.Optional(stringField('What is the matter.')),
        },
        { title: 'ServiceTrouble', description: 'Something that the service needs and that is not well.' },
      ),
      { description: 'What `GET /health/ready?verbose` tells as degraded. Empty: all is well.' },
    ),
  },
  {
    title: 'Attention',
    description: 'What needs a person now.',
    examples: [
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
    ],
  },
);

const BacklogSchema = Type.Object(
  {
    age: Type.Object(
      {
        today: count('Made today.'),
        oneDay: count('Made yesterday.'),
        twoToThreeDays: count('Made two or three days ago.'),
        older: count('Made before.'),
      },
      {
        title: 'BacklogAge',
        description: 'Orders that are neither shipped nor cancelled, by the day on which they were made.',
      },
    ),
    technologies: Type.Array(
      Type.Object(
        {
          technology: Type.Optional(stringField('The technology. Absent: existing products.', 'DTG')),
          orders: count('Orders that have it; one with several counts for each.'),
          pieces: count('Pieces of those of their items that have it.'),
        },
        { title: 'BacklogTechnology', description: 'What is to be done with a technology.' },
      ),
      { description: 'What is ASSIGNED or ACCEPTED, by technology of prints and customizations.' },
    ),
  },
  { title: 'Backlog', description: 'What is to be done.' },
);

const secondsToShip = {
  medianSeconds: Type.Optional(
    count(
      'Seconds from NEW to SHIPPED that half of the shipped ones took at most, to within 5 %. Absent: none was shipped.',
    ),
  ),
  p90Seconds: Type.Optional(
    count('Seconds that nine tenths of them took at most, likewise. Absent: none was shipped.'),
  ),
};

const DaySchema = Type.Object(
  {
    day: day('The day.'),
    begins: Timestamp('When it begins: in the time zone of the center at midnight.'),
    created: count('Orders that were made on it.'),
    shipped: count('Orders that were shipped completely on it.'),
    cancelled: count('Orders that were cancelled on it.'),
    ...secondsToShip,
  },
  { title: 'OrderDay', description: 'The orders of a day.' },
);

const TurnaroundSchema = Type.Object(
  {
    days: integerField(`So many days up to today: ${TURNAROUND_DAYS.join(' or ')}.`, 7),
    shipped: count('Orders that were shipped completely on them.'),
    ...secondsToShip,
  },
  {
    title: 'Turnaround',
    description: 'How long orders took that were shipped in the last days.',
    examples: [{ days: 7, shipped: 3, medianSeconds: 90_000, p90Seconds: 104_000 }],
  },
);

const PausedSchema = Type.Object(
  {
    since: Timestamp('When the database was restored.'),
    restoredTo: Type.Optional(
      Timestamp(
        'Time of the last change in the restored database. Absent: unknown, since the database was restored by its own tools.',
      ),
    ),
    parts: Type.Array(oneOf(PAUSED_PARTS, 'connectors: shops that are told of orders by webhooks.'), {
      description: 'The paused parts. Orders, both APIs and the floor go on.',
    }),
    oldWebhooks: count(
      'Pending webhooks of all clients that are older than `restoredTo`, or than `since` where that is absent; at most 10,000 are counted.',
    ),
  },
  {
    title: 'Paused',
    description:
      'The database was restored, and what the server sends by itself waits for `POST /operator/v1/resume`. Absent: nothing is paused.',
  },
);

export const OverviewSchema = Type.Object(
  {
    timeZone: stringField('In which the days are, as the setting TIME_ZONE names it.', 'Europe/Berlin'),
    attention: AttentionSchema,
    paused: Type.Optional(PausedSchema),
    statuses: Type.Record(Type.String(), Type.Integer(), {
      description: 'How many orders there are by status; those without are left out.',
      examples: [{ NEW: 12, ASSIGNED: 40 }],
    }),
    backlog: BacklogSchema,
    turnaround: Type.Array(TurnaroundSchema, {
      description: `How long orders took, in the last ${TURNAROUND_DAYS.join(' and in the last ')} days.`,
    }),
    days: Type.Array(DaySchema, { description: `The last ${DAYS_SHOWN} days, today last.` }),
  },
  { title: 'Overview', description: 'What staff see first. Of live clients alone.' },
);

export const REPORT_DAYS_MAX = 366;
export const REPORT_DAYS_DEFAULT = 30;
const shipping = {
  shipped: count('Orders that were shipped completely.'),
  onTime: count(
    'Of these, those that took no longer than PRODUCTION_HOURS from when they were made; to within 5 %.',
  ),
  medianSeconds: Type.Optional(
    count(
      'Seconds from NEW to SHIPPED that half of them took at most, to within 5 %. Absent: none was shipped.',
      90_000,
    ),
  ),
  p90Seconds: Type.Optional(count('Seconds that nine tenths of them took at most, likewise.', 104_000)),
};
const pieces = {
  made: count('Pieces that were made; a lot counts once.'),
  checked: count('Pieces that were checked.'),
  packed: count('Pieces that were packed; not products, which are counted.'),
  rejected: count('Pieces that were rejected, and made again.', 1),
};
const worked = {
  work: oneOf(REPORTED_WORK, 'What was done.', 'MAKE'),
  pieces: count('Pieces; of HAND_OVER parcels. Without what was taken back.'),
  hours: Type.Number({
    description: 'Hours of people in which something was done, counted in quarters.',
    examples: [1.5],
  }),
  piecesPerHour: Type.Optional(
    Type.Number({ description: 'Pieces in each of these hours.', examples: [24.5] }),
  ),
};

export const ProductionReportSchema = Type.Object(
  {
    timeZone: stringField('In which the days are.', 'Europe/Berlin'),
    from: day('The first day.', '2026-01-01'),
    to: day('The last day.'),
    dueHours: count('Hours after which an order should have left: PRODUCTION_HOURS.', 72),
    shipping: Type.Object(shipping, {
      title: 'ReportedShipping',
      description: 'Whether orders left on time. Of live clients alone.',
    }),
    pieces: Type.Object(pieces, { title: 'ReportedPieces', description: 'What was scanned.' }),
    rejects: Type.Array(
      Type.Object(
        {
          reason: stringField('Why.', 'SMEAR'),
          pieces: count('How many pieces.', 1),
        },
        { title: 'ReportedReject', description: 'Pieces that were rejected for one reason.' },
      ),
      { description: 'Most first.' },
    ),
    stations: Type.Array(
      Type.Object(
        {
          station: Type.Optional(stringField('Its name.', 'press-1')),
          ...worked,
        },
        { title: 'ReportedStation', description: 'What was done at a station.' },
      ),
      { description: 'Most pieces first.' },
    ),
    people: Type.Array(
      Type.Object(
        {
          actorId: Type.Optional(stringField('operatorId of a person, clientId of a program.')),
          actorName: Type.Optional(stringField('The name they had then.', 'Mia')),
          ...worked,
        },
        { title: 'ReportedPerson', description: 'What somebody did.' },
      ),
      { description: 'Most pieces first.' },
    ),
    days: Type.Array(
      Type.Object(
        { day: day('The day.'), ...shipping, ...pieces },
        { title: 'ReportedDay', description: 'One day.' },
      ),
      { description: 'Each day, the oldest first.' },
    ),
  },
  { title: 'ProductionReport', description: 'Whether the shop is on time, and where it loses.' },
);

const range = {
  from: Type.Optional(
    day(
      `The first day, in the time zone of the center; ${REPORT_DAYS_DEFAULT} days up to the last one when absent.`,
      '2026-01-01',
    ),
  ),
  to: Type.Optional(day('The last day; today when absent.')),
};
export const ProductionReportQuery = Type.Object(range);
export const REPORT_TABLES = ['days', 'rejects', 'stations', 'people'] as const;
export const ProductionReportCsvQuery = Type.Object({
  ...range,
  table: Type.Optional(oneOf(REPORT_TABLES, 'Which part of the report; `days` when absent.', 'days')),
});
