import type { Violation } from '../platform/errors/errors.ts';
import { problemMessage } from '../platform/errors/problem-messages.ts';
import { eanWithZeros, gtinKey } from '../platform/formats/gtin.ts';
import {
  CUSTOMS_DESCRIPTION_LENGTH_MAX,
  type CustomsData,
  hsCodeFault,
  hsCodeWithZero,
  knownCustoms,
  originCountry,
  originFault,
  WEIGHT_GRAMS_MAX,
} from '../shipping/customs-rules.ts';
import type { SameGtin } from './assignment-store.ts';
import {
  type CatalogArticle,
  type CatalogArticleVariant,
  type CatalogFile,
  type CatalogProduct,
  FAULTS_MAX,
  type Place,
} from './catalog-file.ts';
import {
  AREA_ORIGINS,
  ARTICLE_TYPES,
  type ArticleType,
  BLEED_MM_MAX,
  DTG_TYPES,
  type LocationTechnologies,
  PREVIEW_IMAGE_LENGTH_MAX,
  PREVIEW_IMAGES_MAX,
  PRINT_AREA_MM_MAX,
  type PrintArea,
  STOCK_MAX,
} from './catalog-schemas.ts';
import { type ArticlePrintArea, areaFaults } from './printing/print-area-rules.ts';
import { RecordFields, type Report } from './record-fields.ts';

const WARNINGS_LISTED_MAX = 100;
const RECORDS_MAX = 5_000_000;
const LOCATIONS_MAX = 100;
const TECHNOLOGIES_MAX = 50;
const AREAS_OF_ARTICLE_MAX = 2_000;
/** Also allows GTINs of 8, 12 and 14 digits. The check digit is not verified. */
const EAN = /^\d{8,14}$/;
const EAN_SHAPE = '8 to 14 digits, 13 as a rule';

/**
 * Checks a catalogue in parsed JSON. Returns its records and violations. Stops after FAULTS_MAX violations,
 * or after `msMax` milliseconds, which adds a violation. The records are then incomplete.
 */
export function readCatalogJson(value: unknown, msMax?: number): CatalogDraft {
  const draft = new CatalogDraft(msMax);
  try {
    gather(draft, value);
  } catch (error) {
    if (!(error instanceof GatheringEnded)) throw error;
  }
  return draft;
}

function gather(draft: CatalogDraft, value: unknown): void {
  const root = new RecordFields(value, (path) => (path === undefined ? '' : `/${path}`), draft.report);
  for (const [name, add] of [
    ['articles', draft.addArticle],
    ['products', draft.addProduct],
    ['carriers', draft.addCarrier],
  ] as const) {
    const elements = root.optionalElements(name, RECORDS_MAX);
    for (const [index, record] of elements.entries()) add.call(draft, record, root.placeOf(name, index));
  }
  root.refuseOthers();
  draft.finish();
  if (draft.violations.length === 0 && Object.keys(value as object).length === 0) {
    const message = 'The catalogue has none of articles, products, carriers.';
    draft.report({ pointer: '', code: 'required', message });
  }
}

/** Ends the reading of a catalogue after FAULTS_MAX violations, or at the time limit. */
export class GatheringEnded extends Error {}

/** Collects a catalogue record by record, from JSON or CSV. If there are violations, `file` is incomplete. */
export class CatalogDraft {
  readonly file: Required<CatalogFile> & { warnings: Violation[] } = {
    articles: [],
    products: [],
    carriers: [],
    articleVariants: [],
    productVariants: [],
    printAreas: new Map(),
    areaPlaces: new Map(),
    warnings: [],
  };
  readonly violations: Violation[] = [];
  readonly #areaPlaces = new Map<string, Place[]>();
  readonly #msMax: number;
  readonly #began = performance.now();
  readonly #articles = new Map<string, CatalogArticle>();
  readonly #products = new Map<string, CatalogProduct>();
  /** The place of the first occurrence of an identifier, by name and value. */
  readonly #places = new Map<string, Place>();

  /** The first record after `msMax` milliseconds ends the reading with a violation. */
  constructor(msMax = Number.POSITIVE_INFINITY) {
    this.#msMax = msMax;
  }

  readonly report: Report = (violation) => {
    this.violations.push(violation);
    if (this.violations.length >= FAULTS_MAX) throw new GatheringEnded();
  };

