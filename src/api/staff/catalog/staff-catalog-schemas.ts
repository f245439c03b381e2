import { Type } from 'typebox';
import {
  ARTICLE_TYPES,
  type ArticleType,
  DTG_TYPES,
  type DtgType,
  LOCATION_EXAMPLE,
  LocationTechnologiesSchema,
} from '../../../catalog/catalog-schemas.ts';
import { gtinForms, readGtin } from '../../../platform/formats/gtin.ts';
import {
  booleanField,
  integerField,
  integerIn,
  oneOf,
  PRINTABLE,
  stringField,
  titledObject,
} from '../../../platform/http/api-document.ts';
import {
  CUSTOMS_DESCRIPTION_LENGTH_MAX,
  HS_CODE_DIGITS_MAX,
  HS_CODE_DIGITS_MIN,
  WEIGHT_GRAMS_MAX,
} from '../../../shipping/customs-rules.ts';
import { CODE_LENGTH_MAX, clientId, mode, staffPaging, text } from '../fields/operator-schemas.ts';
import { StockLevelSchema } from '../stock/stock-schemas.ts';

const EXAMPLES = {
  hsCode: '610910',
  countryOfOrigin: 'BD',
  weightGrams: 180,
  customsDescription: 'T-shirt, knitted, cotton',
};

export const customsFields = {
  hsCode: Type.Optional(
    Type.String({
      description: `Tariff number of ${HS_CODE_DIGITS_MIN} to ${HS_CODE_DIGITS_MAX} digits. The first six are the same in all countries.`,
      examples: [EXAMPLES.hsCode],
      inDocument: { pattern: `^[0-9]{${HS_CODE_DIGITS_MIN},${HS_CODE_DIGITS_MAX}}$` },
    }),
  ),
  countryOfOrigin: Type.Optional(
    stringField(
      'Country of origin: ISO 3166-1 alpha-2. Any case is accepted; answers have upper case.',
      EXAMPLES.countryOfOrigin,
    ),
  ),
  weightGrams: Type.Optional(
    integerIn(1, WEIGHT_GRAMS_MAX, 'Weight of one piece in grams, without packaging.', EXAMPLES.weightGrams),
  ),
  customsDescription: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: CUSTOMS_DESCRIPTION_LENGTH_MAX,
      pattern: PRINTABLE,
      description: 'Description for customs: the kind of good, its material, and its user.',
      examples: [EXAMPLES.customsDescription],
    }),
  ),
};

export const CUSTOMS_EXAMPLE = EXAMPLES;

const SEARCH_LENGTH_MAX = 200;
const WORDS_MAX = 10;

export const searchParameter = (description: string, example: string) =>
  Type.Optional(Type.String({ maxLength: SEARCH_LENGTH_MAX, description, examples: [example] }));

/** Splits a search text into words; undefined if it has none. */
export function readSearch(q = ''): { words: string[]; code: string; ean13s: string[] } | undefined {
  const code = q.trim();
  if (code === '') return undefined;
  return { words: code.split(/\s+/).slice(0, WORDS_MAX), code, ean13s: gtinForms(readGtin(code) ?? code) };
}

const type = oneOf<ArticleType>(
  ARTICLE_TYPES,
  'BLANK: it can be decorated. CUSTOMIZATION: it is applied to a blank. UNPRODUCIBLE: neither.',
);
const variants = integerField('Number of variants, without retired ones.', 12);
const variantStock = {
  color: stringField('Colour.', 'Black'),
  size: stringField('Size.', 'M'),
  onHand: integerField('Pieces on the shelf.'),
  reserved: integerField('Pieces that orders have reserved.'),
  available: integerField('Pieces that may still be reserved; never below 0.'),
  retired: StockLevelSchema.properties.retired,
  ...customsFields,
};

/** Variants that are returned for one article or product. `listStock` returns all of them. */
export const VARIANTS_SHOWN_MAX = 1_000;

export const ArticleListQuery = Type.Object({
  q: searchParameter(
    'Only articles whose manufacturerCode or title contains every word of this text, or that have a variant with exactly this SKU. Case is ignored.',
    'creator',
  ),
  type: Type.Optional(type),
  ...staffPaging,
});
export const ProductListQuery = Type.Object({
  q: searchParameter(
    'Only products whose productId or name contains every word of this text, or that have a variant with exactly this EAN-13. Case is ignored.',
    'logo tee',
  ),
  ...staffPaging,
});
export const ArticleParams = Type.Object({
  manufacturerCode: text(CODE_LENGTH_MAX, 'Identifier of the article, percent-encoded.', 'ST-CREATOR'),
});
export const ProductParams = Type.Object({
  productId: text(CODE_LENGTH_MAX, 'Identifier of the product, percent-encoded.', 'P-100'),
});

