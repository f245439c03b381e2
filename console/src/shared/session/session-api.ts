import { queryOptions } from '@tanstack/react-query';
import { SERVER_URL } from '../api/api-base.ts';
import { api, forgetAnswers, operatorApi, type Schemas } from '../api/operator-client.ts';
import { RequestError } from '../api/request-error.ts';

export type Session = Schemas['Session'];
/** A permission, such as `orders.read`. */
export type Verb = Session['verbs'][number];

export const SESSION_KEY = ['session'];
const SESSION_FRESH_MS = 60_000;

/** Reads the session; null if nobody is signed in. */
export async function readSession(): Promise<Session | null> {
  try {
    return await api.GET('/operator/v1/session');
  } catch (error) {
    if (error instanceof RequestError && error.status === 401) return null;
    throw error;
  }
}

export const sessionQuery = queryOptions({
  queryKey: SESSION_KEY,
  staleTime: SESSION_FRESH_MS,
  queryFn: readSession,
});

export const signInOptionsQuery = queryOptions({
  queryKey: ['sign-in-options'],
  queryFn: () => api.GET('/operator/v1/sign-in-options'),
});

export const signIn = (body: { login: string; password: string }) => api.POST('/operator/v1/session', { body });

/** Sets the password of a one-time link and signs in. */
export const welcome = (body: { token: string; password: string }) =>
  api.POST('/operator/v1/session/welcome', { body });

/** Throws a RequestError with status 410 if the one-time link was used or has expired. */
export const checkLink = (token: string) => operatorApi.POST('/operator/v1/session/welcome/check', { body: { token } });

export const signOut = () => api.DELETE('/operator/v1/session').finally(forgetAnswers);

/** Address that starts signing in with OpenID Connect. */
export const OPENID_URL = `${SERVER_URL}/operator/v1/session/openid`;

/** Thrown by a page that the person's role does not include. */
export class PageNotPermitted extends Error {
  readonly role: Session['operator']['role'];

  constructor(role: Session['operator']['role']) {
    super(`The role "${role}" does not include this page.`);
    this.role = role;
  }
}
