import type {
  FastifyContextConfig,
  FastifyError,
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  FastifySchema,
  HTTPMethods,
  RouteOptions,
  RouteShorthandOptions,
} from 'fastify';
import type { FastifyRouteSchemaDef, FastifyValidationResult } from 'fastify/types/schema.js';
import type { Static, TSchema } from 'typebox';

type Typed<Part> = Part extends TSchema ? Static<Part> : unknown;

export type RequestOf<Schema extends FastifySchema> = FastifyRequest & {
  params: Typed<Schema['params']>;
  query: Typed<Schema['querystring']>;
  body: Typed<Schema['body']>;
};

/** A route: its schema, and a handler that receives the context of its route file and the request. */
export interface Route<Context> extends Pick<RouteShorthandOptions, 'bodyLimit' | 'config'> {
  schema: FastifySchema;
  // Declared without the generic parameters of Fastify's types, which take the compiler 16 s to compare.
  validatorCompiler?: (
    part: FastifyRouteSchemaDef<unknown>,
  ) => (value: unknown) => ReturnType<FastifyValidationResult>;
  errorHandler?: (error: FastifyError, request: FastifyRequest, reply: FastifyReply) => unknown;
  preValidation?: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;
  preHandler?: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;
  handler: (context: Context, request: FastifyRequest, reply: FastifyReply) => unknown;
}

export type RouteRow<Context> = readonly [
  method: HTTPMethods,
  path: string,
  route: Route<Context>,
  config?: FastifyContextConfig,
];

/** Types the request of the handler by the schema. */
export function route<Context, Schema extends FastifySchema>(
  typed: Omit<Route<Context>, 'schema' | 'handler'> & {
    schema: Schema;
    handler: (context: Context, request: RequestOf<Schema>, reply: FastifyReply) => unknown;
  },
): Route<Context> {
  return typed as unknown as Route<Context>;
}

export function registerRoutes<Context>(
  app: FastifyInstance,
  context: Context,
  rows: readonly RouteRow<Context>[],
): void {
  for (const [method, url, { handler, ...route }, config] of rows) {
    const options = {
      ...route,
      method,
      url,
      config: { ...route.config, ...config },
      handler: (request: FastifyRequest, reply: FastifyReply) => handler(context, request, reply),
    };
    // The compiler would take seconds to compare the two types.
    app.route(options as unknown as RouteOptions);
  }
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The result of `routeOf`. */
    knownRoute: FastifyRequest['routeOptions'] | undefined;
  }
}

/** Returns the options of the route. Fastify's own property builds a new object at each access. */
export function routeOf(
  request: Pick<FastifyRequest, 'routeOptions' | 'knownRoute'>,
): FastifyRequest['routeOptions'] {
  request.knownRoute ??= request.routeOptions;
  return request.knownRoute;
}
