import { type Static, Type } from 'typebox';

export const ARTICLE_TYPES = ['BLANK', 'CUSTOMIZATION', 'UNPRODUCIBLE'] as const;
export type ArticleType = (typeof ARTICLE_TYPES)[number];
export const DTG_TYPES = ['WHITE_UNDERBASE', 'NO_UNDERBASE'] as const;
export type DtgType = (typeof DTG_TYPES)[number];

/** Limits of imported data, and so of answers. */
export const CATALOG_CODE_LENGTH_MAX = 128;
export const CATALOG_TEXT_LENGTH_MAX = 200;
export const PREVIEW_IMAGES_MAX = 20;
export const PREVIEW_IMAGE_LENGTH_MAX = 2_048;
export const STOCK_MAX = 2_000_000_000;
export const BLEED_MM_MAX = 50;
const CODE = { minLength: 1, maxLength: CATALOG_CODE_LENGTH_MAX };
const NAME = { minLength: 1, maxLength: CATALOG_TEXT_LENGTH_MAX };

const productId = Type.String({ ...CODE, description: 'Identifier of the product.', examples: ['P-100'] });
const sku = Type.String({ ...CODE, description: 'SKU of the article variant.', examples: ['ST-CREATOR-BLK-M'] });
const title = Type.String({ ...NAME, description: 'Title of the article.', examples: ['Creator Tee'] });
const manufacturerCode = Type.String({
  ...CODE,
  description: 'Unique identifier of the article.',
  examples: ['ST-CREATOR'],
});
const color = Type.String({ ...NAME, description: 'Colour.', examples: ['Black'] });
const size = Type.String({ ...NAME, description: 'Size.', examples: ['M'] });
const stockLevelQuantity = Type.Integer({
  minimum: 0,
  maximum: STOCK_MAX,
  description: 'Pieces in stock.',
  examples: [120],
});
const type = Type.Unsafe<ArticleType>({
  type: 'string',
  enum: ARTICLE_TYPES,
  description: 'BLANK can be decorated, CUSTOMIZATION is applied to a blank, UNPRODUCIBLE is neither.',
  examples: ['BLANK'],
});

const ProductSchema = Type.Object(
  {
    productId,
    name: Type.String({ ...NAME, description: 'Name of the product.', examples: ['Logo Tee'] }),
    variants: Type.Integer({ minimum: 0, description: 'Number of variants.', examples: [15] }),
    previewImageUrls: Type.Array(Type.String({ minLength: 1, maxLength: PREVIEW_IMAGE_LENGTH_MAX }), {
      maxItems: PREVIEW_IMAGES_MAX,
      description: 'Addresses of preview images, relative to the image base URL (see the introduction).',
      examples: [['p-100/front.svg', 'p-100/back.svg']],
    }),
  },
  { title: 'Product', description: 'A product that is assigned to you.' },
);

export type Product = Static<typeof ProductSchema>;

const ProductVariantSchema = Type.Object(
  {
    ean13: Type.String({
      ...CODE,
      description: 'EAN-13 of the variant; it identifies the variant in an order.',
      examples: ['4006381333931'],
    }),
    name: Type.String({ ...NAME, description: 'Name of the variant.', examples: ['Logo Tee Black M'] }),
    stockLevelQuantity,
    productId,
    color,
    size,
  },
  { title: 'ProductVariant', description: 'A product in one colour and size.' },
);

export type ProductVariant = Static<typeof ProductVariantSchema>;

export const PRINT_AREA_MM_MAX = 100_000;
export const AREA_ORIGINS = ['COLLAR', 'PLATEN'] as const;
const millimeters = (description: string, example: number, limits: object) =>
  Type.Number({ description, examples: [example], ...limits });
const LENGTH = { exclusiveMinimum: 0, maximum: PRINT_AREA_MM_MAX };
const PLACE = { minimum: -PRINT_AREA_MM_MAX, maximum: PRINT_AREA_MM_MAX };
const fraction = (description: string, example: number, limits = { minimum: 0, maximum: 1 }) =>
  Type.Number({ description, examples: [example], ...limits });

