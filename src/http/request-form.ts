import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify';
import { type TSchema, Type } from 'typebox';
import { invalidRequest, type Violation } from '../errors.ts';
import { withoutAbsent } from './json-body.ts';
import { schemaFaults } from './schema-faults.ts';
import { refuseUnknownParameters } from './violations.ts';

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
  });
  scope.addHook('preValidation', (request, _reply, done) => {
    readBody(request);
    done();
  });
  scope.addHook('preHandler', (request, _reply, done) => {
    const { config } = request.routeOptions;
    const faults = config.throwsFormFaults ? [] : formFaults(request);
    done(faults.length > 0 ? invalidRequest(faults) : undefined);
  });
}

/** All that is wrong with the form of the request's body and query; of one value what its schema says. */
export function formFaults(request: FastifyRequest): Violation[] {
  const faults = schemaFaults(request);
  const { moreFaults } = request.routeOptions.config;
  if (!moreFaults) return faults;
  const told = new Set(faults.map(({ pointer }) => pointer));
  return [...faults, ...moreFaults(request).filter(({ pointer }) => !told.has(pointer))];
}

function readBody(request: FastifyRequest): void {
  const { schema, config } = request.routeOptions;
  const body = schema?.body as (TSchema & { type?: string }) | undefined;
  if (body?.type !== 'object' || config.judgesBody) return;
  request.body = withoutAbsent(body, request.body ?? (Type.IsOptional(body) ? {} : undefined));
}
