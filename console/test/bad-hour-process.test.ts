import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { freePort } from '../../test/support/free-ports.ts';
import { makeDataDir, startPlaten } from '../../test/support/platen-process.ts';
import { assertAccessible, startConsole, type TestConsole } from './support/console.ts';
import { scan } from './support/scanner.ts';
import { newStationScene, type StationScene } from './support/station-scene.ts';

const PASS = 'C0018';
const SCANS = '**/operator/v1/scans';

let office: TestConsole;
let scene: StationScene;
before(async () => {
  office = await startConsole();
  scene = await newStationScene(office);
  await scene.operator.send('PUT', '/bins', { count: 30 });
});
afterEach(() => office.endTest());
after(() => office.close());

const shows = (page: Page, text: string | RegExp) => page.getByText(text, { exact: true }).first().waitFor();
const statesOf = async (orderId: string) => (await scene.piecesOf(orderId)).map(({ state }) => state);
const waits = (page: Page, count: number) => page.locator(`[data-waiting="${count}"]`).waitFor();
/** The people who checked pieces of the order. */
const checksOf = async (orderId: string) =>
  (
    await office.server.pool.query(
      `select code, actor_name as name from piece_events where order_id = $1 and type = 'piece.checked' order by event_id`,
      [orderId],
    )
  ).rows;
const signOffAtServer = (name: string) =>
  office.server.pool.query(
    `update station_sessions set active = active - interval '1 hour'
     where station_id = (select station_id from stations where name = $1)`,
    [name],
  );

test('without a network nothing shows as scanned, scans wait visibly over a reload, and then each counts once', async () => {
  const [first = '', second = ''] = await scene.inProduction('CUT-1', 2, { isMade: true });
  const page = await scene.at('Check cut', 'check', await scene.badgeOf('Ada'));
  await scan(page, first);
  await shows(page, '1 of 2');
  await page.route(SCANS, (route) => route.abort());
  await scan(page, PASS);
  await scan(page, second);
  await waits(page, 2);
  await shows(page, 'The server does not answer');
  // The screen shows the last answer, in which no piece is finished.
  await shows(page, '1 of 2');
  assert.equal(await page.getByText('2 of 2', { exact: true }).count(), 0);
  assert.equal(
    await page
      .getByTitle(/^Pieces that you finished here today/)
      .locator('strong')
      .textContent(),
    '0',
  );
  assert.deepEqual(await statesOf('CUT-1'), ['MADE', 'MADE']);
  await page.reload();
  await waits(page, 2);
  await scan(page, PASS);
  await waits(page, 3);
  await page.unroute(SCANS);
  await shows(page, 'Order complete. Next: pack');
  await page.locator('[data-waiting]').waitFor({ state: 'detached' });
  assert.deepEqual(await checksOf('CUT-1'), [
    { code: first, name: 'Ada' },
    { code: second, name: 'Ada' },
  ]);
  // A reloaded page shows the last answer and counts nothing again.
  await page.reload();
  await shows(page, 'Order complete. Next: pack');
  assert.equal((await checksOf('CUT-1')).length, 2);
});

test('a lost answer and a temporary refusal lose no scan and double none', async () => {
  const [first = '', second = ''] = await scene.inProduction('LOST-1', 2, { isMade: true });
  const page = await scene.at('Check lost', 'check', await scene.badgeOf('Ada'));
  let tries = 0;
  await page.route(SCANS, async (route) => {
    tries += 1;
    if (tries % 3 === 1) return route.fulfill({ status: 503, body: '{}', contentType: 'application/json' });
    const answer = await route.fetch();
    return tries % 3 === 2 ? route.abort() : route.fulfill({ response: answer });
  });
  await scan(page, first);
  await scan(page, second);
  await scan(page, PASS);
  await shows(page, 'Order complete. Next: pack');
  assert.deepEqual(
    (await checksOf('LOST-1')).map(({ code }) => code),
    [first, second],
  );
});

test("a locked station shows no data, and one person's scans are not sent in another name without confirmation", async () => {
  const [first = '', second = '', third = ''] = await scene.inProduction('LOCK-1', 3, { isMade: true });
  const [ada, grace] = [await scene.badgeOf('Ada Lovelace'), await scene.badgeOf('Grace Hopper')];
  const page = await scene.at('Check lock', 'check', ada);
  await scan(page, first);
  await shows(page, '1 of 3');
  await page.route(SCANS, (route) => route.abort());
  await scan(page, second);
  await waits(page, 1);
  await signOffAtServer('Check lock');
  await shows(page, 'Scan your badge');
  await page.getByText('1 scan waits to be sent.').waitFor();
  const locked = await page.content();
  for (const text of ['Ada', 'LOCK-1', first, second, 'Creator Tee']) assert.ok(!locked.includes(text), text);
  await assertAccessible(page);
  await page.unroute(SCANS);

  await scan(page, grace);
  await page.getByText('1 scan of Ada Lovelace at Check lock was not sent').waitFor();
  assert.deepEqual(await statesOf('LOCK-1'), ['MADE', 'MADE', 'MADE']);
  // Ada signs on, and her scans are sent.
  await scan(page, ada);
  await shows(page, '2 of 3');
  assert.deepEqual(await checksOf('LOCK-1'), [{ code: first, name: 'Ada Lovelace' }]);

  await page.route(SCANS, (route) => route.abort());
  await scan(page, third);
  await waits(page, 1);
  await page.unroute(SCANS);
  await page.route(SCANS, (route) => route.abort());
  await scan(page, grace);
  await page.getByRole('button', { name: 'Send as Grace Hopper' }).waitFor();
  await page.unroute(SCANS);
  await page.getByRole('button', { name: 'Send as Grace Hopper' }).click();
  await shows(page, '3 of 3');
  await scan(page, PASS);
  await shows(page, 'Order complete. Next: pack');
  assert.deepEqual(
    (await checksOf('LOCK-1')).map(({ name }) => name),
    ['Ada Lovelace', 'Grace Hopper', 'Grace Hopper'],
  );
});

