import { type Static, Type } from 'typebox';
import {
  integerField,
  oneOf,
  openList,
  stringField,
  Timestamp,
  titledObject,
} from '../../platform/http/api-document.ts';
import { requireOneField, VISIBLE_TEXT } from '../../platform/http/document-schemas.ts';
import { DELIVERY_STATUSES, type DeliveryStatus } from '../../shipping/tracking-rules.ts';
import { REPEAT_KINDS, REPEAT_REASONS } from '../create/repeat-store.ts';
import { ORDER_EXAMPLES } from './order-examples.ts';
import {
  answeredAddressFields,
  answeredCustomizationFields,
  answeredCustomProductFields,
  answeredOrderFields,
  answeredOwnLabelFields,
  answeredPrintFields,
  blankSku,
  carrierFields,
  DECORATIONS_MAX,
  ean13,
  ITEMS_MAX,
  itemFields,
  itemId,
  orderId,
  status,
  trackedAt,
  trackingField,
} from './order-fields.ts';

const StatusDetailSchema = titledObject(
  'StatusDetail',
  'Something that the order waits for or fails on: a file, or stock.',
  {
    pointer: stringField(
      'JSON Pointer to the place in the order. For a file, the first place that names it.',
      '/items/0/customProduct/prints/0/dataUrl',
    ),
    code: stringField('Code of the problem, listed at /docs/order-life.', 'file_server_error'),
    message: stringField('The meaning of the problem, and what to do.'),
    nextAttempt: Type.Optional(Timestamp('When the file is fetched again. Absent: it is not.')),
  },
);

export const StatusReasonSchema = titledObject(
  'StatusReason',
  'Why the order is in ERROR or on hold, or what it waits for.',
  {
    code: stringField('Short name of the reason, listed at /docs/order-life.', 'file_not_found'),
    message: stringField('The meaning of the reason, and what to do.'),
    pointer: Type.Optional(
      stringField(
        'JSON Pointer to the part of the order, where there is one.',
        '/items/0/customProduct/prints/0/dataUrl',
      ),
    ),
    heldBy: Type.Optional(
      openList<'client'>(['client'], 'With on_hold, `client`: you hold the order, and can release it. Absent: staff.'),
    ),
    details: Type.Optional(
      Type.Array(StatusDetailSchema, {
        description: 'Every place with a problem: all files, or the first 100 places that are short of stock.',
      }),
    ),
  },
);

const WarningSchema = titledObject('OrderWarning', 'Something that could be better.', {
  code: stringField('Short name of the warning.', 'low_resolution'),
  message: stringField('A sentence about the part that could be better.'),
  pointer: stringField('JSON Pointer to the part of the order.'),
});

const CancellationSchema = titledObject('Cancellation', 'State of the request to cancel an order in production.', {
  status: oneOf<'REQUESTED' | 'ACCEPTED' | 'REJECTED'>(
    ['REQUESTED', 'ACCEPTED', 'REJECTED'],
    'REQUESTED until staff decide.',
  ),
  reason: Type.Optional(stringField('The reason that you gave.')),
  rejectionReason: Type.Optional(
    stringField(
      'Why it was rejected: text from staff, or order_shipped or order_failed if that ended the request.',
      'order_shipped',
    ),
  ),
});

const DeliverySchema = titledObject('Delivery', 'How far a parcel has come, as its carrier reports it.', {
  status: oneOf<DeliveryStatus>(
    DELIVERY_STATUSES,
    'IN_TRANSIT: the carrier has it. DELIVERED: the recipient has it. PROBLEM: it cannot be delivered for now. RETURNED: it goes back to the center.',
    'DELIVERED',
  ),
  since: Timestamp('When it reached this status.'),
});

export const ShipmentSchema = titledObject('Shipment', 'A parcel of the order.', {
  shipmentId: Type.Optional(
    stringField(
      'Identifier of the parcel in the order: its place in the list, counted from 1. Absent in old parcels.',
      '1',
    ),
  ),
  trackingNumber: Type.Optional(trackingField('Tracking number of the parcel.')),
  trackingCarrier: Type.Optional(trackingField('Carrier of the parcel.')),
  trackingUrl: Type.Optional(trackedAt('Tracking page of the parcel.')),
  items: Type.Array(
    titledObject('ShippedItem', 'Pieces of an item in a parcel.', {
      id: stringField('Item of the order.'),
      quantity: integerField('Number of its pieces in the parcel.'),
    }),
    { description: 'Items in the parcel. Empty: unknown.' },
  ),
  shipped: Timestamp('When the parcel left.'),
  delivery: Type.Optional(DeliverySchema),
});

