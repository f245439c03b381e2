import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { type Customer, newCustomer } from '../../src/orders/test-support/customer.ts';
import { ADDRESS, BLANK, customItem } from '../../src/orders/test-support/sample-orders.ts';
import { handleLabels, type LabelJobContext } from '../../src/packing/buy-labels.ts';
import { makeManifests } from '../../src/packing/make-manifests.ts';
import { dueManifests } from '../../src/packing/manifest-store.ts';
import { dueLabels } from '../../src/packing/parcel-label-store.ts';
import { findDue } from '../../src/platform/database/due-query.ts';
import { type FakeLabelProvider, startFakeLabelProvider } from './fake-label-provider.ts';
import { commandOf } from './floor-scene.ts';
import { assigned, markMade, newOperator, type Operator } from './operator.ts';
import {
  type ListeningPrinter,
  labelPrinter,
  officePrinter,
  openPaperBench,
  type PaperBench,
  stationWith,
} from './paper-bench.ts';
import type { Answer, TestServer } from './test-server.ts';

export const SENDER = { street: 'Werkstraße 1', city: 'Hamburg', postalCode: '20095', country: 'DE' };

/** A shop with a label provider, and a packing station with printers. */
export interface PostageScene {
  operator: Operator;
  customer: Customer;
  provider: FakeLabelProvider;
  providerId: string;
  bench: PaperBench;
  labels: ListeningPrinter;
  sheets: ListeningPrinter;
  context: LabelJobContext;
  /** Produces an order. Returns the codes of its pieces. */
  produce(orderId: string, changes?: object): Promise<string[]>;
  /** Returns a function that scans at a station. */
  packer(station?: string, work?: string): (code: string | undefined) => Promise<Answer['json']>;
  /** Runs the due steps for labels at this time. Returns the number of parcels. */
  buy(now?: Date): Promise<number>;
  /** Makes the due manifests of hand-over lists. */
  makeManifests(now?: Date): Promise<void>;
  /** Prints everything that is due. */
  print(): Promise<void>;
  setRules(rules: object[]): Promise<void>;
}

export const NO_TRACKING = commandOf('NO_TRACKING');

export async function newPostageScene(server: TestServer): Promise<PostageScene> {
  const operator = await newOperator(server);
  const customer = await newCustomer(server);
  const provider = await startFakeLabelProvider(server);
  const bench = openPaperBench(server, server);
  const labels = await labelPrinter(server, operator);
  const sheets = await officePrinter(server, operator);
  await stationWith(operator, 'pack-1', [labels, sheets]);
  await stationWith(operator, 'pack-2', [labels, sheets]);
  await operator.send('POST', `/stock/ARTICLE/${encodeURIComponent(BLANK)}/set`, { quantity: 10_000 });
  await operator.send('PUT', '/articles/ST-CREATOR/customs', { weightGrams: 180 });
  const added = await operator.send('POST', '/label-providers', {
    ...{ name: 'Own labels', kind: 'HTTP', address: provider.url, sender: SENDER },
    credentials: { secret: 'secret-token' },
  });
  assert.equal(added.status, 201, added.text);
  provider.token = 'secret-token';
  const { providerId } = added.json;
  const { pool, log, encryptionKey } = server;
  const context: LabelJobContext = {
    ...bench.context,
    ...{ pool, log, encryptionKey, timeoutMs: 2_000 },
    onPapers: () => {},
  };
  const setRules = async (rules: object[]) => {
    const answer = await operator.send('PUT', '/label-rules', { rules });
    assert.equal(answer.status, 200, answer.text);
  };
  await setRules([{ providerId, service: 'standard' }]);
  return {
    ...{ operator, customer, provider, providerId, bench, labels, sheets, context, setRules },
    async produce(orderId, changes = {}) {
      await assigned(server, customer, { orderId, items: [customItem()], shipping: { address: ADDRESS }, ...changes });
      const { clientId } = customer;
      await operator.send('POST', '/batches', { orders: [{ clientId, orderId }] });
      await markMade(server);
      const { json } = await operator.get(`/orders/${clientId}/${orderId}/pieces`);
      return json.map(({ code }: { code: string }) => code);
    },
    packer(station = 'pack-1', work = 'PACK') {
      let sent: object = { work };
      return async (code) => {
        const answer = await operator.send('POST', '/scans', { id: randomUUID(), station, code, context: sent });
        assert.equal(answer.status, 200, answer.text);
        sent = answer.json.next;
        return answer.json;
      };
    },
    async buy(now) {
      const clock = now ? () => now : context.clock;
      const codes = await findDue(pool, dueLabels(clock()));
      const { signal } = new AbortController();
      for (const code of codes) await handleLabels({ ...context, clock }, code, signal);
      return codes.length;
    },
    async makeManifests(now) {
      const clock = now ? () => now : context.clock;
      const { signal } = new AbortController();
      for (const list of await findDue(pool, dueManifests(clock())))
        await makeManifests({ ...context, clock }, list, signal);
    },
    async print() {
      await bench.draw();
      await bench.print(labels.printerId);
      await bench.print(sheets.printerId);
    },
  };
}
