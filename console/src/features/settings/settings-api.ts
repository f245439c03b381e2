import { queryOptions } from '@tanstack/react-query';
import { type Seen, seenOf } from '../../shared/api/answers.ts';
import { api, operatorApi, type Schemas } from '../../shared/api/operator-client.ts';

export type Service = Schemas['ServiceSettings'];
export type Setting = Schemas['Setting'];
export type Shop = Seen<Schemas['ShopSettings']>;
export type ShopValues = Schemas['ShopSettingsRequest'];

export const SETTINGS_KEY = ['settings'];
/** Free disk space and health change slowly. */
const LOOK_AGAIN_MS = 30_000;

export const settingsQuery = queryOptions({
  queryKey: SETTINGS_KEY,
  queryFn: () => api.GET('/operator/v1/settings'),
  refetchInterval: LOOK_AGAIN_MS,
});

const SHOP = '/operator/v1/settings/shop';

export const shopQuery = queryOptions({
  queryKey: [...SETTINGS_KEY, 'shop'],
  queryFn: () => seenOf(operatorApi.GET(SHOP)),
});

export const holidaysQuery = (language: 'en' | 'de', region?: string) =>
  queryOptions({
    queryKey: ['holidays', language, region],
    queryFn: () => api.GET('/operator/v1/holidays', { params: { query: { language, ...(region && { region }) } } }),
    staleTime: Number.POSITIVE_INFINITY,
  });

/** Saves the settings of the shop if they have not changed since they were seen. */
export const saveShop = ({ etag }: Shop, body: ShopValues) =>
  api.PUT(SHOP, { params: { header: { 'if-match': etag } }, body });
