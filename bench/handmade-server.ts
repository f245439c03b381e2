import { randomUUID } from 'node:crypto';
import Fastify from 'fastify';
import pg from 'pg';

/**
 * The yardstick: an order server that an engineer writes in an afternoon, in one file with fastify and pg. It
 * keeps tokens in a Map, checks an order by its schema, and stores and reads it with prepared statements. It
 * does nothing else.
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
      items: { type: 'object', required: ['quantity'], properties: { quantity: { type: 'integer' } } },
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
  create table if not exists handmade.orders (
    client_id text, order_id text, created timestamptz not null, document text not null,
    primary key (client_id, order_id)
  )`);

const clientsByToken = new Map([['handmade-token', 'handmade-client']]);
const server = Fastify({ logger: false });
server.decorateRequest('clientId', '');
server.addHook('onRequest', async (request, reply) => {
  const clientId = clientsByToken.get(request.headers.authorization?.slice('Bearer '.length) ?? '');
  if (clientId === undefined) return reply.code(401).send({ error: 'unauthorized' });
  request.setDecorator('clientId', clientId);
});
server.post<{ Body: { orderId: string } }>('/v1/orders', { schema: { body: ORDER } }, async (request) => {
  const created = new Date().toISOString();
  const order = { ...request.body, id: randomUUID(), status: 'NEW', created, updated: created };
  await pool.query({
    name: 'insert-order',
    text: `insert into handmade.orders (client_id, order_id, created, document) values ($1, $2, $3, $4)
           on conflict (client_id, order_id) do nothing`,
    values: [request.getDecorator('clientId'), order.orderId, created, JSON.stringify(order)],
  });
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
