import type { FastifyInstance } from 'fastify';
import { type Static, Type } from 'typebox';
import { readPrintSettings } from '../../../catalog/printing/read-print-settings.ts';
import { actorOf } from '../../../platform/audit/actor.ts';
import { withRetry } from '../../../platform/database/transaction.ts';
import {
  changeAnswers,
  emptyAnswer,
  openErrorAnswers,
  pageAnswers,
  readAnswers,
} from '../../../platform/http/api-document.ts';
import { sendJson } from '../../../platform/http/etag.ts';
import { decodeCursor, sendPage } from '../../../platform/http/paging.ts';
import { routeTable, routeUnder } from '../../../platform/http/route-table.ts';
import { findAddressFault } from '../../../platform/http/storable-text.ts';
import { answerWhenSent } from '../../../platform/http/unread-body.ts';
import type { Config } from '../../../platform/settings/config.ts';
import { sentence } from '../../../production/floor-sentences.ts';
import { outlineText, TextProblem } from '../../../shops/draw-text.ts';
import {
  addConnection,
  changeConnection,
  connectionNotFound,
  mapAsProposed,
  mapProduct,
  readShopSecret,
  removeConnection,
  shopSecretOf,
  testConnection,
} from '../../../shops/manage-shops.ts';
import { withdrawRates } from '../../../shops/offer-rates.ts';
import type { OpenContext, ShopProblem } from '../../../shops/open-connection.ts';
import { areaAt } from '../../../shops/print-texts.ts';
import {
  askSoon,
  findConnection,
  listConnections,
  type ShownConnection,
} from '../../../shops/shop-connection-store.ts';
import { listProducts } from '../../../shops/shop-product-store.ts';
import { mayDo, type Role } from '../../../staff/role-rules.ts';
import { readClient } from '../clients/client-answers.ts';
import { ClientParams, createdAnswers, emptyAnswers, plainAnswers } from '../fields/operator-schemas.ts';
import { type StaffContext, withoutNulls } from '../fields/staff-requests.ts';
import {
  MapProductRequest,
  MappedSchema,
  NewShopRequest,
  ShopChangeRequest,
  ShopNewsParams,
  ShopParams,
  ShopProductSchema,
  ShopProductsQuery,
  ShopSchema,
  ShopTestSchema,
  sentenceOf,
  TextPreviewRequest,
  TextPreviewSchema,
} from './shop-schemas.ts';

const LISTED_MAX = 500;
/** A larger body is refused if its sender asks first, and otherwise discarded like all others. */
const NEWS_BYTES_MAX = 4 * 1_048_576;
const SHOPS = '/operator/v1/shop-connections';
const OF_CLIENT = '/operator/v1/clients/:clientId/shop-connections';
const SHOP = `${OF_CLIENT}/:connection`;
const NEWS = '/operator/v1/shop-news';
const NOT_FOUND = 'shop_connection_not_found';

interface ShopRouteContext extends Pick<StaffContext, 'pool' | 'clock'>, OpenContext {
  config: Pick<Config, 'BASE_URL' | 'FILE_FETCH_ALLOW' | 'WEBHOOK_ALLOW'>;
}

const route = routeUnder<ShopRouteContext>('Shops');

const getShops = route({
  operationId: 'listShops',
  summary: 'List the shops that are connected in the console',
  description: `Returns the newest ${LISTED_MAX} shops of all clients, newest first.`,
  response: readAnswers('The shops.', Type.Array(ShopSchema)),
  handler: async (context, request, reply) => {
    const which = { clientId: undefined, prefix: undefined, limit: LISTED_MAX };
    const shops = await withRetry(() => listConnections(context.pool, which));
    return sendJson(request, reply, JSON.stringify(shops.map((one) => showShop(context, request.caller.role, one))));
  },
});

const postShop = route({
  operationId: 'connectShop',
  summary: 'Connect a shop',
  description:
    'Adds a stopped shop. Test it, then change its state to ACTIVE. Platen then takes its paid orders, and reads its products.',
  params: ClientParams,
  body: NewShopRequest,
  response: createdAnswers(
    'The shop.',
    ShopSchema,
    'Address of the shop.',
    'client_not_found',
    'shop_already_connected',
    'too_many_shop_connections',
  ),
  handler: async (context, request, reply) => {
    const { params, body, caller } = request;
    const { clientId } = await readClient(context.pool, params.clientId);
    const doing = { by: actorOf(caller), now: context.clock() };
    const prefix = await addConnection(context, clientId, body, doing);
    reply.code(201).header('location', `${context.config.BASE_URL}${SHOPS}`);
    return readShop(context, caller.role, clientId, prefix);
  },
});

