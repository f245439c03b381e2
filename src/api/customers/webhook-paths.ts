import { Type } from 'typebox';
import { stringField } from '../../platform/http/api-document.ts';
import { decodeCursor, invalidCursor } from '../../platform/http/paging.ts';
import { deliveryNotFound, endpointNotFound } from '../../webhooks/manage-webhooks.ts';
import { POSITION_MAX } from '../../webhooks/webhook-delivery-store.ts';

const UUID = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i;

export const EndpointParamsSchema = Type.Object({ endpointId: stringField('Identifier of the endpoint.') });

export const deliveryId = stringField('The webhook-id of the delivery.');

/** Returns the id. Throws `webhook_endpoint_not_found` for text that is not a UUID. */
export function readEndpointId({ endpointId }: { endpointId: string }): string {
  if (!isUuid(endpointId)) throw endpointNotFound();
  return endpointId.toLowerCase();
}

export function isUuid(text: string): boolean {
  return UUID.test(text);
}

/** Returns the id. Throws `webhook_delivery_not_found` for text that is not a UUID. */
export function readDeliveryId({ deliveryId }: { deliveryId: string }): string {
  if (!isUuid(deliveryId)) throw deliveryNotFound();
  return deliveryId.toLowerCase();
}

/** Returns the position after which a page of deliveries starts, if any. Throws `invalid_cursor`. */
export function readPosition(cursor: string | undefined): string | undefined {
  const position = decodeCursor(cursor, 1)?.[0];
  if (position === undefined) return undefined;
  if (!/^\d{1,19}$/.test(position) || BigInt(position) > BigInt(POSITION_MAX)) throw invalidCursor();
  return position;
}
