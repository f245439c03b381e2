import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import fc from 'fast-check';
import { newCustomer } from '../src/orders/test-support/customer.ts';
import { BLANK } from '../src/orders/test-support/sample-orders.ts';
import { placeKeyOf } from '../src/stock/place-rules.ts';
import { newOperator, type Operator } from './support/operator.ts';
import { startTestServer, type TestServer } from './support/test-server.ts';

const RUNS = 15;
const ROUNDS_MAX = 12;
const STATIONS = 3;
const CODES = [BLANK, 'ST-CREATOR-NVY-M'];
const PLACES = ['A-1', 'a-01', 'B-2', 'C 3'];

type Answer = Awaited<ReturnType<Operator['send']>>;
type Work = (station: Operator) => Promise<Answer>;

let server: TestServer;
let stations: Operator[];
before(async () => {
  server = await startTestServer({ RATE_LIMIT: 'off' });
  await newCustomer(server);
  stations = await Promise.all(Array.from({ length: STATIONS }, () => newOperator(server)));
  await Promise.all(CODES.map((code) => stations[0]!.send('POST', `/stock/ARTICLE/${code}/set`, { quantity: 50 })));
});
after(() => server.close());

/** Sends a change twice with one key, as a phone does that lost the answer. */
async function sendTwice(station: Operator, path: string, body: object): Promise<Answer> {
  const key = { 'idempotency-key': randomUUID() };
  const answers = await Promise.all([1, 2].map(() => station.send('POST', path, body, key)));
  return answers[0] as Answer;
}

async function receive(station: Operator, code: string, quantity: number, place: string): Promise<Answer> {
  const note = { sender: 'Textile Trade', reference: randomUUID() };
  const opened = await Promise.all([1, 2].map(() => station.send('POST', '/deliveries', note)));
  const { json } = opened[0] as Answer;
  await sendTwice(station, `/deliveries/${json.deliveryId}/counted`, {
    kind: 'ARTICLE',
    code,
    counted: quantity,
    place,
  });
  const booked = await Promise.all([1, 2].map(() => station.send('POST', `/deliveries/${json.deliveryId}/book`)));
  return booked[0] as Answer;
}

async function countShelf(station: Operator, code: string, counted: number, place: string): Promise<Answer> {
  const body = {
    title: 'Model',
    isBlind: true,
    isConfirmed: false,
    places: [place],
    variants: [{ kind: 'ARTICLE', code }],
  };
  const { json } = await station.send('POST', '/counts', body);
  return sendTwice(station, `/counts/${json.countId}/counted`, { kind: 'ARTICLE', code, counted, place });
}

const code = fc.constantFrom(...CODES);
const place = fc.constantFrom(...PLACES);
const quantity = fc.integer({ min: 1, max: 30 });
const WORKS: fc.Arbitrary<Work> = fc.oneof(
  fc.tuple(code, quantity, place).map(
    ([of, pieces, at]): Work =>
      (station) =>
        receive(station, of, pieces, at),
  ),
  fc.tuple(code, quantity, place).map(
    ([of, pieces, at]): Work =>
      (station) =>
        countShelf(station, of, pieces, at),
  ),
  fc.tuple(code, place, fc.option(place, { nil: undefined }), quantity).map(
    ([of, to, from, pieces]): Work =>
      (station) =>
        sendTwice(station, `/stock/ARTICLE/${of}/moves`, { to, ...(from && { from }), quantity: pieces }),
  ),
  fc.tuple(code, quantity, place).map(
    ([of, pieces, at]): Work =>
      (station) =>
        sendTwice(station, `/stock/ARTICLE/${of}/scrap`, { quantity: pieces, place: at, reason: 'Spoiled.' }),
  ),
  fc.tuple(code, fc.option(place, { nil: undefined })).map(
    ([of, at]): Work =>
      (station) =>
        station.send('PUT', '/places/assignment', {
          ...(at && { place: at }),
          variants: [{ kind: 'ARTICLE', code: of }],
        }),
  ),
  fc.tuple(place, place).map(
    ([from, to]): Work =>
      (station) =>
        station.send('POST', '/places/rename', { from, to }),
  ),
);

/** The books agree: the level and each reserve place are the sums of the ledger. */
async function assertBooks(): Promise<void> {
  for (const of of CODES) {
    const [level] = (
      await server.pool.query(
        `select stock_level_quantity as on_hand, (select sum(on_hand_change)::int from stock_movements where code = $1) as booked
         from article_variants where sku = $1`,
        [of],
      )
    ).rows;
    assert.equal(level.on_hand, level.booked, of);
    const moved = await server.pool.query(
      'select place, place_change from stock_movements where code = $1 and place_change is not null',
      [of],
    );
    const sums = new Map<string, number>();
    for (const { place: at, place_change: change } of moved.rows)
      sums.set(placeKeyOf(at), (sums.get(placeKeyOf(at)) ?? 0) + change);
    const stored = await server.pool.query('select place_key, quantity from stock_places where code = $1', [of]);
    const reserves = new Map(stored.rows.map(({ place_key: key, quantity: pieces }) => [key, pieces ?? 0]));
    for (const [key, sum] of sums) assert.equal(reserves.get(key) ?? 0, sum, `${of} at ${key}`);
    assert.ok(stored.rows.filter(({ quantity: pieces }) => pieces === null).length <= 1);
  }
}

test('whatever several stations do at once, the ledger proves each level and each place', {
  timeout: 120_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(WORKS, { minLength: STATIONS, maxLength: STATIONS }), { minLength: 1, maxLength: ROUNDS_MAX }),
      async (rounds) => {
        for (const works of rounds) {
          const answers = await Promise.all(works.map((work, index) => work(stations[index]!)));
          for (const { status, text } of answers) assert.ok([200, 409].includes(status), text);
          await assertBooks();
        }
      },
    ),
    { numRuns: RUNS },
  );
});
