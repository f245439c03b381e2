import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import fc from 'fast-check';
import { type Customer, newCustomer, nextOf } from '../src/orders/test-support/customer.ts';
import { item, order } from '../src/orders/test-support/sample-orders.ts';
import { type Answer, startTestServer, type TestServer } from './support/test-server.ts';

const RUNS = 20;
const COMMANDS_MAX = 60;
const CLIENTS = 2;
const ORDER_IDS = ['A', 'a', 'B/1', 'ü', '🦊'];
const WORDINGS = ['as it is', 'reversed', 'with nulls', 'as it was read'] as const;

interface StoredOrder {
  orderId: string;
  quantity: number;
  /** Milliseconds since 1970. */
  created: number;
  /** The response body. */
  text: string;
}

/** The orders that the server should have, by client. */
interface Model {
  orders: Map<string, StoredOrder>[];
}

/** The real server, with a time range that only this run uses. */
interface Real {
  customers: Customer[];
  start: number;
  now: number;
}

type Command = fc.AsyncCommand<Model, Real>;

let server: TestServer;
let customers: Customer[];
before(async () => {
  server = await startTestServer();
  customers = await Promise.all(Array.from({ length: CLIENTS }, () => newCustomer(server)));
});
after(() => server.close());

test('any sequence of client requests leaves the orders of a simple model', {
  timeout: 120_000,
}, async () => {
  let run = 0;
  await fc.assert(
    fc.asyncProperty(fc.commands(COMMANDS, { maxCommands: COMMANDS_MAX, size: 'max' }), async (commands) => {
      const start = Date.parse('2026-01-01T00:00:00Z') + ++run * 3_600_000;
      const real = { customers, start, now: start + 1 };
      const model = { orders: customers.map(() => new Map()) };
      server.time.now = new Date(real.now);
      await fc.asyncModelRun(() => ({ model, real }), commands);
    }),
    { numRuns: RUNS },
  );
});

/** A client sends an order. Only its quantity varies. */
class Create implements Command {
  readonly client: number;
  readonly orderId: string;
  readonly quantity: number;
  readonly wording: (typeof WORDINGS)[number];

  constructor(client: number, orderId: string, quantity: number, wording: (typeof WORDINGS)[number]) {
    this.client = client;
    this.orderId = orderId;
    this.quantity = quantity;
    this.wording = wording;
  }

  check = () => true;

  async run(model: Model, real: Real): Promise<void> {
    const orders = model.orders[this.client]!;
    const stored = orders.get(this.orderId);
    const answer = await real.customers[this.client]!.post(this.#body(stored, real));
    if (!stored) {
      assertCreated(answer);
      orders.set(this.orderId, {
        orderId: this.orderId,
        quantity: this.quantity,
        created: real.now,
        text: answer.text,
      });
    } else if (stored.quantity === this.quantity) assertRepeated(answer, stored.text);
    else assertRefused(answer);
  }

  #body(stored: StoredOrder | undefined, real: Real): object {
    const body = orderOf(real, this.orderId, this.quantity);
    if (this.wording === 'reversed') return Object.fromEntries(Object.entries(body).reverse());
    if (this.wording === 'with nulls') return { ...body, packingSlip: null, status: null };
    if (this.wording === 'as it was read' && stored) {
      const read = JSON.parse(stored.text);
      read.items[0].quantity = this.quantity;
      return read;
    }
    return body;
  }

  toString = () => `client ${this.client} creates ${this.orderId} x ${this.quantity} ${this.wording}`;
}

/** A client sends several orders with one orderId concurrently. */
class CreateAtOnce implements Command {
  readonly client: number;
  readonly orderId: string;
  readonly quantities: number[];

  constructor(client: number, orderId: string, quantities: number[]) {
    this.client = client;
    this.orderId = orderId;
    this.quantities = quantities;
  }

  check = () => true;

  async run(model: Model, real: Real): Promise<void> {
    const orders = model.orders[this.client]!;
    const { post } = real.customers[this.client]!;
    const answers = await Promise.all(
      this.quantities.map(async (quantity) => ({
        quantity,
        answer: await post(orderOf(real, this.orderId, quantity)),
      })),
    );
    let stored = orders.get(this.orderId);
    if (!stored) {
      const made = answers.filter(({ answer }) => answer.status === 200 && !answer.headers.has('idempotent-replayed'));
      assert.equal(made.length, 1, 'one is made');
      const { answer, quantity } = answers.splice(answers.indexOf(made[0]!), 1)[0]!;
      assertCreated(answer);
      stored = { orderId: this.orderId, quantity, created: real.now, text: answer.text };
      orders.set(this.orderId, stored);
    }
    for (const { quantity, answer } of answers) {
      if (quantity === stored.quantity) assertRepeated(answer, stored.text);
      else assertRefused(answer);
    }
  }

