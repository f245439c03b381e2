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
  mailUrl,
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
  webhookUrl,
} from './setting-values.ts';

const SAMPLERS = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const;

const TRACE_SETTINGS = {
  OTEL_EXPORTER_OTLP_ENDPOINT: setting(
    'Collector for traces by OTLP over HTTP (JSON), without /v1/traces, such as http://127.0.0.1:4318. Unset: no traces.',
    undefined,
    baseUrl,
  ),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: setting(
    'The same with the whole path, such as http://127.0.0.1:4318/v1/traces. It takes precedence.',
    undefined,
    baseUrl,
  ),
  OTEL_EXPORTER_OTLP_HEADERS: setting(
    'Header fields for the collector: key=value, separated by commas, with percent-encoded values; a secret.',
    '',
    keyValues,
  ),
  OTEL_TRACES_SAMPLER: setting(
    'Sampler: always_on, always_off or traceidratio. With the prefix parentbased_, the decision of the caller takes precedence.',
    'parentbased_always_on',
    (value) => oneOf(value, SAMPLERS),
  ),
  OTEL_TRACES_SAMPLER_ARG: setting('The fraction of traces that traceidratio keeps, 0 to 1.', '1', ratio),
  OTEL_SERVICE_NAME: setting('Name of this service in traces.', 'platen', text),
  OTEL_RESOURCE_ATTRIBUTES: setting(
    'Attributes of all traces of this server: key=value, separated by commas, such as deployment.environment.name=production.',
    '',
    keyValues,
  ),
  OTEL_SDK_DISABLED: setting(
    'true: no traces, whatever else is set.',
    'false',
    (value) => oneOf(value, ['true', 'false']) === 'true',
  ),
} as const;

/** The number of files in the largest possible order. */
const FILES_PER_ORDER_LIMIT = 50_000;
const GRACE_SECONDS_MAX = 31_536_000;
const DAY_SECONDS = 86_400;
const PACKAGING_GRAMS_MAX = 30_000;
const LATE_DAYS_MAX = 60;
export const PRODUCTION_HOURS_MAX = 10_000;
/** A month. */
const PRINT_KEEP_HOURS_MAX = 720;
const PROCESSES_MAX = 64;
const GIB = 1024 ** 3;
const DISK_FREE_MAX_BYTES = 1024 * 1024 * GIB;

