import { type TSchema, Type } from 'typebox';
import {
  ARTICLE_TYPES,
  type ArticleType,
  DTG_TYPES,
  type DtgType,
  LocationTechnologiesSchema,
} from '../../../catalog/catalog-schemas.ts';
import { booleanField, oneOf, strictObject, stringField, warnings } from '../fields/operator-schemas.ts';
import { customsFields } from './staff-catalog-schemas.ts';

const code = (description: string, example: string) => stringField(description, example);
const variantFields = {
  color: code('Colour.', 'Black'),
  size: code('Size.', 'M'),
  stockLevelQuantity: Type.Integer({ minimum: 0, description: 'Pieces on the shelf.', examples: [120] }),
  ...customsFields,
};
const optionalList = <T extends TSchema>(description: string, element: T) =>
  Type.Optional(Type.Array(element, { description }));

const CatalogArticle = strictObject('CatalogArticle', 'An article with its variants.', {
  manufacturerCode: code('Unique identifier of the article.', 'ST-CREATOR'),
  title: code('Title.', 'Creator Tee'),
  type: oneOf<ArticleType>(ARTICLE_TYPES, 'What can be done with it.'),
  ...customsFields,
  variants: optionalList(
    'Its variants.',
    strictObject('CatalogArticleVariant', 'A variant of an article.', {
      sku: code('SKU.', 'ST-CREATOR-BLK-M'),
      ...variantFields,
      dtgType: Type.Optional(oneOf<DtgType>(DTG_TYPES, 'For printing with DTG.')),
      allowedLocations: optionalList('Of a BLANK: where it may be decorated.', LocationTechnologiesSchema),
      isAllowedOnLocations: optionalList(
        'Of a CUSTOMIZATION: where it may be applied.',
        LocationTechnologiesSchema,
      ),
    }),
  ),
});

const CatalogProduct = strictObject('CatalogProduct', 'A product with its variants.', {
  productId: code('Identifier of the product.', 'P-100'),
  name: code('Name.', 'Logo Tee'),
  previewImageUrls: optionalList('Relative to the image base URL, or http(s).', Type.String()),
  ...customsFields,
  variants: optionalList(
    'Its variants.',
    strictObject('CatalogProductVariant', 'A variant of a product.', {
      ean13: code('EAN-13.', '4006381333931'),
      name: code('Name.', 'Logo Tee Black M'),
      ...variantFields,
    }),
  ),
});

