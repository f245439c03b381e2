import { api, type Schemas } from '../../../shared/api/operator-client.ts';
import { polledQuery } from '../../../shared/api/query-client.ts';
import { ORDERS_KEY } from '../orders-api.ts';
import type { OrderKey } from './order-api.ts';

export type Piece = Schemas['Piece'];
export type PieceEvent = Schemas['PieceEvent'];

const keyOf = ({ clientId, orderId }: OrderKey) => [...ORDERS_KEY, 'pieces', clientId, orderId];

export const orderPiecesQuery = (key: OrderKey) =>
  polledQuery(keyOf(key), (signal) =>
    api.GET('/operator/v1/orders/{clientId}/{orderId}/pieces', { params: { path: key }, signal }),
  );

export const orderPieceEventsQuery = (key: OrderKey) =>
  polledQuery([...keyOf(key), 'events'], (signal) =>
    api.GET('/operator/v1/orders/{clientId}/{orderId}/piece-events', { params: { path: key }, signal }),
  );
