import { Type } from 'typebox';
import { Timestamp } from '../../http/api-document.ts';
import { DAYS_SHOWN, PAUSED_PARTS, TURNAROUND_DAYS } from '../../reports/read-overview.ts';
import { clientId, oneOf } from '../fields/operator-schemas.ts';

const count = (description: string) => Type.Integer({ description, examples: [3] });

const UNTOUCHED = {
  clientId: '4f5be5a8-5a25-4f0f-9a11-6a0b3a0e5d4c',
  clientName: 'Test Shop',
  orderId: 'SHOP-10001',
  since: '2026-01-31T12:00:00.000Z',
};
const UntouchedOrderSchema = Type.Object(
  {
    clientId,
    clientName: Type.String({ description: 'Name of the client.', examples: ['Test Shop'] }),
    orderId: Type.String({ description: 'The order.', examples: ['SHOP-10001'] }),
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
          message: Type.Optional(Type.String({ description: 'What is the matter.' })),
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
          technology: Type.Optional(
            Type.String({ description: 'The technology. Absent: existing products.', examples: ['DTG'] }),
          ),
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
    day: Type.String({
      pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}$',
      description: 'The day.',
      examples: ['2026-01-31'],
    }),
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
    days: Type.Integer({
      description: `So many days up to today: ${TURNAROUND_DAYS.join(' or ')}.`,
      examples: [7],
    }),
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
    timeZone: Type.String({
      description: 'In which the days are, as the setting TIME_ZONE names it.',
      examples: ['Europe/Berlin'],
    }),
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
