import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { withRetry } from '../../../platform/database/transaction.ts';
import { ApiError } from '../../../platform/errors/errors.ts';
import { answer, emptyAnswer, openErrorAnswers, WITH_BODY } from '../../../platform/http/api-document.ts';
import { routeTable, routeUnder } from '../../../platform/http/route-table.ts';
import type { Config } from '../../../platform/settings/config.ts';
import { type OpenIdAttempt, type OpenIdProvider, SignatureRefused } from '../../../staff/openid-provider.ts';
import { hashToken } from '../../../staff/random-token.ts';
import type { SessionRegistry } from '../../../staff/session-registry.ts';
import { expiryOf } from '../../../staff/session-rules.ts';
import { deleteSessionOf } from '../../../staff/session-store.ts';
import { checkLink, type SignedIn, type SignInContext, signIn, signInByLink } from '../../../staff/sign-in.ts';
import { signInByOpenId } from '../../../staff/sign-in-openid.ts';
import { reportOutcome } from '../../../staff/sign-in-outcomes.ts';
import {
  LinkCheckRequest,
  SessionSchema,
  SignInOptionsSchema,
  SignInRequest,
  showSession,
  WelcomeRequest,
} from './people-schemas.ts';
import { notSignedIn, readCookie, refuseForeignOrigin, type SessionCookies } from './require-staff.ts';

const route = routeUnder<SignInRouteOptions>('People');

/** Limits the body, which has a login, a password or a token. */
const SIGN_IN_BODY_BYTES_MAX = 8_192;
const SESSION = '/operator/v1/session';
const OPENID = `${SESSION}/openid`;
/** The refusal page has no script, and loads nothing. */
const REFUSED_PAGE_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
/** Seconds that a person may spend at the provider. */
const ATTEMPT_SECONDS = 600;
const RETURN_LENGTH_MAX = 1_000;
const BAD_ANSWER = 'The provider refused the sign-in, or its answer was invalid. Start again.';
const BAD_SIGNATURE =
  'The provider signed its answer with a key that it does not publish. Start again. If the error persists, tell an administrator.';
const KEPT_ADMIN =
  'OpenID Connect assigns another role to the only admin who can sign in. The account keeps the role admin until there is another admin';

interface SignInRouteOptions extends SignInContext {
  config: Pick<Config, 'BASE_URL' | 'CENTER_NAME' | 'OPENID'>;
  sessions: SessionRegistry;
  cookies: SessionCookies;
  /** Undefined when OpenID Connect is not set up. */
  provider: OpenIdProvider | undefined;
}

const postSession = route({
  bodyLimit: SIGN_IN_BODY_BYTES_MAX,
  operationId: 'signIn',
  summary: 'Sign in with a login and a password',
  description:
    'Sets the cookie of a new session. A wrong login and a wrong password get the same answer. After 10 wrong passwords in 15 minutes, the account is blocked for that network address (429). A browser in which the person signed in before is counted separately.',
  security: [],
  body: SignInRequest,
  response: {
    200: answer('The person who is signed in.', SessionSchema),
    ...openErrorAnswers('sign_in_refused', 'foreign_origin', 'rate_limited', ...WITH_BODY),
  },
  handler: async (options, request, reply) => {
    refuseForeignOrigin(request, options.config.BASE_URL, { needed: false });
    const signedIn = await signIn(options, request.body, options.cookies.browserOf(request));
    return startSession(options, request, reply, signedIn);
  },
});

const postWelcome = route({
  bodyLimit: SIGN_IN_BODY_BYTES_MAX,
  operationId: 'setFirstPassword',
  summary: 'Set a password by a one-time link, and sign in',
  description: 'Invalidates the link, and ends all sessions of the person. A refused password keeps the link valid.',
  security: [],
  body: WelcomeRequest,
  response: {
    200: answer('The person who is signed in.', SessionSchema),
    ...openErrorAnswers('sign_in_refused', 'foreign_origin', 'link_not_valid', ...WITH_BODY),
  },
  handler: async (options, request, reply) => {
    refuseForeignOrigin(request, options.config.BASE_URL, { needed: false });
    const signedIn = await signInByLink(options, request.body, options.cookies.browserOf(request));
    return startSession(options, request, reply, signedIn);
  },
});

