import { type Static, Type } from 'typebox';
import { Timestamp } from '../../../platform/http/api-document.ts';
import { optionalMoment } from '../../../platform/http/moments.ts';
import { cursorParameters } from '../../../platform/http/paging.ts';
import { scanCodeOf } from '../../../platform/text/scan-codes.ts';
import { creationFor, DUE, dueLimitOf } from '../../../production/batch-rules.ts';
import { BATCH_STATES } from '../../../production/batch-store.ts';
import { BATCH_ORDERS_MAX, type ReleaseContext } from '../../../production/release-orders.ts';
import { RELEASE_OLDEST, RELEASE_OLDEST_MAX, type ReleaseChoice } from '../../../production/release-store.ts';
import {
  CLIENT_ID,
  CODE_LENGTH_MAX,
  clientId,
  integerField,
  oneOf,
  orderId,
  strictObject,
  stringField,
  text,
} from '../fields/operator-schemas.ts';

const LIMIT_DEFAULT = 50;
export const ORDERS_DEFAULT = 100;

const technology = text(
  CODE_LENGTH_MAX,
  'Of the first print of an item, else of its first customization.',
  'DTG',
);
const manufacturerCode = text(CODE_LENGTH_MAX, 'Of the article.', 'ST-CREATOR');
const sku = text(CODE_LENGTH_MAX, 'Of the blank.', 'ST-CREATOR-BLK-M');
const size = oneOf(['SINGLE', 'MULTI'], 'SINGLE: orders of one piece. MULTI: orders of several.');
const dueBy = Timestamp(
  'Orders that are due at this moment or before; an order is due `PRODUCTION_HOURS` after it was made.',
);

/** Which of the ASSIGNED orders. */
const chosenBy = {
  technology: Type.Optional(technology),
  manufacturerCode: Type.Optional(manufacturerCode),
  sku: Type.Optional(sku),
  clientId: Type.Optional(clientId),
  dueBy: Type.Optional(dueBy),
  size: Type.Optional(size),
};
const choice = {
  ...chosenBy,
  due: Type.Optional(
    oneOf(
      DUE,
      'LATE: due already. TODAY, TOMORROW: due by the end of that day, by the clock of `TIME_ZONE`. Kept with the batch as `dueBy`.',
    ),
  ),
};

export const ReleaseChoiceQuery = Type.Object(choice);

export const ReleaseGroupQuery = Type.Object({
  ...choice,
  oldest: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: RELEASE_OLDEST_MAX,
      default: RELEASE_OLDEST,
      description: 'So many of the orders are looked at, the oldest.',
    }),
  ),
});

const GROUP = {
  technology: 'DTG',
  manufacturerCode: 'ST-CREATOR',
  title: 'Creator Tee',
  code: 'ST-CREATOR-BLK-M',
  color: 'Black',
  size: 'M',
  orders: 9,
  pieces: 12,
  multi: 2,
  oldest: '2026-01-31T12:00:00.000Z',
  late: 0,
  due: '2026-02-02T12:00:00.000Z',
  onHand: 120,
  reserved: 12,
};
export const ReleaseGroupSchema = Type.Object(
  {
    technology: Type.Optional(stringField('Absent: existing products, which are only packed.')),
    manufacturerCode: Type.Optional(stringField('Of the article; absent for existing products.')),
    title: stringField('Of the article, or name of the product variant.'),
    code: stringField('SKU of the blank, or EAN-13 of the product variant.'),
    color: stringField('Colour of it.'),
    size: stringField('Size of it.'),
    orders: integerField('Orders that have it.'),
    pieces: integerField('Pieces of it in them: so many are taken from the shelf.'),
    multi: integerField('How many of the orders have several pieces.'),
    late: integerField('How many of the orders are due already.'),
    oldest: Timestamp('When the oldest of the orders was made.'),
    due: Timestamp('When the oldest of them is due.'),
    onHand: integerField('Pieces on the shelf.'),
    reserved: integerField('Pieces of it that orders have reserved, these orders and those in production.'),
  },
  { title: 'ReleaseGroup', description: 'Items of ASSIGNED orders that are made alike.', examples: [GROUP] },
);