/** The fields of a print area. The import has them too. */
export const printAreaFields = {
  widthMm: millimeters('Width in millimeters.', 355.6, LENGTH),
  heightMm: millimeters('Height in millimeters.', 406.4, LENGTH),
  origin: Type.Optional(
    Type.Unsafe<(typeof AREA_ORIGINS)[number]>({
      type: 'string',
      enum: AREA_ORIGINS,
      description: 'From where its position is measured: the seam of the collar, or the edges of the platen.',
      examples: ['COLLAR'],
    }),
  ),
  topMm: Type.Optional(millimeters('Millimeters from the origin down to the upper edge of the area.', 70, PLACE)),
  leftMm: Type.Optional(
    millimeters(
      'Millimeters to the left edge of the area: from the middle of the collar, to the left if negative, or from the left edge of the platen. Absent: the area is centered.',
      -177.8,
      PLACE,
    ),
  ),
  side: Type.Optional(
    Type.String({
      ...NAME,
      description: 'Name of the side of the product. Areas on the same side must not overlap.',
      examples: ['FRONT'],
    }),
  ),
  bleedMm: Type.Optional(
    millimeters('Millimeters that the print reaches beyond each edge of the area.', 3, {
      ...LENGTH,
      maximum: BLEED_MM_MAX,
    }),
  ),
  picture: Type.Optional(
    Type.Object(
      {
        left: fraction('Left edge of the area, as a fraction of the width of the picture, 0 to 1.', 0.3),
        top: fraction('Upper edge of the area, as a fraction of the height of the picture, 0 to 1.', 0.2),
        width: fraction('Width of the area, as a fraction of the width of the picture, above 0.', 0.4, {
          minimum: 0.001,
          maximum: 1,
        }),
      },
      {
        additionalProperties: false,
        title: 'AreaOnPicture',
        description:
          'Where the area is on the first picture of the article. The print is then shown over that picture.',
      },
    ),
  ),
};
export const PrintAreaSchema = Type.Object(printAreaFields, {
  title: 'PrintArea',
  description: 'The area that a print fills at most.',
});
export type PrintArea = Static<typeof PrintAreaSchema>;

export const LOCATION_EXAMPLE = {
  location: 'REGULAR',
  printTechnologies: ['DTG', 'DTF', 'SCREEN_PRINT', 'ACCESSORIES'],
  printArea: { widthMm: 355.6, heightMm: 406.4 },
};
export const LocationTechnologiesSchema = Type.Object(
  {
    location: Type.String({ ...CODE, description: 'Location on the article.', examples: ['REGULAR'] }),
    printTechnologies: Type.Array(Type.String(CODE), {
      description: 'Technologies allowed there.',
      examples: [['DTG', 'DTF']],
    }),
    printArea: Type.Optional(PrintAreaSchema),
  },
  {
    title: 'LocationTechnologies',
    examples: [LOCATION_EXAMPLE],
    description: 'A location on an article, with the technologies allowed there.',
  },
);
export type LocationTechnologies = Static<typeof LocationTechnologiesSchema>;

export const ArticleVariantSchema = Type.Object(
  { sku, title, manufacturerCode, color, size, stockLevelQuantity },
  { title: 'ArticleVariant', description: 'An article in one colour and size.' },
);

export type ArticleVariant = Static<typeof ArticleVariantSchema>;

export const ArticleVariantDetailSchema = Type.Object(
  {
    sku,
    title,
    manufacturerCode,
    color,
    size,
    stockLevelQuantity,
    allowedLocations: Type.Array(LocationTechnologiesSchema, {
      description:
        'Locations at which a BLANK may be printed or customized, with the technologies. Empty for other types.',
    }),
    isAllowedOnLocations: Type.Array(LocationTechnologiesSchema, {
      description:
        'Locations at which a CUSTOMIZATION may be applied to a blank, with the technologies. Empty for other types.',
    }),
    dtgType: Type.Optional(
      Type.Unsafe<DtgType>({
        type: 'string',
        enum: DTG_TYPES,
        description: 'Whether direct-to-garment printing uses a white underbase.',
        examples: ['WHITE_UNDERBASE'],
      }),
    ),
    type,
  },
  {
    title: 'ArticleVariantDetail',
    description: 'An article variant with its allowed locations.',
    examples: [
      {
        sku: 'ST-CREATOR-BLK-M',
        title: 'Creator Tee',
        manufacturerCode: 'ST-CREATOR',
        color: 'Black',
        size: 'M',
        stockLevelQuantity: 120,
        allowedLocations: [LOCATION_EXAMPLE, { location: 'NECK', printTechnologies: ['DTF', 'HEAT_PRESS'] }],
        isAllowedOnLocations: [],
        dtgType: 'WHITE_UNDERBASE',
        type: 'BLANK',
      },
    ],
  },
);

export const ArticleSchema = Type.Object(
  {
    manufacturerCode,
    title,
    articleVariants: Type.Array(
      Type.Object(
        { sku, title, color, size },
        { title: 'ArticleVariantOfArticle', description: 'A variant in the list of its article.' },
      ),
      { description: 'Variants, ordered by SKU.' },
    ),
    type,
  },
  { title: 'Article', description: 'A blank article or a customization.' },
);

const totalItems = Type.Integer({ minimum: 0, description: 'Number of items on all pages.', examples: [1] });

export const ProductListSchema = Type.Object(
  { totalItems, data: Type.Array(ProductSchema, { description: 'The products of this page.' }) },
  { title: 'ProductList', description: 'A page of products.' },
);
export const ProductVariantListSchema = Type.Object(
  { totalItems, data: Type.Array(ProductVariantSchema, { description: 'The variants of this page.' }) },
  { title: 'ProductVariantList', description: 'A page of product variants.' },
);