const CatalogCarrier = strictObject('CatalogCarrier', 'A carrier.', {
  carrierId: code('Identifier of the carrier.', 'dhl-paket'),
  name: code('Name.', 'DHL Paket'),
  default: Type.Optional(booleanField("Make it the client's default.")),
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
const tee = {
  ean13: '4006381333931',
  name: 'Logo Tee Black M',
  color: 'Black',
  size: 'M',
  stockLevelQuantity: 40,
};
const EXAMPLE = {
  articles: [{ manufacturerCode: 'ST-CREATOR', title: 'Creator Tee', type: 'BLANK', variants: [blank] }],
  products: [
    { productId: 'P-100', name: 'Logo Tee', previewImageUrls: ['p-100/front.svg'], variants: [tee] },
  ],
  carriers: [{ carrierId: 'dhl-paket', name: 'DHL Paket' }],
};

/** The JSON format of docs/catalog-import.md; each of the three sections is optional. */
export const CatalogRequest = Type.Object(
  {
    articles: optionalList('Articles.', CatalogArticle),
    products: optionalList('Products.', CatalogProduct),
    carriers: optionalList('Carriers.', CatalogCarrier),
  },
  {
    title: 'CatalogRequest',
    description:
      'A catalogue, as described at /docs/catalog-import. It has at least one of the three sections.',
    additionalProperties: false,
    examples: [EXAMPLE],
    inDocument: { minProperties: 1 },
  },
);

export const CatalogTable = stringField(
  'One CSV file of the catalogue, as described at /docs/catalog-import; its columns tell which. In UTF-8 or, as spreadsheets also write it, UTF-16 or Windows-1252.',
  'carrierId,name\ndhl-paket,DHL Paket\n',
);

export const CatalogForm = Type.Object(
  {
    files: Type.Array(Type.String({ format: 'binary', description: 'A file, with its name.' }), {
      description:
        'The files. `articles.csv`, `article-variants.csv`, `products.csv`, `product-variants.csv` and `carriers.csv` are known by their names, others by their columns.',
    }),
  },
  {
    title: 'CatalogForm',
    description: 'The CSV files of a catalogue, each as a part of its own, under whatever field name.',
  },
);

const count = (description: string, example = 1) =>
  Type.Integer({ minimum: 0, description, examples: [example] });

const counts = {
  new: count('Records that are new.'),
  changed: count('Records that change.'),
  unchanged: count('Records that stay as they are.'),
};
const counted = Type.Object(counts, { title: 'DifferenceCounts', description: 'How many records differ.' });
const countedVariants = Type.Object(
  {
    ...counts,
    broughtBack: count('Variants that were retired, and are no longer.'),
    retired: count('Variants that the catalogue no longer names, and that are retired.'),
  },
  { title: 'VariantDifferenceCounts', description: 'How many variants differ.' },
);

const record = {
  kind: oneOf(['article', 'articleVariant', 'product', 'productVariant', 'carrier'], 'What it is.'),
  code: code('Its identifier: manufacturerCode, sku, productId, ean13 or carrierId.', 'ST-CREATOR-BLK-M'),
};
const changedRecord = Type.Object(
  {
    ...record,
    changes: Type.Array(
      Type.Object(
        {
          field: code('Name of the field.', 'size'),
          before: Type.Optional(
            Type.Unknown({ description: 'What is stored; absent where there is nothing.' }),
          ),
          after: Type.Optional(Type.Unknown({ description: 'What comes; absent where nothing does.' })),
        },
        { title: 'FieldChange', description: 'A field whose value is another one.' },
      ),
      { description: 'The fields that change.' },
    ),
  },
  { title: 'ChangedRecord', description: 'A record of the catalogue that changes.' },
);

const Differences = Type.Object(
  {
    counts: Type.Object(
      {
        articles: counted,
        articleVariants: countedVariants,
        products: counted,
        productVariants: countedVariants,
        carriers: counted,
      },
      { title: 'DifferencesCounted', description: 'How many records of each kind differ.' },
    ),
    new: Type.Array(
      Type.Object(record, { title: 'NewRecord', description: 'A record of the catalogue that is new.' }),
      { description: 'What is new; the first 500.' },
    ),
    changed: Type.Array(changedRecord, { description: 'What changes; the first 500.' }),
    broughtBack: Type.Array(changedRecord, {
      description: 'Variants that were retired, and are no longer, with what else changes; the first 500.',
    }),
    retired: Type.Array(
      Type.Object(
        {
          ...record,
          name: code('Name of the product variant, or title of the article.', 'Creator Tee'),
          color: code('Colour.', 'Black'),
          size: code('Size.', 'M'),
          onHand: count('Pieces on the shelf. They stay there.'),
          openOrders: count('Orders that name it and have not ended, those of sandbox clients aside.'),
        },
        { title: 'RetiredVariant', description: 'A variant that is retired.' },
      ),
      { description: 'Variants that are retired; the first 500.' },
    ),
  },
  {
    title: 'CatalogDifferences',
    description: 'What changes: with `dryRun` what would, and nothing does.',
  },
);

export const ImportCountsSchema = Type.Object(
  {
    articles: count('Articles in the catalogue.'),
    articleVariants: count('Article variants in it.'),
    products: count('Products in it.'),
    productVariants: count('Product variants in it.'),
    carriers: count('Carriers in it.'),
    assignedProducts: count('Of its products, those that the client has now.', 0),
    assignedProductVariants: count('Their variants.', 0),
    assignedCarriers: count('Of its carriers, those that the client has a contract with now.', 0),
    warnings: Type.Optional(warnings('Imported values that look like mistakes; the first 100.')),
    differences: Type.Optional(Differences),
    dryRun: Type.Optional(booleanField('true: it was a dry run, and nothing was changed. Else absent.')),
  },
  { title: 'ImportCounts', description: 'What a catalogue holds.' },
);