const ReleaseFields = strictObject(
  'ReleaseRequest',
  'Which ASSIGNED orders are to be made together: by what they are, or by their names.',
  {
    ...choice,
    limit: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: BATCH_ORDERS_MAX,
        default: ORDERS_DEFAULT,
        description: 'At most so many orders, the oldest.',
        examples: [12],
      }),
    ),
    orders: Type.Optional(
      Type.Array(Type.Object({ clientId, orderId }, { title: 'ReleaseOrder', description: 'An order.' }), {
        minItems: 1,
        maxItems: BATCH_ORDERS_MAX,
        description:
          'These orders, whatever else they are. What else is named then only tells what they were chosen by.',
      }),
    ),
  },
);
export const ReleaseRequest = {
  ...ReleaseFields,
  examples: [{ technology: 'DTG', size: 'MULTI', limit: 12 }],
};

export const BATCH = {
  batchId: '17',
  code: scanCodeOf('batch', 17),
  created: '2026-01-31T12:00:00.000Z',
  createdById: '019a5c7e-3b1f-7c2d-8e4a-5f6071829304',
  createdByName: 'Ada Lovelace',
  choice: { technology: 'DTG', size: 'MULTI' },
  due: '2026-02-02T12:00:00.000Z',
  orders: 9,
  pieces: 12,
};
export const batchFields = {
  batchId: stringField('Its number.'),
  code: stringField('As it is scanned: B and its number.'),
  created: Timestamp('When it was released.'),
  createdById: Type.Optional(stringField('Who released it: operatorId of a person, clientId of a program.')),
  createdByName: Type.Optional(stringField('The name they had then.')),
  choice: Type.Object(chosenBy, {
    title: 'ReleaseChoice',
    description: 'What its orders were chosen by; empty when they were only named.',
  }),
  due: Type.Optional(Timestamp('When its most urgent order is due.')),
  orders: integerField('Orders, when it was released.'),
  pieces: integerField('Pieces and counted products, when it was released.'),
  ended: Type.Optional(Timestamp('Since when nothing of it is left to make; absent: something is.')),
};
export const BatchSchema = Type.Object(batchFields, {
  title: 'Batch',
  description: 'Orders that were released into production together.',
  examples: [BATCH],
});
export const ReleaseSchema = Type.Object(
  {
    batch: Type.Optional(BatchSchema),
    leftOut: Type.Array(
      Type.Object(
        {
          clientId,
          orderId,
          reason: oneOf(
            ['ALREADY_RELEASED', 'NOT_ASSIGNED'],
            'ALREADY_RELEASED: another batch has it. NOT_ASSIGNED: it cannot be accepted now.',
          ),
          batchId: Type.Optional(stringField('The batch that has it.')),
          code: Type.Optional(stringField('Of that batch.')),
        },
        { title: 'LeftOutOrder', description: 'An order that was chosen, and could not be released.' },
      ),
      {
        description:
          'Those that were chosen, and that somebody else was faster with, or that cannot be made now.',
      },
    ),
  },
  {
    title: 'Release',
    description: 'What was released; without `batch` nothing was.',
    examples: [{ batch: BATCH, leftOut: [] }],
  },
);

export const BatchParams = Type.Object({
  batchId: stringField('Number of the batch, or its code.', '17'),
});
export const BatchQuery = Type.Object({
  ...cursorParameters(LIMIT_DEFAULT),
  open: Type.Optional(oneOf(['true', 'false'], 'true: only those of which something is left to make.')),
});

