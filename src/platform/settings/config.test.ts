import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { test } from 'node:test';
import { type Config, ConfigError, readConfig } from './config.ts';
import { SETTINGS } from './settings.ts';

const KEY = Buffer.alloc(32, 0xfb);

test('without an environment every setting has its default', () => {
  assert.deepEqual(readConfig({}), {
    PORT: 8080,
    HOST: undefined,
    DATA_DIR: resolve(import.meta.dirname, '../../../data'),
    DATABASE_URL: undefined,
    DATABASE_NAMED_STATEMENTS: true,
    DATABASE_POOL_SIZE: 12,
    BASE_URL: 'http://localhost:8080',
    AUTH_URL: 'http://localhost:8080',
    IMAGE_BASE_URL: 'http://localhost:8080/images/',
    CENTER_NAME: 'Platen',
    CENTER_LOGO: undefined,
    TRUSTED_PROXIES: [],
    RATE_LIMIT: { requests: 3000, windowSeconds: 60 },
    TOKEN_RATE_LIMIT: { requests: 30, windowSeconds: 600 },
    TOKEN_TTL_SECONDS: 3600,
    ENCRYPTION_KEY: undefined,
    STATION_LOCK_SECONDS: 300,
    ARTWORK_DPI_MIN: 150,
    FILES_PER_ORDER_MAX: 200,
    FILE_FETCH_ALLOW: [],
    WEBHOOK_ALLOW: [],
    FILE_PROCESSES: 2,
    INTAKE_RETRY_SECONDS: [10, 60, 300, 1800, 7200, 21_600],
    INTAKE_ORDERS_PER_CLIENT: 64,
    INTAKE_FETCHES: 256,
    INTAKE_FETCHES_PER_CLIENT: 32,
    INTAKE_FETCHES_PER_HOST: 8,
    INTAKE_REUSE_SECONDS: 60,
    ORDER_FILE_BYTES_MAX: 2 ** 31,
    CLIENT_FILE_BYTES_PER_DAY_MAX: 100 * 2 ** 30,
    WEBHOOK_RETRY_SECONDS: [5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400],
    RETENTION_DAYS: 730,
    STOCK_MOVEMENT_DAYS: 1095,
    RUN: 'all',
    SANDBOX_STEP_SECONDS: 2,
    FILE_GRACE_SECONDS: 86_400,
    PRINT_RETRY_SECONDS: [2, 5, 15, 30],
    PRINT_KEEP_HOURS: 72,
    PAPER_LANGUAGE: 'en',
    SENDER_ADDRESS: [],
    PACKAGING_GRAMS: 50,
    LATE_PARCEL_DAYS: 10,
    CANCELLED_FILES_DAYS: 30,
    BACKUP_DIR: undefined,
    BACKUP_HOURS: 24,
    BACKUP_KEEP: 7,
    BACKUP_LOG_BYTES_MAX: 8 * 1024 ** 3,
    BACKUP_VERIFY_HOURS: 168,
    DISK_FREE_MIN_BYTES: 2_147_483_648,
    S3: undefined,
    MAIL: undefined,
    ALERT_WEBHOOK_URL: undefined,
    OPENID: undefined,
    TRACES: undefined,
    LOG_LEVEL: 'info',
    TIME_ZONE: 'UTC',
    GIVEN_TIME_ZONE: undefined,
    CENTER_ADDRESS: [],
    HOLIDAYS: undefined,
    WORKING_DAYS: ['MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT', 'SUN'],
    SLIP_TEXTS: {},
    CURRENCY: undefined,
    PRODUCTION_STEPS: [],
    PACK_REQUIRES: [],
    PROCESSES: 1,
    PRODUCTION_HOURS: 48,
    PRINT_FILE_NAME: '{code}_{location}_{technology}',
    METRICS_HOST: '127.0.0.1',
    METRICS_PORT: 9464,
    DEMO: true,
    DEMO_ORDERS: true,
  });
});

test('an empty setting counts as unset, and spaces around a value do not count', () => {
  assert.deepEqual(readConfig({ PORT: '', LOG_LEVEL: ' ', DATABASE_URL: '' }), readConfig({}));
  assert.equal(readConfig({ PORT: ' 81 ' }).PORT, 81);
});

