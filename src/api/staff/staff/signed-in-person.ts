import type { FastifyRequest } from 'fastify';
import { ApiError } from '../../../platform/errors/errors.ts';
import type { SessionState } from '../../../staff/session-store.ts';

/** Who is signed in. Throws `people_only` for a program, and at a station. */
export function signedIn({ session }: Pick<FastifyRequest, 'session'>): SessionState {
  if (session) return session;
  throw new ApiError(
    'people_only',
    'This is for whoever has signed in: a program and a station have no account, password or sessions.',
  );
}
