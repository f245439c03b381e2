import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { removeAbsent } from '../../platform/http/json-body.ts';
import { requestValidator } from '../../platform/http/violations.ts';
import { hashOrder, normaliseOrder } from '../document/order-document.ts';
import { type OrderRequest, OrderRequestSchema } from '../document/order-request-schemas.ts';
import { CATALOG, fullOrder, LIMITS } from '../test-support/sample-orders.ts';
import { orderReferences, orderViolations } from './order-rules.ts';

const CODE = /^[a-z_]+$/;
const POINTER = /^(\/[a-zA-Z0-9]+)*$/;
const isValid = requestValidator({ schema: OrderRequestSchema, httpPart: 'body' });

/** Every property name of an order. */
const NAMES = new Set<string>();
JSON.stringify(fullOrder(), (name, value) => {
  if (Number.isNaN(Number(name))) NAMES.add(name);
  return value;
});
for (const name of ['shippingLabelUrl', 'returnLabelUrl', '__proto__', 'constructor', 'toString']) NAMES.add(name);

const anyJson = fc.oneof(
  fc.jsonValue(),
  // Objects that resemble orders: the real names over values of every type.
  fc.letrec((tie) => ({
    value: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      fc.constantFrom(null, '', 0, -1, 1.5, true, 'DE', 'US', 'EUR', 'NECK', 'FRONT', 'DTF', 'https://a.example/x.gif'),
      fc.constantFrom(...CATALOG.articles.keys(), ...CATALOG.variantNames.keys()),
      fc.string({ unit: 'binary' }),
      fc.double(),
      fc.array(tie('value'), { maxLength: 4 }),
      tie('object'),
    ),
    object: fc.dictionary(fc.constantFrom(...NAMES), tie('value'), { maxKeys: 12 }),
  })).value,
);

/** A whole order of which one part, wherever it lies, is any JSON value. */
const spoiltOrder = fc.tuple(fc.constantFrom(...placesOf(fullOrder())), anyJson).map(([place, value]) => {
  const order = fullOrder();
  const parent = place.slice(0, -1).reduce<object>((node, step) => Reflect.get(node, step), order);
  Reflect.set(parent, place.at(-1)!, value);
  return order as unknown;
});

test('the rules accept any JSON value without failing, and return pointers and codes in one form', () => {
  fc.assert(
    fc.property(fc.oneof(anyJson, spoiltOrder), (value) => {
      const body = removeAbsent(OrderRequestSchema, value);
      orderReferences(body);
      for (const one of [...orderViolations(body, CATALOG, LIMITS), ...orderViolations(value, CATALOG, LIMITS)]) {
        assert.match(one.code, CODE);
        assert.match(one.pointer, POINTER);
        assert.match(one.message, /^["A-Z].*[.?]$/s);
      }
    }),
    { numRuns: 1_000 },
  );
});

test('a valid order can be normalised and is then valid again', () => {
  fc.assert(
    fc.property(spoiltOrder, (value) => {
      const body = removeAbsent(OrderRequestSchema, value);
      if (isValid(body) !== true || orderViolations(body, CATALOG, LIMITS).length > 0) return;
      const order = normaliseOrder(body as OrderRequest);
      const again = JSON.parse(JSON.stringify(order));
      assert.equal(isValid(again), true);
      assert.deepEqual(orderViolations(again, CATALOG, LIMITS), []);
      assert.deepEqual(hashOrder(normaliseOrder(again)), hashOrder(order));
    }),
    { numRuns: 1_000 },
  );
});

test('violations contain no values of the request except the country', () => {
  const secret = fc.stringMatching(/^[a-zA-Z0-9äöü@ /:.-]{0,20}$/).map((text) => `${text}SECRET${text}`);
  const order = fullOrder();
  const places = placesOf(order).filter((place) => place.at(-1) !== 'country');
  fc.assert(
    fc.property(fc.uniqueArray(fc.constantFrom(...places)), secret, (chosen, text) => {
      const body = structuredClone(order);
      for (const place of chosen) {
        const parent = place
          .slice(0, -1)
          .reduce<unknown>((node, step) => (Object(node) === node ? Reflect.get(node as object, step) : {}), body);
        if (Object(parent) === parent) Reflect.set(parent as object, place.at(-1)!, text);
      }
      assert.doesNotMatch(JSON.stringify(orderViolations(body, CATALOG, LIMITS)), /SECRET/);
    }),
    { numRuns: 1_000 },
  );
});

/** The ways to every part of the value, as steps from its root. */
function placesOf(value: object): string[][] {
  return Object.entries(value).flatMap(([step, child]) => [
    [step],
    ...(Object(child) === child ? placesOf(child).map((rest) => [step, ...rest]) : []),
  ]);
}
