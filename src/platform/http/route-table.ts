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

/** A route: its schema, and a handler that receives the context of its route file and the request. */
export interface Route<Context> extends Pick<RouteShorthandOptions, 'bodyLimit' | 'config'> {
  schema: FastifySchema;
  // Declared without the generic parameters of Fastify's types, which take the compiler 16 s to compare.
  validatorCompiler?: (part: FastifyRouteSchemaDef<unknown>) => (value: unknown) => ReturnType<FastifyValidationResult>;
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

/** A route as its file describes it, with the parts of its schema beside its options. */
interface DescribedRoute<Context, Params, Query, Body>
  extends Omit<Route<Context>, 'schema' | 'handler'>,
    Omit<FastifySchema, 'params' | 'querystring' | 'body'> {
  params?: Params;
  querystring?: Query;
  body?: Body;
  handler: (
    context: Context,
    request: FastifyRequest & { params: Typed<Params>; query: Typed<Query>; body: Typed<Body> },
    reply: FastifyReply,
  ) => unknown;
}

/** Returns the function that defines routes under this tag of the API document, with typed requests. */
export function routeUnder<Context>(tag: string) {
  return <Params = unknown, Query = unknown, Body = unknown>(
    described: DescribedRoute<Context, Params, Query, Body>,
  ): Route<Context> => {
    const { bodyLimit, config, validatorCompiler, errorHandler, preValidation, preHandler, handler, ...schema } =
      described;
    const options = { bodyLimit, config, validatorCompiler, errorHandler, preValidation, preHandler };
    const given = Object.fromEntries(Object.entries(options).filter(([, option]) => option !== undefined));
    return { ...given, schema: { tags: [tag], ...schema }, handler: handler as Route<Context>['handler'] };
  };
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

/** Returns a plugin that registers the routes. Its options are the context of their handlers. */
export function routeTable<Context>(rows: readonly RouteRow<Context>[]) {
  return async (app: FastifyInstance, context: Context): Promise<void> => registerRoutes(app, context, rows);
}

declare module 'fastify' {
  interface FastifyRequest {
    knownRoute: FastifyRequest['routeOptions'] | undefined;
  }
}

/** Returns the options of the route. Fastify's own property builds a new object at each access. */
export function routeOf(request: Pick<FastifyRequest, 'routeOptions' | 'knownRoute'>): FastifyRequest['routeOptions'] {
  request.knownRoute ??= request.routeOptions;
  return request.knownRoute;
}