  readonly warn: Report = (warning) => {
    if (this.file.warnings.length < WARNINGS_LISTED_MAX) this.file.warnings.push(warning);
  };

  addArticle(record: unknown, place: Place): void {
    this.#assertInTime(place);
    const fields = new RecordFields(record, place, this.report);
    const article: CatalogArticle = {
      manufacturerCode: this.#unique('manufacturerCode', fields.code('manufacturerCode'), place),
      title: fields.text('title'),
      type: fields.oneOf('type', ARTICLE_TYPES) as ArticleType,
      ...readCustoms(fields, place, this.warn),
      variants: [],
    };
    const areas = fields.optionalElements('printAreas', AREAS_OF_ARTICLE_MAX);
    const areaPlaces = areas.map((_, index) => fields.placeOf('printAreas', index));
    if (fields.has('printAreas')) this.#areasOf(article.manufacturerCode);
    for (const [index, area] of areas.entries()) this.addPrintArea(area, areaPlaces[index]!, article);
    const previewImageUrls = readPictures(fields, place, this.report);
    if (previewImageUrls.length > 0) article.previewImageUrls = previewImageUrls;
    this.#articles.set(article.manufacturerCode, article);
    this.file.articles.push(article);
    const variants = fields.optionalElements('variants', RECORDS_MAX);
    for (const [index, variant] of variants.entries()) {
      this.addArticleVariant(variant, fields.placeOf('variants', index), article);
    }
    fields.refuseOthers();
  }

  /** Adds an area of an article in this file or in the database. */
  addPrintArea(record: unknown, place: Place, parent?: CatalogArticle): void {
    this.#assertInTime(place);
    const fields = new RecordFields(record, place, this.report);
    const manufacturerCode = parent?.manufacturerCode ?? fields.code('manufacturerCode');
    const [location, size] = [fields.code('location'), fields.optionalText('size')];
    this.#areasOf(manufacturerCode).push({ location, ...(size && { size }), area: readArea(fields) });
    const places = this.#areaPlaces.get(manufacturerCode) ?? [];
    places.push(place);
    this.#areaPlaces.set(manufacturerCode, places);
  }