const postWelcomeCheck = route({
  bodyLimit: SIGN_IN_BODY_BYTES_MAX,
  operationId: 'checkLink',
  summary: 'Check a one-time link',
  description: 'Says whether the link may still set a password. Changes nothing.',
  security: [],
  body: LinkCheckRequest,
  response: { 204: emptyAnswer('The link is valid.'), ...openErrorAnswers('link_not_valid', ...WITH_BODY) },
  handler: async (options, request, reply) => {
    await checkLink(options, request.body.token);
    return reply.code(204).send();
  },
});

const getSession = route({
  operationId: 'getSession',
  summary: 'Read the current session',
  description: 'Returns the account and the permissions of its role.',
  security: [],
  response: { 200: answer('The person who is signed in.', SessionSchema), ...openErrorAnswers('not_signed_in') },
  handler: async ({ sessions, cookies }, request) => {
    const token = cookies.read(request);
    const session = token === undefined ? undefined : await sessions.check(token);
    if (!session) throw notSignedIn();
    return showSession(session, expiryOf('operator', session));
  },
});

const deleteOwnSession = route({
  operationId: 'signOut',
  summary: 'Sign out',
  description: 'Ends the session of this browser. Idempotent: repeating the request changes nothing.',
  security: [],
  response: { 204: emptyAnswer('The session has ended.'), ...openErrorAnswers('foreign_origin') },
  handler: async (options, request, reply) => {
    const { config, cookies } = options;
    if (cookies.read(request) !== undefined) {
      refuseForeignOrigin(request, config.BASE_URL, { needed: true });
      await endCurrentSession(options, request);
    }
    cookies.clear(reply);
    return reply.code(204).send();
  },
});

const getSignInOptions = route({
  operationId: 'getSignInOptions',
  summary: 'Read the ways to sign in',
  description:
    'Returns the options that a sign-in page offers. With `openIdConnect`, the browser opens `/operator/v1/session/openid`. That sign-in may end with 403 `openid_refused`: the provider or its claims were refused.',
  security: [],
  response: { 200: answer('The ways to sign in.', SignInOptionsSchema), ...openErrorAnswers() },
  handler: ({ provider }) => ({ password: true, ...(provider && { openIdConnect: { label: provider.label } }) }),
});

interface Kept extends OpenIdAttempt {
  returnTo: string;
  /**
   * The hash of the browser's session, as base64url. The browser does not send the session's own cookie with
   * the redirect from the provider, which is another site.
   */
  earlier?: string | undefined;
}

const getOpenId = route({
  // For browsers only, so the API document omits it.
  hide: true,
  querystring: Type.Object({
    returnTo: Type.Optional(
      Type.String({
        maxLength: RETURN_LENGTH_MAX,
        description: 'Page of the console to return to. Any other address leads to its first page.',
        examples: ['/console/orders'],
      }),
    ),
  }),
  handler: async ({ config, cookies, provider }, request, reply) => {
    if (!provider) throw notSetUp();
    const { url, attempt } = await provider.begin();
    const kept: Kept = {
      ...attempt,
      returnTo: consolePath(config.BASE_URL, request.query.returnTo),
      earlier: hashToken(cookies.read(request) ?? '')?.toString('base64url'),
    };
    const value = Buffer.from(JSON.stringify(kept)).toString('base64url');
    // The redirect from the page of the provider must send this cookie.
    const options = { ...cookies.options, sameSite: 'lax', maxAge: ATTEMPT_SECONDS } as const;
    return reply.setCookie(cookies.nameOf('platen-openid'), value, options).redirect(url.href, 303);
  },
});