const patchShop = route({
  operationId: 'changeShop',
  summary: 'Change, start or stop a shop',
  description: 'Everything is tried again at once. Idempotent: repeating the request changes nothing.',
  params: ShopParams,
  body: ShopChangeRequest,
  response: changeAnswers('The changed shop.', ShopSchema, NOT_FOUND, 'shop_already_connected', 'shop_is_another'),
  handler: async (context, { params, body, caller }) => {
    const { clientId, connection: prefix } = params;
    const doing = { by: actorOf(caller), now: context.clock() };
    await changeConnection(context, clientId, { prefix, change: body }, doing);
    return readShop(context, caller.role, clientId, prefix);
  },
});

const deleteShop = route({
  operationId: 'disconnectShop',
  summary: 'Delete a shop',
  description: 'Deletes its credentials, its mapping and its messages. Its orders stay.',
  params: ShopParams,
  response: emptyAnswers('The shop is deleted.', NOT_FOUND),
  handler: async (context, { params, caller }, reply) => {
    const { pool, clock } = context;
    const { clientId, connection: prefix } = params;
    const doing = { by: actorOf(caller), now: clock() };
    await withdrawRates(context, clientId, prefix, doing);
    await removeConnection(pool, clientId, prefix, doing);
    return reply.code(204).send();
  },
});

const postTest = route({
  operationId: 'testShop',
  summary: 'Test a shop',
  description: 'Calls the API of the shop with the stored credentials. Nothing is changed.',
  params: ShopParams,
  response: plainAnswers('The result.', ShopTestSchema, NOT_FOUND),
  handler: async (context, { params, caller }) => {
    const { clientId, connection: prefix } = params;
    const failure = await testConnection(context, clientId, prefix);
    if (!failure) return { works: true };
    const { shopUrl } = await readShop(context, caller.role, clientId, prefix);
    return { works: false, sentence: sentenceOf(failure, shopUrl) };
  },
});

const postRead = route({
  operationId: 'readShopProducts',
  summary: 'Read the products of a shop again',
  description: 'Platen reads them within seconds if the shop is active. It does so every 6 hours, too.',
  params: ShopParams,
  response: emptyAnswers('They will be read.', NOT_FOUND),
  handler: async ({ pool, clock }, { params }, reply) => {
    const soon = { prefix: params.connection, now: clock(), products: true };
    if (!(await withRetry(() => askSoon(pool, params.clientId, soon)))) throw connectionNotFound();
    return reply.code(204).send();
  },
});

const getProducts = route({
  operationId: 'listShopProducts',
  summary: 'List the products of a shop',
  description: 'Lists them with their targets or proposals, sorted by SKU. Proposals come from EAN and SKU.',
  params: ShopParams,
  querystring: ShopProductsQuery,
  response: pageAnswers('A page of products.', Type.Array(ShopProductSchema), NOT_FOUND),
  handler: async ({ config, pool }, request, reply) => {
    const { params, query } = request;
    const { clientId, connection: prefix } = params;
    if (!(await withRetry(() => findConnection(pool, clientId, prefix)))) throw connectionNotFound();
    const { filter = 'all', q = '', limit, cursor } = query;
    const after = decodeCursor(cursor, 1)?.[0] ?? '';
    const page = { prefix, filter, search: q.trim(), after, limit: limit + 1 };
    const found = await withRetry(() => listProducts(pool, clientId, page));
    const path = [clientId, 'shop-connections', prefix, 'products'].map(encodeURIComponent).join('/');
    return sendPage(request, reply, found, {
      url: `${config.BASE_URL}/operator/v1/clients/${path}`,
      keyOf: (last) => [last.sku],
      show: withoutNulls,
    });
  },
});

const putProduct = route({
  operationId: 'mapShopProduct',
  summary: 'Map a product of a shop',
  description: 'Orders that were refused are tried again. Idempotent: repeating the request changes nothing.',
  params: ShopParams,
  body: MapProductRequest,
  response: changeAnswers('The number of mapped products.', MappedSchema, 'shop_product_not_found'),
  handler: async ({ pool, clock }, { params, body, caller }) => {
    const { sku, target = null } = body;
    const what = { prefix: params.connection, sku, target };
    await mapProduct(pool, params.clientId, what, { by: actorOf(caller), now: clock() });
    return { mapped: target ? 1 : 0 };
  },
});

const postProposals = route({
  operationId: 'acceptShopProposals',
  summary: 'Map all products of a shop as proposed',
  description: 'Products that are mapped stay. Orders that were refused are tried again. Idempotent.',
  params: ShopParams,
  response: plainAnswers('The number of mapped products.', MappedSchema, NOT_FOUND),
  handler: async ({ pool, clock }, { params, caller }) => {
    const doing = { by: actorOf(caller), now: clock() };
    return { mapped: await mapAsProposed(pool, params.clientId, params.connection, doing) };
  },
});