const repeatFields = {
  kind: openList(REPEAT_KINDS, 'REPLACEMENT: free for the recipient. REPEAT: paid.', 'REPLACEMENT'),
  reason: Type.Optional(openList(REPEAT_REASONS, 'Why pieces are replaced. Absent: a paid repeat.', 'DAMAGED')),
};
export const RepeatOfSchema = titledObject('RepeatOf', 'The shipped order that the center makes again.', {
  orderId: stringField('The shipped order.', 'SHOP-10001'),
  ...repeatFields,
});
const RepeatedBySchema = titledObject('RepeatedBy', 'An order that makes pieces of this one again.', {
  orderId: stringField('The new order.', 'SHOP-10001-R1'),
  ...repeatFields,
});

const ExistingProductSchema = titledObject('ExistingProduct', 'An existing product.', {
  ean13,
  name: stringField('Name of the variant when it was ordered.', 'Logo Tee Black M'),
});

const PrintSchema = titledObject('Print', 'Print data, and where and how it is applied.', answeredPrintFields);

const CustomizationSchema = titledObject(
  'Customization',
  'An article that is applied to the blank, and where and how.',
  answeredCustomizationFields,
);

const CustomProductSchema = Type.Object(
  {
    sku: blankSku,
    prints: Type.Optional(Type.Array(PrintSchema, { maxItems: DECORATIONS_MAX, description: 'Prints to apply.' })),
    customizations: Type.Optional(
      Type.Array(CustomizationSchema, { maxItems: DECORATIONS_MAX, description: 'Customizations to apply.' }),
    ),
    ...answeredCustomProductFields,
  },
  {
    title: 'CustomProduct',
    description: 'A blank article with prints and customizations.',
    inDocument: requireOneField('prints', 'customizations', { minItems: 1 }),
  },
);

const anyItem = { id: itemId, ...itemFields };

const OrderItemSchema = Type.Object(
  {
    ...anyItem,
    existingProduct: Type.Optional(ExistingProductSchema),
    customProduct: Type.Optional(CustomProductSchema),
  },
  {
    title: 'OrderItem',
    description: 'Has exactly one of existingProduct and customProduct.',
    inDocument: {
      oneOf: [
        titledObject('ExistingProductItem', 'Pieces of an existing product.', {
          ...anyItem,
          existingProduct: ExistingProductSchema,
        }),
        titledObject('CustomProductItem', 'Pieces of a custom product.', {
          ...anyItem,
          customProduct: CustomProductSchema,
        }),
      ],
    },
  },
);

const AddressSchema = Type.Object(answeredAddressFields, {
  title: 'Address',
  description: 'Where a contracted carrier delivers.',
  inDocument: {
    required: ['street', 'city', 'country'],
    ...requireOneField('personName', 'company', { pattern: VISIBLE_TEXT }),
  },
});

const tracking = {
  trackingNumber: Type.Optional(trackingField('Tracking number of the first parcel, once it has left.')),
  trackingCarrier: Type.Optional(trackingField('Carrier of the first parcel, once it has left.')),
  trackingUrl: Type.Optional(trackedAt('Tracking page of the first parcel, once it has left.')),
};

const ShippingSchema = Type.Object(
  {
    address: Type.Optional(AddressSchema),
    ...carrierFields,
    ...answeredOwnLabelFields,
    shippingLabelUrl: Type.Optional(answeredOwnLabelFields.shippingLabelUrl),
    ...tracking,
  },
  {
    title: 'Shipping',
    description: 'How the order ships: with your own label, or with a contracted carrier.',
    inDocument: {
      oneOf: [
        titledObject('LabelShipment', 'It ships with your own label.', { ...answeredOwnLabelFields, ...tracking }),
        titledObject('AddressShipment', 'A contracted carrier ships it to an address.', {
          address: AddressSchema,
          ...carrierFields,
          ...tracking,
        }),
      ],
    },
  },
);

/** Kinds of charges. Prices have all but the last. */
export const CHARGE_KINDS = [
  'ARTICLE',
  'PRINT',
  'CUSTOMIZATION',
  'PACKING_ORDER',
  'PACKING_PARCEL',
  'PACKING_PIECE',
  'POSTAGE',
  'STORAGE_MONTH',
  'STORAGE_PIECE',
  'CORRECTION',
] as const;
const MINOR_UNIT = 'In the minor unit of the currency, such as cents.';

