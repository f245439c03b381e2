import type { CatalogFile, CatalogProduct } from '../catalog/import/catalog-file.ts';
import { demoArticles } from './demo-articles.ts';
import { demoCustomsOfShape } from './demo-customs.ts';
import { type DemoProduct, demoProducts, demoViews } from './demo-products.ts';
import { demoStock } from './demo-stock.ts';

export type { CatalogArticle, LocationTechnologies, PrintArea } from '../catalog/import/catalog-file.ts';

/** The one variant whose number is that of the examples in the documentation. */
const EXAMPLE_EAN = '4006381333931';
const EXAMPLE_NAME = 'Logo Tee Black M';

/** GS1 keeps 20 to 29 for numbers that a company uses only inside itself. */
const INTERNAL_PREFIX = '20';

/** The catalogue of the demo print shop, the same at every start. */
export const demoCatalog: CatalogFile = {
  articles: demoArticles,
  products: demoProducts.map(catalogProduct),
  carriers: [
    { carrierId: 'dhl-paket', name: 'DHL Paket' },
    { carrierId: 'dhl-express', name: 'DHL Express' },
    { carrierId: 'deutsche-post-warenpost', name: 'Deutsche Post Warenpost' },
    { carrierId: 'dpd-classic', name: 'DPD Classic' },
    { carrierId: 'gls-business', name: 'GLS BusinessParcel' },
    { carrierId: 'hermes-standard', name: 'Hermes Standard' },
    { carrierId: 'ups-standard', name: 'UPS Standard' },
    { carrierId: 'fedex-international', name: 'FedEx International Priority' },
  ],
};

function catalogProduct(product: DemoProduct): CatalogProduct {
  const { productId, name } = product;
  const combinations = product.colors.flatMap((color) => product.sizes.map((size) => ({ color, size })));
  const variants = combinations.map(({ color, size }, index) => {
    const variantName = size === 'One Size' ? `${name} ${color}` : `${name} ${color} ${size}`;
    const ean13 = variantName === EXAMPLE_NAME ? EXAMPLE_EAN : internalEan(productId, index + 1);
    return { ean13, name: variantName, color, size, stockLevelQuantity: demoStock(ean13) };
  });
  const previewImageUrls = demoViews(product).map((view) => view.path);
  return { productId, name, previewImageUrls, ...demoCustomsOfShape(product.shape), variants };
}

/** `P-100`, 7 -> prefix 20, five digits of the product, five of the variant, check digit. */
function internalEan(productId: string, variantNumber: number): string {
  const product = productId.replace('P-', '').padStart(5, '0');
  const digits = `${INTERNAL_PREFIX}${product}${String(variantNumber).padStart(5, '0')}`;
  return `${digits}${ean13CheckDigit(digits)}`;
}

/** The check digit of twelve digits: weights 1, 3, 1, 3 … (GS1 General Specifications, 7.9). */
export function ean13CheckDigit(twelveDigits: string): number {
  const sum = [...twelveDigits].reduce(
    (total, digit, index) => total + Number(digit) * (index % 2 ? 3 : 1),
    0,
  );
  return (10 - (sum % 10)) % 10;
}
