import swagger, { type SwaggerTransform, type SwaggerTransformObject } from '@fastify/swagger';
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { documentSchemas } from '../../platform/http/document-schemas.ts';
import { sendDocument } from '../../platform/http/fixed-content.ts';
import { type Config, VERSION } from '../../platform/settings/config.ts';

const introduction = (
  config: Config,
) => `Orders for a fulfillment center: existing products by EAN-13, or custom products made of a blank article with prints and customizations.

**Getting started.** Exchange your client id and secret for an access token at \`${config.AUTH_URL}/oauth/token\` (OAuth 2.0 client credentials), send it as \`Authorization: Bearer …\`, and keep it until it expires.

**Guides** are at [${config.BASE_URL}/docs](${config.BASE_URL}/docs/): a first order, the life of an order, webhooks, errors, the catalogue, and a TypeScript client.

**Conventions.** Bodies are JSON in UTF-8. Timestamps are ISO 8601 in UTC with milliseconds. Types are never converted, unknown properties and parameters are refused, \`null\` counts as absent, and optional fields without a value are left out of answers. Preview images are relative to \`${config.IMAGE_BASE_URL}\`.

**Errors.** Every answer outside 2xx is JSON with \`error\`, \`message\`, \`detail\` and \`requestId\`, and lists all \`violations\` of an invalid request at once.

**Versions.** /v1 only grows: new optional fields, parameters and endpoints may come at any time, so ignore what you do not know.`;

interface DocumentOptions {
  decorator?: string;
  title: string;
  introduction: string;
  tags: readonly { name: string; description: string }[];
  scopes: Readonly<Record<string, string>>;
  isHidden: (url: string) => boolean;
  webhooks?: Record<string, object>;
}

/** Makes an OpenAPI document from the schemas of all routes that are registered after this call. */
export async function registerDocument(
  app: FastifyInstance,
  config: Config,
  { decorator, title, introduction, tags, scopes, isHidden, webhooks }: DocumentOptions,
): Promise<void> {
  await app.register(swagger, {
    ...(decorator && { decorator: decorator as 'swagger' }),
    openapi: {
      openapi: '3.1.0',
      info: {
        title,
        version: VERSION,
        description: introduction,
        contact: { name: 'The operator of this server', url: `${config.BASE_URL}/docs/` },
        license: { name: 'MIT', identifier: 'MIT' },
      },
      servers: [{ url: config.BASE_URL }],
      tags: [...tags],
      components: {
        securitySchemes: {
          oauth2: {
            type: 'oauth2',
            description: 'OAuth 2.0 client credentials (RFC 6749, 4.4).',
            flows: {
              clientCredentials: {
                tokenUrl: `${config.AUTH_URL}/oauth/token`,
                scopes,
              },
            },
          },
        },
      },
      security: [{ oauth2: Object.keys(scopes).slice(0, 1) }],
    },
    ...transforms(isHidden, webhooks),
  });
}

/** Serves the document of the customers' API. The staff's API has its own document (staff/operator-api). */
export async function registerOpenApi(
  app: FastifyInstance,
  config: Config,
  webhooks: Record<string, object>,
): Promise<void> {
  await registerDocument(app, config, {
    title: 'Platen fulfillment API',
    introduction: introduction(config),
    tags: [
      { name: 'Authentication', description: 'Access tokens and the keys that verify them.' },
      { name: 'Orders', description: 'Create, read, change and cancel orders, and read their history.' },
      { name: 'Files', description: 'Check and upload artwork, and read small pictures of it.' },
      { name: 'Returns', description: 'Returns that you announce, and returns that arrived.' },
      { name: 'Products', description: 'Your existing products and their variants.' },
      { name: 'Articles', description: 'Blank articles and customizations.' },
      { name: 'Carriers', description: 'Your contracted carriers.' },
      { name: 'Stock', description: 'Blanks and products that you own.' },
      { name: 'Webhooks', description: 'Your webhook endpoints and their deliveries.' },
      { name: 'Account', description: 'Your credentials, and the use of your quota.' },
      { name: 'Operations', description: 'Whether the service is up.' },
    ],
    scopes: {
      fulfillment: 'All of the API.',
      'orders:read': 'Reading orders and returns.',
      'orders:write': 'Creating and changing orders and returns.',
      'catalog:read': 'Reading products, articles and carriers.',
      'webhooks:manage': 'Webhook endpoints and their deliveries.',
    },
    isHidden: (url) => url.startsWith('/operator/'),
    webhooks,
  });
  app.get('/openapi.json', { schema: { hide: true } }, sendDocument(app.swagger.bind(app)));
}

/** Returns the functions that correct the plugin's document. Optional bodies are not required. */
function transforms(isHidden: (url: string) => boolean, webhooks?: Record<string, object>) {
  const optionalBodies: { path: string; method: string }[] = [];
  const transform: SwaggerTransform = ({ schema, url, route }) => {
    if (schema?.body && Type.IsOptional(schema.body)) {
      const path = url.replace(/:(\w+)/g, '{$1}');
      for (const method of [route.method].flat()) optionalBodies.push({ path, method: method.toLowerCase() });
    }
    return { schema: isHidden(url) ? { ...schema, hide: true } : schema, url };
  };
  const transformObject: SwaggerTransformObject = (document) => {
    if (!('openapiObject' in document)) return document.swaggerObject;
    for (const { path, method } of optionalBodies) {
      const body = document.openapiObject.paths?.[path]?.[method as 'post' | 'put']?.requestBody;
      if (body && 'required' in body) body.required = false;
    }
    return documentSchemas({
      ...document.openapiObject,
      ...(webhooks && { webhooks }),
    } as typeof document.openapiObject);
  };
  return { transform, transformObject };
}
