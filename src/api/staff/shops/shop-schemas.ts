import { Type } from 'typebox';
import {
  booleanField,
  integerField,
  oneOf,
  stringField,
  Timestamp,
  titledObject,
} from '../../../platform/http/api-document.ts';
import { sentence } from '../../../production/floor-sentences.ts';
import { TEXT_ALIGNMENTS, TEXT_FONTS } from '../../../shops/draw-text.ts';
import type { ShopProblem } from '../../../shops/open-connection.ts';
import { COUNTED_MAX, SHOP_KINDS } from '../../../shops/shop-connection-store.ts';
import { PRODUCT_FILTERS } from '../../../shops/shop-product-store.ts';
import {
  CLIENT_ID,
  clientId,
  clientName,
  SentenceSchema,
  staffPaging,
  strictObject,
  text,
} from '../fields/operator-schemas.ts';

const ADDRESS_LENGTH_MAX = 500;
const SECRET_LENGTH_MAX = 500;
const SKU_LENGTH_MAX = 255;
const TEMPLATE_LENGTH_MAX = 1_000;
const SEARCH_LENGTH_MAX = 100;
const PRINTS_MAX = 20;
const NOW = '2026-01-31T12:00:00.000Z';
const SHOP_URL = 'https://my-shop.myshopify.com';

const connection = stringField('The prefix of its orderIds, which identifies the shop.', 'SHOPIFY-');
export const ShopParams = Type.Object({ clientId, connection });
export const ShopNewsParams = Type.Object({
  clientId,
  connection,
  secret: stringField('The secret of `newsUrl`.', 'oHJ4xP0vW9c'),
});

const shop = oneOf(SHOP_KINDS, 'The shop system.');
const shopUrl = text(
  ADDRESS_LENGTH_MAX,
  'Address of the shop. Absent for Order Desk, which has one for all shops.',
  SHOP_URL,
);
const credentials = strictObject(
  'ShopCredentials',
  'Credentials for the API of the shop. They are encrypted, and no answer contains them.',
  {
    user: Type.Optional(
      text(
        SECRET_LENGTH_MAX,
        'shopify: the client ID of the app; absent if the secret is an access token. woocommerce: the consumer key. shopware: the access key ID. orderdesk: the store ID.',
      ),
    ),
    secret: text(
      SECRET_LENGTH_MAX,
      'shopify: the client secret or the access token. woocommerce: the consumer secret. shopware: the secret access key. orderdesk: the API key.',
    ),
  },
);
const settingFields = {
  sendsStock: booleanField('Whether the shop gets the stock of its mapped products.', true),
  notifiesCustomer: booleanField('Whether the shop informs its customer of a parcel.', true),
  takesTestOrders: booleanField('Whether orders that Shopify marks as tests are made.', false),
  currency: Type.String({
    pattern: '^[A-Z]{3}$',
    description: 'Currency of the prices of Order Desk, which sends none. ISO 4217.',
    examples: ['EUR'],
  }),
};
const changedSettings = strictObject('ShopSettingsChange', 'The settings to change. Absent ones stay.', {
  sendsStock: Type.Optional(settingFields.sendsStock),
  notifiesCustomer: Type.Optional(settingFields.notifiesCustomer),
  takesTestOrders: Type.Optional(settingFields.takesTestOrders),
  currency: Type.Optional(settingFields.currency),
});
const state = oneOf(['ACTIVE', 'STOPPED'], 'ACTIVE: Platen takes its orders. STOPPED: it waits.', 'ACTIVE');

export const NewShopRequest = strictObject(
  'NewShopRequest',
  'A shop to connect. It is stopped at first.',
  { shop, shopUrl: Type.Optional(shopUrl), credentials, settings: Type.Optional(changedSettings) },
  { shop: 'shopify', shopUrl: SHOP_URL, credentials: { secret: 'shpat_1' } },
);
export const ShopChangeRequest = strictObject(
  'ShopChangeRequest',
  'The fields to change. Absent fields keep their value.',
  {
    shopUrl: Type.Optional(shopUrl),
    credentials: Type.Optional(credentials),
    settings: Type.Optional(changedSettings),
    state: Type.Optional(state),
  },
  { settings: { sendsStock: false } },
);

const lastMessage = (title: string, description: string) =>
  Type.Optional(
    titledObject(title, description, {
      orderId: stringField('The order at Platen.', 'SHOPIFY-1001'),
      at: Timestamp('When it ended.'),
    }),
  );
