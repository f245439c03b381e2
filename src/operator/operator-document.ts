import swagger from '@fastify/swagger';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../config.ts';
import { transforms } from '../http/openapi.ts';

const VERSION = '1.0.0';

const introduction = (
  config: Config,
) => `For the fulfillment center's own systems: work the orders of all clients, keep the stock, and manage clients, carriers and the catalogue.

**Getting started.** \`platen client create --name "Warehouse" --scope operator\` makes a client with the scope \`operator\`; exchange its id and secret for an access token at \`${config.AUTH_URL}/oauth/token\`.

**Conventions and errors** are those of the customers' API. An order is named by its client and its orderId, both percent-encoded in a path.`;

/** GET /operator/openapi.json: the document of the routes registered after this, in this scope alone. */
export async function registerOperatorDocument(app: FastifyInstance, config: Config): Promise<void> {
  await app.register(swagger, {
    decorator: 'operatorDocument',
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Platen operator API',
        version: VERSION,
        description: introduction(config),
        license: { name: 'MIT', identifier: 'MIT' },
      },
      servers: [{ url: config.BASE_URL }],
      tags: [
        { name: 'Orders', description: 'Find and read the orders of all clients.' },
        { name: 'Work', description: 'Take orders from one status to the next.' },
        { name: 'Clients', description: 'Customers, their secrets, products and carriers.' },
        { name: 'Catalogue', description: 'Articles, products and carriers.' },
        { name: 'Stock', description: 'What lies on the shelf, and every change of it.' },
      ],
      components: {
        securitySchemes: {
          oauth2: {
            type: 'oauth2',
            description: 'OAuth 2.0 client credentials (RFC 6749, 4.4).',
            flows: {
              clientCredentials: {
                tokenUrl: `${config.AUTH_URL}/oauth/token`,
                scopes: { operator: "The center's own systems." },
              },
            },
          },
        },
      },
      security: [{ oauth2: ['operator'] }],
    },
    ...transforms(() => false),
  });
  const document = (app as FastifyInstance & { operatorDocument: () => object }).operatorDocument;
  app.get('/operator/openapi.json', { schema: { hide: true } }, () => document.call(app));
}
