import { api, type Schemas } from '../../../shared/api/operator-client.ts';
import { listQuery, polledQuery } from '../../../shared/api/query-client.ts';
import { RequestError } from '../../../shared/api/request-error.ts';
import { oneOf, readText, searchReader } from '../../../shared/list/text-search.ts';

export type PickLine = Schemas['PickLine'];
export type PlacedVariant = Schemas['PlacedVariant'];
export type VariantKey = { kind: PlacedVariant['kind']; code: string };

export type DeliveryLine = Schemas['DeliveryLine'];
export type CountLine = Schemas['CountLine'];

export const SHELF_WORKS = ['pick', 'receive', 'place', 'move', 'count'] as const;
export type ShelfWork = (typeof SHELF_WORKS)[number];

/** `id` is the batch that is picked, the delivery, the count or the shelf. */
export const readShelvesSearch = searchReader({ do: oneOf(SHELF_WORKS), id: readText });

export const picksQuery = (batchId: string) =>
  polledQuery(['shelves', 'picks', batchId], '/operator/v1/batches/{batchId}/picks', { path: { batchId } });

export const deliveriesQuery = listQuery(['shelves', 'deliveries'], '/operator/v1/deliveries', {});
export const deliveryQuery = (deliveryId: string) =>
  polledQuery(['shelves', 'delivery', deliveryId], '/operator/v1/deliveries/{deliveryId}', { path: { deliveryId } });
export const openDelivery = (body: Schemas['DeliveryRequest']) => api.POST('/operator/v1/deliveries', { body });
/** Opens a delivery with the lines of a CSV file. */
export const openNote = (note: { sender: string; reference: string }, file: File) =>
  api.POST('/operator/v1/delivery-notes/{sender}/{reference}', {
    params: { path: note },
    headers: { 'content-type': 'text/csv' },
    body: file as unknown as string,
    bodySerializer: () => file,
  });
export const bookDelivery = (deliveryId: string) =>
  api.POST('/operator/v1/deliveries/{deliveryId}/book', { params: { path: { deliveryId } } });
export const countsQuery = listQuery(['shelves', 'counts'], '/operator/v1/counts', {});
export const countQuery = (countId: string) =>
  polledQuery(['shelves', 'count', countId], '/operator/v1/counts/{countId}', { path: { countId } });

/** Finds what a scanned code names. An unknown code names nothing. */
export async function findCode(code: string): Promise<Schemas['FoundCode']> {
  try {
    return await api.GET('/operator/v1/stock-codes/{code}', { params: { path: { code } } });
  } catch (error) {
    if (error instanceof RequestError && error.code === 'stock_not_found') return { variants: [] };
    throw error;
  }
}

/** A change that a phone without network keeps, and sends once later. */
export type Posting =
  | { do: 'pick'; batchId: string; body: Schemas['PickRequest'] }
  | { do: 'short'; batchId: string; body: Schemas['ShortRequest'] }
  | { do: 'receive'; deliveryId: string; body: Schemas['DeliveredPieces'] }
  | { do: 'count'; countId: string; body: Schemas['CountedPieces'] }
  | { do: 'place'; body: Schemas['PlaceAssignment'] }
  | { do: 'move'; stock: VariantKey; body: Schemas['StockMove'] };

/** Sends a change. The server carries out each key once. */
export async function sendPosting(posting: Posting, key: string): Promise<unknown> {
  const header = { 'idempotency-key': key };
  switch (posting.do) {
    case 'pick':
      return api.PUT('/operator/v1/batches/{batchId}/picks', {
        params: { path: { batchId: posting.batchId } },
        body: posting.body,
      });
    case 'short':
      return api.POST('/operator/v1/batches/{batchId}/shorts', {
        params: { path: { batchId: posting.batchId }, header },
        body: posting.body,
      });
    case 'receive':
      return api.POST('/operator/v1/deliveries/{deliveryId}/counted', {
        params: { path: { deliveryId: posting.deliveryId }, header },
        body: posting.body,
      });
    case 'count':
      return api.POST('/operator/v1/counts/{countId}/counted', {
        params: { path: { countId: posting.countId }, header },
        body: posting.body,
      });
    case 'place':
      return api.PUT('/operator/v1/places/assignment', { body: posting.body });
    case 'move':
      return api.POST('/operator/v1/stock/{kind}/{code}/moves', {
        params: { path: posting.stock, header },
        body: posting.body,
      });
  }
}
