import { type Static, Type } from 'typebox';
import { Timestamp } from '../../platform/http/api-document.ts';
import { requireOneField, VISIBLE_TEXT } from '../../platform/http/document-schemas.ts';
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
  tracked,
  trackedAt,
} from './order-fields.ts';

const StatusDetailSchema = Type.Object(
  {
    pointer: Type.String({
      description: 'JSON Pointer to the place in the order; of a file, to the first that names it.',
      examples: ['/items/0/customProduct/prints/0/dataUrl'],
    }),
    code: Type.String({
      description: 'Code of the problem, listed at /docs/order-life.',
      examples: ['file_server_error'],
    }),
    message: Type.String({ description: 'What it means and what to do.' }),
    nextAttempt: Type.Optional(Timestamp('When the file is fetched again; absent if it is not.')),
  },
  { title: 'StatusDetail', description: 'Something that the order waits for or fails on: a file, or stock.' },
);

export const StatusReasonSchema = Type.Object(
  {
    code: Type.String({
      description: 'Short name of the reason, listed at /docs/order-life.',
      examples: ['file_not_found'],
    }),
    message: Type.String({ description: 'What it means and what to do.' }),
    pointer: Type.Optional(
      Type.String({
        description: 'JSON Pointer to the part of the order, where there is one.',
        examples: ['/items/0/customProduct/prints/0/dataUrl'],
      }),
    ),
    details: Type.Optional(
      Type.Array(StatusDetailSchema, {
        description:
          'Every place with a problem: all files, or the first 100 places that are short of stock.',
      }),
    ),
  },
  { title: 'StatusReason', description: 'Why the order is in ERROR or on hold, or what it waits for.' },
);

const WarningSchema = Type.Object(
  {
    code: Type.String({ description: 'Short name of the warning.', examples: ['low_resolution'] }),
    message: Type.String({ description: 'What could be better.' }),
    pointer: Type.String({ description: 'JSON Pointer to the part of the order.' }),
  },
  { title: 'OrderWarning', description: 'Something that could be better.' },
);

const CancellationSchema = Type.Object(
  {
    status: Type.Unsafe<'REQUESTED' | 'ACCEPTED' | 'REJECTED'>({
      type: 'string',
      enum: ['REQUESTED', 'ACCEPTED', 'REJECTED'],
      description: 'REQUESTED until staff decide.',
    }),
    reason: Type.Optional(Type.String({ description: 'The reason that you gave.' })),
    rejectionReason: Type.Optional(
      Type.String({
        description:
          'Why it was rejected: text from staff, or order_shipped or order_failed if that ended the request.',
        examples: ['order_shipped'],
      }),
    ),
  },
  {
    title: 'Cancellation',
    description: 'State of the request to cancel an order in production.',
  },
);

export const ShipmentSchema = Type.Object(
  {
    shipmentId: Type.Optional(
      Type.String({
        description:
          'Identifies the parcel within the order: its place in the list, counted from 1. Absent in old parcels.',
        examples: ['1'],
      }),
    ),
    trackingNumber: Type.Optional(tracked('Tracking number of the parcel.')),
    trackingCarrier: Type.Optional(tracked('Carrier of the parcel.')),
    trackingUrl: Type.Optional(trackedAt('Tracking page of the parcel.')),
    items: Type.Array(
      Type.Object(
        {
          id: Type.String({ description: 'Item of the order.' }),
          quantity: Type.Integer({ description: 'Pieces of it in the parcel.' }),
        },
        { title: 'ShippedItem', description: 'Pieces of an item in a parcel.' },
      ),
      { description: 'Items in the parcel; empty if unknown.' },
    ),
    shipped: Timestamp('When the parcel left.'),
  },
  { title: 'Shipment', description: 'A parcel of the order.' },
);

const ExistingProductSchema = Type.Object(
  {
    ean13,
    name: Type.String({
      description: 'Name of the variant when it was ordered.',
      examples: ['Logo Tee Black M'],
    }),
  },
  { title: 'ExistingProduct', description: 'An existing product.' },
);

