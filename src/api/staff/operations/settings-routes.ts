import type { Pool } from 'pg';
import { Type } from 'typebox';
import { resumeAfterRestore } from '../../../operations/backup/restore-pause.ts';
import type { ShopSettingsKeeper } from '../../../operations/keep-shop-settings.ts';
import { actorOf } from '../../../platform/audit/actor.ts';
import { readDatabaseFacts } from '../../../platform/database/open-database.ts';
import { withRetry } from '../../../platform/database/transaction.ts';
import { readFreeBytes } from '../../../platform/files/disk-watch.ts';
import {
  answer,
  booleanField,
  changeAnswers,
  errorAnswers,
  integerField,
  oneOf,
  rateLimitHeaders,
  stringField,
  titledObject,
} from '../../../platform/http/api-document.ts';
import type { HealthCheck } from '../../../platform/http/health-check.ts';
import { routeTable, routeUnder } from '../../../platform/http/route-table.ts';
import { type Config, VERSION } from '../../../platform/settings/config.ts';
import { SOURCES } from '../../../platform/settings/shop-settings.ts';
import { listShownSettings } from '../../../platform/settings/shown-settings.ts';
import { strictObject } from '../fields/operator-schemas.ts';

const route = routeUnder<SettingsRouteOptions>('Service');
const EXAMPLE = {
  version: '1.2.0',
  node: '26.1.0',
  database: { version: '18.4', bytes: 734_003_200, embedded: true },
  disk: { freeBytes: 214_748_364_800, floorBytes: 1_073_741_824 },
  checks: [{ name: 'intake', status: 'ok' }],
  metrics: 'http://127.0.0.1:9464/metrics',
  settings: [
    {
      name: 'TOKEN_TTL_SECONDS',
      doc: 'How long an access token is valid.',
      unit: 'seconds',
      default: '3600',
      value: '3600',
      set: false,
      source: 'default',
      secret: false,
    },
  ],
};

const SettingSchema = titledObject(
  'Setting',
  'A setting of the server.',
  {
    name: stringField('Name of the environment variable.', 'TOKEN_TTL_SECONDS'),
    doc: stringField('Effect and possible values of the setting.'),
    unit: Type.Optional(stringField('Unit of a number.', 'seconds')),
    default: Type.Optional(stringField('The default. Absent: there is none.')),
    value: Type.Optional(
      stringField('The value in use, without a password in an address. Absent: there is none, or it is a secret.'),
    ),
    set: booleanField('Whether the environment sets it.'),
    source: oneOf(
      SOURCES,
      'Origin of the value: the database (`PUT /operator/v1/settings/shop`), the environment, or the default.',
    ),
    secret: booleanField('Whether it is a secret, whose value is never returned.'),
  },
  EXAMPLE.settings[0],
);

const ServiceSchema = titledObject(
  'ServiceSettings',
  'The service and its settings.',
  {
    version: stringField('Version of Platen.', '1.2.0'),
    node: stringField('Version of Node that runs it.', '26.1.0'),
    database: Type.Object(
      {
        version: stringField('Version of PostgreSQL.', '18.4'),
        bytes: integerField('Size of the database in bytes.'),
        embedded: booleanField('Whether Platen itself runs it, in DATA_DIR.'),
      },
      { description: 'The database.' },
    ),
    disk: Type.Object(
      {
        freeBytes: integerField('Free bytes on the fullest disk of DATA_DIR.'),
        floorBytes: integerField('Free bytes below which no file is fetched.'),
      },
      { description: 'The disk of DATA_DIR.' },
    ),
    checks: Type.Array(
      titledObject('ServiceCheck', 'A part that the service depends on.', {
        name: stringField('backups, disk, intake, jobs, keys or webhooks.'),
        status: oneOf(['ok', 'degraded'] as const, 'degraded: a person has to look at it.'),
        message: Type.Optional(stringField('The problem, in a sentence.')),
      }),
      { description: 'The checks of `GET /health/ready?verbose`, without the database.' },
    ),
    metrics: Type.Optional(
      stringField(
        'Address of the metrics for Prometheus, as seen from this machine. Absent: metrics are off.',
        'http://127.0.0.1:9464/metrics',
      ),
    ),
    settings: Type.Array(SettingSchema, { description: 'Every setting, in the order of the documentation.' }),
  },
  EXAMPLE,
);

