import type { Config } from './config.ts';
import type { SlipTexts, Weekday } from './setting-values.ts';

/** The settings that staff change in the console. An absent value is not stored. */
export interface ShopSettings {
  name?: string;
  address?: string[];
  sender?: string[];
  timeZone?: string;
  workingDays?: Weekday[];
  productionHours?: number;
  holidays?: string;
  paperLanguage?: Config['PAPER_LANGUAGE'];
  slipTexts?: SlipTexts;
  currency?: string;
}

/** The name of each of these settings in `Config`. */
export const SHOP_SETTINGS = {
  name: 'CENTER_NAME',
  address: 'CENTER_ADDRESS',
  sender: 'SENDER_ADDRESS',
  timeZone: 'TIME_ZONE',
  workingDays: 'WORKING_DAYS',
  productionHours: 'PRODUCTION_HOURS',
  holidays: 'HOLIDAYS',
  paperLanguage: 'PAPER_LANGUAGE',
  slipTexts: 'SLIP_TEXTS',
  currency: 'CURRENCY',
} as const satisfies Record<keyof ShopSettings, keyof Config>;

type ShopSettingName = keyof ShopSettings;
export const SHOP_SETTING_NAMES = Object.keys(SHOP_SETTINGS) as ShopSettingName[];

export type ShopConfig = Pick<Config, (typeof SHOP_SETTINGS)[ShopSettingName]>;

/** Returns the part of the settings that staff may change. */
export function shopConfigOf(config: Config): ShopConfig {
  return Object.fromEntries(Object.values(SHOP_SETTINGS).map((name) => [name, config[name]])) as ShopConfig;
}

/** Returns `given` with the stored values. Without a sender, the address of the center is the sender. */
export function withStored(given: ShopConfig, stored: ShopSettings): ShopConfig {
  const values = SHOP_SETTING_NAMES.flatMap((name) =>
    stored[name] === undefined ? [] : [[SHOP_SETTINGS[name], stored[name]]],
  );
  const shop: ShopConfig = { ...given, ...Object.fromEntries(values) };
  return shop.SENDER_ADDRESS.length > 0 ? shop : { ...shop, SENDER_ADDRESS: shop.CENTER_ADDRESS };
}

export const SOURCES = ['database', 'environment', 'default'] as const;
export type SettingSource = (typeof SOURCES)[number];

/** Returns where the value of a setting comes from. */
export function sourceOf(
  name: ShopSettingName,
  stored: ShopSettings,
  environment: Readonly<Record<string, string | undefined>>,
): SettingSource {
  if (stored[name] !== undefined) return 'database';
  return environment[SHOP_SETTINGS[name]]?.trim() ? 'environment' : 'default';
}
