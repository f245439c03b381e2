import type { Config } from './config.ts';
import { SETTINGS } from './settings.ts';

/** A setting as an admin may see it. */
export interface ShownSetting {
  name: string;
  doc: string;
  /** Of numbers. */
  unit?: string;
  /** What holds where nothing is given; absent: nothing does. */
  default?: string;
  /** What holds. Absent for a secret, and where nothing does. */
  value?: string;
  /** Whether it was given; false: the default holds. */
  isSet: boolean;
  isSecret: boolean;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** Whatever is named like one is a secret, so that one added later is too; but for what tells how tokens and passwords are dealt with. */
const SECRET = /KEY|SECRET|PASSWORD|TOKEN|CREDENTIAL|HEADERS|PIN$/;
const NO_SECRET: readonly string[] = ['TOKEN_RATE_LIMIT', 'TOKEN_TTL_SECONDS'];
const UNITS = ['SECONDS', 'BYTES', 'DAYS', 'HOURS'] as const;
/** Of the parameters of a database's address, those that hold nothing to sign in with. */
const HARMLESS_PARAMETERS = ['host', 'port', 'dbname', 'sslmode', 'application_name'];

/** Every setting with what holds, from the environment that `config` was read from. Secrets, and passwords in addresses, are left out. */
export function shownSettings(config: Config, environment: Environment): ShownSetting[] {
  return Object.entries(SETTINGS).map(([name, setting]) => {
    const given = environment[name]?.trim() || undefined;
    const isSecret = SECRET.test(name) && !NO_SECRET.includes(name);
    const value = isSecret ? undefined : heldValue(name, given ?? setting.default, config);
    const unit = unitOf(name);
    return {
      name,
      doc: setting.doc,
      ...(unit && { unit }),
      ...(setting.default !== undefined && { default: setting.default }),
      ...(value !== undefined && { value }),
      isSet: given !== undefined,
      isSecret,
    };
  });
}

/** Some follow from others where they are not given. */
function heldValue(name: string, given: string | undefined, config: Config): string | undefined {
  if (name === 'BASE_URL' || name === 'AUTH_URL' || name === 'IMAGE_BASE_URL') return config[name];
  if (name === 'TOKEN_RATE_LIMIT' && config.TOKEN_RATE_LIMIT === undefined) return 'off';
  if (name === 'DEMO' || name === 'DEMO_ORDERS') return config[name] ? 'on' : 'off';
  if (given === undefined) return undefined;
  return name === 'DATABASE_URL' ? withoutPassword(given) : withoutUserInfo(given);
}

/** A database's address without what signs in: of what cannot be told apart for certain, nothing is shown. */
export function withoutPassword(address: string): string {
  // libpq's form without a host is no URL to WHATWG.
  const url = URL.parse(address.replace('@/', '@localhost/'));
  // Behind an @ in a path stands what was a host, and before it a password.
  if (!url || /@|%40/i.test(url.pathname + url.hash)) return `${/^\w+:\/\//.exec(address)?.[0] ?? ''}…`;
  const parameters = [...url.searchParams].filter(([name]) => HARMLESS_PARAMETERS.includes(name));
  const query = parameters.length > 0 ? `?${new URLSearchParams(parameters)}` : '';
  const user = url.username && `${url.username}@`;
  const host = address.includes('@/') ? '' : url.host;
  return `${url.protocol}//${user}${host}${url.pathname}${query}`;
}

function withoutUserInfo(value: string): string {
  return value.replaceAll(/\/\/[^/\s,]*@/g, '//…@');
}

function unitOf(name: string): string | undefined {
  return UNITS.find((unit) => name.split('_').includes(unit))?.toLowerCase();
}
