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

/** What a route answers: its schema, and a handler that gets what its route file was given, then the request. */
export interface Route<Context> extends Omit<RouteShorthandOptions, 'schema' | 'handler'> {
  schema: FastifySchema;
  handler: (context: Context, request: FastifyRequest, reply: FastifyReply) => unknown;
}

/** Method, path and what answers; then what else the table says of the route. */
export type RouteRow<Context> = readonly [
  method: HTTPMethods,
  path: string,
  route: Route<Context>,
  config?: FastifyContextConfig,
];

/** A route whose handler's request is typed by its schema. */
export function route<Context, Schema extends FastifySchema>(
  typed: Omit<Route<Context>, 'schema' | 'handler'> & {
    schema: Schema;
    handler: (context: Context, request: RequestOf<Schema>, reply: FastifyReply) => unknown;
  },
): Route<Context> {
  return typed as unknown as Route<Context>;
}

/** Registers the table of a route file. */
export function registerRoutes<Context>(
  app: FastifyInstance,
  context: Context,
  rows: readonly RouteRow<Context>[],
): void {
  for (const [method, url, { handler, ...route }, config] of rows) {
    app.route({
      ...route,
      method,
      url,
      config: { ...route.config, ...config },
      handler: ((request, reply) => handler(context, request, reply)) as RouteHandlerMethod,
    });
  }
}
