import { join, resolve } from 'node:path';
import {
  addressNetwork,
  baseUrl,
  bytes,
  count,
  DAYS_MAX,
  databaseUrl,
  daysOrOff,
  encryptionKey,
  fileNamePattern,
  hostAndPort,
  imageBaseUrl,
  imagePath,
  integer,
  issuerUrl,
  keyValues,
  list,
  oneOf,
  port,
  publicUrl,
  rateLimit,
  ratio,
  roleMapping,
  seconds,
  setting,
  text,
  timeZone,
} from './setting-values.ts';

const SAMPLERS = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const;

/** The supported settings of OpenTelemetry. */
const TRACE_SETTINGS = {
  OTEL_EXPORTER_OTLP_ENDPOINT: setting(
    'Collector that traces are sent to by OTLP over HTTP (JSON), without its /v1/traces, as http://127.0.0.1:4318. Unset: no traces are made.',
    undefined,
    baseUrl,
  ),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: setting(
    'The same with the whole path, as http://127.0.0.1:4318/v1/traces; it comes first.',
    undefined,
    baseUrl,
  ),
  OTEL_EXPORTER_OTLP_HEADERS: setting(
    'Header fields for the collector, as key=value with commas, values percent-encoded; a secret.',
    '',
    keyValues,
  ),
  OTEL_TRACES_SAMPLER: setting(
    'Which traces are kept: always_on, always_off, traceidratio, or with parentbased_ before it, which keeps what the caller keeps and decides about the rest.',
    'parentbased_always_on',
    (value) => oneOf(value, SAMPLERS),
  ),
  OTEL_TRACES_SAMPLER_ARG: setting('Of traceidratio, the part of the traces that is kept, 0 to 1.', '1', ratio),
  OTEL_SERVICE_NAME: setting('What Platen is called in traces.', 'platen', text),
  OTEL_RESOURCE_ATTRIBUTES: setting(
    'What stands with all traces of this server, as key=value with commas, such as deployment.environment.name=production.',
    '',
    keyValues,
  ),
  OTEL_SDK_DISABLED: setting(
    'true makes no traces, whatever else is set.',
    'false',
    (value) => oneOf(value, ['true', 'false']) === 'true',
  ),
} as const;

/** The number of files in the largest possible order. */
const FILES_PER_ORDER_LIMIT = 50_000;
const GRACE_SECONDS_MAX = 31_536_000;
const DAY_SECONDS = 86_400;
/** A month. */
const PRINT_KEEP_HOURS_MAX = 720;
const PROCESSES_MAX = 64;
const GIB = 1024 ** 3;
const DISK_FREE_MAX_BYTES = 1024 * 1024 * GIB;

