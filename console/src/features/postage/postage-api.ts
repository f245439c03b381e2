import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api, type Schemas } from '../../shared/api/operator-client.ts';
import { polledQuery } from '../../shared/api/query-client.ts';

export type Provider = Schemas['LabelProvider'];
export type ProviderKind = Provider['kind'];
export type Sender = Provider['sender'];
export type Rule = Schemas['LabelRule'];
export type Conditions = NonNullable<Rule['when']>;
export type ParcelBox = Schemas['Package'];
export type NewBox = Schemas['WantedPackage'];
export type TriedRules = Schemas['TriedLabelRules'];

export const POSTAGE_KEY = ['postage'];
const PROVIDERS = '/operator/v1/label-providers';
const PROVIDER = `${PROVIDERS}/{providerId}` as const;
const RULES = '/operator/v1/label-rules';
const PACKAGES = '/operator/v1/packages';

export const providersQuery = polledQuery([...POSTAGE_KEY, 'providers'], PROVIDERS);
export const rulesQuery = polledQuery([...POSTAGE_KEY, 'rules'], RULES);
export const packagesQuery = polledQuery([...POSTAGE_KEY, 'packages'], PACKAGES);

/** The fields of the dialog. Empty credentials keep the stored ones. */
export interface ProviderFields {
  name: string;
  kind: ProviderKind;
  address: string;
  isTest: boolean;
  sender: Sender;
  /** Some kinds have none. */
  user: string;
  secret: string;
}

/** Adds a provider, or changes `before`. */
export function saveProvider(fields: ProviderFields, before: Provider | undefined) {
  const { name, kind, address, isTest, sender, user, secret } = fields;
  const body = {
    name: name.trim(),
    isTest,
    sender: Object.fromEntries(
      Object.entries(sender)
        .map(([field, text = '']) => [field, text.trim()])
        .filter(([, text]) => text !== ''),
    ) as Sender,
    ...(kind === 'HTTP' && { address: address.trim() }),
    ...(secret !== '' && { credentials: { secret, ...(user !== '' && { user }) } }),
  };
  return before
    ? api.PATCH(PROVIDER, { params: { path: { providerId: before.providerId } }, body })
    : api.POST(PROVIDERS, { body: { ...body, kind } });
}

const ofProvider = (providerId: string) => ({ params: { path: { providerId } } });

export const deleteProvider = (providerId: string) => api.DELETE(PROVIDER, ofProvider(providerId));

export const deleteCredentials = (providerId: string) =>
  api.PATCH(PROVIDER, { ...ofProvider(providerId), body: { credentials: null } });

export const testProvider = (providerId: string) => api.POST(`${PROVIDER}/test`, ofProvider(providerId));

export const saveRules = (rules: Rule[]) => api.PUT(RULES, { body: { rules } });

export const tryRules = (body: { clientId: string; orderId: string }) => api.POST(`${RULES}/try`, { body });

export const savePackages = (boxes: (NewBox & { code?: string })[]) =>
  api.PUT(PACKAGES, { body: { packages: boxes.map(({ code: _, ...box }) => box) } });

/** Returns the list with the entry at `place` moved by one place. */
export function moveByOne<T>(list: readonly T[], place: number, by: -1 | 1): T[] {
  const rest = list.toSpliced(place, 1);
  return rest.toSpliced(place + by, 0, ...list.slice(place, place + 1));
}

/** The orders that a search for one to try offers. */
const TRIED_MAX = 20;
const NAMED_MAX = 500;
const NAMES_FRESH_MS = 60_000;

/** Clients and carriers that a rule can name. */
export const clientsQuery = queryOptions({
  queryKey: [...POSTAGE_KEY, 'clients'],
  queryFn: ({ signal }) =>
    api.GET('/operator/v1/clients', { params: { query: { scope: 'fulfillment', limit: NAMED_MAX } }, signal }),
  staleTime: NAMES_FRESH_MS,
});
export const carriersQuery = queryOptions({
  queryKey: [...POSTAGE_KEY, 'carriers'],
  queryFn: ({ signal }) => api.GET('/operator/v1/carriers', { params: { query: { limit: NAMED_MAX } }, signal }),
  staleTime: NAMES_FRESH_MS,
});

export const ordersToTryQuery = (q: string) =>
  queryOptions({
    queryKey: [...POSTAGE_KEY, 'orders', q],
    queryFn: ({ signal }) =>
      api.GET('/operator/v1/orders', { params: { query: { limit: TRIED_MAX, ...(q && { q }) } as object }, signal }),
    placeholderData: keepPreviousData,
  });
