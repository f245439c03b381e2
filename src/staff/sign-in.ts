import { randomUUIDv7 } from 'node:crypto';
import type { Pool } from 'pg';
import type { Actor } from '../platform/audit/actor.ts';
import { recordAudit } from '../platform/audit/record-audit.ts';
import { type Connection, inTransaction, withRetry } from '../platform/database/transaction.ts';
import { ApiError } from '../platform/errors/errors.ts';
import { type Asker, hashPassword, isPassword } from './hash-password.ts';
import { loginKey } from './login-rules.ts';
import {
  findByLink,
  findByLogin,
  findPasswordHash,
  lockOperator,
  type Operator,
  savePassword,
} from './operator-store.ts';
import { refuseWeakPassword } from './password-strength.ts';
import { hashToken, makeToken } from './random-token.ts';
import { recordRefusal } from './record-refusal.ts';
import { expiryOf } from './session-rules.ts';
import { deleteOldSessions, deleteSessions, insertSession } from './session-store.ts';
import type { SignInLimits } from './sign-in-limits.ts';
import { type OnSignIn, tellOutcome } from './sign-in-outcomes.ts';

/** Of one person; past that the oldest ends. */
const SESSIONS_PER_OPERATOR_MAX = 50;
const USER_AGENT_LENGTH_MAX = 300;

export interface SignInContext {
  pool: Pool;
  clock: () => Date;
  limits: SignInLimits;
  onSignIn: OnSignIn;
  /** CENTER_NAME, which no password may be made of. */
  centerName: string;
}

/** The browser that asks. */
export interface Browser {
  /** Where it is (http/peer-address). */
  network: string;
  userAgent: string | undefined;
  /** What it shows of earlier times (sign-in-limits). */
  device: string | undefined;
}

export interface SignedIn {
  operator: Operator;
  /** For the cookie; only its hash is stored. */
  token: string;
  sessionId: string;
  expires: Date;
  /** For the other cookie. */
  device: string;
}

/** Signs in with a password. Throws `sign_in_refused`, alike and after the same time for whatever is wrong, or `rate_limited`. */
export async function signIn(
  context: SignInContext,
  sent: { login: string; password: string },
  browser: Browser,
): Promise<SignedIn> {
  return tellOutcome(context.onSignIn, 'password', () => comparePassword(context, sent, browser));
}

async function comparePassword(
  { pool, clock, limits }: SignInContext,
  { login, password }: { login: string; password: string },
  browser: Browser,
): Promise<SignedIn> {
  const key = loginKey(login);
  const { asker, giveBack } = await limits.take({ loginKey: key, ...browser });
  const account = await withRetry(() => findByLogin(pool, key));
  const hasPassword = account?.status === 'active' ? account.passwordHash : null;
  if (!(await isPassword(password, hasPassword, asker)) || !account) {
    const reason = account?.passwordHash === null ? 'no_password' : 'wrong_password';
    const from = { network: browser.network };
    await recordRefusal(pool, clock(), { way: 'password', account, from, reason });
    throw refused();
  }
  await giveBack();
  const session = planSession(account.operatorId, clock(), browser);
  await inTransaction(pool, async (connection) => {
    // It may have been changed while it was compared.
    await lockOperator(connection, account.operatorId);
    const now = await findPasswordHash(connection, account.operatorId);
    if (now !== account.passwordHash) throw refused();
    await beginSession(connection, session, account, 'password');
  });
  return { ...shown(session), operator: account, device: limits.deviceOf(key) };
}

/** Sets the password that a one-time link is for, ends all sessions, and signs in. Throws `link_not_valid` or `invalid_request`. */
export async function signInByLink(
  context: SignInContext,
  sent: { token: string; password: string },
  browser: Browser,
): Promise<SignedIn> {
  return tellOutcome(context.onSignIn, 'link', () => openByLink(context, sent, browser));
}

async function openByLink(
  { pool, clock, limits, centerName }: SignInContext,
  { token, password }: { token: string; password: string },
  browser: Browser,
): Promise<SignedIn> {
  const linkHash = hashToken(token);
  const now = clock();
  const account = linkHash && (await withRetry(() => findByLink(pool, linkHash, now)));
  if (!account) throw linkNotValid();
  await refuseWeakPassword(password, { ...account, centerName });
  const passwordHash = await hashPassword(password, knownAsker(account));
  const session = planSession(account.operatorId, now, browser);
  await inTransaction(pool, async (connection, { mayBeDone }) => {
    await lockOperator(connection, account.operatorId);
    const isDone = mayBeDone && (await findPasswordHash(connection, account.operatorId)) === passwordHash;
    if (isDone) return;
    if (!(await findByLink(connection, linkHash, now))) throw linkNotValid();
    await savePassword(connection, account.operatorId, passwordHash);
    await deleteSessions(connection, account.operatorId);
    await recordAudit(connection, actorOfOperator(account), now, {
      action: 'operator.password_set',
      subject: ['operator', account.operatorId],
    });
    await beginSession(connection, session, account, 'link');
  });
  return { ...shown(session), operator: account, device: limits.deviceOf(loginKey(account.login)) };
}