const postTextPreview = route({
  operationId: 'previewShopText',
  summary: 'Preview a text of a print',
  description: 'Draws a text as the orders of the shop would have it. Nothing is stored.',
  params: ShopParams,
  body: TextPreviewRequest,
  response: plainAnswers('The drawn text.', TextPreviewSchema, NOT_FOUND),
  handler: async ({ pool }, { params, body }) => {
    const { sku, location, text, ...style } = body;
    const { clientId, connection: prefix } = params;
    if (!(await withRetry(() => findConnection(pool, clientId, prefix)))) throw connectionNotFound();
    const settings = await withRetry(() => readPrintSettings(pool, clientId, [sku]));
    try {
      const { widthMm, heightMm } = areaAt(settings, sku, location);
      return { widthMm, heightMm, path: await outlineText(text, style, { widthMm, heightMm }) };
    } catch (error) {
      if (!(error instanceof TextProblem)) throw error;
      return { sentence: sentence(error.code, error.params) };
    }
  },
});

const postNews = route({
  bodyLimit: NEWS_BYTES_MAX,
  operationId: 'receiveShopNews',
  summary: 'Report that there are news of orders',
  description:
    'For shops, as a webhook: `newsUrl` of the shop. The body may have any form and is ignored. Platen then asks the shop for changed orders.',
  security: [],
  params: ShopNewsParams,
  response: { 204: emptyAnswer('Received.'), ...openErrorAnswers(NOT_FOUND, 'body_too_large') },
  handler: async ({ pool, clock, encryptionKey }, { params }, reply) => {
    const { clientId, connection: prefix } = params;
    const soon = { prefix, now: clock(), products: false, created: createdOf(encryptionKey, params) };
    if (!(await withRetry(() => askSoon(pool, clientId, soon)))) throw connectionNotFound();
    return reply.code(204).send();
  },
});

/** Throws `shop_connection_not_found` for a wrong secret. */
function createdOf(key: Uint8Array, params: Static<typeof ShopNewsParams>): Date {
  const created = readShopSecret(key, 'news', params);
  if (!created) throw connectionNotFound();
  return created;
}

async function readShop(context: ShopRouteContext, role: Role | null, clientId: string, prefix: string) {
  const [found] = await withRetry(() => listConnections(context.pool, { clientId, prefix, limit: 1 }));
  if (!found) throw connectionNotFound();
  return showShop(context, role, found);
}

function showShop({ config, encryptionKey }: ShopRouteContext, role: Role | null, found: ShownConnection) {
  const { problem, problemWords, ...rest } = found;
  const { clientId, connection, shopUrl } = rest;
  const path = [clientId, connection, shopSecretOf(encryptionKey, 'news', rest)];
  return withoutNulls({
    ...rest,
    settings: { ...rest.settings, offersRates: rest.settings.offersRates === true },
    problem: problem && sentenceOf({ problem: problem as ShopProblem, words: problemWords }, shopUrl ?? undefined),
    newsUrl: mayDo(role, 'shops.change') ? `${config.BASE_URL}${NEWS}/${path.map(encodeURIComponent).join('/')}` : null,
  });
}

export const shopRoutes = routeTable<ShopRouteContext>([
  ['GET', SHOPS, getShops, { verb: 'shops.read' }],
  ['POST', OF_CLIENT, postShop, { verb: 'shops.change' }],
  ['PATCH', SHOP, patchShop, { verb: 'shops.change' }],
  ['DELETE', SHOP, deleteShop, { verb: 'shops.change' }],
  ['POST', `${SHOP}/test`, postTest, { verb: 'shops.change' }],
  ['POST', `${SHOP}/read-products`, postRead, { verb: 'shops.map' }],
  ['GET', `${SHOP}/products`, getProducts, { verb: 'shops.read' }],
  ['PUT', `${SHOP}/products`, putProduct, { verb: 'shops.map' }],
  ['POST', `${SHOP}/text-previews`, postTextPreview, { verb: 'shops.read' }],
  ['POST', `${SHOP}/products/accept-proposals`, postProposals, { verb: 'shops.map' }],
]);

const newsRoutes = routeTable<ShopRouteContext>([['POST', `${NEWS}/:clientId/:connection/:secret`, postNews]]);

/**
 * Serves the addresses for webhooks of shops, which send JSON or forms. A wrong secret is refused before the
 * body is read. The body of a right one is discarded as it arrives.
 */
export async function shopNewsRoutes(app: FastifyInstance, options: ShopRouteContext): Promise<void> {
  app.addHook('onRequest', async (request) => {
    const fault = findAddressFault(request);
    if (fault) throw fault;
    createdOf(options.encryptionKey, request.params as Static<typeof ShopNewsParams>);
  });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', ({ raw }, _payload, done) => answerWhenSent(raw, () => done(null)));
  await app.register(newsRoutes, options);
}
