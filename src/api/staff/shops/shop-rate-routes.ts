import type { FastifyInstance } from 'fastify';
import { type Static, Type } from 'typebox';
import { findClient } from '../../../clients/client-store.ts';
import { OrderRequestSchema } from '../../../orders/document/order-request-schemas.ts';
import { actorOf } from '../../../platform/audit/actor.ts';
import { Gate } from '../../../platform/concurrency/gate.ts';
import { TurnTimeout } from '../../../platform/concurrency/round-robin-queue.ts';
import { withRetry } from '../../../platform/database/transaction.ts';
import { ApiError } from '../../../platform/errors/errors.ts';
import { answer, openErrorAnswers, stringField, titledObject } from '../../../platform/http/api-document.ts';
import { routeTable, routeUnder } from '../../../platform/http/route-table.ts';
import { findAddressFault } from '../../../platform/http/storable-text.ts';
import { requestValidator, schemaViolations } from '../../../platform/http/violations.ts';
import { type MakeQuoteContext, makeQuote } from '../../../reports/money/make-quote.ts';
import { connectionNotFound, readShopSecret } from '../../../shops/manage-shops.ts';
import { offerRates, RATES_PATH, type RateContext } from '../../../shops/offer-rates.ts';
import { findConnection, type StoredConnection } from '../../../shops/shop-connection-store.ts';
import { ratesOf, readCart } from '../../../shops/shop-rates.ts';
import { plainAnswers } from '../fields/operator-schemas.ts';
import { OfferRatesRequest, ShopNewsParams, ShopParams, ShopTestSchema, sentenceOf } from './shop-schemas.ts';

const CART_BYTES_MAX = 262_144;
/** Requests for rates at once: of all clients, and of one. */
const ASKED = new Gate({ all: 16, party: 4 });
const TURN_MS_MAX = 1_000;
/** Time for the label provider. Shopify waits for 3 to 10 seconds for the answer. */
const CALL_MS_MAX = 4_000;

interface RateRouteContext extends RateContext, Omit<MakeQuoteContext, 'config'> {
  config: RateContext['config'] & MakeQuoteContext['config'];
}

const DELIVERY = '2026-02-03 16:00:00 +0000';
const RATE = {
  ...{ service_name: 'DHL parcel', service_code: 'parcel', total_price: '590', currency: 'EUR' },
  ...{ min_delivery_date: DELIVERY, max_delivery_date: DELIVERY },
};

const route = routeUnder<RateRouteContext>('Shops');

const putRates = route({
  operationId: 'offerShopRates',
  summary: 'Offer the prices of shipping at the checkout of a shop',
  description:
    'Adds a carrier service to the Shopify shop, or removes it. Shopify then asks Platen for the services and prices of each cart. Idempotent: repeating the request changes nothing.',
  params: ShopParams,
  body: OfferRatesRequest,
  response: plainAnswers('The result.', ShopTestSchema, 'shop_connection_not_found'),
  handler: async (context, { params, body, caller }) => {
    const stored = await readStored(context, params);
    const doing = { by: actorOf(caller), now: context.clock() };
    const failure = await offerRates(context, stored, body.offersRates, doing);
    return failure ? { works: false, sentence: sentenceOf(failure, stored.shopUrl ?? undefined) } : { works: true };
  },
});

