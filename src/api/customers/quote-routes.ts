import { Type } from 'typebox';
import { ORDER_REQUEST_EXAMPLES } from '../../orders/document/order-examples.ts';
import { OrderRequestSchema } from '../../orders/document/order-request-schemas.ts';
import { ChargeSchema } from '../../orders/document/order-schemas.ts';
import { ORDER_NAMES } from '../../orders/document/other-systems.ts';
import { invalidRequest } from '../../platform/errors/errors.ts';
import {
  answer,
  booleanField,
  errorAnswers,
  integerField,
  rateLimitHeaders,
  stringField,
  Timestamp,
  titledObject,
  ViolationSchema,
  WITH_BODY,
} from '../../platform/http/api-document.ts';
import { formFaults } from '../../platform/http/request-form.ts';
import { routeTable, routeUnder } from '../../platform/http/route-table.ts';
import { type MakeQuoteContext, makeQuote } from '../../reports/money/make-quote.ts';

const route = routeUnder<MakeQuoteContext>('Orders');

const { orderId, ...fields } = OrderRequestSchema.properties;
const QuoteRequestSchema = Type.Object(
  { orderId: Type.Optional(orderId), ...fields },
  {
    additionalProperties: false,
    title: 'QuoteRequest',
    description: 'The body of POST /v1/orders. The orderId may be absent.',
    examples: ORDER_REQUEST_EXAMPLES.slice(0, 1),
    otherNames: ORDER_NAMES,
  },
);

const QuoteSchema = titledObject(
  'Quote',
  'What the order would meet if it were sent now.',
  {
    violations: Type.Array(ViolationSchema, {
      description:
        'Why POST /v1/orders would refuse it. Empty: it would be accepted, unless you have another order with its orderId.',
    }),
    items: Type.Optional(
      Type.Array(
        titledObject('QuotedItem', 'The availability of an item.', {
          id: stringField('The item.', '1'),
          available: booleanField('Whether all its pieces can be reserved now, after the items before it.', true),
        }),
        { description: 'Absent with violations.' },
      ),
    ),
    expectedShipDate: Type.Optional(
      Timestamp(
        'When the order would ship, if its files come and its pieces are reserved at once. Absent with violations.',
      ),
    ),
    services: Type.Optional(
      Type.Array(
        titledObject('QuotedService', 'A service of a carrier.', {
          service: stringField('The service, as the label provider names it.', 'parcel'),
          carrier: stringField('Name of the carrier.', 'DHL'),
          days: Type.Optional(integerField('Days until delivery, if the provider tells them.', 2)),
          postage: Type.Optional(
            titledObject('QuotedPostage', 'Your postage for one parcel. Absent: it has no price.', {
              amount: integerField('In the minor unit of the currency, such as cents.', 590),
              currency: stringField('Currency, ISO 4217.', 'EUR'),
            }),
          ),
        }),
        {
          description:
            'Services of the label provider for this order, the cheapest first. Empty: none is set up, it does not answer, or a weight is unknown. Absent with violations.',
        },
      ),
    ),
    charges: Type.Optional(
      Type.Array(ChargeSchema, {
        description:
          'What the order would cost you if it shipped today in one parcel, without postage that depends on the service. A print is taken to fill its print area. Absent: your contract does not show charges.',
      }),
    ),
    isPriced: Type.Optional(
      booleanField(
        'Whether everything but postage has a price. false: the statement will have more, or you have no price list yet.',
        true,
      ),
    ),
  },
  {
    violations: [],
    items: [{ id: '1', available: true }],
    expectedShipDate: '2026-02-03T16:00:00.000Z',
    services: [],
  },
);

const postQuote = route({
  operationId: 'createQuote',
  summary: 'Ask what an order would meet',
  description:
    'Judges an order by the rules of POST /v1/orders, and stores nothing. Violations are in the answer, with status 200. With prices that your contract shows, the quote has charges. For a sandbox client, every item is available, and there are no services.',
  body: QuoteRequestSchema,
  response: { 200: answer('The quote.', QuoteSchema, rateLimitHeaders), ...errorAnswers(...WITH_BODY) },
  config: { throwsFormFaults: true },
  handler: async (context, request) => {
    const faults = formFaults(request);
    // A parameter of the query does not belong to the order.
    if (faults.some(({ pointer }) => /^[^/]/.test(pointer))) throw invalidRequest(faults);
    return makeQuote(context, request.caller, request.body, faults);
  },
});

export const quoteRoutes = routeTable<MakeQuoteContext>([['POST', '/v1/quotes', postQuote]]);
