import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setImmediate as immediate } from 'node:timers/promises';
import { VERBS_OF } from '../src/staff/role-rules.ts';
import { isOld, removeAllOld } from './support/remove-old.ts';
import { newAccount, newBrowser, signedIn } from './support/signed-in.ts';
import { startTestServer, type TestServer } from './support/test-server.ts';

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

let server: TestServer;
let admin: Awaited<ReturnType<typeof signedIn>>;
let names = 0;
before(async () => {
  server = await startTestServer();
  admin = await signedIn(server);
});
after(() => server.close());

/** Creates a browser that is a new station. Its creator is signed out there. */
async function newStation(role: 'admin' | 'office' = 'admin') {
  const name = `Press ${++names}`;
  const { stationId } = (await admin.send('POST', '/stations', { name, kinds: ['make'] })).json;
  const browser = await signedIn(server, role);
  const opened = await browser.send('POST', '/station-session', { stationId });
  assert.equal(opened.status, 200, opened.text);
  return { ...browser, stationId, name };
}

/** Creates a person of this role with a badge and a PIN, and without a password. */
async function newWorker(role: 'admin' | 'office' | 'floor' | 'viewer' = 'floor') {
  const { operatorId, login } = await newAccount(server, role);
  const { badgeCode } = (await admin.send('POST', `/operators/${operatorId}/badge`)).json;
  const { pin } = (await admin.send('POST', `/operators/${operatorId}/pin`)).json;
  return { operatorId, login, badge: badgeCode as string, pin: pin as string };
}

const auditOf = async (subject: string): Promise<{ action: string; actor: { id?: string }; detail?: object }[]> =>
  (await admin.send('GET', `/audit?subject=${subject}`)).json;
const actionsOf = async (subject: string) => (await auditOf(subject)).map(({ action }) => action).reverse();

test('creating a station needs permission, signs its creator out there, and leaves the station without a worker', async () => {
  const station = await newStation('office');
  const shown = await station.send('GET', '/station-session');
  assert.deepEqual(shown.json, {
    station: { stationId: station.stationId, name: station.name, kinds: ['make'] },
    verbs: [],
    idleSeconds: 300,
  });
  assert.equal((await station.send('GET', '/session')).json.error, 'not_signed_in');
  for (const path of ['/orders', '/me/sessions', '/stock']) {
    const { status, json } = await station.send('GET', path);
    assert.deepEqual([status, json.error], [401, 'station_locked'], path);
  }
  for (const role of ['floor', 'viewer'] as const) {
    const person = await signedIn(server, role);
    const refused = await person.send('POST', '/station-session', { stationId: station.stationId });
    assert.equal(refused.json.error, 'not_permitted');
  }
  const { token } = await server.token({ scope: 'operator' });
  const body = { stationId: station.stationId };
  const program = await server.send('/operator/v1/station-session', { token, body });
  assert.equal(program.json.error, 'people_only');
  assert.equal((await newBrowser(server).send('GET', '/station-session')).json.error, 'not_a_station');
  assert.equal((await admin.send('POST', '/station-session', { stationId: 'x' })).json.error, 'station_not_found');
});

test('a badge signs on, another badge replaces it, and actions belong to the worker signed on', async () => {
  const station = await newStation();
  const [ada, grace] = [await newWorker(), await newWorker('office')];
  const on = await station.send('POST', '/station-session/badge', { badge: ` ${ada.badge.toLowerCase()} ` });
  assert.deepEqual([on.status, on.json.operator], [200, { operatorId: ada.operatorId, name: 'Ada Lovelace' }]);
  assert.deepEqual(on.json.verbs, VERBS_OF.floor);
  assert.deepEqual((await station.send('GET', '/station-session')).json.operator, on.json.operator);
  const next = await station.send('POST', '/station-session/badge', { badge: grace.badge });
  assert.equal(next.json.operator.operatorId, grace.operatorId);
  await station.send('POST', '/station-session/badge', { badge: grace.badge });
  const off = await station.send('POST', '/station-session/sign-off');
  assert.ok(!('operator' in off.json));
  assert.equal((await station.send('GET', '/orders')).json.error, 'station_locked');
  assert.equal((await station.send('POST', '/station-session/sign-off')).status, 200);
  assert.deepEqual(await actionsOf(`station:${station.stationId}`), [
    'station.created',
    'station.opened',
    'station.signed_on',
    'station.signed_on',
    'station.signed_off',
  ]);
  const [last] = await auditOf(`station:${station.stationId}`);
  assert.equal(last?.actor.id, grace.operatorId);
});

