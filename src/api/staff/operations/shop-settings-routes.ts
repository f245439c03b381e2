import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Static, Type } from 'typebox';
import { holidaysOf, isHolidayRegion, listHolidayRegions } from '../../../clients/holidays.ts';
import type { ShopSettingsKeeper } from '../../../operations/keep-shop-settings.ts';
import { actorOf } from '../../../platform/audit/actor.ts';
import type { Violation } from '../../../platform/errors/errors.ts';
import { ifMatchAnswers, oneOf, readAnswers, stringField, titledObject } from '../../../platform/http/api-document.ts';
import { ifMatchHeader, mayReplaceText, sendJson } from '../../../platform/http/etag.ts';
import { routeTable, routeUnder } from '../../../platform/http/route-table.ts';
import { timeZone, WEEK } from '../../../platform/settings/setting-values.ts';
import {
  SHOP_SETTING_NAMES,
  SHOP_SETTINGS,
  type ShopSettings,
  sourceOf,
} from '../../../platform/settings/shop-settings.ts';
import { currencyViolation } from '../../../shipping/currencies.ts';
import { text } from '../fields/operator-schemas.ts';
import { blankFaults, nameFaults } from '../fields/staff-requests.ts';
import { REGION_LENGTH_MAX, ShopSettingsRequest, ShopSettingsSchema } from './shop-settings-schemas.ts';

const route = routeUnder<ShopSettingsOptions>('Service');
const PATH = '/operator/v1/settings/shop';

interface ShopSettingsOptions {
  clock: () => Date;
  environment: Readonly<Record<string, string | undefined>>;
  shop: ShopSettingsKeeper;
}

const getShopSettings = route({
  operationId: 'getShopSettings',
  summary: 'Read the settings of the shop',
  description: 'Returns the settings that staff change, each with its origin, and an ETag for `If-Match`.',
  response: readAnswers('The settings of the shop.', ShopSettingsSchema),
  handler: async (options, request, reply) => send(options, request, reply),
});

const putShopSettings = route({
  config: { moreFaults: ({ body }) => faultsOf(Object(body)) },
  operationId: 'saveShopSettings',
  summary: 'Replace the settings of the shop',
  description:
    'Stored values take precedence over the environment. All processes use them within 3 seconds. Absent fields are removed. Idempotent: sending it again changes nothing. With `If-Match`, they are changed only if they still have that ETag.',
  headers: Type.Object(ifMatchHeader),
  body: ShopSettingsRequest,
  response: ifMatchAnswers('The settings as they are now.', ShopSettingsSchema),
  handler: async (options, request, reply) => {
    const shop = inOrder(request.body as Static<typeof ShopSettingsRequest> & ShopSettings);
    await options.shop.save(shop, {
      by: actorOf(request.caller),
      now: options.clock(),
      mayChange: (stored) => mayReplaceText(request, JSON.stringify(answerOf(options, stored))),
    });
    return send(options, request, reply);
  },
});

const HolidayQuery = Type.Object({
  region: Type.Optional(text(REGION_LENGTH_MAX, 'Region of the holidays.', 'DE-BE')),
  language: Type.Optional(oneOf(['en', 'de'], 'Language of the names. Default: en.')),
});

const HolidaysSchema = titledObject(
  'Holidays',
  'Regions with known holidays, and the holidays of one of them.',
  {
    regions: Type.Array(
      titledObject('HolidayRegion', 'A country or state.', {
        code: stringField('Code for the setting `holidays`.', 'DE-BE'),
        name: stringField('Name of the country, and of its state.', 'Germany, Berlin'),
      }),
      { description: 'All regions. Empty beside `region`.' },
    ),
    days: Type.Array(
      titledObject('Holiday', 'A public holiday.', {
        date: stringField('Day, ISO 8601.', '2026-12-25'),
        name: stringField('Its name.', 'Christmas Day'),
      }),
      { description: 'Public holidays of `region` in this year and the next, from today on.' },
    ),
  },
  { regions: [{ code: 'DE-BE', name: 'Germany, Berlin' }], days: [] },
);