/** All settings. A test compares them with the table in docs/settings.md. */
export const SETTINGS = {
  PORT: setting('TCP port of the API; 0 takes a free one.', '8080', port),
  HOST: setting('Address to listen on; unset means every address of the machine.', undefined, text),
  DATA_DIR: setting(
    "Folder for the embedded PostgreSQL, the files of orders, images and the encryption key. The default is in the project's folder, wherever the command is given.",
    join(import.meta.dirname, '../../../data'),
    (value) => resolve(value),
  ),
  DATABASE_URL: setting(
    'PostgreSQL 15 or newer to use, postgresql://user:password@host:port/database, several hosts with commas (whichever is the primary is used); unset runs the embedded PostgreSQL in DATA_DIR.',
    undefined,
    databaseUrl,
  ),
  PROCESSES: setting(
    'Processes of this server that do the work, 1 to 64; of several, one more looks after them. As many as there are processors use the whole machine.',
    '1',
    (value) => integer(value, 1, PROCESSES_MAX),
  ),
  RUN: setting(
    'What this server does: api answers requests, jobs does the background work and answers none, all does both. `platen start --only api` sets it too.',
    'all',
    (value) => oneOf(value, ['all', 'api', 'jobs']),
  ),
  DATABASE_POOL_SIZE: setting(
    'Connections to PostgreSQL per process, 2 to 200; a third of them for background work.',
    '12',
    (value) => integer(value, 2, 200),
  ),
  BASE_URL: setting(
    'Public address of the API, without a slash at the end; it may have a path, which the proxy in front may strip or leave. Default http://localhost:PORT.',
    undefined,
    publicUrl,
  ),
  AUTH_URL: setting('Public address of the token issuer; default BASE_URL.', undefined, publicUrl),
  IMAGE_BASE_URL: setting(
    'Address that previewImageUrls are relative to; default {BASE_URL}/images/, served from DATA_DIR/images.',
    undefined,
    imageBaseUrl,
  ),
  CENTER_NAME: setting('Name of the fulfillment center, for the pages at /docs.', 'Platen', text),
  CENTER_LOGO: setting(
    'Its logo for these pages: path of a file in DATA_DIR/images, such as logo.svg; unset shows none.',
    undefined,
    imagePath,
  ),
  TRUSTED_PROXIES: setting(
    'Addresses or networks of your proxies, with commas, whose X-Forwarded-For is believed; of anybody else it is ignored.',
    '',
    (value) => list(value, addressNetwork),
  ),
  RATE_LIMIT: setting('API requests per client and window, such as 3000/60s, or off.', '3000/60s', rateLimit),
  TOKEN_RATE_LIMIT: setting(
    'Token requests per client and window, or off; RATE_LIMIT=off turns it off too.',
    '30/600s',
    rateLimit,
  ),
  TOKEN_TTL_SECONDS: setting('Lifetime of an access token in seconds, 60 to 86400.', '3600', (value) =>
    integer(value, 60, 86_400),
  ),
  DATABASE_NAMED_STATEMENTS: setting(
    'on sends frequent statements by name, which PostgreSQL then remembers; off sends none by name and sets nothing at the connection, for a pooler in transaction mode that bears neither, such as PgBouncer before 1.21.',
    'on',
    (value) => oneOf(value, ['on', 'off']) === 'on',
  ),
  ENCRYPTION_KEY: setting(
    'Key that encrypts signing keys and the secrets of webhooks in the database: 32 bytes in base64url or base64. Unset makes one and keeps it in DATA_DIR; set the same on all processes that share a database.',
    undefined,
    encryptionKey,
  ),
  OPENID_ISSUER: setting(
    'Issuer of OpenID Connect by which people may sign in, https://login.example.com; http:// only on a loopback address. Unset: by password only.',
    undefined,
    issuerUrl,
  ),
  OPENID_CLIENT_ID: setting('What Platen is to the issuer; required with OPENID_ISSUER.', undefined, text),
  OPENID_CLIENT_SECRET: setting('Secret of that client; required with OPENID_ISSUER.', undefined, text),
  OPENID_ROLE_CLAIM: setting(
    'Claim that has the roles of a person; of one within another with a point between them.',
    'roles',
    text,
  ),
  OPENID_ROLES: setting(
    'What the claim may have and which role that is, as print-admins=admin,print-office=office; required with OPENID_ISSUER.',
    undefined,
    roleMapping,
  ),
  OPENID_LABEL: setting('What stands on the button to sign in by OpenID Connect.', 'Single sign-on', text),
  STATION_LOCK_SECONDS: setting(
    'Seconds in which nothing is done at a station after which nobody is signed on there any more, 30 to 86400.',
    '300',
    (value) => integer(value, 30, DAY_SECONDS),
  ),
  FILES_PER_ORDER_MAX: setting('Different URLs that one order may name, 1 to 50000.', '200', (value) =>
    integer(value, 1, FILES_PER_ORDER_LIMIT),
  ),
  FILE_FETCH_ALLOW: setting(
    'Hosts, as host:port with commas, that files may be fetched from and webhooks sent to though their addresses are private.',
    '',
    (value) => list(value, hostAndPort),
  ),
  S3_BUCKET_URL: setting(
    'Bucket of an S3-compatible store for the files of orders, https://s3.example.com/bucket; unset keeps them in DATA_DIR/files.',
    undefined,
    baseUrl,
  ),
  S3_REGION: setting('Region of the bucket.', 'us-east-1', text),
  S3_ACCESS_KEY_ID: setting('Access key of the bucket; required with S3_BUCKET_URL.', undefined, text),
  S3_SECRET_ACCESS_KEY: setting('Secret of the access key; required with S3_BUCKET_URL.', undefined, text),
  FILE_PROCESSES: setting(
    'Processes that judge files, started while there are any, 1 to 16. One client has one less at a time, if there are several.',
    '2',
    (value) => integer(value, 1, 16),
  ),
  INTAKE_RETRY_SECONDS: setting(
    'Seconds to wait before each further attempt to fetch a file that cannot be had for now, with commas.',
    '10,60,300,1800,7200,21600',
    (value) => list(value, seconds),
  ),
  INTAKE_ORDERS_PER_CLIENT: setting(
    'Orders of one client whose files are fetched or judged at once, 1 to 1000.',
    '64',
    (value) => integer(value, 1, 1_000),
  ),
  INTAKE_FETCHES: setting(
    'Files that one process fetches at once, 1 to 10000; those that take longer than 3 seconds are not counted, up to four times as many. Each client may always have four.',
    '256',
    (value) => integer(value, 1, 10_000),
  ),
  INTAKE_FETCHES_PER_CLIENT: setting(
    'Files of one client that are fetched at once, 1 to 1000, counted in the same way.',
    '32',
    (value) => integer(value, 1, 1_000),
  ),
  INTAKE_FETCHES_PER_HOST: setting(
    'Files of one client that are fetched at once from one host and port, 1 to 1000, counted in the same way.',
    '8',
    (value) => integer(value, 1, 1_000),
  ),
  INTAKE_REUSE_SECONDS: setting(
    'Seconds in which a file that was fetched is used for other orders of the same client that name the same URL, without asking its host.',
    '60',
    seconds,
  ),
  ORDER_FILE_BYTES_MAX: setting('Bytes of all files of one order together.', '2147483648', bytes),
  CLIENT_FILE_BYTES_PER_DAY_MAX: setting(
    'Bytes that are fetched for one client on one day (UTC); after them its orders wait for the next day.',
    '107374182400',
    bytes,
  ),
  WEBHOOK_RETRY_SECONDS: setting(
    'Seconds between the attempts to deliver a webhook, with commas; a little is added at random.',
    '5,300,1800,7200,18000,36000,50400,72000,86400',
    (value) => list(value, seconds),
  ),
  PRINT_RETRY_SECONDS: setting(
    'Seconds between the attempts to reach a printer, with commas; the last holds for all after it.',
    '2,5,15,30',
    (value) => list(value, seconds),
  ),
  PRINT_KEEP_HOURS: setting(
    'Hours after which the document of a print job that has ended is deleted, 1 to 720; until then it can be printed again.',
    '72',
    (value) => integer(value, 1, PRINT_KEEP_HOURS_MAX),
  ),
  PAPER_LANGUAGE: setting('Language of the papers that are printed: en or de.', 'en', (value) =>
    oneOf(value, ['en', 'de'] as const),
  ),
  SENDER_ADDRESS: setting(
    'Lines of the address that labels and customs forms give as the sender, below the name of the shop, with ; between them, as Musterstraße 12; 20095 Hamburg; GERMANY.',
    '',
    (value) => list(value, text, ';'),
  ),
  SANDBOX_STEP_SECONDS: setting('Seconds between the steps of a sandbox order.', '2', seconds),
  FILE_GRACE_SECONDS: setting('Seconds after which a file that no order names any more is deleted.', '86400', (value) =>
    integer(value, 0, GRACE_SECONDS_MAX),
  ),
  CANCELLED_FILES_DAYS: setting('Days after which the files of a cancelled order are forgotten.', '30', (value) =>
    integer(value, 0, DAYS_MAX),
  ),
  BACKUP_DIR: setting(
    'Folder that backups are made into by themselves, on another disk if possible, and that the write-ahead log of the embedded database is archived into. Unset: none are made.',
    undefined,
    text,
  ),
  BACKUP_HOURS: setting('Hours from the begin of one backup to the begin of the next.', '24', count),
  BACKUP_KEEP: setting('How many backups are kept; older ones are deleted.', '7', count),
  BACKUP_VERIFY_HOURS: setting('Hours between two checks of all backups; each reads every file of them.', '168', count),
  BACKUP_LOG_BYTES_MAX: setting(
    'Bytes of write-ahead log that are kept in DATA_DIR while the backup folder cannot be written. Beyond that they are given up, and the next backup starts a new archive.',
    String(8 * GIB),
    bytes,
  ),
  RETENTION_DAYS: setting(
    'Days after which an order that is SHIPPED or CANCELLED is erased of everything about people, or off: never.',
    '730',
    (value) => daysOrOff(value, 1),
  ),
  STOCK_MOVEMENT_DAYS: setting(
    'Days after which movements of the stock become one sum for each month and variant, or off: never.',
    '1095',
    (value) => daysOrOff(value, 31),
  ),
  DISK_FREE_MIN_BYTES: setting(
    'Bytes that stay free on the disk of DATA_DIR: below them no file is fetched, and orders with files wait. 0: no such floor.',
    String(2 * GIB),
    (value) => integer(value, 0, DISK_FREE_MAX_BYTES),
  ),
  TIME_ZONE: setting(
    'Time zone of the center by its IANA name, as Europe/Berlin: where the days of the overview begin. Changed later, it counts from then on; `platen orders recount` counts the last days anew.',
    'UTC',
    timeZone,
  ),
  PRODUCTION_STEPS: setting(
    'Technologies in the order in which the shop uses them on one piece, with commas, as DTG,EMBROIDERY; others come after them, as their order names them.',
    '',
    (value) => list(value, text),
  ),
  PACK_REQUIRES: setting(
    'Steps without which a piece is not packed, of MADE and CHECKED. Empty: the station asks before it packs a piece that nobody has made.',
    '',
    (value) => list(value, (step) => oneOf<'MADE' | 'CHECKED'>(step, ['MADE', 'CHECKED'])),
  ),
  PRODUCTION_HOURS: setting(
    'Hours after which an order should have left, from when it was made: what is due first is made first.',
    '48',
    (value) => integer(value, 1, 10_000),
  ),
  PRINT_FILE_NAME: setting(
    'Name under which a station saves the file of a print, without its extension: of {code}, {orderId}, {sku}, {location}, {technology} and {batch}, with {code} at least.',
    '{code}_{location}_{technology}',
    fileNamePattern,
  ),
  LOG_LEVEL: setting('fatal, error, warn, info, debug, trace or silent.', 'info', (value) =>
    oneOf(value, ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']),
  ),
  METRICS_HOST: setting(
    'Address that the metrics listen on; 0.0.0.0 or :: for every address of the machine.',
    '127.0.0.1',
    text,
  ),
  METRICS_PORT: setting('TCP port of the Prometheus metrics, or off.', '9464', (value) =>
    value === 'off' ? undefined : port(value),
  ),
  ...TRACE_SETTINGS,
  DEMO: setting(
    'on fills an empty embedded database with a demo catalogue and a demo client; off starts empty. With DATABASE_URL always off.',
    'on',
    (value) => oneOf(value, ['on', 'off']) === 'on',
  ),
  DEMO_ORDERS: setting(
    'on gives the demo three shops with some 60 orders, made at the first start; off leaves them out.',
    'on',
    (value) => oneOf(value, ['on', 'off']) === 'on',
  ),
} as const;