const READ: [keyof Config, string, unknown][] = [
  ['PORT', '0', 0],
  ['PORT', '65535', 65_535],
  ['HOST', '::1', '::1'],
  ['DATA_DIR', '/var/lib/platen/', '/var/lib/platen'],
  ['DATABASE_URL', 'postgres://u:p@h:1/d', 'postgres://u:p@h:1/d'],
  ['DATABASE_URL', 'postgresql://u:p@/d?host=/run', 'postgresql://u:p@/d?host=/run'],
  ['DATABASE_POOL_SIZE', '200', 200],
  ['BASE_URL', 'https://API.example.com:443/x//', 'https://api.example.com/x'],
  ['AUTH_URL', 'https://id.example.com', 'https://id.example.com'],
  ['CENTER_LOGO', 'brand/logo.svg', 'brand/logo.svg'],
  ['IMAGE_BASE_URL', 'https://cdn.example.com/i', 'https://cdn.example.com/i/'],
  ['RATE_LIMIT', '1/1s', { requests: 1, windowSeconds: 1 }],
  ['RATE_LIMIT', 'off', undefined],
  ['TOKEN_RATE_LIMIT', 'off', undefined],
  ['TOKEN_TTL_SECONDS', '60', 60],
  ['ENCRYPTION_KEY', KEY.toString('base64'), KEY],
  ['ENCRYPTION_KEY', KEY.toString('base64url'), KEY],
  ['FILE_FETCH_ALLOW', 'localhost:80, [::1]:81,10.0.0.1:443', ['localhost:80', '[::1]:81', '10.0.0.1:443']],
  ['FILE_GRACE_SECONDS', '0', 0],
  ['CANCELLED_FILES_DAYS', '0', 0],
  ['DISK_FREE_MIN_BYTES', '0', 0],
  ['RETENTION_DAYS', 'off', undefined],
  ['STOCK_MOVEMENT_DAYS', 'off', undefined],
  ['BACKUP_DIR', '/mnt/backups', '/mnt/backups'],
  ['BACKUP_HOURS', '1', 1],
  ['PRODUCTION_STEPS', 'DTG, EMBROIDERY', ['DTG', 'EMBROIDERY']],
  ['PRODUCTION_HOURS', '24', 24],
  ['PACK_REQUIRES', 'MADE, CHECKED', ['MADE', 'CHECKED']],
  ['PRINT_FILE_NAME', '{batch}-{code}', '{batch}-{code}'],
  ['PACKAGING_GRAMS', '80', 80],
  ['LATE_PARCEL_DAYS', '5', 5],
  ['SENDER_ADDRESS', 'Musterstraße 12, Hof; 20095 Hamburg', ['Musterstraße 12, Hof', '20095 Hamburg']],
  ['PAPER_LANGUAGE', 'de', 'de'],
  ['TIME_ZONE', 'Europe/Berlin', 'Europe/Berlin'],
  ['TIME_ZONE', 'Europe/Kyiv', 'Europe/Kyiv'],
  ['TIME_ZONE', 'America/Argentina/Buenos_Aires', 'America/Argentina/Buenos_Aires'],
  ['LOG_LEVEL', 'silent', 'silent'],
  ['METRICS_PORT', 'off', undefined],
  ['DEMO', 'off', false],
];

for (const [name, given, expected] of READ) {
  test(`${name}=${given} is read`, () => assert.deepEqual(readConfig({ [name]: given })[name], expected));
}

test('what is not given follows from what is', () => {
  assert.equal(readConfig({ PORT: '81' }).BASE_URL, 'http://localhost:81');
  const config = readConfig({ BASE_URL: 'https://api.example.com/' });
  assert.equal(config.AUTH_URL, 'https://api.example.com');
  assert.equal(config.IMAGE_BASE_URL, 'https://api.example.com/images/');
  assert.equal(readConfig({ RATE_LIMIT: 'off' }).TOKEN_RATE_LIMIT, undefined);
  assert.equal(readConfig({ DATABASE_URL: 'postgresql://u:p@h/d', DEMO: 'on' }).DEMO, false);
  assert.equal(readConfig({ DEMO: 'off', DEMO_ORDERS: 'on' }).DEMO_ORDERS, false);
});

