import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { newCustomer } from '../../src/orders/test-support/customer.ts';
import { item } from '../../src/orders/test-support/sample-orders.ts';
import { assigned, newOperator } from '../../test/support/operator.ts';
import { assertAccessible, startConsole, type TestConsole } from './support/console.ts';

let office: TestConsole;
before(async () => {
  office = await startConsole();
});
afterEach(() => office.endTest());
after(() => office.close());

test('the page of an order shows the returns that its client has announced, until they arrive', async () => {
  const page = await office.signedIn({ role: 'admin' });
  const { server } = office;
  const [customer, operator] = [await newCustomer(server), await newOperator(server)];
  const { clientId } = customer;
  await assigned(server, customer, { orderId: 'BACK', items: [item({ id: 'a', quantity: 3 })] });
  await operator.work(clientId, 'BACK', 'accept');
  await operator.work(clientId, 'BACK', 'ship', { parcels: [{ trackingNumber: 'T-1' }] });
  await page.goto(`orders/${clientId}/BACK`);
  await page.getByRole('region', { name: 'Parcels' }).waitFor();
  assert.equal(await page.getByText('Announced returns').count(), 0);

  const items = [{ id: 'a', quantity: 2, reason: 'WRONG_SIZE' }];
  const announced = await customer.send('/v1/returns', { orderId: 'BACK', items, reference: 'RMA-7' });
  assert.equal(announced.status, 200, announced.text);
  await page.reload();
  const row = page.getByRole('region', { name: 'Announced returns' }).locator('[data-announced]');
  assert.match((await row.innerText()).replace(/\s+/g, ' '), /2 a Wrong size RMA-7$/);
  await assertAccessible(page);
  const german = await office.signedIn({ role: 'admin', language: 'de' });
  await german.goto(`orders/${clientId}/BACK`);
  await german.getByRole('region', { name: 'Angekündigte Rücksendungen' }).getByText('Falsche Größe').waitFor();

  await customer.send(`/v1/returns/${announced.json.returnId}/withdraw`, {});
  await page.reload();
  await row.getByText(/^Withdrawn /).waitFor();
  await german.reload();
  await german.getByText(/^Zurückgezogen /).waitFor();
  await customer.send('/v1/returns', { orderId: 'BACK', items });
  await page.reload();
  await row.nth(1).waitFor();

  const booked = [{ itemId: 'a', quantity: 2, condition: 'RESELL', reason: 'WRONG_SIZE' }];
  assert.equal((await operator.send('POST', '/returns', { clientId, orderId: 'BACK', items: booked })).status, 200);
  await page.reload();
  // The locator fails if there are two.
  await row.waitFor();
});
