import type { ErrorObject } from 'ajv';
import type {
  FastifyContextConfig,
  FastifyInstance,
  FastifyRequest,
  preHandlerHookHandler,
  preValidationHookHandler,
  RouteOptions,
} from 'fastify';
import { type TSchema, Type } from 'typebox';
import { invalidRequest, type Violation } from '../errors/errors.ts';
import { withoutAbsent } from './json-body.ts';
import { refuseUnknownParameters, schemaViolations } from './violations.ts';

const JSON_TYPE = 'application/json';

/** A schema, or one for each media type. */
type Body = TSchema & { type?: string; content?: Record<string, { schema: Body } | undefined> };

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The body's schema is for the document; the handler has rules of its own. */
    judgesBody?: boolean;
    /** What is wrong with the request's form that a schema cannot say. Runs also on a body that its schema refuses. */
    moreFaults?: (request: FastifyRequest) => readonly Violation[];
    /** The handler takes the faults of the form (`formFaults`), and throws them together with those of the content. */
    throwsFormFaults?: boolean;
  }
}

/**
 * What both APIs do with a request before its handler sees it: `null` counts as absent, a body that may be left out as an
 * empty one, unknown parameters are refused, and all that is wrong with body and query is told in one answer.
 */
export function registerRequestForm(scope: FastifyInstance): void {
  scope.addHook('onRoute', refuseUnknownParameters);
  scope.addHook('onRoute', (route: RouteOptions) => {
    // Fastify itself would answer with the first faulty part alone.
    route.attachValidation = true;
    // What a route needs is known now, and most need little: hooks of the scope would ask it of each request.
    const given = route.schema?.body as Body | undefined;
    const body = given?.content ? given.content[JSON_TYPE]?.schema : given;
    const { judgesBody, throwsFormFaults, moreFaults } = route.config ?? {};
    if (body?.type === 'object' && !judgesBody) {
      const read: preValidationHookHandler = (request, _reply, done) => {
        // What came in another of the route's media types is no JSON object.
        if (given?.content && !isObject(request.body)) return done();
        request.body = withoutAbsent(body, request.body ?? (Type.IsOptional(body) ? {} : undefined));
        return done();
      };
      route.preValidation = [read, ...[route.preValidation ?? []].flat()];
    }
    if (!throwsFormFaults) {
      const refuse: preHandlerHookHandler = (request, _reply, done) => {
        const faults = allFaults(request, moreFaults);
        done(faults.length > 0 ? invalidRequest(faults) : undefined);
      };
      route.preHandler = [refuse, ...[route.preHandler ?? []].flat()];
    }
  });
}

function isObject(body: unknown): boolean {
  return typeof body === 'object' && body !== null && Object.getPrototypeOf(body) === Object.prototype;
}

/** All that is wrong with the form of the request's body and query; of one value what its schema says. */
export function formFaults(request: FastifyRequest): Violation[] {
  return allFaults(request, request.routeOptions.config.moreFaults);
}

function allFaults(request: FastifyRequest, moreFaults: FastifyContextConfig['moreFaults']): Violation[] {
  const faults = schemaFaults(request);
  if (!moreFaults) return faults;
  const told = new Set(faults.map(({ pointer }) => pointer));
  return [...faults, ...moreFaults(request).filter(({ pointer }) => !told.has(pointer))];
}

/** The faults that the schemas find in body and query. Fastify itself stops after the first faulty part. */
function schemaFaults(request: FastifyRequest): Violation[] {
  const { validation, validationContext } = request.validationError ?? {};
  if (!validation) return [];
  const faults = validation as ErrorObject[];
  if (validationContext !== 'body') return schemaViolations(faults, 'parameters');
  const validateQuery = request.getValidationFunction('querystring') as (
    query: unknown,
  ) => true | { error: ErrorObject[] };
  const ofQuery = validateQuery(request.query);
  return [
    ...schemaViolations(faults, 'body'),
    ...(ofQuery === true ? [] : schemaViolations(ofQuery.error, 'parameters')),
  ];
}
