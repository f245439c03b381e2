import { oneOf, readText, searchReader } from '../../shared/list/text-search.ts';

export const ENDPOINT_STATES = ['failing', 'healthy', 'disabled'] as const;
export type EndpointState = (typeof ENDPOINT_STATES)[number];
/** What can be asked for; given_up: those of the disabled ones that nobody disabled. */
export const ENDPOINT_FILTERS = ['failing', 'given_up', 'healthy', 'disabled'] as const;
export type EndpointFilter = (typeof ENDPOINT_FILTERS)[number];
export const DELIVERY_STATES = ['pending', 'failed', 'delivered', 'skipped'] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

/** The list of endpoints. */
export const readEndpointSearch = searchReader({
  clientId: readText,
  state: oneOf(ENDPOINT_FILTERS),
  /** Of live or of sandbox clients alone. */
  mode: oneOf(['live', 'sandbox']),
  cursor: readText,
});
export type EndpointSearch = ReturnType<typeof readEndpointSearch>;

/** The deliveries of one endpoint. */
export const readDeliverySearch = searchReader({ state: oneOf(DELIVERY_STATES), cursor: readText });
export type DeliverySearch = ReturnType<typeof readDeliverySearch>;
