import { type TSchema, Type } from 'typebox';
import {
  ARTICLE_TYPES,
  type ArticleType,
  DTG_TYPES,
  type DtgType,
  LocationTechnologiesSchema,
  printAreaFields,
} from '../../../catalog/catalog-schemas.ts';
import { booleanField, integerFrom, oneOf, stringField, titledObject } from '../../../platform/http/api-document.ts';
import { strictObject, warnings } from '../fields/operator-schemas.ts';
import { customsFields } from './staff-catalog-schemas.ts';

const code = (description: string, example: string) => stringField(description, example);
const variantFields = {
  color: code('Colour.', 'Black'),
  size: code('Size.', 'M'),
  stockLevelQuantity: integerFrom(0, 'Pieces on the shelf.', 120),
  ...customsFields,
};
const optionalList = <T extends TSchema>(description: string, element: T) =>
  Type.Optional(Type.Array(element, { description }));

const previewImageUrls = optionalList(
  'Addresses of pictures: http(s), or relative to the image base URL. Absent for an article: they stay.',
  Type.String(),
);

const CatalogArticle = strictObject('CatalogArticle', 'An article with its variants.', {
  manufacturerCode: code('Unique identifier of the article.', 'ST-CREATOR'),
  title: code('Title of the article.', 'Creator Tee'),
  type: oneOf<ArticleType>(ARTICLE_TYPES, 'Type of the article.'),
  previewImageUrls,
  ...customsFields,
  printAreas: optionalList(
    'Print areas of the article. They replace all its areas. Absent: they stay.',
    strictObject('CatalogPrintArea', 'A print area of an article.', {
      location: code('Location on the article.', 'REGULAR'),
      size: Type.Optional(
        code('Size of the variants to which it applies. Absent: every size without an area of its own.', 'M'),
      ),
      ...printAreaFields,
    }),
  ),
  variants: optionalList(
    'Variants of the article or product.',
    strictObject('CatalogArticleVariant', 'A variant of an article.', {
      sku: code('SKU of the variant.', 'ST-CREATOR-BLK-M'),
      ...variantFields,
      dtgType: Type.Optional(oneOf<DtgType>(DTG_TYPES, 'Whether direct-to-garment printing uses a white underbase.')),
      allowedLocations: optionalList('Locations of a BLANK that may be decorated.', LocationTechnologiesSchema),
      isAllowedOnLocations: optionalList(
        'Locations at which a CUSTOMIZATION may be applied.',
        LocationTechnologiesSchema,
      ),
    }),
  ),
});

const CatalogProduct = strictObject('CatalogProduct', 'A product with its variants.', {
  productId: code('Identifier of the product.', 'P-100'),
  name: code('Name of the product.', 'Logo Tee'),
  previewImageUrls,
  ...customsFields,
  variants: optionalList(
    'Variants of the article or product.',
    strictObject('CatalogProductVariant', 'A variant of a product.', {
      ean13: code('EAN-13 of the variant.', '4006381333931'),
      name: code('Name of the variant.', 'Logo Tee Black M'),
      ...variantFields,
    }),
  ),
});

const CatalogCarrier = strictObject('CatalogCarrier', 'A carrier.', {
  carrierId: code('Identifier of the carrier.', 'dhl-paket'),
  name: code('Name of the carrier.', 'DHL Paket'),
  default: Type.Optional(booleanField('true: the carrier becomes the default of the client.')),
});

const place = {
  location: 'REGULAR',
  printTechnologies: ['DTG', 'DTF', 'SCREEN_PRINT', 'ACCESSORIES'],
  printArea: { widthMm: 355.6, heightMm: 406.4 },
};
const blank = {
  sku: 'ST-CREATOR-BLK-M',
  color: 'Black',
  size: 'M',
  stockLevelQuantity: 120,
  dtgType: 'WHITE_UNDERBASE',
  allowedLocations: [place],
};
const tee = { ean13: '4006381333931', name: 'Logo Tee Black M', color: 'Black', size: 'M', stockLevelQuantity: 40 };
const EXAMPLE = {
  articles: [{ manufacturerCode: 'ST-CREATOR', title: 'Creator Tee', type: 'BLANK', variants: [blank] }],
  products: [{ productId: 'P-100', name: 'Logo Tee', previewImageUrls: ['p-100/front.svg'], variants: [tee] }],
  carriers: [{ carrierId: 'dhl-paket', name: 'DHL Paket' }],
};