  toString = () => `client ${this.client} creates ${this.orderId} x ${this.quantities.join(' and x ')} at once`;
}

class Read implements Command {
  readonly client: number;
  readonly orderId: string;

  constructor(client: number, orderId: string) {
    this.client = client;
    this.orderId = orderId;
  }

  check = () => true;

  async run(model: Model, real: Real): Promise<void> {
    const stored = model.orders[this.client]!.get(this.orderId);
    const answer = await real.customers[this.client]!.read(nameIn(real, this.orderId));
    if (stored) assert.deepEqual([answer.status, answer.text], [200, stored.text]);
    else assert.deepEqual([answer.status, answer.json.error], [404, 'order_not_found']);
  }

  toString = () => `client ${this.client} reads ${this.orderId}`;
}

class List implements Command {
  readonly client: number;
  readonly limit: number;
  readonly byPage: boolean;

  constructor(client: number, limit: number, byPage: boolean) {
    this.client = client;
    this.limit = limit;
    this.byPage = byPage;
  }

  check = () => true;

  async run(model: Model, real: Real): Promise<void> {
    const expected = [...model.orders[this.client]!.values()]
      .sort(
        (one, other) =>
          other.created - one.created || Buffer.compare(Buffer.from(one.orderId), Buffer.from(other.orderId)),
      )
      .map(({ orderId, created }) => {
        const time = new Date(created).toISOString();
        return { orderId: nameIn(real, orderId), status: 'NEW', created: time, updated: time };
      });
    assert.deepEqual(await this.#all(real), expected);
  }

  async #all(real: Real): Promise<unknown[]> {
    const span = `createdFrom=${new Date(real.start).toISOString()}&createdTo=${new Date(real.now).toISOString()}`;
    const first = `/v1/orders?limit=${this.limit}&${span}`;
    const found: unknown[] = [];
    let path: string | undefined = first;
    for (let page = 2; path; page++) {
      const answer: Answer = await real.customers[this.client]!.get(path);
      assert.equal(answer.status, 200);
      found.push(...answer.json);
      const next = nextOf(answer);
      path = next && this.byPage ? `${first}&page=${page}` : next;
    }
    return found;
  }

  toString = () => `client ${this.client} lists by ${this.limit} ${this.byPage ? 'by page' : 'by Link'}`;
}

class Wait implements Command {
  check = () => true;

  async run(_model: Model, real: Real): Promise<void> {
    server.time.now = new Date(++real.now);
  }

  toString = () => 'a millisecond passes';
}

const client = fc.nat({ max: CLIENTS - 1 });
const orderId = fc.constantFrom(...ORDER_IDS);
const quantity = fc.integer({ min: 1, max: 3 });
const COMMANDS = [
  fc.tuple(client, orderId, quantity, fc.constantFrom(...WORDINGS)).map((given) => new Create(...given)),
  fc
    .tuple(client, orderId, fc.array(quantity, { minLength: 2, maxLength: 6 }))
    .map((given) => new CreateAtOnce(...given)),
  fc.tuple(client, orderId).map((given) => new Read(...given)),
  fc.tuple(client, fc.integer({ min: 1, max: 4 }), fc.boolean()).map((given) => new List(...given)),
  fc.constant(new Wait()),
];

/** Adds the run to the orderId, because runs share the clients. */
function nameIn({ start }: Real, id: string): string {
  return `${id} ${start}`;
}

function orderOf(real: Real, id: string, pieces: number) {
  return order({ orderId: nameIn(real, id), items: [item({ quantity: pieces })] });
}

function assertCreated({ status, headers, text }: Answer): void {
  assert.deepEqual([status, headers.get('idempotent-replayed')], [200, null], text);
}

function assertRepeated({ status, headers, text }: Answer, stored: string): void {
  assert.deepEqual([status, headers.get('idempotent-replayed'), text], [200, 'true', stored]);
}

function assertRefused({ status, json }: Answer): void {
  assert.deepEqual([status, json.error], [409, 'order_already_exists']);
}
