import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { newCustomer } from '../../src/orders/test-support/customer.ts';
import { order } from '../../src/orders/test-support/sample-orders.ts';
import { assigned } from '../../test/support/operator.ts';
import { OrdersPage } from './pages/orders-page.ts';
import { assertAccessible, startConsole, type TestConsole } from './support/console.ts';

let office: TestConsole;
before(async () => {
  office = await startConsole();
  const customer = await newCustomer(office.server);
  await customer.post(order({ orderId: 'SHOP-1' }));
  await assigned(office.server, customer, { orderId: '007' });
  await customer.post(order({ orderId: '<script>alert(1)</script>' }));
});
after(() => office.close());

const HOSTILE = '<script>alert(1)</script>';

test('a filter stands in the address, which shows the same rows to somebody else', async () => {
  const orders = new OrdersPage(await office.signedIn());
  await orders.open();
  await orders.shows(HOSTILE, '007', 'SHOP-1');
  await orders.tab('Assigned').click();
  await orders.shows('007');
  assert.match(orders.page.url(), /\?status=ASSIGNED$/);

  const other = await office.signedIn();
  await other.goto(orders.page.url());
  await new OrdersPage(other).shows('007');

  await orders.page.goBack();
  await orders.shows(HOSTILE, '007', 'SHOP-1');
  await orders.page.goForward();
  await orders.page.reload();
  await orders.shows('007');
});

test('what is typed is searched for as it stands, with its zeros', async () => {
  const orders = new OrdersPage(await office.signedIn());
  await orders.open();
  await orders.page.keyboard.press('/');
  await orders.page.keyboard.type('007');
  await orders.shows('007');
  assert.match(orders.page.url(), /\?q=007$/);
});

test('a list that is entered by its bare address shows what was seen of it last; another address is left alone', async () => {
  const page = await office.signedIn();
  const orders = new OrdersPage(page);
  await orders.open('?status=ASSIGNED');
  await orders.shows('007');
  await orders.open();
  await orders.shows('007');
  assert.match(page.url(), /\?status=ASSIGNED$/);
  await orders.open('?status=NEW');
  await orders.shows(HOSTILE, 'SHOP-1');
});

test('the list can be read in the light and in the dark, in English and in German', async () => {
  for (const [dark, language, title] of [
    [false, 'en', 'Orders'],
    [true, 'de', 'Aufträge'],
  ] as const) {
    const orders = new OrdersPage(await office.signedIn({ dark, language }));
    await orders.open();
    await orders.shows(HOSTILE, '007', 'SHOP-1');
    assert.equal(await orders.page.title(), `${title} · Platen`);
    await assertAccessible(orders.page);
  }
});
