import { type Static, type TObject, Type } from 'typebox';
import { DUE, dueLimitOf } from '../../../clients/due-rules.ts';
import { optionalMoment } from '../../../platform/formats/moments.ts';
import { scanCodeOf } from '../../../platform/formats/scan-codes.ts';
import {
  booleanField,
  integerField,
  oneOf,
  openList,
  stringField,
  Timestamp,
  titledObject,
} from '../../../platform/http/api-document.ts';
import { BATCH_STATES } from '../../../production/batch-store.ts';
import { BATCH_ORDERS_MAX, type ReleaseContext } from '../../../production/release-orders.ts';
import { RELEASE_OLDEST, RELEASE_OLDEST_MAX, type ReleaseChoice } from '../../../production/release-store.ts';
import {
  actorId,
  actorName,
  CLIENT_ID,
  CODE_LENGTH_MAX,
  COUNT_LIMIT,
  clientId,
  clientName,
  orderId,
  staffPaging,
  strictObject,
  text,
} from '../fields/operator-schemas.ts';

export const ORDERS_DEFAULT = 100;

const technology = text(
  CODE_LENGTH_MAX,
  'Technology of the first print of an item, else of its first customization.',
  'DTG',
);
const manufacturerCode = text(CODE_LENGTH_MAX, 'Code of the article.', 'ST-CREATOR');
const sku = text(CODE_LENGTH_MAX, 'SKU of the blank.', 'ST-CREATOR-BLK-M');
const size = oneOf(['SINGLE', 'MULTI'], 'SINGLE: orders with one piece. MULTI: orders with several pieces.');
const dueBy = Timestamp(
  'Only orders that are due at this time or earlier. The contract of the client and the working days of the center decide when an order is due.',
);

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
  status: Type.Optional(
    oneOf(
      ['ASSIGNED', 'ACCEPTED'],
      'ASSIGNED, the default: orders that can be accepted. ACCEPTED: orders that were accepted without a batch, and have no made piece.',
    ),
  ),
  due: Type.Optional(
    oneOf(
      DUE,
      'LATE: overdue. TODAY, TOMORROW: due by the end of that day in `TIME_ZONE`. The batch stores it as `dueBy`.',
    ),
  ),
};

export const ReleaseGroupQuery = Type.Object({
  ...choice,
  oldest: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: RELEASE_OLDEST_MAX,
      default: RELEASE_OLDEST,
      description: 'Number of the most urgent orders to include: rush orders first, then by their due time.',
    }),
  ),
});

const VARIANT = {
  technology: 'DTG',
  manufacturerCode: 'ST-CREATOR',
  title: 'Creator Tee',
  code: 'ST-CREATOR-BLK-M',
  color: 'Black',
  size: 'M',
};
const GROUP = {
  ...VARIANT,
  orders: 9,
  pieces: 12,
  multi: 2,
  oldest: '2026-01-31T12:00:00.000Z',
  late: 0,
  rush: 0,
  due: '2026-02-02T12:00:00.000Z',
  onHand: 120,
  reserved: 12,
  pictureUrl: 'http://localhost:8080/images/st-creator/front.png',
};
const variantFields = {
  technology: Type.Optional(stringField('Technology. Absent for existing products, which are only packed.')),
  manufacturerCode: Type.Optional(stringField('Code of the article. Absent for existing products.')),
  title: stringField('Title of the article, or name of the product variant.'),
  code: stringField('SKU of the blank, or EAN-13 of the product variant.'),
  color: stringField('Colour of the variant.'),
  size: stringField('Size of the variant.'),
};
const stockFields = {
  onHand: integerField('Pieces in stock.'),
  reserved: integerField('Pieces that orders have reserved, including these orders.'),
};
export const ReleaseGroupSchema = titledObject(
  'ReleaseGroup',
  'Items of ASSIGNED orders with the same technology and variant.',
  {
    ...variantFields,
    orders: integerField('Orders with such items.'),
    pieces: integerField('Pieces to take from stock for them.'),
    multi: integerField('Orders with several pieces.'),
    late: integerField('Number of overdue orders.'),
    oldest: Timestamp('When the oldest of the orders was created.'),
    rush: integerField('Number of rush orders.'),
    due: Timestamp('When the first of the orders is due.'),
    ...stockFields,
    pictureUrl: Type.Optional(stringField('Complete address of the first picture of its article or product.')),
  },
  GROUP,
);