export const ChargeSchema = titledObject('OrderCharge', 'A charge of an order.', {
  kind: openList(CHARGE_KINDS, 'What is charged.', 'PRINT'),
  title: Type.Optional(stringField('Name of the article, location of the print, or service of the carrier.', 'FRONT')),
  code: Type.Optional(stringField('SKU or EAN-13.', 'ST-CREATOR-BLK-M')),
  technology: Type.Optional(stringField('Technology of the print.', 'DTG')),
  quantity: integerField('Number of pieces, prints or parcels. Negative: taken back.', 2),
  unitAmount: integerField(`Price of one. ${MINOR_UNIT}`, 450),
  amount: integerField(`Price of all. Negative: in your favour. ${MINOR_UNIT}`, 900),
  currency: stringField('Currency, ISO 4217.', 'EUR'),
});

export const OrderSchema = titledObject(
  'Order',
  'An order. Optional fields that have no value are left out.',
  {
    orderId,
    status: status('Status of the order.'),
    items: Type.Array(OrderItemSchema, { minItems: 1, maxItems: ITEMS_MAX, description: 'The ordered items.' }),
    shipping: ShippingSchema,
    ...answeredOrderFields,
    statusReason: Type.Optional(StatusReasonSchema),
    cancellation: Type.Optional(CancellationSchema),
    shipments: Type.Optional(
      Type.Array(ShipmentSchema, {
        description:
          'The shipped parcels, in the order of shipping. While the order is ACCEPTED, the remaining pieces are still to be shipped. If it is CANCELLED, they were never shipped.',
      }),
    ),
    withdrawnShipments: Type.Optional(
      Type.Array(stringField('The shipmentId of a withdrawn parcel. No other parcel gets it.', '1'), {
        description: 'Parcels that were reported as shipped and have not left. Staff removed them from shipments.',
      }),
    ),
    warnings: Type.Optional(
      Type.Array(WarningSchema, { description: 'Parts that could be better. They do not stop the order.' }),
    ),
    personalDataErased: Type.Optional(
      Timestamp(
        'When the personal data of the order was erased: its recipient, files, tracking and reasons. Required fields now read erased or https://erased.invalid/. Absent: it was not erased.',
      ),
    ),
    expectedShipDate: Type.Optional(
      Timestamp(
        'When the order is expected to ship. Set when it becomes ASSIGNED, by your contract. Absent before that, and in ERROR and CANCELLED.',
      ),
    ),
    charges: Type.Optional(
      Type.Array(ChargeSchema, {
        description:
          'What the order costs you, some seconds after it was shipped, if your contract says so. Later corrections are further elements.',
      }),
    ),
    repeatOf: Type.Optional(RepeatOfSchema),
    repeatedBy: Type.Optional(
      Type.Array(RepeatedBySchema, {
        description: 'Orders by which the center makes pieces of this one again, the oldest first.',
      }),
    ),
    created: Timestamp('When the order was created.'),
    updated: Timestamp('When the order last changed.'),
  },
  ORDER_EXAMPLES.created,
);
export type Order = Static<typeof OrderSchema>;

type PathOf<T> = T extends readonly (infer E)[]
  ? PathOf<E>
  : T extends object
    ? { [K in keyof T & string]-?: K | `${K}.${PathOf<NonNullable<T[K]>>}` }[keyof T & string]
    : never;
/** The path of a field without indexes, such as `items.customProduct.prints.location`. */
export type OrderPath = PathOf<Order>;

/** The fields that a user of orders uses or leaves out. A test fails when a field is in neither list. */
export type FieldUse = { used: readonly OrderPath[]; leftOut: { readonly [path in OrderPath]?: string } };
export type StatusReason = Static<typeof StatusReasonSchema>;
export type OrderWarning = Static<typeof WarningSchema>;

const summaryFields = {
  orderId,
  status: status('Status of the order.'),
  created: Timestamp('When the order was created.'),
  updated: Timestamp('When the order last changed.'),
};
export type OrderSummary = { [name in keyof typeof summaryFields]: Static<(typeof summaryFields)[name]> };

/** Parts of an order that a list can have beside its summary. */
export const INCLUDED_PARTS = ['items', 'shipping', 'shipments', 'repeatOf', 'repeatedBy'] as const;
const included = (part: string) => ({ description: `As in the order, with \`include=${part}\`.` });
export const OrderSummarySchema = titledObject('OrderSummary', 'An order in a list, with the parts asked for.', {
  ...summaryFields,
  items: Type.Optional(Type.Array(OrderItemSchema, included('items'))),
  shipping: Type.Optional(ShippingSchema),
  shipments: Type.Optional(Type.Array(ShipmentSchema, included('shipments'))),
  repeatOf: Type.Optional(RepeatOfSchema),
  repeatedBy: Type.Optional(Type.Array(RepeatedBySchema, included('repeatedBy'))),
});
