import type { Config } from './config.ts';
import { SETTINGS } from './settings.ts';
import { type SettingSource, SHOP_SETTING_NAMES, SHOP_SETTINGS, type ShopSettings } from './shop-settings.ts';

interface ShownSetting {
  name: string;
  doc: string;
  unit?: string;
  default?: string;
  /** The value in effect. Absent for a secret, and if there is none. */
  value?: string;
  /** Whether the environment sets it. */
  isSet: boolean;
  source: SettingSource;
  isSecret: boolean;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** A setting with such a name is a secret, which includes later ones, except for NO_SECRET. */
const SECRET = /KEY|SECRET|PASSWORD|TOKEN|CREDENTIAL|HEADERS|SMTP_URL|ALERT_WEBHOOK_URL|PIN$/;
const NO_SECRET: readonly string[] = ['TOKEN_RATE_LIMIT', 'TOKEN_TTL_SECONDS'];
const UNITS = ['SECONDS', 'BYTES', 'DAYS', 'HOURS'] as const;
/** Parameters of a database address without credentials. */
const HARMLESS_PARAMETERS = ['host', 'port', 'dbname', 'sslmode', 'application_name'];

/** Lists every setting with its value in effect, without the values of secrets and passwords in addresses. */
export function listShownSettings(config: Config, environment: Environment, stored: ShopSettings = {}): ShownSetting[] {
  return Object.entries(SETTINGS).map(([name, setting]) => {
    const given = environment[name]?.trim() || undefined;
    const isSecret = SECRET.test(name) && !NO_SECRET.includes(name);
    const value = isSecret ? undefined : valueInEffect(name, given ?? setting.default, config);
    const unit = unitOf(name);
    const ofShop = SHOP_SETTING_NAMES.find((one) => SHOP_SETTINGS[one] === name);
    return {
      name,
      doc: setting.doc,
      ...(unit && { unit }),
      ...(setting.default !== undefined && { default: setting.default }),
      ...(value !== undefined && { value }),
      isSet: given !== undefined,
      source: ofShop && stored[ofShop] !== undefined ? 'database' : given !== undefined ? 'environment' : 'default',
      isSecret,
    };
  });
}

function valueInEffect(name: string, given: string | undefined, config: Config): string | undefined {
  if (name === 'BASE_URL' || name === 'AUTH_URL' || name === 'IMAGE_BASE_URL') return config[name];
  if (name === 'SENDER_ADDRESS') return config.SENDER_ADDRESS.join('; ');
  if (name === 'CENTER_NAME' || name === 'TIME_ZONE' || name === 'PAPER_LANGUAGE') return config[name];
  if (name === 'PRODUCTION_HOURS') return String(config.PRODUCTION_HOURS);
  if (name === 'TOKEN_RATE_LIMIT' && config.TOKEN_RATE_LIMIT === undefined) return 'off';
  if (name === 'DEMO' || name === 'DEMO_ORDERS') return config[name] ? 'on' : 'off';
  if (given === undefined) return undefined;
  return name === 'DATABASE_URL' ? removePassword(given) : withoutUserInfo(given);
}

/** Removes the password from a database address. Returns only the scheme if it cannot parse the address. */
export function removePassword(address: string): string {
  // WHATWG does not accept libpq's form without a host.
  const url = URL.parse(address.replace('@/', '@localhost/'));
  // An @ in the path follows a misplaced host, with a password before it.
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
