import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { newCustomer } from '../../src/orders/test-support/customer.ts';
import { order } from '../../src/orders/test-support/sample-orders.ts';
import type { HealthCheck } from '../../src/platform/http/health-check.ts';
import { newWebhookShop } from '../../src/webhooks/test-support/webhook-shop.ts';
import { assigned } from '../../test/support/operator.ts';
import { fillSampleShop, newSampleShop, type SampleShop } from '../../test/support/sample-shop.ts';
import { TodayPage } from './pages/today-page.ts';
import { startConsole, TABLET_SCREEN, type TestConsole, untilAnswered } from './support/console.ts';
import { eventually } from './support/eventually.ts';

/** A time zone whose days begin at a half hour, unlike the browser's. */
const TIME_ZONE = 'Asia/Kathmandu';
const DAY_MS = 86_400_000;
const ROWS_MAX = 500;

let office: TestConsole;
let shop: SampleShop;
let health: HealthCheck[] = [];
before(async () => {
  office = await startConsole({ TIME_ZONE }, { checkHealth: async () => health });
  const { server } = office;
  const customer = await newCustomer(server);
  for (const daysAgo of [6, 4, 3, 2, 1]) {
    server.time.now = new Date(Date.now() - daysAgo * DAY_MS);
    for (let index = 0; index < daysAgo; index++)
      assert.equal((await customer.post(order({ orderId: `OLD-${daysAgo}-${index}` }))).status, 200);
    await assigned(server, customer, { orderId: `OLD-${daysAgo}` });
  }
  server.time.now = undefined;
  shop = await newSampleShop(server);
  await fillSampleShop(shop);
  await shop.customer.cancel('SHOP-1005');
  await shop.operator.work(shop.clientId, 'SHOP-1006', 'error', { message: 'The print is blurred.' });
  await makeEndpoints();
});
afterEach(() => office.endTest());
after(() => office.close());

/**
 * Makes a failing and a given-up endpoint of live clients, and sandbox and disabled ones, which do not count.
 */
async function makeEndpoints(): Promise<void> {
  const { server } = office;
  for (const mode of ['live', 'sandbox'] as const) {
    const { newEndpoint } = await newWebhookShop(server, mode);
    for (const changes of [
      `failing_since = now()`,
      `status = 'disabled', disabled_reason = 'gone'`,
      `status = 'disabled', disabled_reason = 'by_staff'`,
    ]) {
      const { endpointId } = await newEndpoint('https://shop.example.com/hooks');
      await server.pool.query(`update webhook_endpoints set ${changes} where endpoint_id = $1`, [endpointId]);
    }
  }
}

const rowsOf = (page: Page) => page.locator('tr[data-order], tr[data-endpoint]').count();

test('whoever signs in begins with today, where each number is that of the rows that its address alone shows', async () => {
  const today = new TodayPage(await office.signedIn({ role: 'viewer' }));
  await today.page.goto('');
  await today.page.getByRole('heading', { level: 1, name: 'Today' }).waitFor();
  await today.number('errors').waitFor();
  await today.number('late').waitFor();
  assert.match(today.page.url(), /\/console\/today$/);
  await today.page.getByText('Show as table').click();
  await untilAnswered(today.page);
  const numbers = await today.numbers();
  const counted = numbers.filter(({ name }) => !/^(oldest|bins|noLabel|problems)/.test(name));
  assert.ok(counted.length > 20, `${counted.length} numbers`);
  const said = Object.fromEntries(counted.map(({ name, number }) => [name, Number(number)]));
  assert.deepEqual(
    [said.errors, said['errors file_not_found'], said['errors production_problem'], said.cancellations],
    [2, 1, 1, 1],
  );
  assert.deepEqual([said.webhooks, said.givenUp, said.held], [1, 1, 1]);
  assert.equal(said.older, 7 + 5, 'of six and of four days ago');
  assert.equal(said.late, 4, 'assigned at least two days ago');
  const { today: newest, oneDay, twoToThreeDays, older, NEW, ASSIGNED, ACCEPTED, ERROR } = said;
  assert.equal(newest! + oneDay! + twoToThreeDays! + older!, NEW! + ASSIGNED! + ACCEPTED! + ERROR!);
  for (const { name, number, address } of counted) {
    const { pathname, search } = new URL(address);
    const list = pathname.endsWith('/webhooks') ? 'webhook-endpoints' : 'orders';
    const answer = await today.page.request.get(`${office.server.url}/operator/v1/${list}${search}&limit=${ROWS_MAX}`);
    assert.equal((await answer.json()).length, Number(number), `${name}: ${address}`);
  }
  const other = await office.signedIn({ role: 'office' });
  for (const name of ['errors file_not_found', 'twoToThreeDays', 'givenUp', 'late']) {
    await other.goto(counted.find((one) => one.name === name)!.address);
    await eventually(() => rowsOf(other), said[name]);
  }
});

