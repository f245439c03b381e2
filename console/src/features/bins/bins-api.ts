import { api, type Schemas } from '../../shared/api/operator-client.ts';
import { polledQuery } from '../../shared/api/query-client.ts';

export type BinContent = Schemas['BinContent'];

export const binsQuery = polledQuery(['bins'], (signal) => api.GET('/operator/v1/bins/contents', { signal }));

export const setBins = (count: number) => api.PUT('/operator/v1/bins', { body: { count } });