  #areasOf(manufacturerCode: string): ArticlePrintArea[] {
    const areas = this.file.printAreas.get(manufacturerCode) ?? [];
    this.file.printAreas.set(manufacturerCode, areas);
    return areas;
  }

  /** Reports the faults that only all records together show. */
  finish(): void {
    for (const [manufacturerCode, areas] of this.file.printAreas) {
      const places = this.#areaPlaces.get(manufacturerCode) ?? [];
      for (const { index, code, message } of areaFaults(areas)) {
        this.report({ pointer: places[index]?.('location') ?? '', code, message });
      }
      const [first] = places;
      if (first && !this.#articles.has(manufacturerCode)) this.file.areaPlaces.set(manufacturerCode, first);
    }
  }

  addArticleVariant(record: unknown, place: Place, parent?: CatalogArticle): void {
    this.#assertInTime(place);
    const fields = new RecordFields(record, place, this.report);
    const manufacturerCode = parent?.manufacturerCode ?? fields.code('manufacturerCode');
    const article = parent ?? this.#articles.get(manufacturerCode);
    const dtgType = fields.optionalOneOf('dtgType', DTG_TYPES);
    const variant: CatalogArticleVariant = {
      sku: this.#unique('sku', fields.code('sku'), place),
      color: fields.text('color'),
      size: fields.text('size'),
      stockLevelQuantity: fields.quantity('stockLevelQuantity', STOCK_MAX),
      ...(dtgType && { dtgType }),
      ...readCustoms(fields, place, this.warn),
      allowedLocations: readLocations(fields, 'allowedLocations'),
      isAllowedOnLocations: readLocations(fields, 'isAllowedOnLocations'),
    };
    fields.refuseOthers();
    if (article) {
      article.variants.push(variant);
      checkLocationsOfType(article.type, variant, place, this.report);
    } else {
      this.file.articleVariants.push({ ...variant, manufacturerCode, place });
    }
  }

  addProduct(record: unknown, place: Place): void {
    this.#assertInTime(place);
    const fields = new RecordFields(record, place, this.report);
    const product: CatalogProduct = {
      productId: this.#unique('productId', fields.code('productId'), place),
      name: fields.text('name'),
      previewImageUrls: readPictures(fields, place, this.report),
      ...readCustoms(fields, place, this.warn),
      variants: [],
    };
    this.#products.set(product.productId, product);
    this.file.products.push(product);
    const variants = fields.optionalElements('variants', RECORDS_MAX);
    for (const [index, variant] of variants.entries()) {
      this.addProductVariant(variant, fields.placeOf('variants', index), product);
    }
    fields.refuseOthers();
  }

  addProductVariant(record: unknown, place: Place, parent?: CatalogProduct): void {
    this.#assertInTime(place);
    const fields = new RecordFields(record, place, this.report);
    const productId = parent?.productId ?? fields.code('productId');
    const product = parent ?? this.#products.get(productId);
    const variant = {
      ean13: this.#unique('ean13', fields.codeLike('ean13', EAN, EAN_SHAPE), place, gtinKey),
      name: fields.text('name'),
      color: fields.text('color'),
      size: fields.text('size'),
      stockLevelQuantity: fields.quantity('stockLevelQuantity', STOCK_MAX),
      ...readCustoms(fields, place, this.warn),
    };
    fields.refuseOthers();
    const likely = eanWithZeros(variant.ean13);
    if (likely !== undefined) {
      const message = problemMessage('leading_zeros_lost', {
        field: 'ean13',
        digits: variant.ean13.length,
        meant: likely,
      });
      this.warn({ pointer: place('ean13'), code: 'leading_zeros_lost', message });
    }
    if (product) product.variants.push(variant);
    else this.file.productVariants.push({ ...variant, productId, place });
  }

  addCarrier(record: unknown, place: Place): void {
    this.#assertInTime(place);
    const fields = new RecordFields(record, place, this.report);
    const carrier = {
      carrierId: this.#unique('carrierId', fields.code('carrierId'), place),
      name: fields.text('name'),
      ...(fields.optionalFlag('default') && { default: true }),
    };
    if (carrier.default) this.#unique('default', 'true', place);
    fields.refuseOthers();
    this.file.carriers.push(carrier);
  }

  #assertInTime(place: Place): void {
    if (performance.now() - this.#began <= this.#msMax) return;
    const message = `Reading took longer than ${this.#msMax / 1_000} seconds and stopped here; import the catalogue in parts.`;
    this.violations.push({ pointer: place(), code: 'too_many_items', message });
    throw new GatheringEnded();
  }

  #unique(field: string, value: string, place: Place, keyOf = (one: string) => one): string {
    const key = `${field} ${keyOf(value)}`;
    const first = this.#places.get(key);
    if (!first) this.#places.set(key, place);
    else if (value !== '') {
      const message = `"${field}" must be unique; ${first(field)} has the same.`;
      this.report({ pointer: place(field), code: 'duplicate', message });
    }
    return value;
  }
}

export function otherFormMessage({ ean13, other, productId }: SameGtin): string {
  return `${ean13} is the same number as ${other} of the product ${productId}, which a client has. Use ${other}.`;
}

/** Reports `allowedLocations` of a non-BLANK article, and `isAllowedOnLocations` of a non-CUSTOMIZATION. */
export function checkLocationsOfType(
  type: ArticleType | undefined,
  variant: Pick<CatalogArticleVariant, 'allowedLocations' | 'isAllowedOnLocations'>,
  place: Place,
  report: Report,
): void {
  for (const [field, owner] of [
    ['allowedLocations', 'BLANK'],
    ['isAllowedOnLocations', 'CUSTOMIZATION'],
  ] as const) {
    if (type === undefined || type === owner || variant[field].length === 0) continue;
    const message = `"${field}" is for ${owner} articles only; this article is ${type}.`;
    report({ pointer: place(field), code: 'locations_not_of_type', message });
  }
}

function readLocations(fields: RecordFields, name: string): LocationTechnologies[] {
  const seen = new Set<string>();
  const locations = fields.optionalRecords(name, LOCATIONS_MAX).map((entry) => {
    const location = entry.code('location');
    const printTechnologies = entry.optionalTexts('printTechnologies', TECHNOLOGIES_MAX);
    if (printTechnologies.length === 0) {
      entry.fault('printTechnologies', 'too_few_items', 'A location needs at least one technology.');
    }
    if (location !== '' && seen.has(location)) {
      entry.fault('location', 'duplicate', `"${name}" holds a location twice.`);
    }
    seen.add(location);
    const printArea = name === 'allowedLocations' ? readPrintArea(entry) : undefined;
    entry.refuseOthers();
    return { location, printTechnologies, ...(printArea && { printArea }) };
  });
  const areas = locations.flatMap(({ location, printArea: area }) => (area ? [{ location, area }] : []));
  for (const { code, message } of areaFaults(areas)) if (code === 'areas_overlap') fields.fault(name, code, message);
  return locations;
}

