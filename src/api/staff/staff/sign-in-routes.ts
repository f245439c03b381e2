import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { withRetry } from '../../../platform/database/transaction.ts';
import { answer, emptyAnswer, openErrorAnswers, WITH_BODY } from '../../../platform/http/api-document.ts';
import { registerRoutes, route } from '../../../platform/http/route-table.ts';
import type { Config } from '../../../platform/settings/config.ts';
import type { OpenIdProvider } from '../../../staff/openid-provider.ts';
import type { SessionRegistry } from '../../../staff/session-registry.ts';
import { expiryOf } from '../../../staff/session-rules.ts';
import { deleteSession } from '../../../staff/session-store.ts';
import { type SignedIn, type SignInContext, signIn, signInByLink } from '../../../staff/sign-in.ts';
import { SessionSchema, SignInOptionsSchema, SignInRequest, WelcomeRequest } from './people-schemas.ts';
import { notSignedIn } from './require-staff.ts';
import { refuseForeignOrigin } from './same-origin.ts';
import type { SessionCookies } from './session-cookie.ts';
import { shownSession } from './shown-people.ts';

/** A login, a password, a token. */
const SIGN_IN_BODY_BYTES_MAX = 8_192;
const SESSION = '/operator/v1/session';

export interface SignInRouteOptions extends SignInContext {
  config: Pick<Config, 'BASE_URL'>;
  sessions: SessionRegistry;
  cookies: SessionCookies;
  /** Undefined: it is not set up. */
  provider: OpenIdProvider | undefined;
}

const postSession = route({
  bodyLimit: SIGN_IN_BODY_BYTES_MAX,
  schema: {
    tags: ['People'],
    operationId: 'signIn',
    summary: 'Sign in with a login and a password',
    description:
      'Answers with the cookie of a new session. A wrong login is answered as a wrong password is. After 10 wrong passwords in 15 minutes nothing more is tried for that account from that address (429); a browser in which the person has signed in before counts for itself.',
    security: [],
    body: SignInRequest,
    response: {
      200: answer('Who is signed in.', SessionSchema),
      ...openErrorAnswers('sign_in_refused', 'foreign_origin', 'rate_limited', ...WITH_BODY),
    },
  },
  handler: async (options: SignInRouteOptions, request, reply) => {
    refuseForeignOrigin(request, options.config.BASE_URL, { needed: false });
    return welcome(
      options,
      request,
      reply,
      await signIn(options, request.body, options.cookies.browserOf(request)),
    );
  },
});

const postWelcome = route({
  bodyLimit: SIGN_IN_BODY_BYTES_MAX,
  schema: {
    tags: ['People'],
    operationId: 'setFirstPassword',
    summary: 'Set a password by a one-time link, and sign in',
    description:
      'Ends the link, and all sessions of the person. A password that is refused leaves the link as it is.',
    security: [],
    body: WelcomeRequest,
    response: {
      200: answer('Who is signed in.', SessionSchema),
      ...openErrorAnswers('sign_in_refused', 'foreign_origin', 'link_not_valid', ...WITH_BODY),
    },
  },
  handler: async (options: SignInRouteOptions, request, reply) => {
    refuseForeignOrigin(request, options.config.BASE_URL, { needed: false });
    const signedIn = await signInByLink(options, request.body, options.cookies.browserOf(request));
    return welcome(options, request, reply, signedIn);
  },
});

const getSession = route({
  schema: {
    tags: ['People'],
    operationId: 'getSession',
    summary: 'Who is signed in',
    description: 'The account, and what its role may do.',
    security: [],
    response: { 200: answer('Who is signed in.', SessionSchema), ...openErrorAnswers('not_signed_in') },
  },
  handler: async ({ sessions, cookies }: SignInRouteOptions, request) => {
    const token = cookies.read(request);
    const session = token === undefined ? undefined : await sessions.check(token);
    if (!session) throw notSignedIn();
    return shownSession(session, expiryOf('operator', session));
  },
});

const deleteOwnSession = route({
  schema: {
    tags: ['People'],
    operationId: 'signOut',
    summary: 'Sign out',
    description: 'Idempotent: sending it again changes nothing.',
    security: [],
    response: {
      204: emptyAnswer('Nobody is signed in.'),
      ...openErrorAnswers('foreign_origin'),
    },
  },
  handler: async (options: SignInRouteOptions, request, reply) => {
    const { config, cookies } = options;
    if (cookies.read(request) !== undefined) {
      refuseForeignOrigin(request, config.BASE_URL, { needed: true });
      await endShownSession(options, request);
    }
    cookies.clear(reply);
    return reply.code(204).send();
  },
});

const getSignInOptions = route({
  schema: {
    tags: ['People'],
    operationId: 'getSignInOptions',
    summary: 'The ways to sign in',
    description: 'For the sign-in page.',
    security: [],
    response: { 200: answer('The ways.', SignInOptionsSchema), ...openErrorAnswers() },
  },
  handler: ({ provider }: SignInRouteOptions) => ({
    password: true,
    ...(provider && { openIdConnect: { label: provider.label } }),
  }),
});

/** Hands over the new session, and ends the one that the browser had: nobody goes on with an id that others may know. */
async function welcome(
  options: SignInRouteOptions,
  request: FastifyRequest,
  reply: FastifyReply,
  signedIn: SignedIn,
): Promise<object> {
  await endShownSession(options, request);
  options.cookies.set(reply, signedIn);
  return shownSession(signedIn.operator, signedIn.expires);
}

async function endShownSession(
  { pool, sessions, cookies }: SignInRouteOptions,
  request: FastifyRequest,
): Promise<void> {
  const token = cookies.read(request);
  const session = token === undefined ? undefined : await sessions.check(token);
  if (session)
    await withRetry(() => deleteSession(pool, ['operator', session.operatorId], session.sessionId));
  // A new password has ended others.
  sessions.forgetAll();
}

/** /operator/v1/session: signing in and out, for whoever is not signed in yet. */
export async function signInRoutes(app: FastifyInstance, options: SignInRouteOptions): Promise<void> {
  registerRoutes(app, options, [
    ['GET', '/operator/v1/sign-in-options', getSignInOptions],
    ['GET', SESSION, getSession],
    ['POST', SESSION, postSession],
    ['DELETE', SESSION, deleteOwnSession],
    ['POST', `${SESSION}/welcome`, postWelcome],
  ]);
}