const postRates = route({
  bodyLimit: CART_BYTES_MAX,
  operationId: 'askShopRates',
  summary: 'Ask for the prices of shipping of a cart',
  description:
    "For Shopify, as the callback of a carrier service. Nothing is stored. Without a price, such as for a line that is not mapped, the answer is 404, so that Shopify uses the shop's backup rates.",
  security: [],
  params: ShopNewsParams,
  body: Type.Object(
    {
      rate: Type.Object({}, { additionalProperties: true, description: 'The cart: currency, destination and items.' }),
    },
    {
      additionalProperties: true,
      title: 'ShopRatesRequest',
      description: 'The request of Shopify.',
      examples: [
        {
          rate: {
            currency: 'EUR',
            destination: { country: 'DE', postal_code: '10115', city: 'Berlin' },
            items: [{ sku: 'TEE-LOGO-M', quantity: 1, price: 2490, requires_shipping: true }],
          },
        },
      ],
    },
  ),
  response: {
    200: answer(
      'The rates, the cheapest first.',
      titledObject(
        'ShopRates',
        'The rates in the form of Shopify.',
        {
          rates: Type.Array(
            titledObject('ShopRate', 'The price of a service.', {
              service_name: stringField('Name of the service.', 'DHL parcel'),
              service_code: stringField('The service, as the label provider names it.', 'parcel'),
              total_price: stringField('The price in hundredths of the currency.', '590'),
              currency: stringField('Currency, ISO 4217.', 'EUR'),
              min_delivery_date: Type.Optional(stringField('The expected delivery.', DELIVERY)),
              max_delivery_date: Type.Optional(stringField('The expected delivery.', DELIVERY)),
            }),
            { description: 'The rates.' },
          ),
        },
        { rates: [RATE] },
      ),
    ),
    ...openErrorAnswers('shop_connection_not_found', 'shop_rates_unknown', 'body_too_large'),
  },
  handler: async (context, { params, body }) => {
    const stored = await readStored(context, params);
    const created = readShopSecret(context.encryptionKey, 'rates', params);
    if (stored.created.getTime() !== created?.getTime()) throw connectionNotFound();
    if (stored.state !== 'ACTIVE' || !stored.settings.offersRates) throw ratesUnknown();
    const rates = await findRates(context, stored, body.rate);
    if (!rates || rates.length === 0) throw ratesUnknown();
    return { rates };
  },
});

const isOrder = requestValidator({ schema: OrderRequestSchema, httpPart: 'body' });

async function findRates(context: RateRouteContext, stored: StoredConnection, rate: unknown) {
  const { clientId } = stored;
  const release = await ASKED.take(clientId, 1, performance.now() + TURN_MS_MAX).catch((error) => {
    if (!(error instanceof TurnTimeout)) throw error;
  });
  if (!release) return undefined;
  try {
    const cart = await readCart(context, stored, rate);
    const client = await withRetry(() => findClient(context.pool, clientId));
    if (!cart || client?.status !== 'active') return undefined;
    const order = { orderId: 'quote', ...cart };
    const faults = isOrder(order) ? [] : schemaViolations(isOrder.errors ?? [], 'body');
    const quote = await makeQuote({ ...context, timeoutMs: CALL_MS_MAX }, client, order, faults);
    return ratesOf(quote.services ?? [], quote.expectedShipDate ?? context.clock());
  } finally {
    release();
  }
}

async function readStored({ pool }: Pick<RateRouteContext, 'pool'>, params: Static<typeof ShopParams>) {
  const stored = await withRetry(() => findConnection(pool, params.clientId, params.connection));
  if (!stored) throw connectionNotFound();
  return stored;
}

function ratesUnknown(): ApiError {
  return new ApiError('shop_rates_unknown', 'Platen has no price of shipping for this cart.');
}

export const shopRateRoutes = routeTable<RateRouteContext>([
  ['PUT', '/operator/v1/clients/:clientId/shop-connections/:connection/rates', putRates, { verb: 'shops.change' }],
]);

const cartRoutes = routeTable<RateRouteContext>([['POST', `${RATES_PATH}/:clientId/:connection/:secret`, postRates]]);

/** Serves the addresses at which shops ask for rates. A wrong secret is refused before the body is read. */
export async function cartRateRoutes(app: FastifyInstance, options: RateRouteContext): Promise<void> {
  app.addHook('onRequest', async (request) => {
    const fault = findAddressFault(request);
    if (fault) throw fault;
    if (!readShopSecret(options.encryptionKey, 'rates', request.params as Static<typeof ShopNewsParams>))
      throw connectionNotFound();
  });
  await app.register(cartRoutes, options);
}
