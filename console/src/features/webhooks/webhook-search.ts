import { readOneOf, readText } from '../../shared/list/text-search.ts';

export const ENDPOINT_STATES = ['failing', 'healthy', 'disabled'] as const;
export type EndpointState = (typeof ENDPOINT_STATES)[number];
/** What can be asked for; given_up: those of the disabled ones that nobody disabled. */
export const ENDPOINT_FILTERS = ['failing', 'given_up', 'healthy', 'disabled'] as const;
export type EndpointFilter = (typeof ENDPOINT_FILTERS)[number];
export const DELIVERY_STATES = ['pending', 'failed', 'delivered', 'skipped'] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

/** The whole state of the list of endpoints, as it stands in the address. */
export interface EndpointSearch {
  clientId?: string | undefined;
  state?: EndpointFilter | undefined;
  /** Of live or of sandbox clients alone. */
  mode?: 'live' | 'sandbox' | undefined;
  cursor?: string | undefined;
}

/** The same of the deliveries of one. */
export interface DeliverySearch {
  state?: DeliveryState | undefined;
  cursor?: string | undefined;
}

/** What the address asks for; what it says wrongly is left out. */
export function readEndpointSearch(search: Record<string, unknown>): EndpointSearch {
  return withoutEmpty({
    clientId: readText(search.clientId),
    state: readOneOf(search.state, ENDPOINT_FILTERS),
    mode: readOneOf(search.mode, ['live', 'sandbox'] as const),
    cursor: readText(search.cursor),
  });
}

/** The same of the deliveries of one. */
export function readDeliverySearch(search: Record<string, unknown>): DeliverySearch {
  return withoutEmpty({
    state: readOneOf(search.state, DELIVERY_STATES),
    cursor: readText(search.cursor),
  });
}

function withoutEmpty<T extends object>(search: T): T {
  return Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined)) as T;
}