export const ReleaseRequest = strictObject(
  'ReleaseRequest',
  'The orders to produce together, chosen by their features or listed in `orders`.',
  {
    ...choice,
    limit: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: BATCH_ORDERS_MAX,
        default: ORDERS_DEFAULT,
        description: 'Maximum number of orders. The most urgent are taken: rush orders first, then by their due time.',
        examples: [12],
      }),
    ),
    batchId: Type.Optional(
      stringField('Adds the orders to this batch instead of a new one. Its number or scanned code.', '17'),
    ),
    orders: Type.Optional(
      Type.Array(titledObject('ReleaseOrder', 'An order.', { clientId, orderId }), {
        minItems: 1,
        maxItems: BATCH_ORDERS_MAX,
        description:
          'Takes these orders, whatever their features are. The other fields are then only recorded as the choice.',
      }),
    ),
  },
  { technology: 'DTG', size: 'MULTI', limit: 12 },
);

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
const batchFields = {
  batchId: stringField('Number of the batch.'),
  code: stringField('Scanned code: B and the number.'),
  created: Timestamp('When the batch was released.'),
  createdById: Type.Optional(actorId),
  createdByName: Type.Optional(actorName),
  choice: titledObject('ReleaseChoice', 'The choice of its orders. Empty when they were only listed.', chosenBy),
  due: Type.Optional(Timestamp('When the most urgent order is due.')),
  orders: integerField('Number of orders at release.'),
  pieces: integerField('Number of pieces and counted products at release.'),
  ended: Type.Optional(Timestamp('When the last piece was finished. Absent while pieces are left to make.')),
};
export const BatchSchema = titledObject(
  'Batch',
  'Orders that were released to production together.',
  batchFields,
  BATCH,
);
export const ReleaseSchema = titledObject(
  'Release',
  'The result of a release. Without `batch`, nothing was released.',
  {
    batch: Type.Optional(BatchSchema),
    leftOut: Type.Array(
      titledObject('LeftOutOrder', 'A chosen order that was not released.', {
        clientId,
        orderId,
        reason: openList(
          ['ALREADY_RELEASED', 'NOT_ASSIGNED'],
          'ALREADY_RELEASED: another batch has the order. NOT_ASSIGNED: the order cannot be accepted now, and is not accepted.',
        ),
        batchId: Type.Optional(stringField('Number of the other batch.')),
        code: Type.Optional(stringField('Scanned code of the other batch.')),
      }),
      { description: 'Chosen orders that were not released.' },
    ),
  },
  { batch: BATCH, leftOut: [] },
);

export const BatchParams = Type.Object({ batchId: stringField('Number or scanned code of the batch.', '17') });
export const BatchQuery = Type.Object({
  ...staffPaging,
  open: Type.Optional(oneOf(['true', 'false'], 'true: only batches with pieces left to make.')),
});

const LINE = {
  ...VARIANT,
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
const BatchLineSchema = titledObject('BatchLine', 'Pieces of a batch with the same technology and variant.', {
  ...variantFields,
  pieces: integerField('Pieces to pick, without replaced, scrapped and cancelled ones.'),
  toMake: integerField('Pieces left to make.'),
  made: integerField('Made pieces that are not checked.'),
  checked: integerField('Checked pieces that are not packed.'),
  packed: integerField('Pieces in parcels, or shipped without being packed here.'),
  stopped: integerField('Pieces of orders that are in error or cancelled.'),
  replaced: integerField('Rejected pieces that are made again.'),
  ...stockFields,
});
const CustomizationLineSchema = titledObject('BatchCustomization', 'A customization that is applied to pieces.', {
  code: stringField('SKU of the customization.'),
  pieces: integerField('Number of applications.'),
});
export const BatchProgressSchema = titledObject(
  'BatchProgress',
  'The contents and progress of a batch.',
  {
    lines: Type.Array(BatchLineSchema, { description: 'The pieces, sorted by technology, article and variant.' }),
    customizations: Type.Array(CustomizationLineSchema, { description: 'The customizations, sorted by SKU.' }),
  },
  { lines: [LINE], customizations: [] },
);

export const BatchPiecesQuery = Type.Object({
  ...staffPaging,
  state: Type.Optional(
    oneOf(
      BATCH_STATES,
      'Only pieces in this state. STOPPED: the order is in error or cancelled. SHIPPED: shipped without being packed here. ENDED: replaced, scrapped or cancelled.',
    ),
  ),
  sku: Type.Optional(sku),
});

const RELEASABLE = {
  clientId: CLIENT_ID,
  clientName: 'Demo shop',
  orderId: 'SHOP-10001',
  pieces: 2,
  created: '2026-01-31T12:00:00.000Z',
  due: '2026-02-02T12:00:00.000Z',
  rush: false,
};
export const ReleasableOrderSchema = titledObject(
  'ReleasableOrder',
  'An ASSIGNED order that is not on hold.',
  {
    clientId,
    clientName,
    orderId,
    pieces: integerField('Number of pieces and counted products.'),
    created: Timestamp('When the order was created.'),
    due: Timestamp('When the order is due.'),
    rush: booleanField('Whether the order goes before others.'),
  },
  RELEASABLE,
);

export const ReleasableOrderQuery = Type.Object({
  ...choice,
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: BATCH_ORDERS_MAX,
      default: ORDERS_DEFAULT,
      description: 'Maximum number of orders. The most urgent are taken: rush orders first, then by their due time.',
    }),
  ),
});

export const ReleaseCountsSchema = titledObject(
  'ReleaseCounts',
  'Counts of releasable orders. All except `assigned` count the `oldest` chosen orders.',
  {
    assigned: integerField(
      `Number of all ASSIGNED orders of live clients that are not on hold. It does not depend on the choice. ${COUNT_LIMIT}`,
    ),
    orders: integerField('Chosen orders that can be released, at most `oldest`.'),
    pieces: integerField('Pieces and counted products of the orders.'),
    late: integerField('Number of overdue orders.'),
    today: integerField('Orders that are due by the end of today, including overdue ones.'),
    multi: integerField('Orders with several pieces.'),
  },
  { assigned: 1, orders: 1, pieces: 2, late: 0, today: 0, multi: 1 },
);

/** Converts the filter of a release request for the store. The earlier of `dueBy` and `due` applies. */
export function choiceOf(
  { dueBy, due, ...rest }: Static<TObject<typeof choice>>,
  { clock }: Pick<ReleaseContext, 'clock'>,
  timeZone: string,
): ReleaseChoice {
  const until = [optionalMoment(dueBy), due && dueLimitOf(due, clock(), timeZone)].flatMap((one) => one ?? []);
  if (until.length === 0) return rest;
  const first = new Date(Math.min(...until.map((one) => one.getTime())));
  return { ...rest, dueBy: first };
}