/** Starts a session and redirects to the console, or shows a page with the reason of a refusal. */
const getCallback = route({
  hide: true,
  querystring: Type.Object({}, { additionalProperties: true }),
  handler: async (options, request, reply) => {
    const { config, cookies, provider } = options;
    if (!provider || !config.OPENID) throw notSetUp();
    const { issuer } = config.OPENID;
    const name = cookies.nameOf('platen-openid');
    const kept = readKept(readCookie(request, name));
    reply.clearCookie(name, { ...cookies.options, sameSite: 'lax' });
    try {
      if (!kept) throw openIdRefused('This sign-in began in another browser, or took too long. Start again.');
      const signedIn = await reportOutcome(options.onSignIn, 'openid', async () => {
        const person = await provider.finish(searchOf(request), kept).catch((error) => {
          if (error instanceof ApiError) throw error;
          request.log.warn({ reason: error.code ?? error.name }, 'OpenID Connect sign-in refused');
          throw openIdRefused(error instanceof SignatureRefused ? BAD_SIGNATURE : BAD_ANSWER);
        });
        return signInByOpenId(options, person, issuer, cookies.browserOf(request));
      });
      const { keptAdmin, operator } = signedIn;
      if (keptAdmin) request.log.warn({ operatorId: operator.operatorId }, KEPT_ADMIN);
      await endCurrentSession(options, request, Buffer.from(String(kept.earlier ?? ''), 'base64url'));
      cookies.set(reply, signedIn);
      return reply.redirect(consolePath(config.BASE_URL, kept.returnTo), 303);
    } catch (error) {
      if (error instanceof ApiError && isPage(request)) return sendRefused(reply, config.BASE_URL, error);
      throw error;
    }
  },
});

function sendRefused(reply: FastifyReply, baseUrl: string, { status, message }: ApiError): FastifyReply {
  return reply
    .code(status)
    .header('content-security-policy', REFUSED_PAGE_POLICY)
    .type('text/html; charset=utf-8')
    .send(refusedPage(message, consolePath(baseUrl, undefined)));
}

function isPage({ headers }: FastifyRequest): boolean {
  return headers.accept?.includes('text/html') === true;
}

function searchOf({ raw }: FastifyRequest): string {
  const [, search = ''] = /(\?.*)$/.exec(raw.url ?? '') ?? [];
  return search;
}

function readKept(value: string | undefined): Kept | undefined {
  try {
    const kept = JSON.parse(Buffer.from(value ?? '', 'base64url').toString());
    const isWhole = ['state', 'nonce', 'verifier', 'returnTo'].every((name) => typeof kept?.[name] === 'string');
    return isWhole ? kept : undefined;
  } catch {
    return undefined;
  }
}

function notSetUp(): ApiError {
  return new ApiError('not_found', 'OpenID Connect is not set up. Sign in with a login and a password.');
}

function openIdRefused(message: string): ApiError {
  return new ApiError('openid_refused', message);
}

/** Returns the requested page of the console, or its first page for any other address. */
function consolePath(baseUrl: string, target: string | undefined): string {
  const home = new URL(`${baseUrl}/console/`).href;
  // Resolves backslashes, dots and control characters as browsers do, before the comparison.
  const href = target === undefined ? undefined : URL.parse(target, home)?.href;
  return href?.startsWith(home) ? href : home;
}

function refusedPage(message: string, home: string): string {
  const text = message.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Not signed in</title>
<style>body { font: 1.125rem/1.5 system-ui, sans-serif; max-width: 34rem; margin: 4rem auto; padding: 0 1rem; color-scheme: light dark }</style>
<h1>You are not signed in</h1>
<p>${text}</p>
<p><a href="${home}">Back to the console</a></p>
</html>
`;
}

/** Sets the new session, and ends the previous session of the browser against session fixation. */
async function startSession(
  options: SignInRouteOptions,
  request: FastifyRequest,
  reply: FastifyReply,
  signedIn: SignedIn,
): Promise<object> {
  await endCurrentSession(options, request);
  options.cookies.set(reply, signedIn);
  return showSession(signedIn.operator, signedIn.expires);
}

async function endCurrentSession(
  { pool, sessions, cookies }: SignInRouteOptions,
  request: FastifyRequest,
  earlier?: Buffer,
): Promise<void> {
  for (const hash of [hashToken(cookies.read(request) ?? ''), earlier])
    if (hash) await withRetry(() => deleteSessionOf(pool, hash));
  // A new password has ended other sessions too.
  sessions.forgetAll();
}

export const signInRoutes = routeTable<SignInRouteOptions>([
  ['GET', '/operator/v1/sign-in-options', getSignInOptions],
  ['GET', SESSION, getSession],
  ['POST', SESSION, postSession],
  ['DELETE', SESSION, deleteOwnSession],
  ['POST', `${SESSION}/welcome`, postWelcome],
  ['POST', `${SESSION}/welcome/check`, postWelcomeCheck],
  ['GET', OPENID, getOpenId],
  ['GET', `${OPENID}/callback`, getCallback],
]);
