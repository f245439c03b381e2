import { type TSchema, Type } from 'typebox';
import { integerIn, oneOf, PRINTABLE, SEVERAL_LINES } from '../../platform/http/api-document.ts';
import {
  ACCEPTED_URL,
  documentAs,
  PATH_TEXT,
  URL_PATTERN,
  VISIBLE_LINES,
  VISIBLE_TEXT,
} from '../../platform/http/document-schemas.ts';
import { COUNTRY_CODES } from '../../shipping/countries.ts';
import { CURRENCY_CODES } from '../../shipping/currencies.ts';
import { EU_MEMBERS } from '../../shipping/eu-zone.ts';

export const ORDER_STATUSES = ['NEW', 'ASSIGNED', 'ACCEPTED', 'SHIPPED', 'CANCELLED', 'ERROR'] as const;
export type OrderStatus = (typeof ORDER_STATUSES)[number];
/** Orders in these statuses have a due time. In NEW, only after a correction of staff. */
export const DUE_STATUSES = ['NEW', 'ASSIGNED', 'ACCEPTED'] as const;
export const OPEN_STATUSES = ['NEW', 'ASSIGNED', 'ACCEPTED', 'ERROR'] as const;

export const WAITING_FOR_FILE = 'waiting_for_file';

/** Reason code of an order that is stopped until staff release it. */
export const ON_HOLD = 'on_hold';

export const ITEMS_MAX = 500;
export const QUANTITY_MAX = 100_000;
const UNIT_PRICE_MAX = 1_000_000_000;
export const DECORATIONS_MAX = 50;
const URL_LENGTH_MAX = 2_048;
const ORDER_ID_LENGTH_MAX = 128;
const ITEM_ID_LENGTH_MAX = 64;
/** For EAN, SKU, carrierId, location and technology. */
export const CODE_LENGTH_MAX = 128;
const ADDRESS_LINE_LENGTH_MAX = 200;

const text = (maxLength: number, description: string, ...examples: string[]) =>
  Type.String({ minLength: 1, maxLength, pattern: PRINTABLE, description, examples });
const addressLine = (description: string, ...examples: string[]) =>
  Type.String({ maxLength: ADDRESS_LINE_LENGTH_MAX, pattern: PRINTABLE, description, examples });
const url = (description: string, example: string) =>
  Type.String({
    maxLength: URL_LENGTH_MAX,
    description: `${description} http or https, at most 2,048 characters, without credentials.`,
    examples: [example],
    inDocument: { format: 'uri', pattern: URL_PATTERN },
  });
/** Returns the schema of a URL in an answer. Requests accept more forms than the document promises. */
const answeredUrl = (schema: ReturnType<typeof url>) => documentAs(schema, { pattern: ACCEPTED_URL });
const visibleLine = (description: string, example: string) =>
  documentAs(addressLine(description, example), { minLength: 1, pattern: VISIBLE_TEXT });
/** The content decides the type, unless the path of the URL ends in another known type. */
export const LABEL_TYPES = ['pdf', 'zpl', 'png'];
export const PACKING_SLIP_TYPES = ['png', 'pdf'];
const BY_CONTENT =
  'The content of the file decides. A path that ends in another known type, such as .gif or .docx, is refused at once.';
const code = (description: string, ...examples: string[]) => text(CODE_LENGTH_MAX, description, ...examples);
export const status = (description: string) => oneOf<OrderStatus>(ORDER_STATUSES, description, 'NEW');

