import { Type } from 'typebox';
import { annotate, integerIn, oneOf, SEVERAL_LINES, titledObject } from '../../../platform/http/api-document.ts';
import { WEEK } from '../../../platform/settings/setting-values.ts';
import { PRODUCTION_HOURS_MAX } from '../../../platform/settings/settings.ts';
import { SHOP_SETTING_NAMES, SOURCES } from '../../../platform/settings/shop-settings.ts';
import { strictObject, text } from '../fields/operator-schemas.ts';

const NAME_LENGTH_MAX = 100;
const LINES_MAX = 8;
const LINE_LENGTH_MAX = 100;
const SLIP_TEXT_LENGTH_MAX = 500;
const ZONE_LENGTH_MAX = 64;
export const REGION_LENGTH_MAX = 6;

const EXAMPLE = {
  name: 'Printhaus Nord',
  address: ['Musterstraße 12', '20095 Hamburg', 'GERMANY'],
  timeZone: 'Europe/Berlin',
  workingDays: ['MON', 'TUE', 'WED', 'THU', 'FRI'],
  productionHours: 48,
  holidays: 'DE-HH',
  paperLanguage: 'de',
  slipTexts: { en: 'Thank you for your order.', de: 'Danke für Ihre Bestellung.' },
  currency: 'EUR',
};

const lines = (description: string) =>
  Type.Array(text(LINE_LENGTH_MAX, 'A line. The last one is the country.', 'Musterstraße 12'), {
    minItems: 1,
    maxItems: LINES_MAX,
    ...annotate(description, [EXAMPLE.address]),
  });
const slipText = (language: string, example: string) =>
  Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: SLIP_TEXT_LENGTH_MAX,
      pattern: SEVERAL_LINES,
      ...annotate(`The text in ${language}. Lines are separated by a line feed.`, [example]),
    }),
  );

const fields = {
  name: Type.Optional(
    text(NAME_LENGTH_MAX, 'Name of the fulfillment center. Environment: `CENTER_NAME`.', EXAMPLE.name),
  ),
  address: Type.Optional(lines('Address of the center. It is the sender too, unless `sender` is set.')),
  sender: Type.Optional(
    lines('Address below the name of the shop on labels and customs forms. Environment: `SENDER_ADDRESS`.'),
  ),
  timeZone: Type.Optional(
    text(
      ZONE_LENGTH_MAX,
      'Zone of days, times and papers, by its IANA name. The orders of each day are counted again within minutes. Environment: `TIME_ZONE`.',
      EXAMPLE.timeZone,
    ),
  ),
  workingDays: Type.Optional(
    Type.Array(oneOf(WEEK, 'A day of the week.'), {
      minItems: 1,
      maxItems: WEEK.length,
      uniqueItems: true,
      ...annotate('Days that count until an order is due. Default: every day.', [EXAMPLE.workingDays]),
    }),
  ),
  productionHours: Type.Optional(
    integerIn(
      1,
      PRODUCTION_HOURS_MAX,
      'Hours of working days from the assignment of an order to its due time, without other terms in the contract of its client. Environment: `PRODUCTION_HOURS`.',
      EXAMPLE.productionHours,
    ),
  ),
  holidays: Type.Optional(
    text(
      REGION_LENGTH_MAX,
      'Region whose public holidays do not count until an order is due: a country by ISO 3166-1, or a state by ISO 3166-2. Listed by `listHolidays`. Absent: no holidays.',
      EXAMPLE.holidays,
    ),
  ),
  paperLanguage: Type.Optional(
    oneOf(['en', 'de'] as const, 'Language of printed papers. Environment: `PAPER_LANGUAGE`.', 'de'),
  ),
  slipTexts: Type.Optional(
    strictObject('SlipTexts', 'Text at the end of the packing slips that Platen draws, by their language.', {
      en: slipText('English', EXAMPLE.slipTexts.en),
      de: slipText('German', EXAMPLE.slipTexts.de),
    }),
  ),
  currency: Type.Optional(
    text(3, 'Currency (ISO 4217) of the prices in imported order files that name none.', EXAMPLE.currency),
  ),
};

/** The body of a change. */
export const ShopSettingsRequest = {
  ...strictObject(
    'ShopSettingsRequest',
    'The settings to store. For an absent one, the environment or the default applies.',
    fields,
  ),
  examples: [EXAMPLE],
};

const sources = Object.fromEntries(SHOP_SETTING_NAMES.map((name) => [name, oneOf(SOURCES, `Origin of \`${name}\`.`)]));

export const ShopSettingsSchema = titledObject(
  'ShopSettings',
  'The settings of the shop.',
  {
    values: titledObject('ShopSettingsValues', 'The values in effect. Absent: there is none.', fields),
    sources: titledObject(
      'ShopSettingsSources',
      'Origin of each value. database: it was stored by `PUT`. Without a sender, the address is the sender.',
      sources,
    ),
    stored: titledObject('ShopSettingsStored', 'The stored values, in the form of the request.', fields),
  },
  {
    values: { ...EXAMPLE, sender: EXAMPLE.address },
    sources: Object.fromEntries(SHOP_SETTING_NAMES.map((name) => [name, name === 'sender' ? 'default' : 'database'])),
    stored: EXAMPLE,
  },
);