function readPrintArea(location: RecordFields): PrintArea | undefined {
  const area = location.optionalRecord('printArea');
  return area && readArea(area);
}

/** Reads the fields of a print area. Other fields are reported. */
function readArea(area: RecordFields): PrintArea {
  const read = {
    widthMm: area.positiveNumber('widthMm', PRINT_AREA_MM_MAX),
    heightMm: area.positiveNumber('heightMm', PRINT_AREA_MM_MAX),
    origin: area.optionalOneOf('origin', AREA_ORIGINS),
    topMm: area.optionalNumber('topMm', -PRINT_AREA_MM_MAX, PRINT_AREA_MM_MAX),
    leftMm: area.optionalNumber('leftMm', -PRINT_AREA_MM_MAX, PRINT_AREA_MM_MAX),
    side: area.optionalText('side'),
    bleedMm: area.optionalNumber('bleedMm', 0, BLEED_MM_MAX),
    picture: readAreaOnPicture(area),
  };
  area.refuseOthers();
  return Object.fromEntries(Object.entries(read).filter(([, value]) => value !== undefined)) as PrintArea;
}

function readAreaOnPicture(area: RecordFields): PrintArea['picture'] {
  const picture = area.optionalRecord('picture');
  if (!picture) return undefined;
  const [left = 0, top = 0] = [picture.optionalNumber('left', 0, 1), picture.optionalNumber('top', 0, 1)];
  const width = picture.positiveNumber('width', 1);
  picture.refuseOthers();
  return { left, top, width };
}

function readPictures(fields: RecordFields, place: Place, report: Report): string[] {
  const addresses = fields.optionalTexts('previewImageUrls', PREVIEW_IMAGES_MAX, PREVIEW_IMAGE_LENGTH_MAX);
  for (const [index, address] of addresses.entries()) {
    if (address === '' || isImageAddress(address)) continue;
    const message =
      'A preview image is a path relative to the image base URL, such as p-100/front.png, or an http(s) URL.';
    report({ pointer: place(`previewImageUrls/${index}`), code: 'invalid_url', message });
  }
  return addresses;
}

/** Returns true for an http(s) URL, and for a relative path that stays below its base. */
function isImageAddress(address: string): boolean {
  if (/(^|[\\/])(\.|%2e){2}([\\/?#]|$)/i.test(address)) return false;
  const base = 'https://base.invalid/images/';
  const resolved = URL.canParse(address, base) ? new URL(address, base) : undefined;
  if (/^[a-z][a-z0-9+.-]*:/i.test(address))
    return /^https?:\/\//i.test(address) && resolved !== undefined && resolved.username === '';
  return resolved?.href.startsWith(base) ?? false;
}

function readCustoms(fields: RecordFields, place: Place, warn: Report): CustomsData {
  return knownCustoms({
    hsCode: readHsCode(fields, place, warn),
    countryOfOrigin: readOrigin(fields),
    weightGrams: fields.optionalCount('weightGrams', WEIGHT_GRAMS_MAX),
    customsDescription: fields.optionalText('customsDescription', CUSTOMS_DESCRIPTION_LENGTH_MAX),
  });
}

function readHsCode(fields: RecordFields, place: Place, warn: Report): string | undefined {
  const hsCode = fields.optionalText('hsCode');
  if (!hsCode) return hsCode;
  const fault = hsCodeFault(hsCode);
  const likely = hsCodeWithZero(hsCode);
  if (fault !== undefined) fields.fault('hsCode', 'invalid', fault);
  else if (likely !== undefined) {
    const message = problemMessage('leading_zeros_lost', { field: 'hsCode', digits: hsCode.length, meant: likely });
    warn({ pointer: place('hsCode'), code: 'leading_zeros_lost', message });
  }
  return hsCode;
}

function readOrigin(fields: RecordFields): string | undefined {
  const given = fields.optionalText('countryOfOrigin');
  if (!given) return given;
  const country = originCountry(given);
  if (country === undefined) fields.fault('countryOfOrigin', 'unknown_country', originFault(given));
  return country;
}
