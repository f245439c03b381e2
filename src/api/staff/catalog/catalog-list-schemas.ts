import { Type } from 'typebox';
import {
  ARTICLE_TYPES,
  type ArticleType,
  DTG_TYPES,
  type DtgType,
  LocationTechnologiesSchema,
} from '../../../catalog/catalog-schemas.ts';
import { isStorable } from '../../../platform/database/statement-parts.ts';
import { PRINTABLE } from '../../../platform/http/api-document.ts';
import {
  CUSTOMS_DESCRIPTION_LENGTH_MAX,
  HS_CODE_DIGITS_MAX,
  HS_CODE_DIGITS_MIN,
  WEIGHT_GRAMS_MAX,
} from '../../../shipping/customs-data-rules.ts';
import {
  booleanField,
  CODE_LENGTH_MAX,
  clientId,
  integerField,
  mode,
  oneOf,
  staffPaging,
  stringField,
  text,
} from '../fields/operator-schemas.ts';
import { StockLevelSchema } from '../fields/stock-schemas.ts';

const EXAMPLES = {
  hsCode: '610910',
  countryOfOrigin: 'BD',
  weightGrams: 180,
  customsDescription: 'T-shirt, knitted, cotton',
};

/** The customs data of a piece. Each field is optional. */
export const customsFields = {
  hsCode: Type.Optional(
    Type.String({
      description: `Tariff number: ${HS_CODE_DIGITS_MIN} to ${HS_CODE_DIGITS_MAX} digits, of which the first six hold in all countries.`,
      examples: [EXAMPLES.hsCode],
      inDocument: { pattern: `^[0-9]{${HS_CODE_DIGITS_MIN},${HS_CODE_DIGITS_MAX}}$` },
    }),
  ),
  countryOfOrigin: Type.Optional(
    stringField(
      'Where it was made: ISO 3166-1 alpha-2, in any case; answered in upper case.',
      EXAMPLES.countryOfOrigin,
    ),
  ),
  weightGrams: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: WEIGHT_GRAMS_MAX,
      description: 'Grams of one piece, without packaging.',
      examples: [EXAMPLES.weightGrams],
    }),
  ),
  customsDescription: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: CUSTOMS_DESCRIPTION_LENGTH_MAX,
      pattern: PRINTABLE,
      description: 'What it is, of what and for whom, in words that customs accept.',
      examples: [EXAMPLES.customsDescription],
    }),
  ),
};

export const CUSTOMS_EXAMPLE = EXAMPLES;

const SEARCH_LENGTH_MAX = 200;
/** More than a person types. Further words are ignored. */
const WORDS_MAX = 10;

/** The parameter `q` of staff's lists of the catalogue. */
export const searchParameter = (description: string, example: string) =>
  Type.Optional(Type.String({ maxLength: SEARCH_LENGTH_MAX, description, examples: [example] }));

/** Splits the search into words, at most `WORDS_MAX`. Undefined: nothing was typed. */
export function readSearch(q: string | undefined): { words: string[]; code: string } | undefined {
  const code = q?.trim() ?? '';
  return code === '' ? undefined : { words: code.split(/\s+/).slice(0, WORDS_MAX), code };
}

/** Whether the database can hold all of the texts. Where it cannot, nothing is found. */
export function canBeFound(...texts: (string | undefined)[]): boolean {
  return texts.every((text) => text === undefined || isStorable(text));
}

const type = oneOf<ArticleType>(
  ARTICLE_TYPES,
  'BLANK can be decorated, CUSTOMIZATION is applied to a blank, UNPRODUCIBLE is neither.',
);
const variants = integerField('Number of variants, without those that are retired.', 12);
const variantStock = {
  color: stringField('Colour.', 'Black'),
  size: stringField('Size.', 'M'),
  onHand: integerField('Pieces on the shelf.'),
  reserved: integerField('Pieces that orders have reserved.'),
  available: integerField('Pieces that may still be reserved; never below 0.'),
  retired: StockLevelSchema.properties.retired,
  ...customsFields,
};