export const orderId = documentAs(
  text(
    ORDER_ID_LENGTH_MAX,
    'Your own identifier of the order, unique among your orders. It must not contain control characters or be "." or "..". Percent-encode it in a path.',
    'SHOP-10001',
  ),
  { pattern: PATH_TEXT },
);
/** Removes the example for requests, because generators would send it with every order or item. */
export const withoutExample = <T extends TSchema>(schema: T): T => ({ ...schema, examples: undefined });
export const itemId = text(
  ITEM_ID_LENGTH_MAX,
  'Identifier of the item, unique within the order. Given by the server ("1", "2", …) when absent.',
  '1',
);
const quantity = integerIn(1, QUANTITY_MAX, 'Pieces ordered.', 2);
const unitPrice = Type.Number({
  minimum: 0,
  maximum: UNIT_PRICE_MAX,
  description:
    'Retail price of one piece including VAT, in unitPriceCurrency, with at most the decimals of the currency. Required and above 0 for a destination outside the EU zone. Printed on customs labels.',
  examples: [24.9],
});
export const ean13 = code(
  'EAN-13 of a product variant that is assigned to you. A request may have another form of the same GTIN (8, 12, 13 or 14 digits); answers have that of the catalogue.',
  '4006381333931',
);
const dataUrl = url('URL of the print data.', 'https://files.example.com/artwork/10001-front.png');
const location = code("The place on the garment: one of the article's locations.", 'REGULAR');
const qualityControlImageUrl = url(
  'Image that quality control compares the finished piece with.',
  'https://files.example.com/qc/10001.jpg',
);
export const blankSku = code('SKU of a variant of a BLANK article.', 'ST-CREATOR-BLK-M');
const customizationSku = code('SKU of a variant of a CUSTOMIZATION article.', 'CZ-NECK-LABEL-WHT-60X60MM');
const shippingLabelUrl = url(
  `Own label: PDF, ZPL or PNG, at most 10 pages. ${BY_CONTENT} A ZPL command that does more than draw, or a PDF with scripts, forms or embedded files, puts the order into ERROR. Outside the EU zone it must show the retail price including VAT.`,
  'https://files.example.com/labels/10001.pdf',
);
const returnLabelUrl = url(
  'Return label beside your own label: PDF, ZPL or PNG, by the same rules.',
  'https://files.example.com/labels/10001-return.pdf',
);
const carrierId = code(
  'One of your contracted carriers (GET /v1/carriers). Absent: your default carrier.',
  'dhl-paket',
);
const packingSlip = url(
  `Packing slip to put into the parcel: PNG, or PDF of at most 50 pages without scripts, forms or embedded files. ${BY_CONTENT}`,
  'https://files.example.com/slips/10001.pdf',
);
const unitPriceCurrency = Type.String({
  maxLength: ADDRESS_LINE_LENGTH_MAX,
  description: 'ISO 4217 code of the unit prices. Required without a shippingLabelUrl.',
  examples: ['EUR'],
  inDocument: {
    title: 'CurrencyCode',
    description: 'A current ISO 4217 code that prices can be in.',
    maxLength: 3,
    enum: CURRENCY_CODES,
  },
});
const answeredCurrency = documentAs(unitPriceCurrency, { maxLength: 3, pattern: '^[A-Z]{3}$' });

const country = addressLine(
  'ISO 3166-1 alpha-2, or UK, EL, XI, IC, EA. Small letters are accepted too. Kept in upper case.',
  'DE',
);

export const addressFields = {
  personName: Type.Optional(addressLine('Recipient. This or company is required.', 'Ada Lovelace')),
  company: Type.Optional(addressLine('Company of the recipient.', 'Analytical Engines Ltd')),
  street: Type.Optional(visibleLine('Street and number. Required.', 'Musterstraße 1')),
  addressLine2: Type.Optional(addressLine('Apartment, floor, building.', '2nd floor')),
  city: Type.Optional(visibleLine('Town or city. Required.', 'Berlin')),
  postalCode: Type.Optional(addressLine('Required where the country uses postal codes.', '10115')),
  country: Type.Optional(
    documentAs(country, {
      title: 'CountryCode',
      description:
        'A country by ISO 3166-1 alpha-2, or UK, EL, XI, IC, EA. Small letters are accepted too, and kept in upper case.',
      maxLength: 2,
      pattern: '^[A-Z]{2}$',
      enum: COUNTRY_CODES,
    }),
  ),
  state: Type.Optional(addressLine('State or province. Required where addresses of the country need one.', 'CA')),
  phoneNumber: Type.Optional(addressLine('For the carrier.', '+49 30 1234567')),
  email: Type.Optional(addressLine('For the carrier.', 'ada@example.com')),
};
export const answeredAddressFields = {
  ...addressFields,
  country: Type.Optional(documentAs(country, { maxLength: 2, pattern: '^[A-Z]{2}$' })),
};

const MESSAGE_LENGTH_MAX = 500;
const message = text(
  MESSAGE_LENGTH_MAX,
  'Message to the recipient, printed on our packing slip.',
  'Thank you for your order, Ada!',
);
const gift = Type.Boolean({
  description: 'true: our packing slip is a gift form without prices. Default: false.',
  examples: [true],
});
const importerReference = code(
  'Tax code, VAT number or importer code of the recipient, printed on customs forms.',
  '123.456.789-09',
);
const DESIGN_NAME_LENGTH_MAX = 100;
const designName = text(
  DESIGN_NAME_LENGTH_MAX,
  'Name of the design on our packing slip. Default: the file name of the print data.',
  'Sunrise',
);