test('at a station every role has only the permissions of the floor: no lists of orders or customers, and no account', async () => {
  const station = await newStation();
  const boss = await newWorker('admin');
  await station.send('POST', '/station-session/badge', { badge: boss.badge });
  for (const path of ['/orders', '/clients', '/operators', '/audit', '/settings', '/stations']) {
    const { status, json } = await station.send('GET', path);
    assert.deepEqual([status, json.error], [403, 'not_permitted'], path);
  }
  const opened = await station.send('POST', '/station-session', { stationId: station.stationId });
  assert.equal(opened.json.error, 'not_permitted');
  assert.equal((await station.send('GET', '/me/sessions')).json.error, 'people_only');
  // A person who signs in with a password there has their own session.
  const person = await signedIn(server);
  person.cookies.set('platen-station', station.cookies.get('platen-station')!);
  assert.equal((await person.send('GET', '/orders')).status, 200);
});

test('a PIN signs on; wrong PINs are refused, recorded and then blocked for the account, while its badge still works', async () => {
  const [station, other] = [await newStation(), await newStation()];
  const ada = await newWorker();
  const signOn = (at: typeof station, login: string, pin: string) =>
    at.send('POST', '/station-session/pin', { login, pin });
  assert.match(ada.pin, /^\d{6}$/);
  const on = await signOn(station, ` ${ada.login.toUpperCase()}`, ada.pin);
  assert.deepEqual([on.status, on.json.operator?.operatorId], [200, ada.operatorId]);
  await station.send('POST', '/station-session/sign-off');
  const wrong = ada.pin === '000001' ? '000002' : '000001';
  const answers = [];
  for (let at = 0; at < 5; at++) answers.push(await signOn(station, ada.login, wrong));
  const nobody = await signOn(station, 'nobody at all', wrong);
  assert.deepEqual(
    new Set([...answers, nobody].map(({ status, json }) => `${status} ${json.error} ${json.message}`)).size,
    1,
  );
  const refused = await signOn(station, ada.login, ada.pin);
  assert.deepEqual([refused.status, refused.json.error], [429, 'rate_limited']);
  assert.match(refused.json.message, /scan your badge/);
  assert.equal((await station.send('POST', '/station-session/badge', { badge: ada.badge })).status, 200);
  assert.equal((await signOn(other, ada.login, ada.pin)).status, 200);
  const failed = (await auditOf(`operator:${ada.operatorId}`)).filter(
    ({ action }) => action === 'operator.sign_in_failed',
  );
  assert.equal(failed.length, 5);
  assert.deepEqual(failed[0]?.detail, {
    way: 'pin',
    reason: 'wrong_pin',
    login: ada.login,
    station: station.name,
  });
  const rows = (await server.pool.query('select * from operators')).rows;
  assert.ok(!JSON.stringify(rows).includes(`"${ada.pin}"`));
  assert.ok(!JSON.stringify(await auditOf('operator')).includes('nobody at all'));
});

test('a PIN or badge that is removed during its check does not sign on', async () => {
  const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  for (const way of ['pin', 'badge'] as const) {
    const [station, ada] = [await newStation(), await newWorker()];
    const other = await server.pool.connect();
    await other.query('begin');
    const column = way === 'pin' ? 'pin_hash' : 'badge_code';
    await other.query(`update operators set ${column} = null where operator_id = $1`, [ada.operatorId]);
    const shown = way === 'pin' ? { login: ada.login, pin: ada.pin } : { badge: ada.badge };
    let isAnswered = false;
    const answered = station.send('POST', `/station-session/${way}`, shown).finally(() => {
      isAnswered = true;
    });
    while (!isAnswered && (await server.pool.query(waiting)).rowCount === 0) await immediate();
    await other.query('commit');
    other.release();
    const { status, json } = await answered;
    assert.deepEqual([status, json.error], [401, 'sign_in_refused'], way);
    assert.equal((await station.send('GET', '/station-session')).json.operator, undefined);
  }
});

