import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { test } from 'node:test';
import type { CatalogArticle } from '../src/catalog/catalog-file.ts';
import type { LocationTechnologies } from '../src/catalog/catalog-schemas.ts';
import { placeArtwork, printedDpi, USUAL_FITTING } from '../src/catalog/printing/placement-rules.ts';
import { inspectFile } from '../src/platform/files/inspect-file.ts';
import { DEMO_IMAGES, FIRST_ARTWORK, readDemoCatalog, readDemoShops } from './demo-data.ts';

const { articles, products, carriers } = await readDemoCatalog();
const ofType = (type: CatalogArticle['type']) => articles.filter((article) => article.type === type);
const articleVariants = articles.flatMap((article) => article.variants);
const productVariants = products.flatMap((product) => product.variants);

test('the demo shop is as large as a small print shop', () => {
  assert.ok(ofType('BLANK').length >= 35);
  assert.ok(ofType('CUSTOMIZATION').length >= 6);
  assert.ok(ofType('UNPRODUCIBLE').length >= 1);
  assert.ok(products.length >= 25);
  assert.ok(carriers.length >= 4);
});

test('every identifier is unique', () => {
  for (const identifiers of [
    articles.map((article) => article.manufacturerCode),
    articleVariants.map((variant) => variant.sku),
    products.map((product) => product.productId),
    productVariants.map((variant) => variant.ean13),
    productVariants.map((variant) => variant.name),
    carriers.map((carrier) => carrier.carrierId),
  ]) {
    assert.equal(new Set(identifiers).size, identifiers.length);
  }
});

test('every EAN-13 ends in its check digit', () => {
  for (const { ean13 } of productVariants) {
    assert.match(ean13, /^\d{13}$/);
    const sum = [...ean13].reduce((total, digit, index) => total + Number(digit) * (index % 2 ? 3 : 1), 0);
    assert.equal(sum % 10, 0, ean13);
  }
});

test('the variants that the documentation orders exist and are in stock', () => {
  const creator = articles.find((article) => article.manufacturerCode === 'ST-CREATOR');
  assert.equal(creator?.variants.find((variant) => variant.sku === 'ST-CREATOR-BLK-M')?.stockLevelQuantity, 120);
  const logoTee = products.find((product) => product.productId === 'P-100');
  assert.deepEqual(
    logoTee?.variants.find((variant) => variant.ean13 === '4006381333931'),
    { ean13: '4006381333931', name: 'Logo Tee Black M', color: 'Black', size: 'M', stockLevelQuantity: 40 },
  );
});

test('stock is plausible: whole numbers, most above zero, a few sold out', () => {
  const stock = [...articleVariants, ...productVariants].map((variant) => variant.stockLevelQuantity);
  assert.ok(stock.every((quantity) => Number.isInteger(quantity) && quantity >= 0));
  const soldOut = stock.filter((quantity) => quantity === 0).length;
  assert.ok(soldOut > 0 && soldOut < stock.length / 10);
});

test('the bags of the demo say how large each print may be', () => {
  const bags = articles.filter(({ manufacturerCode }) => manufacturerCode.startsWith('BG-'));
  assert.ok(bags.length > 0);
  for (const { variants } of bags)
    for (const { sku, allowedLocations } of variants)
      assert.ok(
        allowedLocations.every(({ printArea }) => printArea !== undefined),
        sku,
      );
});

test('only blanks can be decorated, and only customizations can be applied', () => {
  for (const { type, manufacturerCode, variants } of articles) {
    assert.ok(variants.length > 0, manufacturerCode);
    for (const variant of variants) {
      assert.equal(variant.allowedLocations.length > 0, type === 'BLANK', variant.sku);
      assert.equal(variant.isAllowedOnLocations.length > 0, type === 'CUSTOMIZATION', variant.sku);
    }
  }
});

test('direct-to-garment printing and a dtgType come together', () => {
  for (const variant of articleVariants) {
    assert.equal(allows(variant.allowedLocations, 'DTG'), variant.dtgType !== undefined, variant.sku);
  }
});

test('a black tee can be ordered with a print and a neck label', () => {
  const tee = articleVariants.find((variant) => variant.sku === 'ST-CREATOR-BLK-M')!;
  const label = articleVariants.find((variant) => variant.sku.startsWith('CZ-NECK-LABEL'))!;
  assert.ok(allows(tee.allowedLocations, 'DTG', 'REGULAR'));
  assert.ok(allows(tee.allowedLocations, 'DTF', 'REGULAR') && allows(label.isAllowedOnLocations, 'DTF', 'REGULAR'));
});

test('every customization fits some blank', () => {
  const blanks = ofType('BLANK').flatMap((article) => article.variants);
  for (const { variants } of ofType('CUSTOMIZATION')) {
    for (const { sku, isAllowedOnLocations } of variants) {
      const fits = isAllowedOnLocations.some(({ location, printTechnologies }) =>
        printTechnologies.some((technology) =>
          blanks.some((blank) => allows(blank.allowedLocations, technology, location)),
        ),
      );
      assert.ok(fits, sku);
    }
  }
});

test('the demo contains exactly the files that the catalogue and the orders name', async () => {
  const shops = await readDemoShops({ BASE_URL: 'http://localhost:8080' });
  const named = [...JSON.stringify(shops).matchAll(/http:\/\/localhost:8080\/images\/([^"]+)/g)].map(
    ([, path = '']) => path,
  );
  const pictures = [...products, ...articles].flatMap(({ previewImageUrls = [] }) => previewImageUrls);
  const expected = new Set([...pictures, ...named, FIRST_ARTWORK]);
  // The demo has orders whose files cannot be found.
  for (const missing of ['artwork/summit-club-v3.png', 'artwork/herb-leaf-final.png'])
    assert.ok(expected.delete(missing), missing);
  const shipped = (await readdir(DEMO_IMAGES, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(DEMO_IMAGES, join(parentPath, name)));
  assert.deepEqual(shipped.sort(), [...expected].sort());
});

test('the artwork is a PNG with transparency that fills a shirt’s print area at 150 dpi', async () => {
  const {
    mediaType,
    fault,
    hasAlpha,
    dpi,
    width = 0,
    height = 0,
  } = await inspectFile(join(DEMO_IMAGES, FIRST_ARTWORK));
  assert.deepEqual([mediaType, fault, hasAlpha, dpi], ['image/png', undefined, true, 150]);
  const artwork = { width, height, widthMm: null, heightMm: null };
  const placement = placeArtwork(artwork, { widthMm: 355.6, heightMm: 406.4 }, USUAL_FITTING);
  assert.equal(printedDpi(artwork, placement), 150);
});

function allows(places: LocationTechnologies[], technology: string, location?: string): boolean {
  return places.some(
    (place) => (location ?? place.location) === place.location && place.printTechnologies.includes(technology),
  );
}