/** All settings. A test compares them with the table in docs/settings.md. */
export const SETTINGS = {
  PORT: setting('TCP port of the API; 0 selects a free port.', '8080', port),
  HOST: setting('Address to listen on; unset means every address of the machine.', undefined, text),
  DATA_DIR: setting(
    'Folder for the embedded PostgreSQL, the files of orders, images and the encryption key. The default is the folder `data` of the project, independent of the working directory.',
    join(import.meta.dirname, '../../../data'),
    (value) => resolve(value),
  ),
  DATABASE_URL: setting(
    'PostgreSQL 15 or newer to use, postgresql://user:password@host:port/database, several hosts separated by commas (the primary is used); unset runs the embedded PostgreSQL in DATA_DIR.',
    undefined,
    databaseUrl,
  ),
  PROCESSES: setting(
    'Server processes, 1 to 64. With more than one, a further process supervises them. Set the number of processors to use the whole machine.',
    '1',
    (value) => integer(value, 1, PROCESSES_MAX),
  ),
  RUN: setting(
    'Tasks of this server: api answers requests, jobs does background work only, all does both. `platen start --only api` sets it too.',
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
    'Logo of the center for these pages: path of a file in DATA_DIR/images, such as logo.svg; unset: no logo.',
    undefined,
    imagePath,
  ),
  TRUSTED_PROXIES: setting(
    'Addresses or networks of your proxies, separated by commas. X-Forwarded-For is ignored from all other senders.',
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
    'on: frequent statements are prepared under a name. off: no named statements and no connection settings, for poolers in transaction mode that support neither, such as PgBouncer before 1.21.',
    'on',
    (value) => oneOf(value, ['on', 'off']) === 'on',
  ),
  ENCRYPTION_KEY: setting(
    'Key that encrypts signing keys and the secrets of webhooks in the database: 32 bytes in base64url or base64. Unset: a key is created in DATA_DIR. Set the same key on all processes that share a database.',
    undefined,
    encryptionKey,
  ),
  OPENID_ISSUER: setting(
    'OpenID Connect issuer for sign-in, such as https://login.example.com; http:// only on a loopback address. Unset: sign-in by password only.',
    undefined,
    issuerUrl,
  ),
  OPENID_CLIENT_ID: setting('Client id of Platen at the issuer; required with OPENID_ISSUER.', undefined, text),
  OPENID_CLIENT_SECRET: setting('Secret of that client; required with OPENID_ISSUER.', undefined, text),
  OPENID_ROLE_CLAIM: setting(
    'Claim that contains the roles of a person; a dot separates the names of nested claims.',
    'roles',
    text,
  ),
  OPENID_ROLES: setting(
    'Roles by value of the claim, such as print-admins=admin,print-office=office; required with OPENID_ISSUER.',
    undefined,
    roleMapping,
  ),
  OPENID_LABEL: setting('Text of the button to sign in by OpenID Connect.', 'Single sign-on', text),
  STATION_LOCK_SECONDS: setting(
    'Seconds without activity at a station until its person is signed off, 30 to 86400.',
    '300',
    (value) => integer(value, 30, DAY_SECONDS),
  ),
  FILES_PER_ORDER_MAX: setting('Maximum number of different file URLs in one order, 1 to 50000.', '200', (value) =>
    integer(value, 1, FILES_PER_ORDER_LIMIT),
  ),
  ARTWORK_DPI_MIN: setting(
    'Dots per inch below which artwork gets a warning, at its printed size, 1 to 2400.',
    '150',
    (value) => integer(value, 1, 2_400),
  ),
  FILE_FETCH_ALLOW: setting(
    'Hosts with private addresses from which files may be fetched and to which webhooks may be sent: host:port, separated by commas.',
    '',
    (value) => list(value, hostAndPort),
  ),
  WEBHOOK_ALLOW: setting(
    'Further hosts with private addresses to which webhooks may be sent, or that connected shops may have: host:port, separated by commas.',
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
    'Processes that inspect files, started on demand, 1 to 16. With more than one, a single client uses at most all but one.',
    '2',
    (value) => integer(value, 1, 16),
  ),
  INTAKE_RETRY_SECONDS: setting(
    'Seconds before each further attempt to fetch a file after a temporary failure, separated by commas.',
    '10,60,300,1800,7200,21600',
    (value) => list(value, seconds),
  ),
  INTAKE_ORDERS_PER_CLIENT: setting(
    'Orders of one client whose files are fetched or inspected at once, 1 to 1000.',
    '64',
    (value) => integer(value, 1, 1_000),
  ),
  INTAKE_FETCHES: setting(
    'Files that one process fetches at once, 1 to 10000. Fetches of more than 3 seconds do not count, up to four times this number. Each client may always fetch four.',
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
    'Seconds during which a fetched file is reused for other orders of the same client with the same URL.',
    '60',
    seconds,
  ),
  ORDER_FILE_BYTES_MAX: setting('Maximum total bytes of the files of one order.', '2147483648', bytes),
  CLIENT_FILE_BYTES_PER_DAY_MAX: setting(
    'Maximum bytes that are fetched for one client on one day (UTC). Beyond that its orders wait for the next day.',
    '107374182400',
    bytes,
  ),
  WEBHOOK_RETRY_SECONDS: setting(
    'Seconds between the attempts to deliver a webhook, separated by commas. Random jitter is added.',
    '5,300,1800,7200,18000,36000,50400,72000,86400',
    (value) => list(value, seconds),
  ),
  PRINT_RETRY_SECONDS: setting(
    'Seconds between the attempts to reach a printer, separated by commas. The last value repeats.',
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
    'Lines of the sender address on labels and customs forms, below the name of the shop, separated by ; such as Musterstraße 12; 20095 Hamburg; GERMANY.',
    '',
    (value) => list(value, text, ';'),
  ),
  PACKAGING_GRAMS: setting(
    'Weight of the packing of a parcel in grams, which the gross weight on customs forms adds to the contents.',
    '50',
    (value) => integer(value, 0, PACKAGING_GRAMS_MAX),
  ),
  LATE_PARCEL_DAYS: setting(
    'Days after which a parcel with a bought label, and without news of its delivery, is listed as a problem.',
    '10',
    (value) => integer(value, 1, LATE_DAYS_MAX),
  ),
  SANDBOX_STEP_SECONDS: setting('Seconds between the steps of a sandbox order.', '2', seconds),
  FILE_GRACE_SECONDS: setting('Seconds until a file without an order is deleted.', '86400', (value) =>
    integer(value, 0, GRACE_SECONDS_MAX),
  ),
  CANCELLED_FILES_DAYS: setting('Days until the files of a cancelled order are deleted.', '30', (value) =>
    integer(value, 0, DAYS_MAX),
  ),
  BACKUP_DIR: setting(
    'Folder for automatic backups and for the archived write-ahead log of the embedded database, if possible on another disk. Unset: no backups.',
    undefined,
    text,
  ),
  BACKUP_HOURS: setting('Hours between the starts of two backups.', '24', count),
  BACKUP_KEEP: setting('Number of backups to keep; older ones are deleted.', '7', count),
  BACKUP_VERIFY_HOURS: setting('Hours between two checks of all backups. Each check reads every file.', '168', count),
  BACKUP_LOG_BYTES_MAX: setting(
    'Maximum bytes of write-ahead log in DATA_DIR while the backup folder cannot be written. Beyond that the log is dropped, and the next backup starts a new archive.',
    String(8 * GIB),
    bytes,
  ),
  RETENTION_DAYS: setting(
    'Days until the personal data of a SHIPPED or CANCELLED order is erased, or off: never.',
    '730',
    (value) => daysOrOff(value, 1),
  ),
  STOCK_MOVEMENT_DAYS: setting(
    'Days until stock movements are summed for each month and variant, or off: never.',
    '1095',
    (value) => daysOrOff(value, 31),
  ),
  DISK_FREE_MIN_BYTES: setting(
    'Minimum free bytes on the disk of DATA_DIR. Below that no file is fetched, and orders with files wait. 0: no minimum.',
    String(2 * GIB),
    (value) => integer(value, 0, DISK_FREE_MAX_BYTES),
  ),
  TIME_ZONE: setting(
    'Time zone of the center by its IANA name, such as Europe/Berlin, for the days, times and papers of all processes. Unset: the zone that the first start took from its machine and kept in the database. After a change, finished days are counted again.',
    undefined,
    timeZone,
  ),
  SMTP_URL: setting(
    'Mail server for alerts: smtp:// (STARTTLS if the server offers it) or smtps://, with user and password. Unset: no e-mail.',
    undefined,
    mailUrl,
  ),
  MAIL_FROM: setting(
    'Sender of e-mails, such as Platen <platen@example.com>; required with SMTP_URL.',
    undefined,
    text,
  ),
  ALERT_WEBHOOK_URL: setting(
    'Address to which alerts of all kinds are sent as {"text": …}, such as an incoming webhook of Slack or Mattermost; a secret. A private host must be in WEBHOOK_ALLOW. Unset: none.',
    undefined,
    webhookUrl,
  ),
  PRODUCTION_STEPS: setting(
    'Technologies in the order in which the shop uses them on one piece, separated by commas, such as DTG,EMBROIDERY. Others follow in the order of the document.',
    '',
    (value) => list(value, text),
  ),
  PACK_REQUIRES: setting(
    'Steps without which a piece is not packed, of MADE and CHECKED. Empty: the station asks before it packs a piece that nobody has made.',
    '',
    (value) => list(value, (step) => oneOf<'MADE' | 'CHECKED'>(step, ['MADE', 'CHECKED'])),
  ),
  PRODUCTION_HOURS: setting(
    'Hours of working days from the assignment of an order until it is due, unless the contract of its client says otherwise.',
    '48',
    (value) => integer(value, 1, PRODUCTION_HOURS_MAX),
  ),
  PRINT_FILE_NAME: setting(
    'Name under which a station saves a print file, without its extension. It may contain {orderId}, {sku}, {location}, {technology} and {batch}, and must contain {code}.',
    '{code}_{location}_{technology}',
    fileNamePattern,
  ),
  LOG_LEVEL: setting('fatal, error, warn, info, debug, trace or silent.', 'info', (value) =>
    oneOf(value, ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']),
  ),
  METRICS_HOST: setting(
    'Address on which the metrics are served; 0.0.0.0 or :: for every address of the machine.',
    '127.0.0.1',
    text,
  ),
  METRICS_PORT: setting('TCP port of the Prometheus metrics, or off.', '9464', (value) =>
    value === 'off' ? undefined : port(value),
  ),
  ...TRACE_SETTINGS,
  DEMO: setting(
    'on: an empty embedded database gets a demo catalogue and a demo client. off: it stays empty. Always off with DATABASE_URL.',
    'on',
    (value) => oneOf(value, ['on', 'off']) === 'on',
  ),
  DEMO_ORDERS: setting(
    'on: the first start creates three demo shops with some 60 orders. off: no demo orders.',
    'on',
    (value) => oneOf(value, ['on', 'off']) === 'on',
  ),
} as const;
