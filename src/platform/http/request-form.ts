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
import { removeAbsent } from './json-body.ts';
import { refuseUnknownParameters, schemaViolations } from './violations.ts';

const JSON_TYPE = 'application/json';
type Body = TSchema & { type?: string; content?: Record<string, { schema: Body } | undefined> };

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The schema of the body is only for the document. The handler has its own rules. */
    judgesBody?: boolean;
    /** Returns violations that a schema cannot express. It also runs for a body that the schema refuses. */
    moreFaults?: (request: FastifyRequest) => readonly Violation[];
    /** The handler calls `formFaults`, and reports them together with its other violations. */
    throwsFormFaults?: boolean;
  }
}

/**
 * Checks each request of a scope before its handler runs. `null` counts as absent, and an optional body as
 * empty. Unknown parameters are refused. One answer lists all faults.
 */
export function registerRequestForm(scope: FastifyInstance): void {
  scope.addHook('onRoute', refuseUnknownParameters);
  scope.addHook('onRoute', (route: RouteOptions) => {
    // Fastify itself would report only the first faulty part.
    route.attachValidation = true;
    // The hooks are added per route, since most routes need few of them.
    const given = route.schema?.body as Body | undefined;
    const body = given?.content ? given.content[JSON_TYPE]?.schema : given;
    const { judgesBody, throwsFormFaults, moreFaults } = route.config ?? {};
    if (body?.type === 'object' && !judgesBody) {
      const read: preValidationHookHandler = (request, _reply, done) => {
        // A body of another media type is not a JSON object.
        if (given?.content && !isObject(request.body)) return done();
        request.body = removeAbsent(body, request.body ?? (Type.IsOptional(body) ? {} : undefined));
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

/** Returns all faults of body and query. Leaves out other faults of a value that breaks the schema. */
export function formFaults(request: FastifyRequest): Violation[] {
  return allFaults(request, request.routeOptions.config.moreFaults);
}

function allFaults(request: FastifyRequest, moreFaults: FastifyContextConfig['moreFaults']): Violation[] {
  const faults = schemaFaults(request);
  if (!moreFaults) return faults;
  const reported = new Set(faults.map(({ pointer }) => pointer));
  return [...faults, ...moreFaults(request).filter(({ pointer }) => !reported.has(pointer))];
}

/** Checks the query too: Fastify stops after the first faulty part. */
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