const LINE = {
  technology: 'DTG',
  manufacturerCode: 'ST-CREATOR',
  title: 'Creator Tee',
  code: 'ST-CREATOR-BLK-M',
  color: 'Black',
  size: 'M',
  pieces: 2,
  toMake: 2,
  made: 0,
  checked: 0,
  packed: 0,
  stopped: 0,
  replaced: 0,
  onHand: 10_000,
  reserved: 2,
};
const BatchLineSchema = Type.Object(
  {
    technology: Type.Optional(stringField('Absent: existing products, which are only packed.')),
    manufacturerCode: Type.Optional(stringField('Of the article; absent for existing products.')),
    title: stringField('Of the article, or name of the product variant.'),
    code: stringField('SKU of the blank, or EAN-13 of the product variant.'),
    color: stringField('Colour of it.'),
    size: stringField('Size of it.'),
    pieces: integerField('So many are picked: those that were not replaced, scrapped or cancelled.'),
    toMake: integerField('Still to be made.'),
    made: integerField('Made, and not yet checked.'),
    checked: integerField('Checked, and not yet packed.'),
    packed: integerField('In parcels, or left without being packed here.'),
    stopped: integerField('Of orders that are in error or cancelled.'),
    replaced: integerField('Rejected, and made again.'),
    onHand: integerField('Pieces on the shelf.'),
    reserved: integerField('Pieces of it that orders have reserved, these among them.'),
  },
  { title: 'BatchLine', description: 'Pieces of a batch that are made alike.' },
);
const CustomizationLineSchema = Type.Object(
  {
    code: stringField('Its SKU.'),
    pieces: integerField('How often it is applied.'),
  },
  { title: 'BatchCustomization', description: 'What is applied to pieces beside their prints.' },
);
export const BatchProgressSchema = Type.Object(
  {
    lines: Type.Array(BatchLineSchema, {
      description: 'What is picked, by technology, article and variant.',
    }),
    customizations: Type.Array(CustomizationLineSchema, { description: 'What is applied, by SKU.' }),
  },
  {
    title: 'BatchProgress',
    description: 'What a batch is made of, and how far it is.',
    examples: [{ lines: [LINE], customizations: [] }],
  },
);

export const BatchPiecesQuery = Type.Object({
  ...cursorParameters(LIMIT_DEFAULT),
  state: Type.Optional(
    oneOf(
      BATCH_STATES,
      'How they stand. STOPPED: of orders that are in error or cancelled. SHIPPED: left without being packed here. ENDED: replaced, scrapped or cancelled.',
    ),
  ),
  sku: Type.Optional(text(CODE_LENGTH_MAX, 'Of the blank.', 'ST-CREATOR-BLK-M')),
});

const RELEASABLE = {
  clientId: CLIENT_ID,
  clientName: 'Demo shop',
  orderId: 'SHOP-10001',
  pieces: 2,
  created: '2026-01-31T12:00:00.000Z',
  due: '2026-02-02T12:00:00.000Z',
};
export const ReleasableOrderSchema = Type.Object(
  {
    clientId,
    clientName: stringField('Name of the client.'),
    orderId,
    pieces: integerField('Pieces and counted products.'),
    created: Timestamp('When it was made.'),
    due: Timestamp('When it is due.'),
  },
  { title: 'ReleasableOrder', description: 'An ASSIGNED order that is not on hold.', examples: [RELEASABLE] },
);

export const ReleasableOrderQuery = Type.Object({
  ...ReleaseChoiceQuery.properties,
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: BATCH_ORDERS_MAX,
      default: ORDERS_DEFAULT,
      description: 'At most so many, the oldest.',
    }),
  ),
});

export const ReleaseCountsSchema = Type.Object(
  {
    assigned: integerField(
      'All orders of live clients that are ASSIGNED and not on hold, whatever is chosen. It is kept, and not counted.',
    ),
    orders: integerField(
      'Orders that are chosen and can be released: `oldest` at most, and then there may be more.',
    ),
    pieces: integerField('Pieces and counted products in them.'),
    late: integerField('How many of the orders are due already.'),
    today: integerField('How many are due by the end of today, the late ones among them.'),
    multi: integerField('How many have several pieces.'),
  },
  {
    title: 'ReleaseCounts',
    description:
      'How many orders can be released. All but `assigned` is of the oldest orders that are chosen, as many as `oldest` says.',
    examples: [{ assigned: 1, orders: 1, pieces: 2, late: 0, today: 0, multi: 1 }],
  },
);

/** Returns the choice in the form of the store. The earlier one of `dueBy` and `due` counts. */
export function choiceOf(
  { dueBy, due, ...rest }: Static<typeof ReleaseChoiceQuery>,
  { dueHours, clock }: Pick<ReleaseContext, 'dueHours' | 'clock'>,
  timeZone: string,
): ReleaseChoice {
  const until = [optionalMoment(dueBy), due && dueLimitOf(due, clock(), timeZone)].flatMap(
    (one) => one ?? [],
  );
  if (until.length === 0) return rest;
  const first = new Date(Math.min(...until.map((one) => one.getTime())));
  return { ...rest, madeBy: creationFor(first, dueHours) };
}
