import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { after, afterEach, before, test } from 'node:test';
import { COMMAND_LINE } from '../../src/platform/audit/actor.ts';
import { inTransaction } from '../../src/platform/database/transaction.ts';
import { enqueuePrintJob } from '../../src/printing/manage-print-jobs.ts';
import { runPrintJobs } from '../../src/printing/run-print-jobs.ts';
import { newOperator, type Operator } from '../../test/support/operator.ts';
import { assertAccessible, startConsole, TABLET_SCREEN, type TestConsole } from './support/console.ts';
import { eventually } from './support/eventually.ts';

const HOSTILE = '<script>alert(1)</script>';

let office: TestConsole;
let operator: Operator;
before(async () => {
  office = await startConsole();
  operator = await newOperator(office.server);
});
afterEach(() => office.endTest());
after(() => office.close());

/** Runs the job `print` for each printer. */
async function printAll(): Promise<void> {
  const context = {
    pool: office.server.pool,
    log: office.server.log,
    clock: () => new Date(),
    retrySeconds: [0],
    keepHours: 72,
    ownPorts: [],
  };
  for (const { printerId } of (await operator.get('/printers')).json) {
    await runPrintJobs(context, printerId, new AbortController().signal);
  }
}

test('an admin names a printer, tests it, sees that it is off, changes its address, and prints again with a reason', async () => {
  const listener = createServer((socket) => socket.resume().on('error', () => {}));
  listener.listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const { port } = listener.address() as AddressInfo;

  const page = await office.signedIn();
  await page.goto('printers');
  await page.getByText('There are no printers yet.').waitFor();
  await page.getByRole('button', { name: 'New printer' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Create printer' }).click();
  await eventually(() => dialog.getByText('Fill in this field.').count(), 2);
  await dialog.getByLabel('Name').fill(HOSTILE);
  await dialog.getByLabel('Address').fill('http://10.0.0.7');
  await dialog.getByRole('button', { name: 'Create printer' }).click();
  await dialog
    .getByText(/The address of a raw printer is a host/)
    .first()
    .waitFor();
  await dialog.getByLabel('Address').fill('127.0.0.1:9');
  await dialog.getByRole('button', { name: 'Create printer' }).click();
  await dialog.waitFor({ state: 'hidden' });

  const row = page.locator('tr[data-printer]');
  await row.getByRole('button', { name: /^Print test page/ }).click();
  await page.getByText(/A test page was sent/).waitFor();
  await printAll();
  await page.reload();
  await row
    .getByText('The printer refuses the connection. Check that it is on and that its address is right.')
    .waitFor();
  const job = page.locator('tr[data-job]');
  await job.getByText('Waiting', { exact: true }).waitFor();

  await row.getByRole('button', { name: /^Change/ }).click();
  await dialog.getByLabel('Address').fill(`127.0.0.1:${port}`);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.waitFor({ state: 'hidden' });
  await row.getByText('No known errors').waitFor();
  await printAll();
  listener.close();
  await job.getByText('Printed', { exact: true }).waitFor();
  await job.getByRole('button', { name: /^Print again/ }).click();
  await dialog.getByLabel('Reason').fill('It came out smeared.');
  await dialog.getByRole('button', { name: 'Print again' }).click();
  await page.getByText('Again: It came out smeared.').waitFor();
  await page.getByLabel('Status').selectOption('Waiting');
  await page.waitForURL(/state=queued/);
  await eventually(() => job.count(), 1);
  await job.getByRole('button', { name: /^Cancel/ }).click();
  await dialog.getByRole('button', { name: 'Cancel', exact: true }).last().click();
  await page.getByText('No matching print jobs.').waitFor();
});

test('a printer without waiting jobs shows its last result, and no next attempt in the past', async () => {
  const raw = { name: 'Away', kind: 'raw', address: '127.0.0.1:9', mediaTypes: ['application/pdf'] };
  const paper = { mediaWidthMm: 210, mediaHeightMm: 297, dotsPerInch: 300 };
  const { printerId } = (await operator.send('POST', '/printers', { ...raw, ...paper })).json;
  await operator.send('POST', `/printers/${printerId}/test`);
  await printAll();
  const page = await office.signedIn();
  await page.goto('printers');
  const row = page.locator(`tr[data-printer="Away"]`);
  await row.getByText('Printing fails').waitFor();
  await row.getByText(/, next attempt /).waitFor();
  await office.server.pool.query(`update print_jobs set state = 'cancelled' where printer_id = $1`, [printerId]);
  await page.reload();
  await row.getByText('The last attempt failed').waitFor();
  await row.getByText(/The next print job tries it again/).waitFor();
  assert.equal(await row.getByText(/next attempt/).count(), 0);
  await operator.send('DELETE', `/printers/${printerId}`);
});

test('a person says whether something was printed, and prints in the browser; a viewer may not', async () => {
  const browser = {
    name: 'Bench browser',
    kind: 'browser',
    mediaWidthMm: 210,
    mediaHeightMm: 297,
    dotsPerInch: 300,
  };
  const { printerId } = (await operator.send('POST', '/printers', browser)).json;
  const by = COMMAND_LINE;
  const enqueue = (key: string, title: string) =>
    inTransaction(office.server.pool, (connection) =>
      enqueuePrintJob(connection, {
        ...{ printerId, kind: 'packing_slip', key, title, contentType: 'application/pdf' },
        ...{ bytes: Buffer.from('%PDF-1.4\n%%EOF\n'), by, now: new Date() },
      }),
    );
  await enqueue('1', 'Packing slip 1');
  const doubtful = await enqueue('2', 'Packing slip 2');
  await office.server.pool.query(
    `update print_jobs set state = 'unknown', last_error = 'interrupted' where job_id = $1`,
    [doubtful.jobId],
  );
  const page = await office.signedIn({ screen: TABLET_SCREEN, language: 'de', dark: true, role: 'office' });
  await page.addInitScript(() => {
    window.print = () => {};
  });
  await page.goto(`printers?printer=${printerId}`);
  const job = (title: string) => page.locator(`tr[data-job="${title}"]`);
  await job('Packing slip 2').getByText('Gedruckt oder nicht?').waitFor();
  await assertAccessible(page);
  await job('Packing slip 2')
    .getByRole('button', { name: /^Als gedruckt bestätigen/ })
    .click();
  await page.getByRole('dialog').getByRole('button', { name: 'Als gedruckt bestätigen' }).click();
  await job('Packing slip 2').getByText('Gedruckt', { exact: true }).waitFor();

  const document = page.waitForResponse(/\/document$/);
  await job('Packing slip 1')
    .getByRole('button', { name: /^Hier drucken/ })
    .click();
  assert.equal((await document).status(), 200);
  await job('Packing slip 1').getByText('Wird gesendet').waitFor();
  await job('Packing slip 1')
    .getByRole('button', { name: /^Als gedruckt bestätigen/ })
    .click();
  await page.getByRole('dialog').getByRole('button', { name: 'Als gedruckt bestätigen' }).click();
  await job('Packing slip 1').getByText('Gedruckt', { exact: true }).waitFor();

  const viewer = await office.signedIn({ role: 'viewer' });
  await viewer.goto('printers');
  const add = viewer.getByRole('button', { name: 'New printer' });
  assert.match((await add.getAttribute('aria-description')) ?? '', /viewer/i);
  await viewer.locator('tr[data-printer="Bench browser"]').waitFor();
  assert.equal(await viewer.getByText('127.0.0.1').count(), 0);
});
