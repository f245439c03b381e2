import { api, type Schemas } from '../../shared/api/operator-client.ts';
import { polledQuery } from '../../shared/api/query-client.ts';
import { oneOf, searchReader } from '../../shared/list/text-search.ts';

export type BinContent = Schemas['BinContent'];

export const binsQuery = polledQuery(['bins'], '/operator/v1/bins/contents');

export const setBins = (count: number) => api.PUT('/operator/v1/bins', { body: { count } });

/** The views of bins. EMPTY_IT: its order was cancelled, or shipped without being packed here. */
export const BIN_VIEWS = ['COMPLETE', 'PACKING', 'WAITING', 'STOPPED', 'EMPTY_IT'] as const;
export type BinView = (typeof BIN_VIEWS)[number];

export const readBinsSearch = searchReader({ state: oneOf(BIN_VIEWS) });

/** Returns the view that lists a bin in this state. */
export function viewOf(state: string): BinView {
  return BIN_VIEWS.find((one) => one === state) ?? 'EMPTY_IT';
}