test('two people at one order count each piece once, and only one of two windows works', async () => {
  const [first = '', second = ''] = await scene.inProduction('BOTH-1', 2, { isMade: true });
  const [one, other] = [
    await scene.at('Check left', 'check', await scene.badgeOf('Ada')),
    await scene.at('Check right', 'check', await scene.badgeOf('Grace')),
  ];
  await Promise.all([scan(one, first), scan(other, first)]);
  await Promise.all([shows(one, '1 of 2'), shows(other, '1 of 2')]);
  await scan(one, PASS);
  await one.locator('[data-kind="done"]').waitFor();
  // The piece in hand was checked elsewhere, and does not stop the next one.
  await scan(other, second);
  await shows(other, '2 of 2');
  await scan(other, PASS);
  await shows(other, 'Order complete. Next: pack');
  assert.deepEqual(await checksOf('BOTH-1'), [
    { code: first, name: 'Ada' },
    { code: second, name: 'Grace' },
  ]);

  const twin = await other.context().newPage();
  await twin.goto('station/check');
  await shows(twin, 'This station is open in another window of this browser.');
  await twin.getByRole('button', { name: 'Use it here' }).click();
  await shows(twin, 'Order complete. Next: pack');
  await shows(other, 'This station is open in another window of this browser.');
});

test('a server that is killed before or after a scan counts it once, at checking and at packing', async (t) => {
  const [first = '', second = ''] = await scene.inProduction('KILL-1', 2, { isMade: true });
  const page = await scene.station('Bench kill', ['check', 'pack']);
  await page.goto('station/check');
  await page.getByText('Scan your badge').waitFor();
  await scan(page, await scene.badgeOf('Ada'));
  await page.getByRole('banner').waitFor();
  const { host, port, user, password, database } = office.server.pool.options;
  const settings = {
    DATABASE_URL: `postgresql://${user}:${encodeURIComponent(String(password))}@/${database}?host=${encodeURIComponent(host ?? '')}&port=${port}`,
    DATA_DIR: await makeDataDir(t),
    ENCRYPTION_KEY: Buffer.from(office.server.encryptionKey).toString('base64url'),
    DEMO: 'off',
    PORT: String(await freePort()),
  };
  let server = await startPlaten(t, settings);
  const restart = async () => {
    await server.end('SIGKILL');
    server = await startPlaten(t, settings);
  };
  // The browser opens the other server, because cookies do not depend on ports.
  await page.goto(`${server.url}/console/station/check`);
  await page.getByRole('banner').waitFor();
  await scan(page, first);
  await shows(page, '1 of 2');
  let isKilled = false;
  let restarted = Promise.resolve();
  const killOnce = (when: 'before' | 'after') =>
    page.route(SCANS, async (route) => {
      if (isKilled) return route.continue();
      isKilled = true;
      if (when === 'after') assert.equal((await route.fetch()).status(), 200);
      restarted = restart();
      await route.abort();
    });
  await killOnce('after');
  await scan(page, second);
  await shows(page, 'The server does not answer');
  await shows(page, '2 of 2');
  await restarted;
  isKilled = false;
  await page.unroute(SCANS);
  await killOnce('before');
  await scan(page, PASS);
  await shows(page, 'Order complete. Next: pack');
  assert.deepEqual(
    (await checksOf('KILL-1')).map(({ code }) => code),
    [first, second],
  );

  await restarted;
  // The same at packing: the last piece, and the scan that ships the parcel.
  // Unroute before the page loads, because a request that is pending then may never be answered.
  await page.unroute(SCANS);
  await page.goto(`${server.url}/console/station/pack`);
  await shows(page, 'Scan a bin, a piece or an order');
  await scan(page, first);
  await shows(page, '1 of 2');
  isKilled = false;
  await killOnce('after');
  await scan(page, second);
  await shows(page, 'Scan the tracking number');
  await shows(page, '2 of 2');
  await restarted;
  isKilled = false;
  await page.unroute(SCANS);
  await killOnce('before');
  await scan(page, 'JD014600006281230804');
  await page.getByRole('heading', { name: 'Shipped' }).waitFor();
  await restarted;
  const ofOrder = (text: string) => office.server.pool.query(text, ['KILL-1']).then(({ rows }) => rows);
  assert.deepEqual(
    await ofOrder(`select code from piece_events where order_id = $1 and type = 'piece.packed' order by event_id`),
    [{ code: first }, { code: second }],
  );
  assert.deepEqual(
    await ofOrder('select parcel, state, tracking_number as tracking from parcels where order_id = $1'),
    [{ parcel: 1, state: 'SHIPPED', tracking: 'JD014600006281230804' }],
  );
  assert.deepEqual(await ofOrder('select kind from parcel_papers where order_id = $1 order by kind'), [
    { kind: 'LABEL' },
    { kind: 'SLIP' },
  ]);
  assert.equal((await server.end('SIGTERM')).code, 0);
});