/** Changes one's own password and ends all other sessions. Throws `wrong_password`, `rate_limited` or `invalid_request`. */
export async function changePassword(
  { pool, clock, limits, centerName }: SignInContext,
  account: Pick<Operator, 'operatorId' | 'login' | 'name'> & { sessionId: string },
  { current, password }: { current: string; password: string },
  browser: Browser,
): Promise<void> {
  const { operatorId, sessionId } = account;
  const { giveBack } = await limits.take({ loginKey: loginKey(account.login), ...browser });
  const stored = await withRetry(() => findPasswordHash(pool, operatorId));
  if (!(await isPassword(current, stored, knownAsker(account)))) {
    const deed = { action: 'operator.password_mistaken', subject: ['operator', operatorId] } as const;
    await withRetry(() => recordAudit(pool, actorOfOperator(account), clock(), deed));
    throw wrongPassword();
  }
  await giveBack();
  await refuseWeakPassword(password, { ...account, centerName });
  const passwordHash = await hashPassword(password, knownAsker(account));
  const now = clock();
  await inTransaction(pool, async (connection) => {
    await lockOperator(connection, operatorId);
    const before = await findPasswordHash(connection, operatorId);
    if (before === passwordHash) return;
    if (before !== stored) throw wrongPassword();
    await savePassword(connection, operatorId, passwordHash);
    await deleteSessions(connection, operatorId, { but: sessionId });
    await recordAudit(connection, actorOfOperator(account), now, {
      action: 'operator.password_changed',
      subject: ['operator', operatorId],
    });
  });
}

interface PlannedSession {
  token: string;
  hash: Buffer;
  sessionId: string;
  operatorId: string;
  created: Date;
  userAgent: string | null;
}

/** Made once, before the transaction: when that runs again after its answer was lost, it is the same session. */
export function planSession(operatorId: string, created: Date, { userAgent }: Browser): PlannedSession {
  const token = makeToken();
  return {
    token,
    hash: hashToken(token)!,
    sessionId: randomUUIDv7(),
    operatorId,
    created,
    userAgent: userAgent?.slice(0, USER_AGENT_LENGTH_MAX) ?? null,
  };
}

/** Stores the session, ends the oldest where there are too many, and says how they signed in. Throws `sign_in_refused` for who is disabled. */
export async function beginSession(
  connection: Connection,
  session: PlannedSession,
  account: Pick<Operator, 'operatorId' | 'name'>,
  way: 'password' | 'link' | 'openid',
): Promise<void> {
  const { operatorId, created: now } = session;
  if (!(await insertSession(connection, session))) throw refused();
  await deleteOldSessions(connection, operatorId, SESSIONS_PER_OPERATOR_MAX);
  await recordAudit(connection, actorOfOperator(account), now, {
    entryId: session.sessionId,
    action: 'operator.signed_in',
    subject: ['operator', operatorId],
    detail: { way },
  });
}

export function shown(session: PlannedSession): Pick<SignedIn, 'token' | 'sessionId' | 'expires'> {
  const { token, sessionId, created } = session;
  return { token, sessionId, expires: expiryOf({ created, lastSeen: created }) };
}

export function actorOfOperator({ operatorId, name }: Pick<Operator, 'operatorId' | 'name'>): Actor {
  return { kind: 'operator', id: operatorId, name };
}

/** Somebody who shows a session or a link. */
function knownAsker({ login }: Pick<Operator, 'login'>): Asker {
  return { party: loginKey(login), isKnown: true };
}

function refused(): ApiError {
  return new ApiError('sign_in_refused', 'The login or the password is wrong, or the account is disabled.');
}

function wrongPassword(): ApiError {
  return new ApiError('wrong_password', 'The current password is wrong.');
}

function linkNotValid(): ApiError {
  return new ApiError(
    'link_not_valid',
    'This link was used, has expired, or was replaced by another. Ask an administrator for a new one.',
  );
}
