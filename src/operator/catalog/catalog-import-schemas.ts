import { type TSchema, Type } from 'typebox';
import {
  ARTICLE_TYPES,
  type ArticleType,
  DTG_TYPES,
  type DtgType,
  LocationTechnologiesSchema,
} from '../../catalog/catalog-schemas.ts';
import { oneOf, strictObject } from '../fields/operator-schemas.ts';
import { warnings } from '../fields/warning-schemas.ts';

const code = (description: string, example: string) => Type.String({ description, examples: [example] });
const variantFields = {
  color: code('Colour.', 'Black'),
  size: code('Size.', 'M'),
  stockLevelQuantity: Type.Integer({ minimum: 0, description: 'Pieces on the shelf.', examples: [120] }),
};
const optionalList = <T extends TSchema>(description: string, element: T) =>
  Type.Optional(Type.Array(element, { description }));

const CatalogArticle = strictObject('CatalogArticle', 'An article with its variants.', {
  manufacturerCode: code('Unique identifier of the article.', 'ST-CREATOR'),
  title: code('Title.', 'Creator Tee'),
  type: oneOf<ArticleType>(ARTICLE_TYPES, 'What can be done with it.'),
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
  default: Type.Optional(Type.Boolean({ description: "Make it the client's default." })),
});

/** The JSON format of docs/catalog-import.md; each of the three sections is optional. */
export const CatalogRequest = strictObject(
  'CatalogRequest',
  'A catalogue, as described at /docs/catalog-import.',
  {
    articles: optionalList('Articles.', CatalogArticle),
    products: optionalList('Products.', CatalogProduct),
    carriers: optionalList('Carriers.', CatalogCarrier),
  },
);

const count = (description: string) => Type.Integer({ description });

export const ImportCountsSchema = Type.Object(
  {
    articles: count('Articles in the catalogue.'),
    articleVariants: count('Article variants in it.'),
    products: count('Products in it.'),
    productVariants: count('Product variants in it.'),
    carriers: count('Carriers in it.'),
    assignedProducts: count('Of its products, those that the client has now.'),
    assignedProductVariants: count('Their variants.'),
    assignedCarriers: count('Of its carriers, those that the client has a contract with now.'),
    warnings: Type.Optional(warnings('Imported values that look like mistakes; the first 100.')),
  },
  { title: 'ImportCounts', description: 'What a catalogue holds.' },
);