const PRIORITIES = ['STANDARD', 'RUSH'] as const;
const priority = oneOf(
  PRIORITIES,
  'RUSH: the order goes before others. Your contract must allow it. Default: STANDARD.',
  'RUSH',
);

const giftMessage = Type.String({
  minLength: 1,
  maxLength: MESSAGE_LENGTH_MAX,
  pattern: SEVERAL_LINES,
  description: 'Words of the giver to the recipient, printed on our packing slip. Line feeds are kept.',
  examples: ['Happy birthday!\nLove, Grace'],
});
const customerReference = code(
  'Your number for the order at your customer, such as a purchase order. Printed on our packing slip.',
  'PO-2026-118',
);
/** A day of the calendar, without the 29th of February. */
const DAY_PATTERN =
  '^[12][0-9]{3}-((0[13578]|1[02])-(0[1-9]|[12][0-9]|3[01])|(0[469]|11)-(0[1-9]|[12][0-9]|30)|02-(0[1-9]|1[0-9]|2[0-8]))$';
const requestedDeliveryDate = Type.String({
  maxLength: CODE_LENGTH_MAX,
  description:
    'The day on which the recipient wants the parcel: YYYY-MM-DD. Staff see it; expectedShipDate does not depend on it.',
  examples: ['2026-12-23'],
  inDocument: { pattern: DAY_PATTERN, maxLength: 10 },
});
/** An EORI number begins with the country that gives it: an EU member, Northern Ireland or Great Britain. */
const EORI_COUNTRIES = [...EU_MEMBERS, 'EL', 'XI', 'GB'];
/** EU is the prefix of companies outside the EU in its One-Stop Shop. UK, IC and EA begin no VAT number. */
const VAT_COUNTRIES = [...COUNTRY_CODES.filter((one) => !['UK', 'IC', 'EA'].includes(one)), 'EU'];
/** A VAT number may have spaces, dots and hyphens inside. */
export const TAX_ID_PATTERNS = {
  ioss: '^IM[0-9]{10}$',
  eori: `^(${EORI_COUNTRIES.join('|')})[!-~]{1,15}$`,
  vat: `^(${VAT_COUNTRIES.join('|')})[0-9A-Za-z+* .-]{0,18}[0-9A-Za-z+*]$`,
};
const taxIdFields = {
  ioss: code('Number of the Import One-Stop Shop of the EU: IM and 10 digits.', 'IM2760000742'),
  eori: code(
    'Number of Economic Operators Registration and Identification: the code of an EU country, XI or GB, and up to 15 characters.',
    'DE123456789012345',
  ),
  vat: code('VAT number of the sender, which begins with the code of its country. Greece has EL.', 'DE136695976'),
};
const taxIdsDescription =
  'Numbers of the sender for this order, printed on customs forms and sent to label providers. Your contract has the number for an absent one.';
/** Numbers of the sender for customs. They take precedence over the numbers of the client. */
const taxIds = Type.Object(
  {
    ioss: Type.Optional(documentAs(taxIdFields.ioss, { pattern: TAX_ID_PATTERNS.ioss })),
    eori: Type.Optional(documentAs(taxIdFields.eori, { pattern: TAX_ID_PATTERNS.eori })),
    vat: Type.Optional(documentAs(taxIdFields.vat, { pattern: TAX_ID_PATTERNS.vat })),
  },
  { additionalProperties: false, title: 'TaxIdsRequest', description: taxIdsDescription },
);
/** Orders of earlier versions have numbers of any form. */
const answeredTaxIds = Type.Object(
  {
    ioss: Type.Optional(taxIdFields.ioss),
    eori: Type.Optional(taxIdFields.eori),
    vat: Type.Optional(taxIdFields.vat),
  },
  { additionalProperties: false, title: 'TaxIds', description: taxIdsDescription },
);