test('an unreadable, unknown, replaced or unauthorized badge does not sign on', async () => {
  const station = await newStation();
  const ada = await newWorker();
  const scan = async (badge: string) => {
    const { status, json } = await station.send('POST', '/station-session/badge', { badge });
    return [status, json.error ?? json.operator.operatorId];
  };
  const last = Number(ada.badge.at(-1));
  for (const misread of [`${ada.badge.slice(0, -1)}${(last + 1) % 10}`, ada.badge.slice(1), 'P0000000123', 'x'])
    assert.deepEqual(await scan(misread), [401, 'sign_in_refused'], misread);
  const before = await auditOf('operator');
  assert.deepEqual(await scan(ada.badge), [200, ada.operatorId]);
  const renewed = (await admin.send('POST', `/operators/${ada.operatorId}/badge`)).json.badgeCode;
  assert.notEqual(renewed, ada.badge);
  assert.equal((await station.send('GET', '/me/sessions')).json.error, 'station_locked');
  assert.deepEqual(await scan(ada.badge), [401, 'sign_in_refused']);
  assert.deepEqual(await scan(renewed), [200, ada.operatorId]);
  await admin.send('PATCH', `/operators/${ada.operatorId}`, { disabled: true });
  assert.deepEqual(await scan(renewed), [401, 'sign_in_refused']);
  assert.deepEqual(await scan((await newWorker('viewer')).badge), [401, 'sign_in_refused']);
  const after = (await auditOf('operator')).filter(({ action }) => action === 'operator.sign_in_failed');
  const earlier = before.filter(({ action }) => action === 'operator.sign_in_failed');
  assert.equal(after.length - earlier.length, 3);
  await admin.send('PATCH', `/operators/${ada.operatorId}`, { disabled: false });
  const taken = await admin.send('DELETE', `/operators/${ada.operatorId}/badge`);
  assert.ok(!('badgeCode' in taken.json) && taken.json.pinGiven);
  assert.equal((await admin.send('DELETE', `/operators/${ada.operatorId}/badge`)).status, 200);
  assert.deepEqual(await scan(renewed), [401, 'sign_in_refused']);
  const without = await admin.send('DELETE', `/operators/${ada.operatorId}/pin`);
  assert.ok(!('pinGiven' in without.json));
  assert.deepEqual(
    (await actionsOf(`operator:${ada.operatorId}`)).filter((action) => /badge|pin/.test(action)),
    [
      'operator.badge_given',
      'operator.pin_given',
      'operator.badge_given',
      'operator.badge_taken',
      'operator.pin_taken',
    ],
  );
});

test('after five minutes without a change the worker is signed off, despite reads; activity and scans prevent it', async (t) => {
  t.after(() => {
    server.time.now = undefined;
  });
  const station = await newStation();
  const ada = await newWorker();
  const begin = Date.now();
  const at = (minutes: number) => {
    server.time.now = new Date(begin + minutes * MINUTE_MS);
  };
  const isLocked = async () => (await station.send('GET', '/me/sessions')).json.error === 'station_locked';
  at(0);
  const on = await station.send('POST', '/station-session/badge', { badge: ada.badge });
  assert.equal(on.json.locks, new Date(begin + 5 * MINUTE_MS).toISOString());
  for (const minute of [1, 2, 3, 4]) {
    at(minute);
    assert.equal(await isLocked(), false);
  }
  await station.send('POST', '/station-session/activity');
  at(8.9);
  assert.equal(await isLocked(), false);
  // Any attempt to change something counts, also a refused one.
  assert.equal((await station.send('POST', '/me/password', { current: 'x', password: 'y' })).status, 403);
  at(13.8);
  assert.equal(await isLocked(), false);
  at(13.9);
  assert.equal(await isLocked(), true);
  const shown = (await station.send('GET', '/station-session')).json;
  assert.ok(!('operator' in shown) && !('locks' in shown) && shown.verbs.length === 0);
  assert.ok(!JSON.stringify(shown).includes('Ada'));
  // Only a badge or a PIN signs on again.
  await station.send('POST', '/station-session/activity');
  assert.equal(await isLocked(), true);
  await station.send('POST', '/station-session/pin', { login: ada.login, pin: ada.pin });
  assert.equal(await isLocked(), false);
});

test('another process sees a sign-on at once when the worker changes something', async () => {
  const station = await newStation();
  const [ada, grace] = [await newWorker(), await newWorker()];
  await station.send('POST', '/station-session/badge', { badge: ada.badge });
  assert.equal((await station.send('GET', '/me/sessions')).json.error, 'people_only');
  // The same statement as in the other process.
  await server.pool.query('update station_sessions set operator_id = $2, active = now() where station_id = $1', [
    station.stationId,
    grace.operatorId,
  ]);
  const shown = await station.send('POST', '/station-session/activity');
  assert.equal(shown.json.operator.operatorId, grace.operatorId);
});

