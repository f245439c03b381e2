import type { Pool } from 'pg';
import { Type } from 'typebox';
import { UPDATE_REASONS } from '../../orders/document/order-document.ts';
import {
  answer,
  errorAnswers,
  integerIn,
  openList,
  rateLimitHeaders,
  stringField,
  Timestamp,
  titledObject,
} from '../../platform/http/api-document.ts';
import { withDefault } from '../../platform/http/paging.ts';
import { routeTable, routeUnder } from '../../platform/http/route-table.ts';
import type { FeedEvent } from '../../webhooks/event-feed-store.ts';
import { EVENT_TYPES } from '../../webhooks/event-types.ts';
import { FEED_DAYS, LATEST, readEventFeed } from '../../webhooks/read-event-feed.ts';

interface FeedContext {
  pool: Pool;
  clock: () => Date;
}

const route = routeUnder<FeedContext>('Webhooks');
const LIMIT_DEFAULT = 100;
const LIMIT_MAX = 500;
const POSITION_LENGTH_MAX = 200;

const FeedQuerySchema = Type.Object({
  after: Type.Optional(
    Type.String({
      maxLength: POSITION_LENGTH_MAX,
      description: `\`next\` of the answer before, or ${LATEST}, which answers the present end of the feed without events. Absent: from the beginning.`,
    }),
  ),
  limit: withDefault({
    ...integerIn(1, LIMIT_MAX, 'Events in one answer.', LIMIT_DEFAULT),
    default: LIMIT_DEFAULT,
  }),
});

const FeedEventSchema = titledObject('FeedEvent', 'An event, with ids and states. Read the order for the rest.', {
  id: stringField('The id of the event, which is also its webhook-id.', '0198c0df-11aa-7b22-8c33-d44e55f66071'),
  type: openList(EVENT_TYPES, 'The type of the event.', 'order.created'),
  timestamp: Timestamp('When it happened.'),
  data: Type.Record(Type.String(), Type.Unknown(), {
    description:
      'Of an order: orderId, status, previousStatus, version and reason; of order.returned also return, with returnId and quantity. Of a variant: ean13, productId and stockLevelQuantity.',
    examples: [{ orderId: 'SHOP-10001', status: 'NEW', version: 1 }],
  }),
});

const FeedSchema = titledObject(
  'EventFeed',
  'A part of the feed.',
  {
    data: Type.Array(FeedEventSchema, { description: 'The events, in an order that never changes.' }),
    next: stringField(
      'Send it as `after` the next time. Keep it when you have processed the events.',
      'WyI3NDIiLCIwMTk4Il0',
    ),
  },
  {
    data: [
      {
        id: '0198c0df-11aa-7b22-8c33-d44e55f66071',
        type: 'order.created',
        timestamp: '2026-01-31T12:00:00.000Z',
        data: { orderId: 'SHOP-10001', status: 'NEW', version: 1 },
      },
    ],
    next: 'WyI3NDIiLCIwMTk4Il0',
  },
);

const getEventFeed = route({
  operationId: 'listEvents',
  summary: 'Read the feed of events',
  description: `Lists the events of your orders and variants in an order that never changes, so that you miss none and see none twice. Read it to catch up after lost webhooks. Fewer events than \`limit\`: you are at the end; ask again later with \`next\`. A new event appears when no earlier one can come any more, usually within a second. A higher \`version\` of an order may stand before a lower one, so keep the event with the highest. News about stock are kept for ${FEED_DAYS} days, events of orders as long as the orders.`,
  querystring: FeedQuerySchema,
  response: {
    200: answer('A part of the feed.', FeedSchema, rateLimitHeaders),
    ...errorAnswers('position_expired'),
  },
  handler: async (context, { caller, query }) => {
    const { events, next } = await readEventFeed(context, caller.clientId, query);
    return { data: events.map(eventOf), next };
  },
});

function eventOf(event: FeedEvent) {
  const common = { id: event.eventId, type: event.type, timestamp: event.occurred };
  if ('ean13' in event) {
    const { ean13, productId, quantity } = event;
    return { ...common, data: { ean13, productId, stockLevelQuantity: quantity } };
  }
  const { orderId, status, previousStatus, version, reason, returned } = event;
  const known = UPDATE_REASONS.find((one) => one === reason);
  const data = {
    orderId,
    status,
    ...(previousStatus && { previousStatus }),
    version,
    ...(known && { reason: known }),
    ...(returned && { return: returned }),
  };
  return { ...common, data };
}

export const eventFeedRoutes = routeTable<FeedContext>([['GET', '/v1/events', getEventFeed]]);