const METADATA_KEYS_MAX = 20;
export const METADATA_KEY_LENGTH_MAX = 40;
const METADATA_VALUE_LENGTH_MAX = 500;
/** The rule for keys is in order-rules, because a schema would report it badly. */
const metadata = Type.Unsafe<Record<string, string>>({
  type: 'object',
  maxProperties: METADATA_KEYS_MAX,
  additionalProperties: Type.String({ maxLength: METADATA_VALUE_LENGTH_MAX, pattern: SEVERAL_LINES }),
  description: `Your own data as texts, which we store and answer unchanged, sorted by key. At most ${METADATA_KEYS_MAX} keys of ${METADATA_KEY_LENGTH_MAX} characters, each with at most ${METADATA_VALUE_LENGTH_MAX} characters. It must not contain secrets.`,
  examples: [{ cartId: 'c-81' }],
  inDocument: { propertyNames: { minLength: 1, maxLength: METADATA_KEY_LENGTH_MAX } },
});

// The fields of each part of an order, in the order of the stored document. Append new fields: the hash that
// recognises a repeated request depends on their order. `answered…` are the same fields in responses.

export const orderFields = {
  packingSlip: Type.Optional(packingSlip),
  unitPriceCurrency: Type.Optional(unitPriceCurrency),
  message: Type.Optional(documentAs(message, { pattern: VISIBLE_TEXT })),
  gift: Type.Optional(gift),
  importerReference: Type.Optional(documentAs(importerReference, { pattern: VISIBLE_TEXT })),
  priority: Type.Optional(withoutExample(priority)),
  customerReference: Type.Optional(withoutExample(documentAs(customerReference, { pattern: VISIBLE_TEXT }))),
  giftMessage: Type.Optional(withoutExample(documentAs(giftMessage, { pattern: VISIBLE_LINES }))),
  requestedDeliveryDate: Type.Optional(withoutExample(requestedDeliveryDate)),
  taxIds: Type.Optional(withoutExample(taxIds)),
  metadata: Type.Optional(withoutExample(metadata)),
};
export const answeredOrderFields = {
  ...orderFields,
  packingSlip: Type.Optional(answeredUrl(packingSlip)),
  unitPriceCurrency: Type.Optional(answeredCurrency),
  message: Type.Optional(message),
  importerReference: Type.Optional(importerReference),
  customerReference: Type.Optional(withoutExample(customerReference)),
  giftMessage: Type.Optional(withoutExample(giftMessage)),
  taxIds: Type.Optional(withoutExample(answeredTaxIds)),
};

export const itemFields = {
  quantity,
  unitPrice: Type.Optional(unitPrice),
  metadata: Type.Optional(withoutExample(metadata)),
};

const qualityControl = { qualityControlImageUrl: Type.Optional(qualityControlImageUrl) };
const answeredQualityControl = { qualityControlImageUrl: Type.Optional(answeredUrl(qualityControlImageUrl)) };

/** Beside its SKU, prints and customizations. */
export const customProductFields = { ...qualityControl };
export const answeredCustomProductFields = { ...customProductFields, ...answeredQualityControl };

export const printFields = {
  dataUrl,
  location,
  technology: code('How it is printed, one of the technologies of that location.', 'DTG'),
  ...qualityControl,
  designName: Type.Optional(documentAs(designName, { pattern: VISIBLE_TEXT })),
};
export const answeredPrintFields = {
  ...printFields,
  dataUrl: answeredUrl(dataUrl),
  ...answeredQualityControl,
  designName: Type.Optional(designName),
};

export const customizationFields = {
  sku: customizationSku,
  location,
  technology: code('How it is applied.', 'DTF'),
  ...qualityControl,
};
export const answeredCustomizationFields = { ...customizationFields, ...answeredQualityControl };

/** Shipping with a contracted carrier, beside the address. */
export const carrierFields = { carrierId: Type.Optional(carrierId) };
export const ownLabelFields = { shippingLabelUrl, returnLabelUrl: Type.Optional(returnLabelUrl) };
export const answeredOwnLabelFields = {
  ...ownLabelFields,
  shippingLabelUrl: answeredUrl(shippingLabelUrl),
  returnLabelUrl: Type.Optional(answeredUrl(returnLabelUrl)),
};

/** A simulated tracking number contains the orderId, so it is longer than a real one. */
const TRACKING_LENGTH_MAX = 200;
export const trackingField = (description: string) =>
  Type.String({ maxLength: TRACKING_LENGTH_MAX, pattern: PRINTABLE, description });
export const trackedAt = (description: string) =>
  Type.String({
    maxLength: URL_LENGTH_MAX,
    description: `${description} An http or https URL.`,
    inDocument: { pattern: ACCEPTED_URL },
  });