const getHolidays = route({
  operationId: 'listHolidays',
  summary: 'List the regions with public holidays, or the holidays of one region',
  description: 'With `region`, returns its public holidays from today to the end of the next year.',
  querystring: HolidayQuery,
  response: readAnswers('The regions, or the holidays.', HolidaysSchema),
  handler: async ({ clock }, request, reply) => {
    const { region, language = 'en' } = request.query;
    if (region === undefined) return sendJson(request, reply, { regions: listHolidayRegions(language), days: [] });
    const today = clock().toISOString().slice(0, 10);
    const year = Number(today.slice(0, 4));
    const all = isHolidayRegion(region) ? [year, year + 1].flatMap((one) => holidaysOf(region, one, language)) : [];
    return sendJson(request, reply, { regions: [], days: all.filter(({ date }) => date >= today) });
  },
});

async function send(options: ShopSettingsOptions, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  return sendJson(request, reply, answerOf(options, await options.shop.read()));
}

function answerOf({ shop, environment }: ShopSettingsOptions, stored: ShopSettings) {
  const config = shop.valuesOf(stored);
  const values = SHOP_SETTING_NAMES.flatMap((name) => {
    const value = config[SHOP_SETTINGS[name]];
    const isEmpty = value === undefined || (typeof value === 'object' && Object.keys(value).length === 0);
    return isEmpty ? [] : [[name, value]];
  });
  const sources = SHOP_SETTING_NAMES.map((name) => [name, sourceOf(name, stored, environment)]);
  return { values: Object.fromEntries(values), sources: Object.fromEntries(sources), stored };
}

/** Returns the settings in a fixed order, with the days of the week in theirs. */
function inOrder(body: ShopSettings): ShopSettings {
  const given = {
    ...body,
    ...(body.workingDays && { workingDays: WEEK.filter((day) => body.workingDays?.includes(day)) }),
  };
  return Object.fromEntries(
    SHOP_SETTING_NAMES.flatMap((name) => (given[name] === undefined ? [] : [[name, given[name]]])),
  );
}

/** Returns violations beyond the schema: blank texts, and unknown time zones and currencies. */
function faultsOf(body: Record<string, unknown>): Violation[] {
  const linesOf = (name: string) =>
    (Array.isArray(body[name]) ? body[name] : []).map((line, index) => [`/${name}/${index}`, line] as const);
  const texts = Object.entries(Object(body.slipTexts)).map(([language, text]) => [`/slipTexts/${language}`, text]);
  const faults = [
    ...nameFaults({ '/name': body.name }),
    ...blankFaults(Object.fromEntries([...linesOf('address'), ...linesOf('sender'), ...texts])),
  ];
  const currency = typeof body.currency === 'string' && currencyViolation(body.currency, '/currency');
  if (currency) faults.push(currency);
  if (typeof body.timeZone === 'string') faults.push(...zoneFaults(body.timeZone));
  if (typeof body.holidays === 'string' && !isHolidayRegion(body.holidays)) {
    const message = 'The holidays of this region are not known. Send a code that `listHolidays` lists, such as DE-BE.';
    faults.push({ pointer: '/holidays', code: 'invalid', message });
  }
  return faults;
}

function zoneFaults(given: string): Violation[] {
  try {
    timeZone(given);
    return [];
  } catch (error) {
    return [{ pointer: '/timeZone', code: 'invalid', message: `"timeZone" ${(error as Error).message}.` }];
  }
}

export const shopSettingsRoutes = routeTable<ShopSettingsOptions>([
  ['GET', PATH, getShopSettings, { verb: 'settings.read' }],
  ['GET', '/operator/v1/holidays', getHolidays, { verb: 'settings.read' }],
  ['PUT', PATH, putShopSettings, { verb: 'settings.change' }],
]);