interface SettingsRouteOptions {
  config: Config;
  pool: Pool;
  clock: () => Date;
  environment: Readonly<Record<string, string | undefined>>;
  checkHealth: () => Promise<HealthCheck[]>;
  shop: ShopSettingsKeeper;
}

const getSettings = route({
  operationId: 'getSettings',
  summary: 'Read the settings',
  description:
    'Returns all settings of the environment without secrets. Change them where the server is started. A stored setting of the shop takes precedence (`PUT /operator/v1/settings/shop`).',
  response: { 200: answer('The service and its settings.', ServiceSchema, rateLimitHeaders), ...errorAnswers() },
  handler: async ({ config, pool, environment, checkHealth, shop }) => {
    const [database, freeBytes, checks, stored] = await Promise.all([
      withRetry(() => readDatabaseFacts(pool)),
      readFreeBytes(config),
      checkHealth(),
      shop.read(),
    ]);
    return {
      version: VERSION,
      node: process.versions.node,
      database: { ...database, embedded: config.DATABASE_URL === undefined },
      disk: { freeBytes, floorBytes: config.DISK_FREE_MIN_BYTES },
      checks,
      ...(config.METRICS_PORT !== undefined && { metrics: metricsUrl(config.METRICS_HOST, config.METRICS_PORT) }),
      settings: listShownSettings(config, environment, stored).map(({ isSet, isSecret, ...setting }) => ({
        ...setting,
        set: isSet,
        secret: isSecret,
      })),
    };
  },
});

function metricsUrl(host: string, port: number): string {
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}/metrics`;
}

/** Milliseconds for a request that may skip hundreds of thousands of webhooks. */
const RESUME_ANSWER_MS_MAX = 60_000;

const ResumeRequest = strictObject('ResumeRequest', 'Options of resuming.', {
  skipOldWebhooks: Type.Optional(
    Type.Boolean({
      description:
        'true: skips the pending webhooks that are older than the restored data; they are never sent. false: sends them. Default: false.',
      default: false,
      examples: [true],
    }),
  ),
});

const ResumedSchema = titledObject(
  'Resumed',
  'The result of resuming.',
  {
    wasPaused: booleanField('false: nothing was paused, so nothing is changed.'),
    skippedWebhooks: integerField('Number of webhooks that this request skipped.', 604),
  },
  { wasPaused: true, skippedWebhooks: 604 },
);

const postResume = route({
  config: { answerMsMax: RESUME_ANSWER_MS_MAX },
  operationId: 'resumeAfterRestore',
  summary: 'Resume the parts that a restore paused',
  description:
    'After `platen restore`, webhooks, connectors, printers and sandbox steps are paused until an admin resumes them; `paused` in `GET /operator/v1/overview` shows it. They continue within seconds. Skipped webhooks stay in the delivery log as `skipped`. The request takes at most 60 seconds; after a 503, send it again. Idempotent: sending it again changes nothing.',
  body: Type.Optional(ResumeRequest),
  response: changeAnswers('The result of resuming.', ResumedSchema),
  handler: async ({ pool, clock }, { body, caller }) =>
    resumeAfterRestore(pool, { skipOldWebhooks: body.skipOldWebhooks ?? false }, { by: actorOf(caller), now: clock() }),
});

export const settingsRoutes = routeTable<SettingsRouteOptions>([
  ['GET', '/operator/v1/settings', getSettings, { verb: 'settings.read' }],
  ['POST', '/operator/v1/resume', postResume, { verb: 'service.resume' }],
]);