const upTo = (what: string) => integerField(`${what} ${COUNTED_MAX + 1} means more than ${COUNTED_MAX}.`, 0);
const offersRates = booleanField('Whether Shopify asks Platen for prices of shipping at its checkout.', false);
const SHOWN = {
  ...{ clientId: CLIENT_ID, clientName: 'My Shop', connection: 'SHOPIFY-', shop: 'shopify', shopUrl: SHOP_URL },
  settings: { sendsStock: true, notifiesCustomer: true, takesTestOrders: false, currency: 'EUR', offersRates: false },
  ...{ state: 'STOPPED', created: NOW, products: 300, unmapped: 2, withoutSku: 0, waiting: 0, refused: 1 },
  newsUrl: `http://localhost:8080/operator/v1/shop-news/${CLIENT_ID}/SHOPIFY-/oHJ4xP0vW9c`,
};
export const ShopSchema = titledObject(
  'ConnectedShop',
  'A shop that is connected in the console.',
  {
    clientId,
    clientName,
    connection,
    shop,
    shopUrl: Type.Optional(shopUrl),
    state,
    settings: titledObject('ShopConnectionSettings', 'What staff chose.', { ...settingFields, offersRates }),
    created: Timestamp('When it was added.'),
    contacted: Type.Optional(Timestamp('When the shop last answered.')),
    problem: Type.Optional(SentenceSchema),
    products: upTo('Number of products of the shop.'),
    unmapped: upTo('Number of products that are not mapped.'),
    withoutSku: integerField('Number of products of the shop without a SKU, which cannot be mapped.', 0),
    waiting: upTo('Number of waiting messages.'),
    refused: upTo('Number of messages that need a correction.'),
    lastOrder: lastMessage('LastOrderOfShop', 'The last order from the shop.'),
    lastReport: lastMessage('LastReportToShop', 'The last report to the shop.'),
    newsUrl: Type.Optional(
      stringField(
        'Where webhooks of the shop may be sent, so that orders come at once. It contains a secret. Only callers who may change the shop see it.',
      ),
    ),
  },
  SHOWN,
);
export const OfferRatesRequest = strictObject(
  'OfferShopRatesRequest',
  'Whether the shop asks Platen.',
  { offersRates },
  { offersRates: true },
);
export function sentenceOf({ problem, words }: { problem: ShopProblem; words: string | null }, shopUrl = 'Order Desk') {
  return sentence(problem, { shop: shopUrl, ...(words && { message: words }) });
}
export const ShopTestSchema = titledObject(
  'ShopTest',
  'The result of a test. Nothing is changed.',
  {
    works: booleanField('Whether the shop has answered and allows what Platen needs.', true),
    sentence: Type.Optional(SentenceSchema),
  },
  {
    works: false,
    sentence: sentence('shop_address_private', { shop: 'https://127.0.0.1:9000', message: 'no answer' }),
  },
);

