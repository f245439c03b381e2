import type { ErrorObject } from 'ajv';
import type { FastifyRequest } from 'fastify';
import type { Violation } from '../errors.ts';
import { schemaViolations } from './violations.ts';

/** What the schemas have against the body and the query. Fastify itself stops at the first part that has a fault. */
export function schemaFaults(request: FastifyRequest): Violation[] {
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
