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

/** The request as its schema describes it. */
export type RequestOf<Schema extends FastifySchema> = FastifyRequest & {
  params: Typed<Schema['params']>;
  query: Typed<Schema['querystring']>;
  body: Typed<Schema['body']>;
};

/** What a route answers: its schema, and a handler that gets what its route file was given, then the request. */
export interface Route<Context> extends Pick<RouteShorthandOptions, 'bodyLimit' | 'config'> {
  schema: FastifySchema;
  // These without the generic parameters of Fastify's own types, whose comparing takes the compiler 16 s.
  validatorCompiler?: (
    part: FastifyRouteSchemaDef<unknown>,
  ) => (value: unknown) => ReturnType<FastifyValidationResult>;
  errorHandler?: (error: FastifyError, request: FastifyRequest, reply: FastifyReply) => unknown;
  preValidation?: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;
  preHandler?: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;
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
    const options = {
      ...route,
      method,
      url,
      config: { ...route.config, ...config },
      handler: (request: FastifyRequest, reply: FastifyReply) => handler(context, request, reply),
    };
    // Through unknown, since comparing the two would take the compiler seconds.
    app.route(options as unknown as RouteOptions);
  }
}

declare module 'fastify' {
  interface FastifyRequest {
    /** As `routeOf` found it. */
    knownRoute: FastifyRequest['routeOptions'] | undefined;
  }
}

/** The options of the request's route. Fastify puts them together anew each time that they are read. */
export function routeOf(
  request: Pick<FastifyRequest, 'routeOptions' | 'knownRoute'>,
): FastifyRequest['routeOptions'] {
  request.knownRoute ??= request.routeOptions;
  return request.knownRoute;
}
