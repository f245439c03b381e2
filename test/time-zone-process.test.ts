import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeDataDir, platen, startPlaten } from './support/platen-process.ts';

const zoneOf = async (url: string) =>
  /data-time-zone="([^"]+)"/.exec(await (await fetch(`${url}/console/`)).text())?.[1];

test('the first start keeps the time zone of its machine, for all processes and for a later machine', async (t) => {
  const settings = { DATA_DIR: await makeDataDir(t), DEMO: 'off' };
  const first = await startPlaten(t, { ...settings, TZ: 'Asia/Tokyo' });
  assert.match(first.stdout(), /days are counted in the time zone Asia\/Tokyo; TIME_ZONE changes it/);
  assert.equal(await zoneOf(first.url), 'Asia/Tokyo');
  await first.end('SIGTERM');
  const other = await startPlaten(t, { ...settings, TZ: 'America/New_York', PROCESSES: '2' });
  assert.match(other.stdout(), /days are counted in the time zone Asia\/Tokyo/);
  assert.equal(await zoneOf(other.url), 'Asia/Tokyo');
  await other.end('SIGTERM');
  const changed = await startPlaten(t, { ...settings, TIME_ZONE: 'Europe/Berlin' });
  assert.match(changed.stdout(), /time zone Europe\/Berlin; it was Asia\/Tokyo/);
  assert.equal((await platen(t, ['orders', 'recount'], { ...settings, TZ: 'America/New_York' })).code, 0);
  await changed.end('SIGTERM');
});