const dataUrl = text(
  TEMPLATE_LENGTH_MAX,
  "Address of the artwork: a URL, or an option of the shop's order, such as `{item.values.Picture}`.",
  '{item.values.Picture}',
);
const textFields = {
  font: oneOf(TEXT_FONTS, 'The font: DejaVu Sans, Serif or Mono.', 'SANS_BOLD'),
  color: Type.String({
    pattern: '^#[0-9a-fA-F]{6}$',
    description: 'Colour: # and six hexadecimal digits.',
    examples: ['#000000'],
  }),
  align: oneOf(TEXT_ALIGNMENTS, 'Where each line is in the print area.', 'CENTER'),
  heightMm: Type.Number({
    minimum: 1,
    maximum: 1_000,
    description: 'Height of a capital letter in millimeters. A text that would not fit is smaller.',
    examples: [30],
  }),
};
const printFields = {
  location: text(SKU_LENGTH_MAX, 'Location of the print on the blank.', 'REGULAR'),
  technology: text(SKU_LENGTH_MAX, 'Technology of the print.', 'DTG'),
  designName: Type.Optional(
    text(TEMPLATE_LENGTH_MAX, 'Name on tickets and slips; text, or an option.', '{item.values.Text}'),
  ),
};
const noUnknown = { additionalProperties: false };
const PicturePrint = Type.Object({ dataUrl, ...printFields }, noUnknown);
const TextPrint = Type.Object(
  {
    text: Type.Object(
      {
        option: Type.String({
          ...{ minLength: 1, maxLength: SKU_LENGTH_MAX, pattern: '^[^{}]+$' },
          description: "Name of the option of the shop's order with the text.",
          examples: ['Name'],
        }),
        ...textFields,
      },
      { ...noUnknown, description: 'A text of the customer, which is drawn as the artwork.' },
    ),
    ...printFields,
  },
  noUnknown,
);
const Target = Type.Union(
  [
    Type.Object({ ean13: text(SKU_LENGTH_MAX, 'A product of the client.', '4006381333931') }, noUnknown),
    Type.Object(
      {
        sku: text(SKU_LENGTH_MAX, 'A blank.', 'ST-CREATOR-BLK-M'),
        prints: Type.Optional(
          Type.Array(Type.Union([PicturePrint, TextPrint]), { maxItems: PRINTS_MAX, description: 'Its prints.' }),
        ),
      },
      noUnknown,
    ),
    Type.Object({ ignore: Type.Literal(true, { description: 'It is not made here.' }) }, noUnknown),
  ],
  { description: 'What the product is in Platen.', examples: [{ ean13: '4006381333931' }] },
);
const sku = text(SKU_LENGTH_MAX, 'The SKU in the shop.', 'TEE-LOGO-M');
export const ShopProductSchema = titledObject(
  'ShopProduct',
  'A product of a shop.',
  {
    sku,
    name: stringField('Its name in the shop.', 'Logo Tee - M'),
    barcode: Type.Optional(stringField('Its EAN in the shop.', '4006381333931')),
    pictureUrl: Type.Optional(stringField('Its picture in the shop.')),
    target: Type.Optional(Target),
    targetName: Type.Optional(stringField('Name of the target in the catalogue.', 'Logo Tee, black, M')),
    proposal: Type.Optional(Target),
    proposalName: Type.Optional(stringField('Name of the proposal in the catalogue.', 'Logo Tee, black, M')),
  },
  { sku: 'TEE-LOGO-M', name: 'Logo Tee - M', target: { ean13: '4006381333931' }, targetName: 'Logo Tee, black, M' },
);
export const ShopProductsQuery = Type.Object({
  ...staffPaging,
  filter: Type.Optional(
    oneOf(PRODUCT_FILTERS, 'unmapped: without a target. proposed: without a target, and with a proposal.', 'unmapped'),
  ),
  q: Type.Optional(
    Type.String({ maxLength: SEARCH_LENGTH_MAX, description: 'A part of the SKU, the name or the EAN.' }),
  ),
});
export const MapProductRequest = strictObject(
  'MapShopProductRequest',
  'What a product is in Platen. `null` removes it.',
  { sku, target: Type.Union([Target, Type.Null()], { description: 'What the product is in Platen.' }) },
  { sku: 'TEE-LOGO-M', target: { ean13: '4006381333931' } },
);
export const TextPreviewRequest = strictObject(
  'ShopTextPreviewRequest',
  'A text, and where it would be printed.',
  {
    sku: text(SKU_LENGTH_MAX, 'The blank.', 'ST-CREATOR-BLK-M'),
    location: printFields.location,
    text: Type.String({ maxLength: TEMPLATE_LENGTH_MAX, description: 'The text.', examples: ['Ada'] }),
    ...textFields,
  },
  {
    ...{ sku: 'ST-CREATOR-BLK-M', location: 'REGULAR', text: 'Ada' },
    ...{ font: 'SANS_BOLD', color: '#000000', align: 'CENTER', heightMm: 30 },
  },
);
const millimeters = (description: string, example: number) => Type.Number({ description, examples: [example] });
export const TextPreviewSchema = titledObject(
  'ShopTextPreview',
  'The drawn text, or why it cannot be printed.',
  {
    widthMm: Type.Optional(millimeters('Width of the print area in millimeters.', 355.6)),
    heightMm: Type.Optional(millimeters('Height of the print area in millimeters.', 406.4)),
    path: Type.Optional(stringField('Outline of the text: an SVG path in millimeters from the top left.', 'M0 0h9v9z')),
    sentence: Type.Optional(SentenceSchema),
  },
  { widthMm: 355.6, heightMm: 406.4, path: 'M0 0h9v9z' },
);
export const MappedSchema = titledObject('MappedShopProducts', 'The result.', {
  mapped: integerField('Number of products that are mapped now.', 287),
});
