import manifest from '../../../package.json' with { type: 'json' };
import { type SlipTexts, WEEK, type Weekday } from './setting-values.ts';
import { SETTINGS } from './settings.ts';

/** Reports an invalid value in one line that names the setting and the allowed values. */
export class ConfigError extends Error {}

type SettingName = keyof typeof SETTINGS;
type SettingValue<K extends SettingName> = ReturnType<(typeof SETTINGS)[K]['read']>;
type OptionalSetting = {
  [K in SettingName]: (typeof SETTINGS)[K]['default'] extends string ? never : K;
}[SettingName];
type Values = {
  [K in SettingName]: K extends OptionalSetting ? SettingValue<K> | undefined : SettingValue<K>;
};

/** The settings of this process. Those in `SHOP_SETTINGS` change while it runs: read them at each use. */
export type Config = Omit<
  Values,
  | 'BASE_URL'
  | 'AUTH_URL'
  | 'IMAGE_BASE_URL'
  | 'TIME_ZONE'
  | 'SMTP_URL'
  | 'MAIL_FROM'
  | `S3_${string}`
  | `OPENID_${string}`
  | `OTEL_${string}`
> & {
  BASE_URL: string;
  AUTH_URL: string;
  IMAGE_BASE_URL: string;
  /** The center's time zone. If the setting is absent: UTC until the start has read the stored time zone. */
  TIME_ZONE: string;
  /** TIME_ZONE as it was set. */
  GIVEN_TIME_ZONE: string | undefined;
  // Only the console sets these.
  CENTER_ADDRESS: string[];
  WORKING_DAYS: readonly Weekday[];
  /** The region whose public holidays are free of work, such as DE-BE. */
  HOLIDAYS: string | undefined;
  SLIP_TEXTS: SlipTexts;
  CURRENCY: string | undefined;
  S3: S3Options | undefined;
  /** Undefined: no e-mail is sent. */
  MAIL: MailOptions | undefined;
  OPENID: OpenIdOptions | undefined;
  /** The target of traces from the OTEL_… settings; undefined if tracing is off. */
  TRACES: TraceOptions | undefined;
};

interface MailOptions {
  /** Has the user and password. */
  url: string;
  from: string;
}

export interface OpenIdOptions {
  issuer: string;
  clientId: string;
  clientSecret: string;
  roleClaim: string;
  roles: ReadonlyMap<string, 'admin' | 'office' | 'floor' | 'viewer'>;
  label: string;
}

export interface S3Options {
  /** Prefix optional: `https://s3.example.com/bucket/platen`, `https://bucket.s3.example.com/platen`. */
  bucketUrl: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
}

export interface TraceOptions {
  url: string;
  headers: Record<string, string>;
  service: string;
  attributes: Record<string, string>;
  sampler: { name: Values['OTEL_TRACES_SAMPLER']; ratio: Values['OTEL_TRACES_SAMPLER_ARG'] };
}

export type RateLimit = { requests: number; windowSeconds: number };

