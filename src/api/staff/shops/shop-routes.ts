import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
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
import type { Config } from '../../../platform/settings/config.ts';
import { sentence } from '../../../production/floor-sentences.ts';
import {
  addConnection,
  changeConnection,
  connectionNotFound,
  isShopNewsSecret,
  mapAsProposed,
  mapProduct,
  removeConnection,
  shopNewsSecretOf,
  testConnection,
} from '../../../shops/manage-shops.ts';
import type { OpenContext, ShopProblem } from '../../../shops/open-connection.ts';
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
} from './shop-schemas.ts';

const LISTED_MAX = 500;
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
  handler: async ({ pool, clock }, { params, caller }, reply) => {
    await removeConnection(pool, params.clientId, params.connection, { by: actorOf(caller), now: clock() });
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
    const { clientId, connection: prefix, secret } = params;
    if (!isShopNewsSecret(encryptionKey, clientId, prefix, secret)) throw connectionNotFound();
    await withRetry(() => askSoon(pool, clientId, { prefix, now: clock(), products: false }));
    return reply.code(204).send();
  },
});

async function readShop(context: ShopRouteContext, role: Role | null, clientId: string, prefix: string) {
  const [found] = await withRetry(() => listConnections(context.pool, { clientId, prefix, limit: 1 }));
  if (!found) throw connectionNotFound();
  return showShop(context, role, found);
}

function showShop({ config, encryptionKey }: ShopRouteContext, role: Role | null, found: ShownConnection) {
  const { problem, problemWords, ...rest } = found;
  const { clientId, connection, shopUrl } = rest;
  const path = [clientId, connection, shopNewsSecretOf(encryptionKey, clientId, connection)];
  return withoutNulls({
    ...rest,
    problem: problem && sentenceOf({ problem: problem as ShopProblem, words: problemWords }, shopUrl ?? undefined),
    newsUrl: mayDo(role, 'shops.change') ? `${config.BASE_URL}${NEWS}/${path.map(encodeURIComponent).join('/')}` : null,
  });
}

function sentenceOf({ problem, words }: { problem: ShopProblem; words: string | null }, shopUrl = 'Order Desk') {
  return sentence(problem, { shop: shopUrl, ...(words && { message: words }) });
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
  ['POST', `${SHOP}/products/accept-proposals`, postProposals, { verb: 'shops.map' }],
]);

const newsRoutes = routeTable<ShopRouteContext>([['POST', `${NEWS}/:clientId/:connection/:secret`, postNews]]);

/** Serves the addresses for webhooks of shops, which send JSON or forms. */
export async function shopNewsRoutes(app: FastifyInstance, options: ShopRouteContext): Promise<void> {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, _body, done) => done(null));
  await app.register(newsRoutes, options);
}