/** The JSON format of docs/catalog-import.md. */
export const CatalogRequest = Type.Object(
  {
    articles: optionalList('Articles.', CatalogArticle),
    products: optionalList('Products.', CatalogProduct),
    carriers: optionalList('Carriers.', CatalogCarrier),
  },
  {
    title: 'CatalogRequest',
    description: 'A catalogue, as described at /docs/catalog-import. It has at least one of the three sections.',
    additionalProperties: false,
    examples: [EXAMPLE],
    inDocument: { minProperties: 1 },
  },
);

export const CatalogTable = stringField(
  'One CSV file of the catalogue, as described at /docs/catalog-import. Its columns decide which records it contains. In UTF-8, UTF-16 or Windows-1252.',
  'carrierId,name\ndhl-paket,DHL Paket\n',
);

export const CatalogForm = titledObject(
  'CatalogForm',
  'The CSV files of a catalogue, each in its own part with any field name.',
  {
    files: Type.Array(Type.String({ format: 'binary', description: 'A file, with its name.' }), {
      description:
        'The files. `articles.csv`, `article-variants.csv`, `products.csv`, `product-variants.csv`, `carriers.csv` and `print-areas.csv` are recognized by their names, other files by their columns.',
    }),
  },
);

const count = (description: string, example = 1) => integerFrom(0, description, example);

const counts = {
  new: count('Number of new records.'),
  changed: count('Number of changed records.'),
  unchanged: count('Number of unchanged records.'),
};
const counted = titledObject('DifferenceCounts', 'Numbers of different records.', counts);
const countedVariants = titledObject('VariantDifferenceCounts', 'Numbers of different variants.', {
  ...counts,
  broughtBack: count('Number of variants that are no longer retired.'),
  retired: count('Number of variants that the catalogue does not name and that are retired now.'),
});

const record = {
  kind: oneOf(['article', 'articleVariant', 'product', 'productVariant', 'carrier'], 'Kind of the record.'),
  code: code('Identifier: manufacturerCode, sku, productId, ean13 or carrierId.', 'ST-CREATOR-BLK-M'),
};
const changedRecord = titledObject('ChangedRecord', 'A changed record of the catalogue.', {
  ...record,
  changes: Type.Array(
    titledObject('FieldChange', 'A field with a new value.', {
      field: code('Name of the field.', 'size'),
      before: Type.Optional(Type.Unknown({ description: 'Stored value. Absent: none.' })),
      after: Type.Optional(Type.Unknown({ description: 'Imported value. Absent: none.' })),
    }),
    { description: 'The changed fields.' },
  ),
});

const Differences = titledObject('CatalogDifferences', 'The changes of the import. With `dryRun`, they are not made.', {
  counts: titledObject('DifferencesCounted', 'Numbers of different records of each kind.', {
    articles: counted,
    articleVariants: countedVariants,
    products: counted,
    productVariants: countedVariants,
    carriers: counted,
  }),
  new: Type.Array(titledObject('NewRecord', 'A new record of the catalogue.', record), {
    description: 'The first 500 new records.',
  }),
  changed: Type.Array(changedRecord, { description: 'The first 500 changed records.' }),
  broughtBack: Type.Array(changedRecord, {
    description: 'The first 500 variants that were restored after they had been retired, with their other changes.',
  }),
  retired: Type.Array(
    titledObject('RetiredVariant', 'A variant that is retired now.', {
      ...record,
      name: code('Name of the product variant, or title of the article.', 'Creator Tee'),
      color: code('Colour.', 'Black'),
      size: code('Size.', 'M'),
      onHand: count('Pieces on hand, which do not change.'),
      openOrders: count('Number of open orders of live clients that name it.'),
    }),
    { description: 'The first 500 variants that are retired now.' },
  ),
});

export const ImportCountsSchema = titledObject('ImportCounts', 'The numbers of imported records.', {
  articles: count('Number of articles in the catalogue.'),
  articleVariants: count('Number of article variants in the catalogue.'),
  products: count('Number of products in the catalogue.'),
  productVariants: count('Number of product variants in the catalogue.'),
  carriers: count('Number of carriers in the catalogue.'),
  assignedProducts: count('Number of its products that the client has now.', 0),
  assignedProductVariants: count('Number of variants of these products.', 0),
  assignedCarriers: count('Number of its carriers that the client has a contract with now.', 0),
  warnings: Type.Optional(warnings('The first 100 imported values that look like mistakes.')),
  differences: Type.Optional(Differences),
  dryRun: Type.Optional(booleanField('true: a dry run, which changed nothing. Otherwise absent.')),
});
