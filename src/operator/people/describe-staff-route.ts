import type { RouteOptions } from 'fastify';
import { ERRORS, type ErrorName } from '../../errors.ts';

/** What any route of staff may answer whoever has a session, beside what it answers to programs. */
const WITH_SESSION: readonly ErrorName[] = [
  'not_signed_in',
  'station_locked',
  'not_permitted',
  'foreign_origin',
];

interface Described {
  description?: string;
}

/** The hook for routes of staff: each must name what one must be allowed to do, and its document says so and what follows from a session. */
export function describeStaffRoute(route: RouteOptions): void {
  const verb = route.config?.verb;
  if (!verb) throw new Error(`${route.method} ${route.url} names no verb (src/people/role-rules.ts)`);
  const { schema } = route;
  if (!schema) return;
  const response = { ...(schema.response as Record<string, Described>) };
  for (const name of WITH_SESSION) {
    const [status, meaning] = ERRORS[name];
    const described = response[status];
    if (!described) continue;
    response[status] = { ...described, description: `${described.description}\n\n\`${name}\`: ${meaning}` };
  }
  const description = `${schema.description ?? ''} Needs \`${verb}\`.`.trim();
  route.schema = { ...schema, description, response };
}
