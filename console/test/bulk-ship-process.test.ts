import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { type Customer, newCustomer } from '../../src/orders/test-support/customer.ts';
import { freePort } from '../../test/support/free-ports.ts';
import { assigned, newOperator } from '../../test/support/operator.ts';
import { makeDataDir, startPlaten, until } from '../../test/support/platen-process.ts';
import { startConsole, type TestConsole } from './support/console.ts';

const ORDERS = 2_000;
/** The server is killed when this number of orders has shipped. */
const SHIPPED_BEFORE_KILL = 500;

let office: TestConsole;
let customer: Customer;
before(async () => {
  office = await startConsole();
  customer = await newCustomer(office.server);
  await fill();
});
afterEach(() => office.endTest());
after(() => office.close());

/** Brings 2,000 orders into production: one by the API, the others as copies of its rows. */
async function fill(): Promise<void> {
  const { pool } = office.server;
  const operator = await newOperator(office.server);
  await assigned(office.server, customer, { orderId: 'BULK-0' });
  await operator.work(customer.clientId, 'BULK-0', 'accept');
  for (const table of ['orders', 'order_search', 'order_items']) {
    const { rows } = await pool.query<{ name: string }>(
      `select attname as name from pg_attribute
       where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
      [table],
    );
    const values: Record<string, string> = {
      order_id: `'BULK-' || n`,
      document: `replace(document, 'BULK-0', 'BULK-' || n)`,
      summary: `replace(summary, 'BULK-0', 'BULK-' || n)`,
    };
    const names = rows.map(({ name }) => name);
    await pool.query(
      `insert into ${table} (${names.join(', ')}) select ${names.map((name) => values[name] ?? name).join(', ')}
       from ${table} cross join generate_series(1, ${ORDERS - 1}) n where order_id = 'BULK-0'`,
    );
  }
}

test('2,000 orders ship from a view by keyboard, once each, although the server is killed meanwhile', async (t) => {
  const { pool, encryptionKey } = office.server;
  const { host, port, user, password, database } = pool.options;
  const settings = {
    DATABASE_URL: `postgresql://${user}:${encodeURIComponent(String(password))}@/${database}?host=${encodeURIComponent(host ?? '')}&port=${port}`,
    DATA_DIR: await makeDataDir(t),
    ENCRYPTION_KEY: Buffer.from(encryptionKey).toString('base64url'),
    DEMO: 'off',
    PORT: String(await freePort()),
  };
  const page = await office.signedIn({ alone: true });
  const first = await startPlaten(t, settings);
  await page.goto(`${first.url}/console/orders?status=ACCEPTED&limit=25`);
  await page.getByRole('button', { name: 'View', exact: true }).press('Enter');
  await page.getByRole('menuitem', { name: 'Save as new view…' }).press('Enter');
  await page.getByRole('dialog').locator('input:focus').waitFor();
  await page.keyboard.type('To ship');
  await page.keyboard.press('Enter');
  const entry = page.getByRole('navigation').getByRole('link', { name: /^To ship/ });
  await entry.getByText('2,000', { exact: true }).waitFor();
  await entry.press('Enter');
  await page.getByLabel('Select all on this page').press('Space');
  await page.getByRole('button', { name: 'Select all matching orders' }).press('Enter');
  await page.getByText('All 2,000 matching orders').waitFor();
  await page.getByRole('button', { name: 'Ship…', exact: true }).press('Enter');
  await page.getByLabel('Carrier of these parcels').fill('DHL');
  await page.keyboard.press('Enter');
  await page.getByText(/^Running: /).waitFor();
  const shipped = async () =>
    (await pool.query(`select count(*)::int as n from orders where status = 'SHIPPED'`)).rows[0].n as number;
  await until(async () => (await shipped()) >= SHIPPED_BEFORE_KILL, 'a quarter has shipped');
  await first.end('SIGKILL');
  const left = await shipped();
  assert.ok(left < ORDERS, `${left} shipped before the kill`);
  await startPlaten(t, settings);
  await page.getByText('Finished: 2,000 of 2,000').waitFor({ timeout: 300_000 });
  await page.getByText('Done 2,000').waitFor();
  assert.equal(await shipped(), ORDERS);
  const { rows } = await pool.query(
    `select count(*)::int as events, count(distinct order_id)::int as orders from order_events
     where client_id = $1 and type = 'order.shipped'`,
    [customer.clientId],
  );
  assert.deepEqual(rows, [{ events: ORDERS, orders: ORDERS }]);
  const { rows: parcels } = await pool.query(
    `select count(*)::int as several from orders where json_array_length(document::json -> 'shipments') <> 1`,
  );
  assert.deepEqual(parcels, [{ several: 0 }]);
});