/** Variants of one article or product. `listStock` reads the others. */
export const VARIANTS_SHOWN_MAX = 1_000;

export const ArticleListQuery = Type.Object({
  q: searchParameter(
    'Only articles with each of these words in their manufacturerCode or title, or the one that has a variant with just this SKU. Case does not count.',
    'creator',
  ),
  type: Type.Optional(type),
  ...staffPaging,
});
export const ProductListQuery = Type.Object({
  q: searchParameter(
    'Only products with each of these words in their productId or name, or the one that has a variant with just this EAN-13. Case does not count.',
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
  title: stringField('Title.', 'Creator Tee'),
  type,
};
export const ListedArticleSchema = Type.Object(
  { ...articleFields, variants },
  { title: 'ListedArticle', description: 'An article in a list.' },
);
const BLANK_EXAMPLE = {
  sku: 'ST-CREATOR-BLK-M',
  color: 'Black',
  size: 'M',
  onHand: 120,
  reserved: 0,
  available: 120,
  dtgType: 'WHITE_UNDERBASE',
  allowedLocations: [
    {
      location: 'REGULAR',
      printTechnologies: ['DTG', 'DTF', 'SCREEN_PRINT', 'ACCESSORIES'],
      printArea: { widthMm: 355.6, heightMm: 406.4 },
    },
  ],
  isAllowedOnLocations: [],
};
export const StaffArticleSchema = Type.Object(
  {
    ...articleFields,
    ...customsFields,
    variants: Type.Array(
      Type.Object(
        {
          sku: stringField('SKU.', 'ST-CREATOR-BLK-M'),
          ...variantStock,
          dtgType: Type.Optional(
            oneOf<DtgType>(DTG_TYPES, 'Whether direct-to-garment printing puts white under the colours.'),
          ),
          allowedLocations: Type.Array(LocationTechnologiesSchema, {
            description: 'Of a BLANK: where it may be decorated, with what, and how large.',
          }),
          isAllowedOnLocations: Type.Array(LocationTechnologiesSchema, {
            description: 'Of a CUSTOMIZATION: where it may be applied, and with what.',
          }),
        },
        {
          title: 'StaffArticleVariant',
          description: 'A variant of an article, with its stock.',
          examples: [BLANK_EXAMPLE],
        },
      ),
      { description: `By SKU; the first ${VARIANTS_SHOWN_MAX}.` },
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
      'An article with its variants and their stock. Its customs data holds for variants that have none of their own.',
  },
);

const productFields = {
  productId: stringField('Identifier of the product.', 'P-100'),
  name: stringField('Name.', 'Logo Tee'),
  previewImageUrls: Type.Array(Type.String(), {
    description: 'Addresses of its pictures, in full.',
    examples: [['http://localhost:8080/images/p-100/front.svg']],
  }),
};
export const ListedProductSchema = Type.Object(
  { ...productFields, variants },
  { title: 'ListedProduct', description: 'A product in a list.' },
);
export const StaffProductSchema = Type.Object(
  {
    ...productFields,
    ...customsFields,
    variants: Type.Array(
      Type.Object(
        {
          ean13: stringField('EAN-13.', '4006381333931'),
          name: stringField('Name.', 'Logo Tee Black M'),
          ...variantStock,
        },
        { title: 'StaffProductVariant', description: 'A variant of a product, with its stock.' },
      ),
      { description: `By EAN-13; the first ${VARIANTS_SHOWN_MAX}.` },
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
    description:
      'A product with its variants and their stock. Its customs data holds for variants that have none of their own.',
  },
);

const namedClient = {
  clientId,
  name: stringField('Name of the client.', 'Test Shop'),
  mode,
  status: oneOf(['active', 'disabled'], 'Whether it may use the API.'),
};
export const NamedClientSchema = Type.Object(namedClient, {
  title: 'NamedClient',
  description: 'A client, by its name.',
});
export const ContractedClientSchema = Type.Object(
  {
    ...namedClient,
    default: booleanField('Whether it is the default carrier of the client.'),
  },
  { title: 'ContractedClient', description: 'A client that has a contract with a carrier.' },
);
