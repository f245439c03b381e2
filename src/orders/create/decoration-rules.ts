import type { Locations, OrderCatalog } from '../../catalog/catalog-cache.ts';
import type { Violation } from '../../platform/errors/errors.ts';
import { nearestCode, oneOf } from '../../platform/errors/wording.ts';
import { isBlank } from '../../shipping/address-rules.ts';
import { asList, asRecord, type UrlRule, violation } from './body-rules.ts';

/** A message does not list more than this number of allowed values. */
const ALLOWED_TOLD_MAX = 10;

/** The allowed locations and technologies. `list` is slow and only needed for a violation. */
type AllowedLocations = { allows: (location: string, technology: string) => boolean; list: () => Locations };

export function customProductViolations(
  product: Record<string, unknown>,
  pointer: string,
  catalog: OrderCatalog,
  checkUrl: UrlRule,
): Violation[] {
  const prints = asList(product.prints);
  const customizations = asList(product.customizations);
  const violations: Violation[] = [];
  const blank = articleVariant(product.sku, catalog);
  if (blank === 'unknown') violations.push(unknownArticle(`${pointer}/sku`, product.sku, catalog));
  else if (blank?.isRetired) violations.push(retiredArticle(`${pointer}/sku`));
  else if (blank && blank.type !== 'BLANK') {
    violations.push(
      violation(
        `${pointer}/sku`,
        'not_a_blank',
        `The SKU of a custom product must belong to a BLANK article. This one is ${blank.type}.`,
      ),
    );
  }
  const isAbsent = (value: unknown) => value === undefined || (Array.isArray(value) && value.length === 0);
  if (isAbsent(product.prints) && isAbsent(product.customizations)) {
    violations.push(
      violation(
        pointer,
        'print_or_customization_required',
        'A custom product needs at least one print or customization.',
      ),
    );
  }
  const allowed =
    blank && blank !== 'unknown' && blank.type === 'BLANK' ? allowedLocationsOf(blank.allowedLocations) : undefined;
  violations.push(...checkUrl(product.qualityControlImageUrl, `${pointer}/qualityControlImageUrl`));
  prints.forEach((print, index) => {
    violations.push(...printViolations(asRecord(print), `${pointer}/prints/${index}`, allowed, checkUrl));
  });
  customizations.forEach((customization, index) => {
    violations.push(
      ...customizationViolations(
        asRecord(customization),
        `${pointer}/customizations/${index}`,
        allowed,
        catalog,
        checkUrl,
      ),
    );
  });
  return violations;
}

function printViolations(
  print: Record<string, unknown>,
  pointer: string,
  allowed: AllowedLocations | undefined,
  checkUrl: UrlRule,
): Violation[] {
  return [
    ...checkUrl(print.dataUrl, `${pointer}/dataUrl`),
    ...checkUrl(print.qualityControlImageUrl, `${pointer}/qualityControlImageUrl`),
    ...(allowed ? locationViolations(print, pointer, allowed, 'the article') : []),
    ...designNameViolations(print.designName, `${pointer}/designName`),
  ];
}

function designNameViolations(designName: unknown, pointer: string): Violation[] {
  if (typeof designName !== 'string' || designName === '' || !isBlank(designName)) return [];
  return [violation(pointer, 'required', '"designName" must not be blank. Leave it out instead.')];
}

function customizationViolations(
  customization: Record<string, unknown>,
  pointer: string,
  allowedByBlank: AllowedLocations | undefined,
  catalog: OrderCatalog,
  checkUrl: UrlRule,
): Violation[] {
  const violations = checkUrl(customization.qualityControlImageUrl, `${pointer}/qualityControlImageUrl`);
  const article = articleVariant(customization.sku, catalog);
  if (article === 'unknown') return [...violations, unknownArticle(`${pointer}/sku`, customization.sku, catalog)];
  if (!article) return violations;
  if (article.isRetired) return [...violations, retiredArticle(`${pointer}/sku`)];
  if (article.type !== 'CUSTOMIZATION') {
    const message = `The SKU of a customization must belong to a CUSTOMIZATION article. This one is ${article.type}.`;
    return [...violations, violation(`${pointer}/sku`, 'not_a_customization', message)];
  }
  const byItself = allowedLocationsOf(article.isAllowedOnLocations);
  const allowed = allowedByBlank ? intersectLocations(allowedByBlank, byItself) : byItself;
  return [...violations, ...locationViolations(customization, pointer, allowed, 'the article and the customization')];
}

function locationViolations(
  at: Record<string, unknown>,
  pointer: string,
  locations: AllowedLocations,
  by: string,
): Violation[] {
  const { location, technology } = at;
  if (typeof location !== 'string' || location === '') return [];
  const isText = typeof technology === 'string' && technology !== '';
  if (isText && locations.allows(location, technology)) return [];
  const allowed = locations.list();
  const technologies = allowed.get(location);
  if (!technologies) {
    return [notAllowed(pointer, 'location', `This location is not allowed by ${by}.`, [...allowed.keys()])];
  }
  if (!isText) return [];
  const message = `This technology is not allowed at that location by ${by}.`;
  return [notAllowed(pointer, 'technology', message, [...technologies])];
}

function notAllowed(
  pointer: string,
  field: 'location' | 'technology',
  message: string,
  allowed: readonly string[],
): Violation {
  const hint = allowed.length > 0 && allowed.length <= ALLOWED_TOLD_MAX ? ` Use ${oneOf(allowed)}.` : '';
  return violation(`${pointer}/${field}`, `${field}_not_allowed`, `${message}${hint}`, allowed);
}

function allowedLocationsOf(locations: Locations): AllowedLocations {
  return { allows: (location, technology) => locations.get(location)?.has(technology) ?? false, list: () => locations };
}

function intersectLocations(one: AllowedLocations, other: AllowedLocations): AllowedLocations {
  return {
    allows: (location, technology) => one.allows(location, technology) && other.allows(location, technology),
    list: () => {
      const both = new Map<string, ReadonlySet<string>>();
      const others = other.list();
      for (const [location, technologies] of one.list()) {
        const shared = technologies.intersection(others.get(location) ?? new Set());
        if (shared.size > 0) both.set(location, shared);
      }
      return both;
    },
  };
}

function articleVariant(sku: unknown, catalog: OrderCatalog) {
  if (typeof sku !== 'string' || sku === '') return undefined;
  return catalog.articles.get(sku) ?? 'unknown';
}

function unknownArticle(pointer: string, sku: unknown, { similarSkus }: OrderCatalog): Violation {
  const nearest = nearestCode(String(sku), similarSkus);
  const hint = nearest === undefined ? '' : ` Did you mean ${JSON.stringify(nearest)}?`;
  const message = `There is no article variant with this SKU.${hint} See GET /v1/article-variants.`;
  return violation(pointer, 'unknown_article_variant', message);
}

function retiredArticle(pointer: string): Violation {
  const message = 'This article variant is retired: it can no longer be ordered.';
  return violation(pointer, 'retired_article_variant', message);
}
