import assert from 'node:assert/strict';
import { test } from 'node:test';
import { USUAL_FITTING } from '../catalog/printing/placement-rules.ts';
import { usualTechnology } from '../catalog/printing/print-technologies.ts';
import { removeAbsent } from '../platform/http/json-body.ts';
import { subtractQuantities } from '../stock/stock-rules.ts';
import { addShipments, newParcels, parcelViolations, remainingPieces } from './change/shipment-rules.ts';
import { orderReferences, orderViolations } from './create/order-rules.ts';
import { changedOrder, newOrder, normaliseOrder } from './document/order-document.ts';
import { type OrderRequest, OrderRequestSchema } from './document/order-request-schemas.ts';
import { artworkWarnings } from './files/artwork-rules.ts';
import { orderFiles, relinkFiles, urlsOfComplaint } from './files/order-files.ts';
import { searchTerms } from './search/search-terms.ts';
import { BLANK, CATALOG, customItem, NECK_LABEL, order } from './test-support/sample-orders.ts';

const PLACES = 2_000;
const TIMES_LARGER = 16;
/**
 * Highest ratio of the times for one large order and for 16 smaller ones with as many places. A quadratic
 * rule would take 16 times as long.
 */
const TIMES_LONGER_MAX = 5;
/** For articles with fifty times the locations. */
const TIMES_AS_WIDE_MAX = 10;
/** The processor's clock moves in steps of some milliseconds, so less than this tells nothing. */
const TIME_MIN_MS = 20;
const ATTEMPTS = 5;
/** The shortest of these attempts counts, because garbage collection and other work only add to the time. */
const ATTEMPTS_MAX = 30;
const DECORATIONS = 50;

const PRINTING = {
  areaOf: () => ({ widthMm: 300, heightMm: 300 }),
  fittingOf: () => USUAL_FITTING,
  technologyOf: usualTechnology,
};
const KEPT = {
  sha256: '',
  mediaType: 'image/png',
  bytes: 1,
  width: 1,
  height: 1,
  dpi: null,
  hasAlpha: null,
  visibleShare: null,
  isOpaque: null,
  pages: null,
  widthMm: null,
  heightMm: null,
  fetched: new Date(0),
};
const STATE = { status: 'NEW', created: new Date(0), updated: new Date(0) } as const;
const LIMITS = { filesMax: 50_000, violationsMax: 100 };
const decorated = (places: number, decorations: (first: number) => Parameters<typeof customItem>[0]) =>
  order({
    items: Array.from({ length: places / DECORATIONS }, (_, index) => customItem(decorations(index * DECORATIONS))),
  });
const several = <T>(make: (place: number) => T) => Array.from({ length: DECORATIONS }, (_, place) => make(place));

/** Prints that each have a different file. */
const printed = (places: number) =>
  decorated(places, (first) => ({
    prints: several((place) => ({
      dataUrl: `https://a.test/${first + place}.png`,
      location: 'FRONT',
      technology: 'DTG',
    })),
  }));
const customized = (places: number) =>
  decorated(places, () => ({
    customizations: several(() => ({ sku: NECK_LABEL, location: 'NECK', technology: 'DTF' })),
  }));
const stored = (places: number) => newOrder(normaliseOrder(printed(places)), STATE, () => '');
const quantities = (count: number) =>
  Array.from({ length: count }, (_, code) => ({ kind: 'ARTICLE' as const, code: `${code}`, quantity: 2 }));
/** Articles with as many locations as an import may bring, each with as many technologies. */
const wide = (() => {
  const technologies = ['DTF', 'DTG', ...Array.from({ length: 49 }, (_, number) => `T${number}`)];
  const names = ['NECK', 'FRONT', ...Array.from({ length: 99 }, (_, number) => `L${number}`)];
  const locations = new Map(names.map((name) => [name, new Set(technologies)]));
  return {
    ...CATALOG,
    articles: new Map([
      [
        BLANK,
        {
          type: 'BLANK' as const,
          allowedLocations: locations,
          isAllowedOnLocations: new Map(),
          isRetired: false,
        },
      ],
      [
        NECK_LABEL,
        {
          type: 'CUSTOMIZATION' as const,
          allowedLocations: new Map(),
          isAllowedOnLocations: locations,
          isRetired: false,
        },
      ],
    ]),
  };
})();

