import type {
  FastifyContextConfig,
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  FastifySchema,
  HTTPMethods,
  RouteHandlerMethod,
  RouteShorthandOptions,
} from 'fastify';
import type { Static, TSchema } from 'typebox';

type Typed<Part> = Part extends TSchema ? Static<Part> : unknown;

/** The request as its schema describes it. */
export type RequestOf<Schema extends FastifySchema> = FastifyRequest<{
  Params: Typed<Schema['params']>;
  Querystring: Typed<Schema['querystring']>;
  Body: Typed<Schema['body']>;
}>;

/** What answers one route: its schema, and a handler that gets what its route file was given, then the request. */
export interface Endpoint<Context> extends Omit<RouteShorthandOptions, 'schema' | 'handler'> {
  schema: FastifySchema;
  handler: (context: Context, request: FastifyRequest, reply: FastifyReply) => unknown;
}

/** Method, path and endpoint; then what else is said of the route beside its endpoint's own config. */
export type RouteRow<Context> = readonly [
  method: HTTPMethods,
  path: string,
  endpoint: Endpoint<Context>,
  config?: FastifyContextConfig,
];

/** An endpoint whose handler's request is typed by its schema. */
export function endpoint<Context, Schema extends FastifySchema>(
  typed: Omit<Endpoint<Context>, 'schema' | 'handler'> & {
    schema: Schema;
    handler: (context: Context, request: RequestOf<Schema>, reply: FastifyReply) => unknown;
  },
): Endpoint<Context> {
  return typed as unknown as Endpoint<Context>;
}

/** Registers the rows of a route file. */
export function registerRoutes<Context>(
  app: FastifyInstance,
  context: Context,
  rows: readonly RouteRow<Context>[],
): void {
  for (const [method, url, { handler, ...endpoint }, config] of rows) {
    app.route({
      ...endpoint,
      method,
      url,
      config: { ...endpoint.config, ...config },
      handler: ((request, reply) => handler(context, request, reply)) as RouteHandlerMethod,
    });
  }
}
