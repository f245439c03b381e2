import assert from 'node:assert/strict';
import type { Pool } from 'pg';
import { issueOwnToken } from '../../src/clients/access-tokens.ts';
import { SigningKeys } from '../../src/clients/signing-keys.ts';
import { type Customer, newCustomer } from '../../src/orders/test-support/customer.ts';
import { waitUntil } from '../../src/orders/test-support/wait-until.ts';
import { findDue } from '../../src/platform/database/due-query.ts';
import { safeAgent } from '../../src/platform/network/safe-agent.ts';
import { readShopProducts, runShop, type ShopContext } from '../../src/shops/run-shop.ts';
import { dueConnections, dueShopProducts } from '../../src/shops/shop-connection-store.ts';
import { assign, newOperator, type Operator } from './operator.ts';
import type { Scope } from './scope.ts';
import type { Answer, TestServer } from './test-server.ts';

/** A client whose shops are connected in the console. Runs happen only when the test asks for them. */
export interface ConsoleShop {
  customer: Customer;
  operator: Operator;
  /** What a background job needs. */
  context: ShopContext;
  /** Path of its connections in the operator API. */
  path: string;
  send(path: string, body?: object, method?: string): Promise<Answer>;
  /** Runs due connections until `isDone` returns true. */
  run(isDone: () => boolean | undefined | Promise<boolean>): Promise<void>;
  /** Runs the due connections once, as if this time had passed. */
  runAfter(milliseconds: number): Promise<void>;
  accept(orderId: string): Promise<void>;
  ship(orderId: string, parcels: object[]): Promise<void>;
}

export async function newConsoleShop(t: Scope, server: TestServer, allow: readonly string[]): Promise<ConsoleShop> {
  const customer = await newCustomer(server);
  const operator = await newOperator(server);
  const { clientId } = customer;
  // Shops of tests have no TLS.
  (server.config.WEBHOOK_ALLOW as string[]).push(...allow);
  const keys = new SigningKeys(server.pool, server.encryptionKey, () => new Date());
  await keys.start(
    (error) => void server.log.error(error),
    () => {},
  );
  const agent = safeAgent({ allow });
  t.after(async () => {
    keys.stop();
    await agent.destroy();
  });
  let aheadMs = 0;
  const { pool, log, encryptionKey, config } = server;
  const context: ShopContext = {
    ...{ pool, log, encryptionKey, agent, platenUrl: server.url, opened: new Map(), retryDelaysMs: [20] },
    clock: () => new Date(Date.now() + aheadMs),
    issueToken: (id) =>
      issueOwnToken(keys, id, {
        ...{ issuer: config.AUTH_URL, audience: config.BASE_URL, lifetimeSeconds: 60 },
        clock: () => new Date(),
      }),
  };
  const runDue = async () => {
    await waitForOpenTransactions(pool);
    const jobs = [
      { due: dueShopProducts, work: readShopProducts },
      { due: dueConnections, work: runShop },
    ];
    for (const { due, work } of jobs)
      for (const key of await findDue(pool, due(context.clock())))
        if (key.startsWith(clientId)) await work(context, key, new AbortController().signal);
  };
  const work = async (orderId: string, verb: string, body?: object) => {
    const answer = await operator.work(clientId, orderId, verb, body);
    if (answer.status !== 200) throw new Error(answer.text);
  };
  return {
    ...{ customer, operator, context, path: `/operator/v1/clients/${clientId}/shop-connections` },
    send: (path, body, method = body ? 'POST' : 'GET') => operator.send(method, path.replace('/operator/v1', ''), body),
    run: (isDone) =>
      waitUntil(async () => {
        await runDue();
        return (await isDone()) === true;
      }),
    runAfter: async (milliseconds) => {
      aheadMs += milliseconds;
      await runDue();
    },
    accept: async (orderId) => {
      await assign(server, clientId, orderId);
      await work(orderId, 'accept');
    },
    ship: (orderId, parcels) => work(orderId, 'ship', { parcels }),
  };
}

/**
 * Waits until the transactions that are open now have ended. Those of other databases of the same PostgreSQL
 * delay the events that a connection reads, too.
 */
async function waitForOpenTransactions(pool: Pool): Promise<void> {
  const { rows } = await pool.query<{ next: string }>('select pg_snapshot_xmax(pg_current_snapshot())::text as next');
  const values = [rows[0]?.next];
  const text = 'select pg_snapshot_xmin(pg_current_snapshot()) >= $1::xid8 as "haveEnded"';
  await waitUntil(async () => (await pool.query<{ haveEnded: boolean }>(text, values)).rows[0]?.haveEnded === true);
}

/** Connects a shop by the API, and starts it. Returns its path. */
export async function connectByApi(shop: ConsoleShop, body: object): Promise<string> {
  const made = await shop.send(shop.path, body);
  assert.equal(made.status, 201, made.text);
  const path = `${shop.path}/${made.json.connection}`;
  const started = await shop.send(path, { state: 'ACTIVE' }, 'PATCH');
  assert.equal(started.status, 200, started.text);
  return path;
}
