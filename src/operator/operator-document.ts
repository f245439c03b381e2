import type { FastifyInstance } from 'fastify';
import type { Config } from '../config.ts';
import { sendDocument } from '../http/fixed-content.ts';
import { registerDocument } from '../http/openapi.ts';

const introduction = (
  config: Config,
) => `For the fulfillment center's own systems: work the orders of all clients, keep the stock, and manage clients, carriers and the catalogue.

**Getting started.** \`platen client create --name "Warehouse" --scope operator\` makes a client with the scope \`operator\`; exchange its id and secret for an access token at \`${config.AUTH_URL}/oauth/token\`. People sign in to the console instead. Programs and people have a role, and each operation says what it needs.

**Guides** are at [${config.BASE_URL}/docs/operator-api](${config.BASE_URL}/docs/operator-api).

**Conventions and errors** are those of the customers' API. An order is named by its client and its orderId, both percent-encoded in a path.`;

/** GET /operator/openapi.json: the document of the routes registered after this, in this scope alone. */
export async function registerOperatorDocument(app: FastifyInstance, config: Config): Promise<void> {
  await registerDocument(app, config, {
    decorator: 'operatorDocument',
    title: 'Platen operator API',
    introduction: introduction(config),
    tags: [
      { name: 'Orders', description: 'Find and read the orders of all clients.' },
      { name: 'Work', description: 'Take orders from one status to the next.' },
      { name: 'Clients', description: 'Customers, their secrets, products and carriers.' },
      { name: 'Catalogue', description: 'Articles, products and carriers.' },
      { name: 'People', description: "The center's people: signing in, accounts, and who did what." },
      { name: 'Stations', description: 'Shared devices of the shop, badges and PINs, and who is signed on.' },
      { name: 'Reports', description: 'What needs a person, and how the last days were.' },
      { name: 'Webhooks', description: 'The webhook endpoints of all clients, and what was sent to them.' },
      { name: 'Stock', description: 'Stock on hand, and every movement of it.' },
      { name: 'Production', description: 'Pieces, batches, and what is scanned at stations.' },
      { name: 'Printing', description: 'Printers, and what is printed on them.' },
      { name: 'Service', description: 'The state of the service, and its settings.' },
    ],
    scope: { name: 'operator', description: "The center's own systems." },
    isHidden: () => false,
  });
  const document = (app as FastifyInstance & { operatorDocument: () => object }).operatorDocument;
  app.get('/operator/openapi.json', { schema: { hide: true } }, sendDocument(document.bind(app)));
}