test('the order that waits longest is named, and its list begins with it', async () => {
  const today = new TodayPage(await office.signedIn());
  await today.open();
  for (const [name, orderId] of [
    ['oldestNew', 'OLD-6-0'],
    ['oldestAssigned', 'OLD-6'],
  ] as const) {
    assert.match(await today.number(name).innerText(), /^6\s?d/);
    await today.page.getByRole('link', { name: orderId, exact: true }).waitFor();
    await today.number(name).click();
    const first = today.page.locator('tr[data-order]').first();
    await eventually(() => first.getAttribute('data-order'), orderId);
    await today.page.goBack();
  }
});

test('what happens is seen without touching the page, and so is a disk that fills', async () => {
  const today = new TodayPage(await office.signedIn());
  await today.open();
  await today.number('cancellations').getByText('1', { exact: true }).waitFor();
  await shop.operator.work(shop.clientId, 'SHOP-1005', 'cancellation/reject', { reason: 'It is printed.' });
  health = [{ name: 'disk', status: 'degraded', message: 'Disk space is low.' }];
  await today.number('cancellations').getByText('0', { exact: true }).waitFor();
  await today.page.getByRole('alert').getByText('Disk space is low.').waitFor();
  await today.page.getByRole('link', { name: 'Show service status' }).waitFor();
  const viewer = new TodayPage(await office.signedIn({ role: 'viewer' }));
  await viewer.open();
  await viewer.page.getByRole('alert').getByText('Disk space is low.').waitFor();
  assert.equal(await viewer.page.getByRole('link', { name: 'Show service status' }).count(), 0);
  health = [];
  await today.page.getByRole('alert').filter({ hasText: 'Disk space is low.' }).waitFor({ state: 'detached' });
});

test('after a restore today says what is paused, and an admin who has decided about old webhooks resumes it', async () => {
  const { server } = office;
  const { newEndpoint, newOrders } = await newWebhookShop(server);
  await newEndpoint('https://shop.example.com/hooks', ['order.created']);
  await newOrders('OLD-WEBHOOK');
  await server.pool.query('insert into restore_pause (since, restored_to) values (now(), now())');
  const viewer = new TodayPage(await office.signedIn({ role: 'viewer', language: 'de', screen: TABLET_SCREEN }));
  await viewer.open();
  await viewer.page.getByText(/Webhooks, Konnektoren, Drucker und Sandbox-Schritte sind angehalten/).waitFor();
  const refused = viewer.page.getByRole('button', { name: 'Fortsetzen' });
  assert.equal(await refused.getAttribute('aria-disabled'), 'true');

  const { page } = new TodayPage(await office.signedIn({ dark: true }));
  await page.goto('today');
  const notice = page.getByRole('alert').filter({ hasText: 'Restored from a backup' });
  await notice.getByRole('button', { name: 'Resume' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Resume' }).click();
  await dialog.getByText('Choose whether to skip or send the old webhooks.').waitFor();
  await dialog.getByRole('radio', { name: /^Skip them/ }).check();
  await dialog.getByRole('button', { name: 'Resume' }).click();
  await notice.waitFor({ state: 'detached' });
  const { rows } = await server.pool.query(
    `select (select count(*)::int from restore_pause) as pauses,
            (select count(*)::int from webhook_deliveries where state = 'skipped') as skipped`,
  );
  assert.deepEqual(rows, [{ pauses: 0, skipped: 1 }]);
});