test('a bucket needs its access key and the secret of that, and is refused by name without', () => {
  const S3_BUCKET_URL = 'https://s3.example.com/files/';
  const keys = { S3_ACCESS_KEY_ID: 'id', S3_SECRET_ACCESS_KEY: 'secret' };
  assert.deepEqual(readConfig({ S3_BUCKET_URL, ...keys }).S3, {
    bucketUrl: 'https://s3.example.com/files',
    region: 'us-east-1',
    accessKeyId: 'id',
    secretAccessKey: 'secret',
  });
  for (const name of Object.keys(keys)) {
    assert.throws(() => readConfig({ S3_BUCKET_URL, ...keys, [name]: ' ' }), {
      message: `${name} must be set, because S3_BUCKET_URL is set.`,
    });
  }
});

const REFUSED: [string, ...string[]][] = [
  ['PORT', '-1', '65536', '80.5', '0x50', 'http'],
  ['DATABASE_URL', 'localhost', 'mysql://u:p@h/d', 'postgresql://u:p@h,h:port/d', 'postgresql://u:p@h:port/d'],
  ['DATABASE_POOL_SIZE', '1', '201'],
  ['DATABASE_NAMED_STATEMENTS', 'never'],
  ['PROCESSES', '0', '65'],
  ['RUN', 'nothing'],
  ['BASE_URL', 'api.example.com', 'ftp://h', 'http://', 'http://h?a=1', 'http://h#a', 'http://u:p@h', 'http://h/?'],
  ['AUTH_URL', '/oauth'],
  ['CENTER_LOGO', '../logo.svg', '/logo.svg', 'https://x.example/logo.svg', 'a b.svg'],
  ['IMAGE_BASE_URL', 'images/'],
  ['RATE_LIMIT', '3000', '0/60s', '10/0s', '10/1m', '-1/60s'],
  ['TOKEN_RATE_LIMIT', 'none'],
  ['TOKEN_TTL_SECONDS', '59', '86401', '1h'],
  ['ENCRYPTION_KEY', 'short', `${KEY.toString('base64url')}AA`, KEY.toString('hex')],
  ['FILE_FETCH_ALLOW', 'localhost', '::1:80', 'localhost:99999', 'http://h:80', 'h:80/path', 'u@h:80'],
  ['FILE_GRACE_SECONDS', '-1', '1h', '31536001'],
  ['CANCELLED_FILES_DAYS', '-1', 'off', '36501'],
  ['RETENTION_DAYS', '0', '-1', 'never'],
  ['STOCK_MOVEMENT_DAYS', '30', '-1', 'never'],
  ['BACKUP_HOURS', '0', '1.5'],
  ['BACKUP_KEEP', '0'],
  ['DISK_FREE_MIN_BYTES', '-1', '2GB', '1e9', '1125899906842625'],
  ['PRODUCTION_HOURS', '0', 'x', '10001'],
  ['PACKAGING_GRAMS', '-1', 'x', '30001'],
  ['LATE_PARCEL_DAYS', '0', 'x', '61'],
  ['PRINT_FILE_NAME', 'print', '{code}/{location}', '{code}{recipient}', `{code}${'x'.repeat(100)}`],
  ['PAPER_LANGUAGE', 'fr'],
  ['TIME_ZONE', 'Berlin', '+02:00', 'Europe/Nowhere', 'europe/berlin'],
  ['LOG_LEVEL', 'INFO', 'verbose'],
  ['METRICS_PORT', 'none', '65536', '8080'],
  ['DEMO', 'true', '1'],
];

for (const [name, ...values] of REFUSED) {
  test(`${name} is refused, by name, when it is ${values.join(' or ')}`, () => {
    for (const value of values) {
      assert.throws(
        () => readConfig({ [name]: value }),
        (error: Error) => {
          assert.ok(error instanceof ConfigError);
          assert.match(error.message, new RegExp(`^${name} must [^\\n]*\\. Given: [^\\n]*\\.$`));
          const isSecret = ['DATABASE_URL', 'ENCRYPTION_KEY'].includes(name) || value.includes('@');
          assert.equal(error.message.includes(`Given: "${value}"`), !isSecret, error.message);
          return true;
        },
      );
    }
  });
}