const PrintSchema = Type.Object(answeredPrintFields, {
  title: 'Print',
  description: 'Print data, and where and how it is applied.',
});

const CustomizationSchema = Type.Object(answeredCustomizationFields, {
  title: 'Customization',
  description: 'An article that is applied to the blank, and where and how.',
});

const CustomProductSchema = Type.Object(
  {
    sku: blankSku,
    prints: Type.Optional(
      Type.Array(PrintSchema, { maxItems: DECORATIONS_MAX, description: 'Prints to apply.' }),
    ),
    customizations: Type.Optional(
      Type.Array(CustomizationSchema, {
        maxItems: DECORATIONS_MAX,
        description: 'Customizations to apply.',
      }),
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
        Type.Object(
          { ...anyItem, existingProduct: ExistingProductSchema },
          { title: 'ExistingProductItem', description: 'Pieces of an existing product.' },
        ),
        Type.Object(
          { ...anyItem, customProduct: CustomProductSchema },
          { title: 'CustomProductItem', description: 'Pieces of a custom product.' },
        ),
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
  trackingNumber: Type.Optional(tracked('Tracking number of the first parcel, once it has left.')),
  trackingCarrier: Type.Optional(tracked('Carrier of the first parcel, once it has left.')),
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
        Type.Object(
          { ...answeredOwnLabelFields, ...tracking },
          { title: 'LabelShipment', description: 'It ships with your own label.' },
        ),
        Type.Object(
          { address: AddressSchema, ...carrierFields, ...tracking },
          { title: 'AddressShipment', description: 'A contracted carrier ships it to an address.' },
        ),
      ],
    },
  },
);

export const OrderSchema = Type.Object(
  {
    orderId,
    status: status('Status of the order.'),
    items: Type.Array(OrderItemSchema, {
      minItems: 1,
      maxItems: ITEMS_MAX,
      description: 'What is ordered.',
    }),
    shipping: ShippingSchema,
    ...answeredOrderFields,
    statusReason: Type.Optional(StatusReasonSchema),
    cancellation: Type.Optional(CancellationSchema),
    shipments: Type.Optional(
      Type.Array(ShipmentSchema, {
        description:
          'The parcels that have left, in their order. While the order is ACCEPTED, what they do not hold is still to leave; of one that is CANCELLED it never left.',
      }),
    ),
    warnings: Type.Optional(
      Type.Array(WarningSchema, { description: 'What could be better, but does not stop the order.' }),
    ),
    personalDataErased: Type.Optional(
      Timestamp(
        'When all that the order told of people was erased: its recipient, its files, tracking and reasons. What must be there reads erased or https://erased.invalid/ since. Absent: it was not.',
      ),
    ),
    created: Timestamp('When the order was created.'),
    updated: Timestamp('When the order last changed.'),
  },
  {
    title: 'Order',
    description: 'An order. Optional fields that have no value are left out.',
    examples: [ORDER_EXAMPLES.created],
  },
);
export type Order = Static<typeof OrderSchema>;

type PathOf<T> = T extends readonly (infer E)[]
  ? PathOf<E>
  : T extends object
    ? { [K in keyof T & string]-?: K | `${K}.${PathOf<NonNullable<T[K]>>}` }[keyof T & string]
    : never;
/** The path of a field without indexes, such as `items.customProduct.prints.location`. */
export type OrderPath = PathOf<Order>;

/**
 * What a user of orders does with each field. test/order-fields.test.ts fails when a field is in neither
 * list.
 */
export interface FieldUse {
  used: readonly OrderPath[];
  /** With the reason. */
  leftOut: { readonly [path in OrderPath]?: string };
}

export type StatusReason = Static<typeof StatusReasonSchema>;
export type OrderWarning = Static<typeof WarningSchema>;

export const OrderSummarySchema = Type.Object(
  {
    orderId,
    status: status('Status of the order.'),
    created: Timestamp('When the order was created.'),
    updated: Timestamp('When the order last changed.'),
  },
  { title: 'OrderSummary', description: 'An order in a list.' },
);
export type OrderSummary = Static<typeof OrderSummarySchema>;