test('a closed, ended, disabled or long unused station is not a station any more', async (t) => {
  t.after(() => {
    server.time.now = undefined;
  });
  const is = async (station: Awaited<ReturnType<typeof newStation>>) =>
    (await station.send('GET', '/station-session')).status === 200;
  const [closed, ended, disabled, unused] = [
    await newStation(),
    await newStation(),
    await newStation(),
    await newStation(),
  ];
  const cookie = closed.cookies.get('platen-station')!;
  assert.equal((await closed.send('DELETE', '/station-session')).status, 204);
  assert.equal((await closed.send('DELETE', '/station-session')).status, 204);
  closed.cookies.set('platen-station', cookie);
  assert.equal(await is(closed), false);

  const path = `/stations/${ended.stationId}/sessions`;
  const [{ sessionId }] = (await admin.send('GET', path)).json;
  assert.equal((await admin.send('DELETE', `${path}/${sessionId}`)).status, 204);
  assert.equal((await admin.send('DELETE', `${path}/${sessionId}`)).json.error, 'session_not_found');
  assert.equal(await is(ended), false);

  await admin.send('PATCH', `/stations/${disabled.stationId}`, { disabled: true });
  assert.equal(await is(disabled), false);
  const again = await admin.send('POST', '/station-session', { stationId: disabled.stationId });
  assert.equal(again.json.error, 'station_not_found');

  assert.equal(await is(unused), true);
  assert.ok(!(await isOld(server.pool, 'remove-stations', new Date())));
  server.time.now = new Date(Date.now() + 30 * DAY_MS + MINUTE_MS);
  assert.equal(await is(unused), false);
  assert.ok(await isOld(server.pool, 'remove-stations', server.time.now));
  await removeAllOld(server.pool, 'remove-stations', server.time.now);
  const left = await server.pool.query('select from station_sessions where station_id = $1', [unused.stationId]);
  assert.equal(left.rowCount, 0);
});

test("a station's name and kinds of work can be changed", async () => {
  const make = (body: object) => admin.send('POST', '/stations', body);
  const made = await make({ name: 'Packing 1', kinds: ['pack', 'hand_over'] });
  assert.deepEqual([made.status, made.json.disabled, made.json.kinds], [201, false, ['pack', 'hand_over']]);
  assert.equal((await make({ name: ' packing 1', kinds: ['pack'] })).json.error, 'station_name_taken');
  for (const wrong of [{ kinds: [] }, { kinds: ['sew'] }, { kinds: ['pack', 'pack'] }, { name: '  ' }]) {
    const body = { name: 'Packing 2', kinds: ['pack'], ...wrong };
    assert.equal((await make(body)).status, 400, JSON.stringify(wrong));
  }
  const path = `/stations/${made.json.stationId}`;
  const changed = await admin.send('PATCH', path, { name: 'Packing', kinds: ['pack'] });
  assert.deepEqual([changed.json.name, changed.json.kinds], ['Packing', ['pack']]);
  await admin.send('PATCH', path, { name: 'Packing', kinds: ['pack'] });
  const other = await make({ name: 'Packing 3', kinds: ['pack'] });
  const clash = await admin.send('PATCH', `/stations/${other.json.stationId}`, { name: 'PACKING' });
  assert.deepEqual([clash.status, clash.json.error], [409, 'station_name_taken']);
  assert.deepEqual(await actionsOf(`station:${made.json.stationId}`), ['station.created', 'station.changed']);
  const office = await signedIn(server, 'office');
  assert.ok((await office.send('GET', '/stations')).json.length >= 2);
  assert.equal((await office.send('POST', '/stations', { name: 'X', kinds: ['pack'] })).status, 403);
  assert.equal((await admin.send('GET', '/stations/nothing')).json.error, 'station_not_found');
});

test('a page of another origin can neither sign on nor keep a station open', async () => {
  const station = await newStation();
  const ada = await newWorker();
  for (const [path, body] of [
    ['/station-session/badge', { badge: ada.badge }],
    ['/station-session/activity', undefined],
  ] as const) {
    const answer = await station.send('POST', path, body, { origin: 'https://evil.example' });
    assert.deepEqual([answer.status, answer.json.error], [403, 'foreign_origin'], path);
  }
  assert.ok(!('operator' in (await station.send('GET', '/station-session')).json));
});
