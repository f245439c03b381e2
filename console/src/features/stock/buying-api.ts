import { SERVER_URL } from '../../shared/api/api-base.ts';
import { api, type Schemas } from '../../shared/api/operator-client.ts';
import { listQuery, polledQuery, steadyQuery } from '../../shared/api/query-client.ts';

export type BuyProposal = Schemas['BuyProposal'];
export type Purchase = Schemas['Purchase'];
export type PurchaseWithLines = Schemas['PurchaseWithLines'];
export type CountLine = Schemas['CountLine'];

export const BUYING_KEY = ['buying'];
export const COUNTS_KEY = ['counts'];

export const suppliersQuery = polledQuery([...BUYING_KEY, 'suppliers'], '/operator/v1/suppliers');
export const proposalsQuery = steadyQuery([...BUYING_KEY, 'proposals'], (signal) =>
  api.GET('/operator/v1/buy-proposals', { signal }),
);
export const purchasesQuery = (cursor: string | undefined) =>
  listQuery([...BUYING_KEY, 'purchases', cursor ?? ''], '/operator/v1/purchases', { query: { cursor } });

export const readPurchase = (purchaseId: string) =>
  api.GET('/operator/v1/purchases/{purchaseId}', { params: { path: { purchaseId } } });
export const createPurchase = (body: Schemas['PurchaseRequest']) => api.POST('/operator/v1/purchases', { body });
export const saveSupplier = (body: Schemas['SupplierRequest']) => api.PUT('/operator/v1/suppliers', { body });
export const saveItem = (supplierId: string, line: Schemas['SupplierItem']) =>
  api.PUT('/operator/v1/suppliers/{supplierId}/items', { params: { path: { supplierId } }, body: { lines: [line] } });
export const setPurchaseState = (purchaseId: string, state: Schemas['PurchaseStateRequest']['state']) =>
  api.PUT('/operator/v1/purchases/{purchaseId}/state', { params: { path: { purchaseId } }, body: { state } });
export const purchaseFile = (purchaseId: string, form: 'csv' | 'pdf') =>
  `${SERVER_URL}/operator/v1/purchases/${purchaseId}/${form}`;
export const mailPurchase = (purchaseId: string, address: string) =>
  api.POST('/operator/v1/purchases/{purchaseId}/mail', { params: { path: { purchaseId } }, body: { address } });

export const countsQuery = (cursor: string | undefined) =>
  listQuery([...COUNTS_KEY, 'list', cursor ?? ''], '/operator/v1/counts', { query: { cursor } });
export const countQuery = (countId: string) =>
  polledQuery([...COUNTS_KEY, 'one', countId], '/operator/v1/counts/{countId}', { path: { countId } });
export const beginCount = (body: Schemas['StockCountRequest'], key: string) =>
  api.POST('/operator/v1/counts', { params: { header: { 'idempotency-key': key } }, body });
export const confirmCounted = (countId: string, body: Schemas['CountConfirmation']) =>
  api.POST('/operator/v1/counts/{countId}/confirmed', { params: { path: { countId } }, body });
export const endCount = (countId: string) =>
  api.POST('/operator/v1/counts/{countId}/end', { params: { path: { countId } } });

export type Place = Schemas['Place'];
export const PLACES_KEY = ['places'];
export const placesQuery = (cursor: string | undefined) =>
  listQuery([...PLACES_KEY, cursor ?? ''], '/operator/v1/places', { query: { cursor } });
export const renamePlace = (from: string, to: string) => api.POST('/operator/v1/places/rename', { body: { from, to } });
/** Draws labels of shelves and articles as PDF. */
export const drawLabels = (labels: Schemas['StockLabel'][]): Promise<unknown> =>
  api.POST('/operator/v1/papers/stock-labels', { body: { labels }, parseAs: 'blob' });
