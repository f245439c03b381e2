import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readConfig } from './config.ts';
import { SETTINGS } from './settings.ts';
import { listShownSettings, removePassword } from './shown-settings.ts';

const DATABASE_URL = 'postgresql://platen:hunter2@db.example:5432/orders?sslmode=require&password=hunter3';
const SECRETS = {
  ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64url'),
  OPENID_CLIENT_SECRET: 'openid-secret',
  OTEL_EXPORTER_OTLP_HEADERS: 'authorization=otel-secret',
  S3_SECRET_ACCESS_KEY: 's3-secret',
  S3_ACCESS_KEY_ID: 's3-key-id',
};
const GIVEN = {
  ...SECRETS,
  DATABASE_URL,
  OPENID_ISSUER: 'https://login.example.com',
  OPENID_CLIENT_ID: 'platen',
  OPENID_ROLES: 'a=admin',
  S3_BUCKET_URL: 'https://s3.example.com/bucket',
  TOKEN_TTL_SECONDS: '600',
  RATE_LIMIT: 'off',
};

const shown = (environment: Record<string, string>) =>
  new Map(listShownSettings(readConfig(environment), environment).map((one) => [one.name, one]));

test('every setting is shown with what holds, its default, its unit and its line', () => {
  const settings = shown(GIVEN);
  assert.deepEqual([...settings.keys()], Object.keys(SETTINGS));
  assert.deepEqual(settings.get('TOKEN_TTL_SECONDS'), {
    name: 'TOKEN_TTL_SECONDS',
    doc: SETTINGS.TOKEN_TTL_SECONDS.doc,
    unit: 'seconds',
    default: '3600',
    value: '600',
    isSet: true,
    source: 'environment',
    isSecret: false,
  });
  assert.equal(settings.get('ORDER_FILE_BYTES_MAX')?.unit, 'bytes');
  assert.equal(settings.get('CANCELLED_FILES_DAYS')?.unit, 'days');
  const port = settings.get('PORT');
  assert.deepEqual([port?.value, port?.isSet], ['8080', false]);
});

test('what follows from other settings is shown as it is', () => {
  const settings = shown({ ...GIVEN, PORT: '81' });
  assert.equal(settings.get('BASE_URL')?.value, 'http://localhost:81');
  assert.equal(settings.get('IMAGE_BASE_URL')?.value, 'http://localhost:81/images/');
  assert.equal(settings.get('TOKEN_RATE_LIMIT')?.value, 'off');
  assert.equal(settings.get('DEMO')?.value, 'off');
  assert.equal(settings.get('DEMO_ORDERS')?.value, 'off');
});

test('no secret is shown, and none by the name of one: only whether it is set', () => {
  const told = JSON.stringify([...shown(GIVEN).values()]);
  for (const secret of [...Object.values(SECRETS), 'hunter2', 'hunter3']) assert.ok(!told.includes(secret), secret);
  for (const name of Object.keys(SECRETS)) {
    assert.equal(shown(GIVEN).get(name)?.isSet, true, name);
    assert.equal(shown(GIVEN).get(name)?.isSecret, true, name);
    assert.equal(shown({}).get(name)?.isSet, false, name);
  }
  const odd = Object.keys(SETTINGS).filter((name) => /KEY|SECRET|PASSWORD|TOKEN/.test(name));
  const open = odd.filter((name) => !shown({}).get(name)?.isSecret);
  assert.deepEqual(open, ['TOKEN_RATE_LIMIT', 'TOKEN_TTL_SECONDS']);
});

for (const [address, expected] of [
  [DATABASE_URL, 'postgresql://platen@db.example:5432/orders?sslmode=require'],
  ['postgres://u:p@ss@h/d', 'postgres://u@h/d'],
  ['postgres://u:p%40ss@h/d?user=x&sslpassword=p', 'postgres://u@h/d'],
  ['postgres://u:p@/d?host=/run/postgresql', 'postgres://u@/d?host=%2Frun%2Fpostgresql'],
  ['postgres://u:12/ss@h/d', 'postgres://…'],
  ['postgres://h/d#p@ss', 'postgres://…'],
  ['postgres://h/d#pass', 'postgres://h/d'],
] as const) {
  test(`${address} is shown as ${expected}`, () => assert.equal(removePassword(address), expected));
}
