import { type TSchema, Type } from 'typebox';
import { Timestamp } from '../platform/http/api-document.ts';
import { EVENTS, type EventType, TEST_EVENT_TYPE } from './event-types.ts';

const EVENT_ID = '0198c0df-11aa-7b22-8c33-d44e55f66071';
const ENDPOINT_ID = '0198c0de-7a3b-7c11-9d2e-5f60718293a4';

/** The schema of a webhook's body. The type determines the schema of its data. */
export type EventSchema = { type: EventType | typeof TEST_EVENT_TYPE; when: string; schema: TSchema; example: object };

export function eventSchema(type: EventSchema['type'], data: TSchema, example: object): EventSchema {
  const when = type === TEST_EVENT_TYPE ? 'you requested a test' : EVENTS[type];
  const schema = Type.Object(
    {
      type: Type.Unsafe<string>({ type: 'string', enum: [type], description: 'The type of the event.' }),
      timestamp: Timestamp('Time of the event.'),
      data,
    },
    { title: `${nameOf(type)}Event`, description: `Body of \`${type}\`: ${when}.` },
  );
  return { type, when, schema, example: { type, timestamp: '2026-01-31T12:00:00.000Z', data: example } };
}

const stockData = { ean13: '4006381333931', productId: 'P-100', stockLevelQuantity: 38 };

export const OTHER_EVENT_SCHEMAS: readonly EventSchema[] = [
  eventSchema(
    'product.stock_changed',
    Type.Object(
      {
        ean13: Type.String({ description: 'EAN-13 of the variant.' }),
        productId: Type.String({ description: 'Product of the variant.' }),
        stockLevelQuantity: Type.Integer({ minimum: 0, description: 'Pieces in stock now.' }),
      },
      { description: 'A variant and its stock.' },
    ),
    stockData,
  ),
  eventSchema(
    TEST_EVENT_TYPE,
    Type.Object(
      { endpointId: Type.String({ description: 'The tested endpoint.' }) },
      { description: 'The requested test.' },
    ),
    { endpointId: ENDPOINT_ID },
  ),
];

/** Returns the webhooks of the OpenAPI document: one operation for each type of event. */
export function webhookDocument(
  events: readonly EventSchema[],
  { retrySeconds }: { retrySeconds: readonly number[] },
): Record<string, object> {
  const delivery = `Signed and sent according to the Standard Webhooks specification: verify the signature over the raw body. Each event is delivered at least once, and the events of an order in sequence. Any answer but 2xx within 20 seconds is a failure, also a redirect. The next attempts follow after ${durations(retrySeconds)}, each delay extended by up to 10 %. After 429 and 503 the attempt waits for \`Retry-After\`, up to one hour. An answer 410 disables the endpoint at once; so do five days of failure without a success.`;
  const operations = events.map(({ type, when, schema, example }) => [
    type,
    {
      post: {
        operationId: `on${nameOf(type)}`,
        tags: ['Webhooks'],
        summary: `Event ${type}`,
        description: `Sent when ${when}.\n\n${delivery}`,
        security: [],
        parameters: SIGNED_HEADERS,
        requestBody: { required: true, content: { 'application/json': { schema, example } } },
        responses: ANSWERS,
      },
    },
  ]);
  return Object.fromEntries(operations);
}

const ANSWERS = {
  '2XX': { description: 'Received. Answer within 20 seconds, and process the event afterwards.' },
  410: { description: 'The receiver no longer exists: the endpoint is disabled at once.' },
  '4XX': { description: 'Refused, for example because of a wrong signature: the event is sent again.' },
  '5XX': { description: 'Failed: the event is sent again.' },
};

const header = (name: string, description: string, example: string, pattern: string) => ({
  in: 'header',
  name,
  required: true,
  description,
  schema: { type: 'string', pattern },
  example,
});
const SIGNED_HEADERS = [
  header(
    'webhook-id',
    'Identifier of the event, the same in each attempt: process each once.',
    EVENT_ID,
    '^[0-9a-f-]{36}$',
  ),
  header(
    'webhook-timestamp',
    'Time of sending, in seconds since 1970. Refuse a request whose time differs by more than 5 minutes.',
    '1769860800',
    '^[0-9]+$',
  ),
  header(
    'webhook-signature',
    "HMAC-SHA256 over `id.timestamp.body` in base64. The key is the base64 text after `whsec_` in the endpoint's secret. For 24 hours after a rotation there are two signatures, separated by a space.",
    'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
    '^v1,[A-Za-z0-9+/]+={0,2}( v1,[A-Za-z0-9+/]+={0,2})*$',
  ),
];

/** Returns a name for the document: `order.partially_shipped` becomes `OrderPartiallyShipped`. */
function nameOf(type: string): string {
  return type.replace(/(?:^|[._])([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

function durations(seconds: readonly number[]): string {
  const texts = seconds.map((one) =>
    one % 3600 === 0 ? `${one / 3600} h` : one % 60 === 0 ? `${one / 60} min` : `${one} s`,
  );
  return texts.join(', ') || 'no delay: it is not sent again';
}
