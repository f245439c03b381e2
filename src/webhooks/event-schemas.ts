import { type TSchema, Type } from 'typebox';
import { Timestamp } from '../platform/http/api-document.ts';
import { EVENTS, type EventType, TEST_EVENT_TYPE } from './event-types.ts';

const EVENT_ID = '0198c0df-11aa-7b22-8c33-d44e55f66071';
const ENDPOINT_ID = '0198c0de-7a3b-7c11-9d2e-5f60718293a4';

/** The body of a webhook: its type decides what its data is. `example` is that of the data. */
export interface EventSchema {
  type: EventType | typeof TEST_EVENT_TYPE;
  /** When it is sent. */
  when: string;
  schema: TSchema;
  example: object;
}

export function eventSchema(type: EventSchema['type'], data: TSchema, example: object): EventSchema {
  const when = type === TEST_EVENT_TYPE ? 'you asked for it' : EVENTS[type];
  const schema = Type.Object(
    {
      type: Type.Unsafe<string>({ type: 'string', enum: [type], description: 'What happened.' }),
      timestamp: Timestamp('When it happened.'),
      data,
    },
    { title: `${nameOf(type)}Event`, description: `Body of \`${type}\`: ${when}.` },
  );
  return { type, when, schema, example: { type, timestamp: '2026-01-31T12:00:00.000Z', data: example } };
}

const stockData = { ean13: '4006381333931', productId: 'P-100', stockLevelQuantity: 38 };

/** Of what endpoints are told beside orders. */
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
      { endpointId: Type.String({ description: 'Endpoint that is tested.' }) },
      { description: 'What was asked for.' },
    ),
    { endpointId: ENDPOINT_ID },
  ),
];

/** What the document says of webhooks: one operation for each type of event. */
export function webhookDocument(
  events: readonly EventSchema[],
  { retrySeconds }: { retrySeconds: readonly number[] },
): Record<string, object> {
  const delivery = `Signed and sent after the Standard Webhooks specification: verify the signature over the body as it arrived. At least once, and in order for each order. Anything but 2xx within 20 seconds is a failure, and so is a redirect; the next attempts follow after ${durations(retrySeconds)}, each up to a tenth longer, and after 429 and 503 not before \`Retry-After\`, up to an hour. 410 disables the endpoint at once; five days of nothing but failure do too.`;
  const operations = events.map(({ type, when, schema, example }) => [
    type,
    {
      post: {
        operationId: `on${nameOf(type)}`,
        tags: ['Webhooks'],
        summary: `An endpoint is told ${type}`,
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

/** What a receiver should answer. */
const ANSWERS = {
  '2XX': { description: 'It arrived. Answer within 20 seconds, and do the work afterwards.' },
  410: { description: 'Nobody listens here any more: the endpoint is disabled at once.' },
  '4XX': { description: 'It was not taken, such as where no signature fits: it is sent again.' },
  '5XX': { description: 'It was not taken: it is sent again.' },
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
    'The same each time that the event is sent: handle each once.',
    EVENT_ID,
    '^[0-9a-f-]{36}$',
  ),
  header(
    'webhook-timestamp',
    'When it was sent, in seconds since 1970. Refuse what is more than 5 minutes from now.',
    '1769860800',
    '^[0-9]+$',
  ),
  header(
    'webhook-signature',
    "HMAC-SHA256 over `id.timestamp.body`, keyed with what follows `whsec_` in the endpoint's secret, both in base64; two with a space between for 24 hours after a rotation.",
    'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
    '^v1,[A-Za-z0-9+/]+={0,2}( v1,[A-Za-z0-9+/]+={0,2})*$',
  ),
];

/** `order.partially_shipped` -> `OrderPartiallyShipped`. */
function nameOf(type: string): string {
  return type.replace(/(?:^|[._])([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

/** `5 s, 5 min, 2 h`. */
function durations(seconds: readonly number[]): string {
  const shown = seconds.map((one) =>
    one % 3600 === 0 ? `${one / 3600} h` : one % 60 === 0 ? `${one / 60} min` : `${one} s`,
  );
  return shown.join(', ') || 'nothing: it is not sent again';
}
