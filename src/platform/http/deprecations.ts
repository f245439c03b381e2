import type { FastifyInstance, FastifyRequest, FastifySchema, onRouteHookHandler } from 'fastify';

/** An operation, or one of its parameters or fields, that a later version will not have. */
export interface Deprecation {
  /** Deprecated as a whole without `field` and `answerField`. */
  operationId: string;
  /** A query parameter, or a property of the body. */
  field?: string;
  /** A property of the answer, or of the elements of its list. It is marked, and causes no headers. */
  answerField?: string;
  since: Date;
  /** When it stops working: at least a year after `since`. */
  sunset: Date;
  /** A sentence that says what to use instead. */
  instead: string;
}

/** Add an entry and a line to CHANGELOG.md to deprecate something (docs/versioning.md). */
const DEPRECATIONS: readonly Deprecation[] = [];

interface Part {
  deprecated?: boolean;
  description?: string;
  properties?: Record<string, Part>;
  items?: Part;
}

/** Marks deprecated parts in the document, and answers requests that use them with the headers. */
export function registerDeprecations(
  app: FastifyInstance,
  baseUrl: string,
  deprecations: readonly Deprecation[] = DEPRECATIONS,
): void {
  if (deprecations.length === 0) return;
  const onRoute: onRouteHookHandler = ({ schema = {} }) => {
    for (const one of deprecationsOf(deprecations, schema.operationId)) {
      for (const part of partsOf(schema, one)) {
        if (!part || part.deprecated) continue;
        part.deprecated = true;
        part.description = [part.description, one.instead].filter(Boolean).join(' ');
      }
    }
  };
  app.addHook('onRoute', onRoute);
  app.addHook('preHandler', (request, reply, done) => {
    const [first] = deprecationsOf(deprecations, request.routeOptions.schema?.operationId)
      .filter(({ field, answerField }) => (field === undefined ? !answerField : isGiven(request, field)))
      .sort((one, other) => Number(one.sunset) - Number(other.sunset));
    // RFC 9745 and RFC 8594.
    if (first)
      reply.headers({
        deprecation: `@${Math.floor(first.since.getTime() / 1_000)}`,
        sunset: first.sunset.toUTCString(),
      });
    done();
  });
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (reply.hasHeader('deprecation')) {
      const link = `<${baseUrl}/docs/versioning>; rel="deprecation"; type="text/html"`;
      const before = reply.getHeader('link');
      reply.header('link', before === undefined ? link : `${before}, ${link}`);
    }
    done(null, payload);
  });
}

function deprecationsOf(deprecations: readonly Deprecation[], operationId: string | undefined): Deprecation[] {
  return deprecations.filter((one) => one.operationId === operationId);
}

/** Returns the parts of an operation that an entry names. */
function partsOf(schema: FastifySchema, { field, answerField }: Deprecation): (Part | undefined)[] {
  if (field) return [schema.querystring, schema.body].map((part) => fieldOf(part as Part, field));
  if (!answerField) return [schema as Part];
  const { 200: good } = (schema.response ?? {}) as { 200?: { content?: Record<string, { schema?: Part }> } };
  return Object.values(good?.content ?? {}).map(({ schema: answer }) => {
    const list = answer?.items ?? answer?.properties?.data?.items;
    return fieldOf(list ?? answer, answerField);
  });
}

function fieldOf(part: Part | undefined, field = ''): Part | undefined {
  return part?.properties && Object.hasOwn(part.properties, field) ? part.properties[field] : undefined;
}

function isGiven({ query, body }: FastifyRequest, field: string): boolean {
  return [query, body].some((part) => typeof part === 'object' && part !== null && Object.hasOwn(part, field));
}

declare module 'fastify' {
  interface FastifySchema {
    operationId?: string;
  }
}
