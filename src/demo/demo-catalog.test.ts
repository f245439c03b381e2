import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { artworkDpi } from '../files/content-rules.ts';
import { inspectFile } from '../files/inspection/inspect-file.ts';
import {
  type CatalogArticle,
  demoCatalog,
  ean13CheckDigit,
  type LocationTechnologies,
} from './demo-catalog.ts';
import { demoArtwork } from './draw-artwork.ts';
import { previewImages } from './draw-preview.ts';

const PICTURE_LIMIT_BYTES = 10_000;

const { articles, products, carriers } = demoCatalog;
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
  assert.equal(ean13CheckDigit('400638133393'), 1);
  for (const { ean13 } of productVariants) {
    assert.match(ean13, /^\d{13}$/);
    assert.equal(Number(ean13[12]), ean13CheckDigit(ean13.slice(0, 12)), ean13);
  }
});

test('the variants that the documentation orders are there, in stock', () => {
  const creator = articles.find((article) => article.manufacturerCode === 'ST-CREATOR');
  assert.equal(
    creator?.variants.find((variant) => variant.sku === 'ST-CREATOR-BLK-M')?.stockLevelQuantity,
    120,
  );
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
  assert.ok(
    allows(tee.allowedLocations, 'DTF', 'REGULAR') && allows(label.isAllowedOnLocations, 'DTF', 'REGULAR'),
  );
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

test('exactly the pictures that the products name are drawn', () => {
  assert.deepEqual(
    previewImages().map((image) => image.path),
    products.flatMap((product) => product.previewImageUrls),
  );
});

test('every picture is small, well-formed SVG that refers to nothing outside itself', () => {
  for (const { path, svg } of previewImages()) {
    assert.ok(svg.startsWith('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 800 800"'), path);
    assert.ok(Buffer.byteLength(svg) < PICTURE_LIMIT_BYTES, `${path} has ${Buffer.byteLength(svg)} bytes`);
    assert.doesNotMatch(svg, /NaN|undefined|<script|<image|style=|\son\w+=|url\((?!#)|href="(?!#)/, path);
    assertWellFormed(svg, path);
  }
});

test('the artwork is a PNG with transparency that fills a shirt’s print area at 150 dpi', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'platen-artwork-'));
  t.after(() => rm(folder, { recursive: true }));
  await writeFile(join(folder, 'sun.png'), demoArtwork());
  const {
    mediaType,
    fault,
    hasAlpha,
    dpi,
    width = 0,
    height = 0,
  } = await inspectFile(join(folder, 'sun.png'));
  assert.deepEqual([mediaType, fault, hasAlpha, dpi], ['image/png', undefined, true, 150]);
  assert.equal(artworkDpi({ width, height }, { widthMm: 355.6, heightMm: 406.4 }), 150);
});

function allows(places: LocationTechnologies[], technology: string, location?: string): boolean {
  return places.some(
    (place) =>
      (location ?? place.location) === place.location && place.printTechnologies.includes(technology),
  );
}

/** Tags nest and close, attributes are quoted and not repeated, text holds no bare markup. */
function assertWellFormed(xml: string, path: string): void {
  const open: string[] = [];
  const rest = xml.replace(
    /<(\/?)([a-zA-Z]+)((?:\s[\w:-]+="[^"<&]*")*)\s*(\/?)>/g,
    (_tag, closing: string, name: string, attributes: string, empty: string) => {
      const names = [...attributes.matchAll(/\s([\w:-]+)=/g)].map((match) => match[1]);
      assert.equal(new Set(names).size, names.length, `${path} repeats an attribute: ${attributes}`);
      if (closing) assert.equal(open.pop(), name, path);
      else if (!empty) open.push(name);
      return '';
    },
  );
  assert.deepEqual(open, [], path);
  assert.doesNotMatch(rest, /[<>&]/, path);
}
