import { Type } from 'typebox';
import { ApiError } from '../platform/errors/errors.ts';
import { decodeCursor, invalidCursor } from '../platform/http/paging.ts';
import { POSITION_MAX } from './webhook-delivery-store.ts';

const UUID = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i;

export const EndpointParamsSchema = Type.Object({
  endpointId: Type.String({ description: 'Identifier of the endpoint.' }),
});

export const deliveryId = Type.String({ description: 'The webhook-id of the delivery.' });

/** Throws `webhook_endpoint_not_found` for what cannot be the id of an endpoint. */
export function readEndpointId({ endpointId }: { endpointId: string }): string {
  if (!isUuid(endpointId)) throw endpointNotFound();
  return endpointId.toLowerCase();
}

export function isUuid(text: string): boolean {
  return UUID.test(text);
}

export function endpointNotFound(): ApiError {
  return new ApiError('webhook_endpoint_not_found', 'You have no webhook endpoint with this endpointId.');
}

/** Throws `webhook_delivery_not_found` for what cannot be the id of a delivery. */
export function readDeliveryId({ deliveryId }: { deliveryId: string }): string {
  if (!isUuid(deliveryId)) throw deliveryNotFound();
  return deliveryId.toLowerCase();
}

export function deliveryNotFound(): ApiError {
  return new ApiError('webhook_delivery_not_found', 'This endpoint has no delivery with this deliveryId.');
}

/** Where a list of deliveries goes on; undefined at its begin. */
export function readPosition(cursor: string | undefined): string | undefined {
  const position = decodeCursor(cursor, 1)?.[0];
  if (position === undefined) return undefined;
  if (!/^\d{1,19}$/.test(position) || BigInt(position) > BigInt(POSITION_MAX)) throw invalidCursor();
  return position;
}