/** Reads all settings. An empty value counts as unset. Throws ConfigError for the first invalid value. */
export function readConfig(environment: Readonly<Record<string, string | undefined>>): Config {
  const values = Object.fromEntries(
    Object.entries(SETTINGS).map(([name, { default: fallback, read }]) => {
      const given = environment[name]?.trim() || fallback;
      try {
        return [name, given === undefined ? undefined : read(given)];
      } catch (error) {
        throw new ConfigError(`${name} ${(error as Error).message}. Given: ${describe(name, given)}.`);
      }
    }),
  ) as Values;
  if (values.PORT === values.METRICS_PORT && values.PORT !== 0) {
    throw new ConfigError(`METRICS_PORT must not be PORT. Given: "${values.PORT}" for both.`);
  }
  const BASE_URL = values.BASE_URL ?? `http://localhost:${values.PORT}`;
  const { S3_BUCKET_URL, S3_REGION, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY, SMTP_URL, MAIL_FROM, ...others } = values;
  const { OPENID, rest: withoutOpenId } = openIdOf(others);
  const { TRACES, rest } = tracesOf(withoutOpenId);
  return {
    ...rest,
    OPENID,
    TRACES,
    MAIL:
      SMTP_URL === undefined ? undefined : { url: SMTP_URL, from: requireSetting('MAIL_FROM', MAIL_FROM, 'SMTP_URL') },
    S3:
      S3_BUCKET_URL === undefined
        ? undefined
        : {
            bucketUrl: S3_BUCKET_URL,
            region: S3_REGION,
            accessKeyId: requireSetting('S3_ACCESS_KEY_ID', S3_ACCESS_KEY_ID, 'S3_BUCKET_URL'),
            secretAccessKey: requireSetting('S3_SECRET_ACCESS_KEY', S3_SECRET_ACCESS_KEY, 'S3_BUCKET_URL'),
          },
    BASE_URL,
    AUTH_URL: values.AUTH_URL ?? BASE_URL,
    IMAGE_BASE_URL: values.IMAGE_BASE_URL ?? `${BASE_URL}/images/`,
    TIME_ZONE: values.TIME_ZONE ?? 'UTC',
    GIVEN_TIME_ZONE: values.TIME_ZONE,
    CENTER_ADDRESS: [],
    WORKING_DAYS: WEEK,
    HOLIDAYS: undefined,
    SLIP_TEXTS: {},
    CURRENCY: undefined,
    TOKEN_RATE_LIMIT: values.RATE_LIMIT === undefined ? undefined : values.TOKEN_RATE_LIMIT,
    DEMO: values.DEMO && values.DATABASE_URL === undefined,
    DEMO_ORDERS: values.DEMO && values.DEMO_ORDERS && values.DATABASE_URL === undefined,
  };
}

type OpenIdValues = Pick<Values, Extract<SettingName, `OPENID_${string}`>>;

function openIdOf<T extends OpenIdValues>(values: T) {
  const { OPENID_ISSUER, OPENID_CLIENT_ID, OPENID_CLIENT_SECRET, OPENID_ROLES, ...others } = values;
  const { OPENID_ROLE_CLAIM: roleClaim, OPENID_LABEL: label, ...rest } = others;
  const OPENID: OpenIdOptions | undefined =
    OPENID_ISSUER === undefined
      ? undefined
      : {
          issuer: OPENID_ISSUER,
          clientId: requireSetting('OPENID_CLIENT_ID', OPENID_CLIENT_ID, 'OPENID_ISSUER'),
          clientSecret: requireSetting('OPENID_CLIENT_SECRET', OPENID_CLIENT_SECRET, 'OPENID_ISSUER'),
          roles: requireSetting('OPENID_ROLES', OPENID_ROLES, 'OPENID_ISSUER'),
          roleClaim,
          label,
        };
  return { OPENID, rest };
}

type TraceValues = Pick<Values, Extract<SettingName, `OTEL_${string}`>>;

function tracesOf<T extends TraceValues>(values: T) {
  const { OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_EXPORTER_OTLP_TRACES_ENDPOINT, ...others } = values;
  const { OTEL_EXPORTER_OTLP_HEADERS: headers, OTEL_SERVICE_NAME: service, ...more } = others;
  const { OTEL_RESOURCE_ATTRIBUTES: attributes, OTEL_SDK_DISABLED: isDisabled, ...last } = more;
  const { OTEL_TRACES_SAMPLER: name, OTEL_TRACES_SAMPLER_ARG: ratio, ...rest } = last;
  const ofAll = OTEL_EXPORTER_OTLP_ENDPOINT && `${OTEL_EXPORTER_OTLP_ENDPOINT}/v1/traces`;
  const url = OTEL_EXPORTER_OTLP_TRACES_ENDPOINT ?? ofAll;
  const TRACES: TraceOptions | undefined =
    url === undefined || isDisabled ? undefined : { url, headers, service, attributes, sampler: { name, ratio } };
  return { TRACES, rest };
}

function requireSetting<T>(name: SettingName, value: T | undefined, beside: SettingName): T {
  if (value === undefined) throw new ConfigError(`${name} must be set, because ${beside} is set.`);
  return value;
}

function describe(name: string, value: string | undefined): string {
  // Any address may contain a password.
  const isSecret =
    /^(DATABASE_URL|ENCRYPTION_KEY|S3_.*KEY.*|OPENID_CLIENT_SECRET|OTEL_.*HEADERS|SMTP_URL|ALERT_WEBHOOK_URL)$/.test(
      name,
    ) || value?.includes('@');
  return isSecret ? 'a value that is not shown here' : JSON.stringify(value);
}

export const VERSION: string = manifest.version;
