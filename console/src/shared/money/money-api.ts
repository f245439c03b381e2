import { queryOptions } from '@tanstack/react-query';
import { api, type Schemas } from '../api/operator-client.ts';
import { seenQuery, steadyQuery } from '../api/query-client.ts';
import { searchReader } from '../list/text-search.ts';

export type PriceList = Schemas['PriceList'];
export type Price = PriceList['prices'][number];
export type Statement = Schemas['Statement'];
export type PriceListRequest = Schemas['PriceListRequest'];

export const MONEY_KEY = ['money'];
const LISTS = '/operator/v1/clients/{clientId}/price-lists';
const LIST = '/operator/v1/clients/{clientId}/price-lists/{priceListId}';
const STATEMENT = '/operator/v1/clients/{clientId}/statements/{month}';

type ListKey = { clientId: string; priceListId: string };
type StatementKey = { clientId: string; month: string };

const MONTH = /^[0-9]{4}-(0[1-9]|1[0-2])$/;
const readMonth = (value: unknown) => (typeof value === 'string' && MONTH.test(value) ? value : undefined);
export const readMonthSearch = searchReader({ month: readMonth });

export const priceListsQuery = (clientId: string) =>
  steadyQuery([...MONEY_KEY, 'lists', clientId], (signal) =>
    api.GET(LISTS, { params: { path: { clientId } }, signal }),
  );

export const priceListQuery = (key: ListKey) => seenQuery([...MONEY_KEY, 'list', key], LIST, { path: key });

export const createPriceList = (clientId: string, body: PriceListRequest) =>
  api.POST(LISTS, { params: { path: { clientId } }, body });

/** Replaces the list, if nobody has changed it since. */
export const savePriceList = (key: ListKey, body: PriceListRequest, etag: string) =>
  api.PUT(LIST, { params: { path: key, header: { 'if-match': etag } }, body });

export const deletePriceList = (key: ListKey) => api.DELETE(LIST, { params: { path: key } });

export const readPricesCsv = (key: ListKey) =>
  api.GET(`${LIST}/prices.csv`, { params: { path: key }, parseAs: 'blob' });

export const importPrices = (key: ListKey, file: File, etag: string) =>
  api.PUT(`${LIST}/prices.csv`, {
    params: { path: key, header: { 'if-match': etag } },
    headers: { 'content-type': 'text/csv' },
    body: file as unknown as string,
    bodySerializer: () => file,
  });

export const monthQuery = (month: string | undefined) =>
  steadyQuery([...MONEY_KEY, 'month', month], (signal) =>
    api.GET('/operator/v1/statements', { params: { query: { ...(month && { month }) } }, signal }),
  );

export const statementQuery = (key: StatementKey) =>
  steadyQuery([...MONEY_KEY, 'statement', key], (signal) => api.GET(STATEMENT, { params: { path: key }, signal }));

/** The CSV file has all. */
export const CHARGES_SHOWN = 500;
export const chargesQuery = (key: StatementKey) =>
  queryOptions({
    queryKey: [...MONEY_KEY, 'charges', key],
    queryFn: ({ signal }) =>
      api.GET(`${STATEMENT}/charges`, { params: { path: key, query: { limit: CHARGES_SHOWN } as object }, signal }),
  });

export const readStatementCsv = (key: StatementKey) =>
  api.GET(`${STATEMENT}/charges.csv`, { params: { path: key }, parseAs: 'blob' });

export const readStatementPdf = (key: StatementKey) =>
  api.GET(`${STATEMENT}/statement.pdf`, { params: { path: key }, parseAs: 'blob' });

export const closeStatement = (key: StatementKey) => api.POST(`${STATEMENT}/close`, { params: { path: key } });

/** Sends a correction. A repeated press with the same key adds nothing. */
export const correctCharges = (clientId: string, body: Schemas['CorrectionRequest'], key: string) =>
  api.POST('/operator/v1/clients/{clientId}/charges', {
    params: { path: { clientId }, header: { 'idempotency-key': key } },
    body,
  });

export const orderChargesQuery = (key: { clientId: string; orderId: string }) =>
  steadyQuery([...MONEY_KEY, 'order', key], (signal) =>
    api.GET('/operator/v1/orders/{clientId}/{orderId}/charges', { params: { path: key }, signal }),
  );
