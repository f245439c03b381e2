import { Type } from 'typebox';
import { ApiError } from '../errors.ts';

const UUID = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i;

export const EndpointParamsSchema = Type.Object({
  endpointId: Type.String({ description: 'Identifier of the endpoint.' }),
});

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
