import { randomUUIDv7 } from 'node:crypto';
import Fastify from 'fastify';
import pg from 'pg';
import { ean13Of, PRODUCTS } from './shop.ts';

/**
 * The yardstick: an order server that an engineer writes in an afternoon, in one file with fastify and pg. It
 * keeps tokens in a Map, checks an order by its schema, and reads it with a prepared statement. One statement
 * and one commit store a new order with its event, reserve its stock, record that in a ledger, and make it
 * ASSIGNED. An order without stock is refused.
 */

const CONNECTIONS = 10;
const ORDER = {
  type: 'object',
  required: ['orderId', 'items', 'shipping'],
  properties: {
    orderId: { type: 'string', minLength: 1, maxLength: 64 },
    unitPriceCurrency: { type: 'string' },
    items: {
      type: 'array',
      minItems: 1,
      maxItems: 500,
      items: {
        type: 'object',
        required: ['quantity', 'existingProduct'],
        properties: {
          quantity: { type: 'integer' },
          existingProduct: {
            type: 'object',
            required: ['ean13'],
            properties: { ean13: { type: 'string' } },
          },
        },
      },
    },
    shipping: {
      type: 'object',
      required: ['address'],
      properties: {
        address: {
          type: 'object',
          required: ['street', 'city', 'country'],
          properties: { street: { type: 'string' }, city: { type: 'string' }, country: { type: 'string' } },
        },
      },
    },
  },
};

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: CONNECTIONS });
await pool.query(`
  create schema if not exists handmade;
  create table if not exists handmade.stock (ean13 text primary key, available int not null);
  create table if not exists handmade.orders (
    client_id text, order_id text, status text not null, created timestamptz not null, document text not null,
    primary key (client_id, order_id)
  );
  create table if not exists handmade.events (
    client_id text, order_id text, event_id uuid, type text not null, occurred timestamptz not null,
    primary key (client_id, order_id, event_id)
  );
  create table if not exists handmade.reservations (
    client_id text, order_id text, ean13 text, quantity int not null, primary key (client_id, order_id, ean13)
  );
  create table if not exists handmade.ledger (
    movement_id uuid primary key, ean13 text not null, quantity int not null, client_id text not null,
    order_id text not null, occurred timestamptz not null
  );
  create index if not exists ledger_by_ean13 on handmade.ledger (ean13, movement_id)`);
const codes = Array.from({ length: PRODUCTS }, (_, product) => ean13Of(product, 0));
await pool.query(`insert into handmade.stock select unnest($1::text[]), 1000000000 on conflict do nothing`, [codes]);

const clientsByToken = new Map([['handmade-token', 'handmade-client']]);
const server = Fastify({ logger: false });
server.decorateRequest('clientId', '');
server.addHook('onRequest', async (request, reply) => {
  const clientId = clientsByToken.get(request.headers.authorization?.slice('Bearer '.length) ?? '');
  if (clientId === undefined) return reply.code(401).send({ error: 'unauthorized' });
  request.setDecorator('clientId', clientId);
});
interface OrderBody {
  orderId: string;
  items: { quantity: number; existingProduct: { ean13: string } }[];
}

server.post<{ Body: OrderBody }>('/v1/orders', { schema: { body: ORDER } }, async (request, reply) => {
  const { orderId, items } = request.body;
  const created = new Date().toISOString();
  const order = { ...request.body, id: randomUUIDv7(), status: 'ASSIGNED', created, updated: created };
  const { rowCount } = await pool.query({
    name: 'insert-order',
    text: `with needed as (
             select ean13, sum(quantity)::int as quantity from unnest($6::text[], $7::int[]) as i (ean13, quantity) group by ean13
           ), taken as (
             update handmade.stock s set available = available - quantity from needed n
             where s.ean13 = n.ean13 and available >= quantity returning s.ean13, quantity
           ), made as (
             insert into handmade.orders (client_id, order_id, status, created, document)
             select $1, $2, 'ASSIGNED', $3, $4 where (select count(*) from taken) = (select count(*) from needed)
             returning order_id
           ), event as (
             insert into handmade.events select $1, order_id, $5, 'order.assigned', $3 from made
           ), reserved as (
             insert into handmade.reservations select $1, order_id, ean13, quantity from made, taken
           ), recorded as (
             insert into handmade.ledger select gen_random_uuid(), ean13, quantity, $1, order_id, $3 from made, taken
           )
           select from made`,
    values: [
      ...[request.getDecorator('clientId'), orderId, created, JSON.stringify(order), randomUUIDv7()],
      items.map(({ existingProduct }) => existingProduct.ean13),
      items.map(({ quantity }) => quantity),
    ],
  });
  if (rowCount === 0) return reply.code(409).send({ error: 'out_of_stock' });
  return order;
});
server.get<{ Params: { orderId: string } }>('/v1/orders/:orderId', async (request, reply) => {
  const { rows } = await pool.query<{ document: string }>({
    name: 'read-order',
    text: 'select document from handmade.orders where client_id = $1 and order_id = $2',
    values: [request.getDecorator('clientId'), request.params.orderId],
  });
  if (!rows[0]) return reply.code(404).send({ error: 'order_not_found' });
  return reply.type('application/json').send(rows[0].document);
});

await server.listen({ port: 0, host: '127.0.0.1' });
const address = server.server.address();
if (typeof address === 'object' && address) process.send?.({ port: address.port });
process.on('disconnect', () => process.exit(0));
