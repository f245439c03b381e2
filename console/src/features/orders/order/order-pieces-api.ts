import { queryOptions } from '@tanstack/react-query';
import { contentOf, operatorApi, type Schemas } from '../../../shared/api/operator-client.ts';
import { POLL_MS } from '../../../shared/api/query-client.ts';
import { ORDERS_KEY } from '../orders-api.ts';
import type { OrderKey } from './order-api.ts';

export type Piece = Schemas['Piece'];
export type PieceEvent = Schemas['PieceEvent'];

const keyOf = ({ clientId, orderId }: OrderKey) => [...ORDERS_KEY, 'pieces', clientId, orderId];

/** GET …/pieces */
export const orderPiecesQuery = (key: OrderKey) =>
  queryOptions({
    queryKey: keyOf(key),
    queryFn: ({ signal }) =>
      contentOf(
        operatorApi.GET('/operator/v1/orders/{clientId}/{orderId}/pieces', { params: { path: key }, signal }),
      ),
    refetchInterval: POLL_MS,
  });

/** GET …/piece-events */
export const orderPieceEventsQuery = (key: OrderKey) =>
  queryOptions({
    queryKey: [...keyOf(key), 'events'],
    queryFn: ({ signal }) =>
      contentOf(
        operatorApi.GET('/operator/v1/orders/{clientId}/{orderId}/piece-events', {
          params: { path: key },
          signal,
        }),
      ),
    refetchInterval: POLL_MS,
  });
