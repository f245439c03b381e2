import type { FastifyInstance } from 'fastify';
import type { Pool } from 'pg';
import { Type } from 'typebox';
import { resumeAfterRestore } from '../../../operations/backup/restore-pause.ts';
import { actorOf } from '../../../platform/audit/actor.ts';
import { readDatabaseFacts } from '../../../platform/database/open-database.ts';
import { withRetry } from '../../../platform/database/transaction.ts';
import { readFreeBytes } from '../../../platform/files/disk-watch.ts';
import {
  answer,
  changeAnswers,
  errorAnswers,
  rateLimitHeaders,
} from '../../../platform/http/api-document.ts';
import type { HealthCheck } from '../../../platform/http/health-check.ts';
import { registerRoutes, route } from '../../../platform/http/route-table.ts';
import type { Config } from '../../../platform/settings/config.ts';
import { VERSION } from '../../../platform/settings/config.ts';
import { listShownSettings, type ShownSetting } from '../../../platform/settings/shown-settings.ts';
import { booleanField, integerField, oneOf, strictObject, stringField } from '../fields/operator-schemas.ts';

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
      secret: false,
    },
  ],
};

const SettingSchema = Type.Object(
  {
    name: stringField('Name of the environment variable.', 'TOKEN_TTL_SECONDS'),
    doc: stringField('What it does and what it takes.'),
    unit: Type.Optional(stringField('Unit of a number.', 'seconds')),
    default: Type.Optional(
      stringField('The default, used where the setting is not set; absent: there is none.'),
    ),
    value: Type.Optional(
      stringField(
        'The value in use. Secrets are never shown: for them it is absent, and a password in an address is left out. Absent too where there is no value.',
      ),
    ),
    set: booleanField('Whether it is set; false: the default is used.'),
    secret: booleanField('Whether its value is never shown.'),
  },
  { title: 'Setting', description: 'A setting of the server.', examples: [EXAMPLE.settings[0]] },
);

const ServiceSchema = Type.Object(
  {
    version: stringField('Version of Platen.', '1.2.0'),
    node: stringField('Version of Node that runs it.', '26.1.0'),
    database: Type.Object(
      {
        version: stringField('Version of PostgreSQL.', '18.4'),
        bytes: integerField('Size of the database in bytes.'),
        embedded: booleanField('Whether it is the one that Platen runs in DATA_DIR.'),
      },
      { description: 'The database.' },
    ),
    disk: Type.Object(
      {
        freeBytes: integerField('Bytes free on the fullest disk below DATA_DIR.'),
        floorBytes: integerField('Bytes below which no file is fetched.'),
      },
      { description: 'The disk of DATA_DIR.' },
    ),
    checks: Type.Array(
      Type.Object(
        {
          name: stringField('database, disk, intake, jobs, keys or webhooks.'),
          status: oneOf(['ok', 'degraded'] as const, 'degraded: somebody has to look into it.'),
          message: Type.Optional(stringField('What is wrong.')),
        },
        { title: 'ServiceCheck', description: 'One thing that the service needs.' },
      ),
      { description: 'What `GET /health/ready?verbose` tells beside the database.' },
    ),
    metrics: Type.Optional(
      stringField(
        'Where Prometheus reads the metrics, as seen from the machine; absent: nowhere.',
        'http://127.0.0.1:9464/metrics',
      ),
    ),
    settings: Type.Array(SettingSchema, { description: 'Every setting, in the order of the documentation.' }),
  },
  { title: 'ServiceSettings', description: 'The service and what is set for it.', examples: [EXAMPLE] },
);

interface SettingsRouteOptions {
  config: Config;
  pool: Pool;
  clock: () => Date;
  /** The environment that the settings were read from. */
  environment: Readonly<Record<string, string | undefined>>;
  checkHealth: () => Promise<HealthCheck[]>;
}

const getSettings = route({
  schema: {
    tags: ['Service'],
    operationId: 'getSettings',
    summary: 'Read the settings',
    description:
      'Settings are environment variables; they are changed where the server is started. Secrets are never told.',
    response: {
      200: answer('The service and its settings.', ServiceSchema, rateLimitHeaders),
      ...errorAnswers(),
    },
  },
  handler: async ({ config, pool, environment, checkHealth }: SettingsRouteOptions) => {
    const [database, freeBytes, checks] = await Promise.all([
      withRetry(() => readDatabaseFacts(pool)),
      readFreeBytes(config),
      checkHealth(),
    ]);
    return {
      version: VERSION,
      node: process.versions.node,
      database: { ...database, embedded: config.DATABASE_URL === undefined },
      disk: { freeBytes, floorBytes: config.DISK_FREE_MIN_BYTES },
      checks,
      ...(config.METRICS_PORT !== undefined && {
        metrics: metricsUrl(config.METRICS_HOST, config.METRICS_PORT),
      }),
      settings: listShownSettings(config, environment).map(shown),
    };
  },
});

function shown({ isSet, isSecret, ...setting }: ShownSetting) {
  return { ...setting, set: isSet, secret: isSecret };
}

function metricsUrl(host: string, port: number): string {
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}/metrics`;
}

/** For hundreds of thousands of webhooks to skip. */
const RESUME_ANSWER_MS_MAX = 60_000;

const ResumeRequest = strictObject('ResumeRequest', 'Whether to send or skip old webhooks.', {
  skipOldWebhooks: Type.Optional(
    Type.Boolean({
      description:
        'true: the pending webhooks that are older than the restored data are skipped and never sent. false: they are sent. Default: false.',
      default: false,
      examples: [true],
    }),
  ),
});

const ResumedSchema = Type.Object(
  {
    wasPaused: booleanField('false: nothing was paused, and nothing was changed.'),
    skippedWebhooks: integerField('How many webhooks this request skipped.', 604),
  },
  {
    title: 'Resumed',
    description: 'What resuming did.',
    examples: [{ wasPaused: true, skippedWebhooks: 604 }],
  },
);

const postResume = route({
  config: { answerMsMax: RESUME_ANSWER_MS_MAX },
  schema: {
    tags: ['Service'],
    operationId: 'resumeAfterRestore',
    summary: 'Resume what a restore paused',
    description:
      'After `platen restore`, webhooks, connectors, printers and sandbox steps wait until an admin resumes them; `GET /operator/v1/overview` tells it in `paused`. They go on within seconds. Skipped webhooks stay in the delivery log as `skipped`. Answered within 60 s; after a 503 send it again. Idempotent: sending it again changes nothing.',
    body: Type.Optional(ResumeRequest),
    response: changeAnswers('What resuming did.', ResumedSchema),
  },
  handler: async ({ pool, clock }: SettingsRouteOptions, { body, caller }) =>
    resumeAfterRestore(
      pool,
      { skipOldWebhooks: body.skipOldWebhooks ?? false },
      { by: actorOf(caller), now: clock() },
    ),
});

/** /operator/v1/settings: the service and what is set for it. */
export async function settingsRoutes(app: FastifyInstance, options: SettingsRouteOptions): Promise<void> {
  registerRoutes(app, options, [
    ['GET', '/operator/v1/settings', getSettings, { verb: 'settings.read' }],
    ['POST', '/operator/v1/resume', postResume, { verb: 'service.resume' }],
  ]);
}