test('docs/settings.md has every setting once and no other', () => {
  const page = readFileSync(join(import.meta.dirname, '../../../docs/settings.md'), 'utf8');
  const documented = [...page.matchAll(/^\| `(\w+)` \|/gm)].map(([, name]) => name);
  assert.deepEqual(documented.sort(), Object.keys(SETTINGS).sort());
});

test('OpenID Connect needs its client, its secret and its roles, and does not show the secret', () => {
  const OPENID_ISSUER = 'https://login.example.com/realms/shop/';
  const settings = { OPENID_ISSUER, OPENID_CLIENT_ID: 'platen', OPENID_CLIENT_SECRET: 'secret' };
  assert.throws(() => readConfig(settings), /OPENID_ROLES must be set, because OPENID_ISSUER is set/);
  assert.throws(() => readConfig({ OPENID_ISSUER }), /OPENID_CLIENT_ID must be set/);
  assert.throws(() => readConfig({ ...settings, OPENID_ROLES: 'a=root' }), /OPENID_ROLES must be claim=role pairs/);
  const OPENID_ROLES = 'a=admin';
  for (const insecure of [
    'http://login.example.com',
    'http://10.0.0.5',
    'http://localhost.example.com',
    'http://[::2]',
  ])
    assert.throws(
      () => readConfig({ ...settings, OPENID_ROLES, OPENID_ISSUER: insecure }),
      /OPENID_ISSUER must be an https:\/\/ address .* allowed only for localhost/,
    );
  for (const local of ['http://localhost:8081/realms/shop', 'http://127.8.0.1', 'http://[::1]:8081'])
    assert.equal(readConfig({ ...settings, OPENID_ROLES, OPENID_ISSUER: local }).OPENID?.issuer, local);
  const { OPENID } = readConfig({ ...settings, OPENID_ROLES: 'a b=admin, c=office' });
  assert.deepEqual(
    [OPENID?.issuer, OPENID?.roleClaim, OPENID?.label, [...(OPENID?.roles ?? [])]],
    [
      'https://login.example.com/realms/shop',
      'roles',
      'Single sign-on',
      [
        ['a b', 'admin'],
        ['c', 'office'],
      ],
    ],
  );
});

test('traces are made where a collector is named, by the names of OpenTelemetry', () => {
  assert.equal(readConfig({}).TRACES, undefined);
  const named = {
    OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318/',
    OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20abc, x-team=print%2Cshop',
    OTEL_TRACES_SAMPLER: 'traceidratio',
    OTEL_TRACES_SAMPLER_ARG: '0.01',
    OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=production',
  };
  assert.deepEqual(readConfig(named).TRACES, {
    url: 'http://collector:4318/v1/traces',
    headers: { authorization: 'Bearer abc', 'x-team': 'print,shop' },
    service: 'platen',
    attributes: { 'deployment.environment.name': 'production' },
    sampler: { name: 'traceidratio', ratio: 0.01 },
  });
  const own = { OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'https://traces.example.com/in' };
  assert.equal(readConfig({ ...named, ...own }).TRACES?.url, 'https://traces.example.com/in');
  assert.equal(readConfig({ ...named, OTEL_SDK_DISABLED: 'true' }).TRACES, undefined);
  for (const value of ['secret', 'a=%zz', 'a=b%0d%0ac', 'bad name=secret'])
    assert.throws(
      () => readConfig({ ...named, OTEL_EXPORTER_OTLP_HEADERS: value }),
      (error: Error) =>
        /OTEL_EXPORTER_OTLP_HEADERS must be key=value/.test(error.message) && !/secret|zz/.test(error.message),
    );
  for (const value of ['2', '-1', '1e-3', 'half'])
    assert.throws(() => readConfig({ OTEL_TRACES_SAMPLER_ARG: value }), /must be a fraction from 0 to 1/);
});
