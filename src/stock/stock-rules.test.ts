import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { type StockQuantity, type StockRequest, type StockShare, shareStock, stockKey } from './stock-rules.ts';

const CODES = ['A', 'B', 'C'] as const;
type Levels = Record<string, number>;

const product = (code: string, quantity: number): StockQuantity => ({ kind: 'PRODUCT', code, quantity });
const some = fc
  .uniqueArray(fc.constantFrom(...CODES), { maxLength: CODES.length })
  .chain((codes) => fc.tuple(...codes.map((code) => fc.integer({ min: 1, max: 5 }).map((n) => product(code, n)))));
const request: fc.Arbitrary<StockRequest> = fc.record({ needs: some, held: some });
const newcomer = some.map((needs) => ({ needs, held: [] }));
/** Fewer may lie there than orders have reserved. */
const levels: fc.Arbitrary<Levels> = fc.record(
  Object.fromEntries(CODES.map((code) => [stockKey(product(code, 1)), fc.integer({ min: -3, max: 12 })])),
);

const share = (available: Levels, requests: readonly StockRequest[]) => {
  const left = new Map(Object.entries(available));
  return { shares: shareStock(left, requests), left };
};
const isServed = ({ short }: StockShare) => short.length === 0;
const sum = (list: readonly StockQuantity[], key: string) =>
  list.filter((one) => stockKey(one) === key).reduce((total, { quantity }) => total + quantity, 0);

test('no piece is shared out twice: the handed-out pieces were available or returned', () => {
  fc.assert(
    fc.property(levels, fc.array(request), (available, requests) => {
      const { shares, left } = share(available, requests);
      for (const [key, level] of Object.entries(available)) {
        const handedOut = shares.filter(isServed).reduce((total, { missing }) => total + sum(missing, key), 0);
        const givenBack = requests
          .filter((_, index) => !isServed(shares[index]!))
          .reduce((total, { held }) => total + sum(held, key), 0);
        assert.equal(left.get(key), level - handedOut + givenBack);
        assert.ok(left.get(key)! >= Math.min(0, level));
      }
    }),
  );
});

test('no waiting order could be filled from the remaining pieces', () => {
  fc.assert(
    fc.property(levels, fc.array(newcomer), (available, requests) => {
      const { shares, left } = share(available, requests);
      for (const [index, { needs }] of requests.entries()) {
        const fits = needs.every((need) => left.get(stockKey(need))! >= need.quantity);
        assert.ok(isServed(shares[index]!) || !fits);
      }
    }),
  );
});

test('later orders do not change what earlier orders get', () => {
  fc.assert(
    fc.property(levels, fc.array(request), fc.array(request), (available, older, younger) => {
      const alone = share(available, older).shares;
      assert.deepEqual(share(available, [...older, ...younger]).shares.slice(0, older.length), alone);
    }),
  );
});

test('an order that cannot be filled does not delay others', () => {
  fc.assert(
    fc.property(levels, fc.array(newcomer), fc.nat(), (available, requests, place) => {
      const tooMuch = { needs: CODES.map((code) => product(code, 100_000)), held: [] };
      const at = place % (requests.length + 1);
      const { shares } = share(available, requests.toSpliced(at, 0, tooMuch));
      assert.deepEqual(shares.toSpliced(at, 1), share(available, requests).shares);
    }),
  );
});

test('a changed order keeps its reservations if it is filled, and releases them if it must wait', () => {
  const changed = { needs: [product('A', 3)], held: [product('A', 2)] };
  const next = { needs: [product('A', 2)], held: [] };
  const [kept, short] = share({ 'PRODUCT A': 1 }, [changed, next]).shares;
  assert.deepEqual([kept!.missing, kept!.short, short!.short], [[product('A', 1)], [], [product('A', 2)]]);
  const [waits, served] = share({ 'PRODUCT A': 0 }, [changed, next]).shares;
  assert.deepEqual([waits!.short, served!.short], [[product('A', 1)], []]);
});

test('a code that is left to other orders is not taken', () => {
  const requests = [{ needs: [product('A', 1), product('B', 1)], held: [] }];
  const available = new Map([
    ['PRODUCT A', 5],
    ['PRODUCT B', 5],
  ]);
  const [waits] = shareStock(available, requests, (key) => key === 'PRODUCT A');
  assert.deepEqual(waits!.short, [product('A', 1)]);
  assert.deepEqual([...available.values()], [5, 5]);
});

test('the work goes with the number of needs, however many wait for the same', () => {
  const lookups = (orders: number, codes: number) => {
    const available = new CountingMap();
    const needs = Array.from({ length: codes }, (_, code) => product(`${code}`, 1));
    shareStock(
      available,
      Array.from({ length: orders }, () => ({ needs, held: [] })),
    );
    return available.lookups;
  };
  assert.equal(lookups(50, 500), 50 * 500);
  assert.equal(lookups(500, 50), 50 * 500);
});

class CountingMap extends Map<string, number> {
  lookups = 0;

  override get(key: string): number | undefined {
    this.lookups++;
    return super.get(key);
  }
}