/** Steps that every order goes through, each made ready for a number of places. */
const STEPS: Record<string, (places: number) => () => unknown> = {
  'reading it': (places) => {
    const body = printed(places);
    return () => removeAbsent(OrderRequestSchema, body);
  },
  'what it refers to': (places) => {
    const body = customized(places);
    return () => orderReferences(body);
  },
  'the rules of prints': (places) => {
    const body = printed(places);
    return () => orderViolations(body, CATALOG, LIMITS);
  },
  'the rules of customizations': (places) => {
    const body = customized(places);
    return () => assert.deepEqual(orderViolations(body, CATALOG, LIMITS), []);
  },
  'ids for its items': (places) => {
    const items = Array.from({ length: places }, (_, index) =>
      index * 2 < places ? { quantity: 1 } : { quantity: 1, id: String(index - places / 2 + 2) },
    ) as OrderRequest['items'];
    return () => normaliseOrder(order({ items }));
  },
  'its document': (places) => {
    const normalised = normaliseOrder(printed(places));
    return () =>
      JSON.stringify(
        changedOrder(
          newOrder(normalised, STATE, () => ''),
          STATE,
          { warnings: null },
        ),
      );
  },
  'its files': (places) => {
    const files = orderFiles(stored(places));
    const kept = files.map((file) => ({ ...file, ...KEPT })).reverse();
    return () => relinkFiles(kept, files, urlsOfComplaint(files, { pointer: '/shipping' }));
  },
  'warnings about its artwork': (places) => {
    const order = stored(places);
    const files = orderFiles(order).map((file) => ({ ...file, ...KEPT, width: 9_000, height: 9_000 }));
    return () => artworkWarnings(order, files, PRINTING, 150);
  },
  'what it is found by': (places) => {
    const order = stored(places);
    return () => searchTerms(order);
  },
  'what it lacks of stock': (places) => {
    const needs = quantities(places);
    return () => subtractQuantities(needs, needs);
  },
  'its parcels': (places) => {
    const items = Array.from({ length: places }, (_, id) => ({ id: `${id}`, quantity: 1 }));
    const parcels = [{ items: items.map(({ id }) => ({ id: `no ${id}`, quantity: 1 })), place: 0 }];
    return () => parcelViolations({ items }, parcels);
  },
  'what has left of it in parts': (places) => {
    const items = Array.from({ length: places }, (_, id) => ({ id: `${id}`, quantity: 2 }));
    const parcels = items.map(({ id }, place) => {
      return { trackingNumber: `T-${id}`, items: [{ id, quantity: 1 }], place };
    });
    const shipments = addShipments({ items }, parcels, new Date());
    const order = { status: 'ACCEPTED' as const, items, shipments };
    return () => {
      newParcels(order, parcels, false);
      remainingPieces(order);
      parcelViolations(order, parcels);
    };
  },
};

function timeOf(step: () => unknown): number {
  const before = process.threadCpuUsage();
  step();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1_000;
}

const repeated = (step: () => unknown) => () => {
  for (let time = 0; time < TIMES_LARGER; time++) step();
};

const leastTimeOf = (step: () => unknown) =>
  Math.max(TIME_MIN_MS, Math.min(...Array.from({ length: ATTEMPTS }, () => timeOf(step))));

function assertTakesAtMost(step: () => unknown, ms: number): void {
  let least = Infinity;
  for (let spent = 0; least > ms && spent < ms * ATTEMPTS_MAX; ) {
    const time = timeOf(step);
    spent += time;
    least = Math.min(least, time);
  }
  assert.ok(least <= ms, `${least} ms, where at most ${ms} ms were expected`);
}

for (const [name, prepare] of Object.entries(STEPS)) {
  test(`${name}: the work grows with the size of the order, not with its square`, () => {
    const ms = leastTimeOf(repeated(prepare(PLACES)));
    assertTakesAtMost(prepare(PLACES * TIMES_LARGER), ms * TIMES_LONGER_MAX);
  });
}

test('the cost of the rules does not depend on the number of an article’s locations', () => {
  const body = customized(PLACES);
  const check = (catalog: typeof CATALOG) =>
    repeated(() => assert.deepEqual(orderViolations(body, catalog, LIMITS), []));
  assertTakesAtMost(check(wide), leastTimeOf(check(CATALOG)) * TIMES_AS_WIDE_MAX);
});