const articleFields = {
  manufacturerCode: stringField('Identifier of the article.', 'ST-CREATOR'),
  title: stringField('Title of the article.', 'Creator Tee'),
  type,
};
export const ListedArticleSchema = titledObject('ListedArticle', 'An article in a list.', {
  ...articleFields,
  variants,
});
const BLANK_EXAMPLE = {
  sku: 'ST-CREATOR-BLK-M',
  color: 'Black',
  size: 'M',
  onHand: 120,
  reserved: 0,
  available: 120,
  dtgType: 'WHITE_UNDERBASE',
  allowedLocations: [LOCATION_EXAMPLE],
  isAllowedOnLocations: [],
};
export const StaffArticleSchema = Type.Object(
  {
    ...articleFields,
    ...customsFields,
    variants: Type.Array(
      titledObject(
        'StaffArticleVariant',
        'A variant of an article, with its stock.',
        {
          sku: stringField('SKU of the variant.', 'ST-CREATOR-BLK-M'),
          ...variantStock,
          dtgType: Type.Optional(
            oneOf<DtgType>(DTG_TYPES, 'Whether direct-to-garment printing needs white ink under the colors.'),
          ),
          allowedLocations: Type.Array(LocationTechnologiesSchema, {
            description: 'Locations of a BLANK that may be decorated, with their technologies and print areas.',
          }),
          isAllowedOnLocations: Type.Array(LocationTechnologiesSchema, {
            description: 'Locations at which a CUSTOMIZATION may be applied, with their technologies.',
          }),
        },
        BLANK_EXAMPLE,
      ),
      { description: `The first ${VARIANTS_SHOWN_MAX} variants, sorted by SKU.` },
    ),
  },
  {
    title: 'StaffArticle',
    examples: [
      {
        manufacturerCode: 'ST-CREATOR',
        title: 'Creator Tee',
        type: 'BLANK',
        ...CUSTOMS_EXAMPLE,
        variants: [BLANK_EXAMPLE],
      },
    ],
    description:
      'An article with its variants and their stock. Its customs data applies to variants without their own.',
  },
);

const productFields = {
  productId: stringField('Identifier of the product.', 'P-100'),
  name: stringField('Name of the product.', 'Logo Tee'),
  previewImageUrls: Type.Array(Type.String(), {
    description: 'Complete addresses of its pictures.',
    examples: [['http://localhost:8080/images/p-100/front.svg']],
  }),
};
export const ListedProductSchema = titledObject('ListedProduct', 'A product in a list.', {
  ...productFields,
  variants,
});
export const StaffProductSchema = Type.Object(
  {
    ...productFields,
    ...customsFields,
    variants: Type.Array(
      titledObject('StaffProductVariant', 'A variant of a product, with its stock.', {
        ean13: stringField('EAN-13 of the variant.', '4006381333931'),
        name: stringField('Name of the variant.', 'Logo Tee Black M'),
        ...variantStock,
      }),
      { description: `The first ${VARIANTS_SHOWN_MAX} variants, sorted by EAN-13.` },
    ),
  },
  {
    title: 'StaffProduct',
    examples: [
      {
        productId: 'P-100',
        name: 'Logo Tee',
        previewImageUrls: ['http://localhost:8080/images/p-100/front.svg'],
        ...CUSTOMS_EXAMPLE,
        variants: [
          {
            ean13: '4006381333931',
            name: 'Logo Tee Black M',
            color: 'Black',
            size: 'M',
            onHand: 40,
            reserved: 0,
            available: 40,
          },
        ],
      },
    ],
    description: 'A product with its variants and their stock. Its customs data applies to variants without their own.',
  },
);

const namedClient = {
  clientId,
  name: stringField('Name of the client.', 'Test Shop'),
  mode,
  status: oneOf(['active', 'disabled'], 'Whether it may use the API.'),
};
export const NamedClientSchema = titledObject('NamedClient', 'A client with its name.', namedClient);
export const ContractedClientSchema = titledObject('ContractedClient', 'A client that has a contract with a carrier.', {
  ...namedClient,
  default: booleanField('Whether it is the default carrier of the client.'),
});
