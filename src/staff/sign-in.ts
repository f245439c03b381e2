import { randomUUIDv7 } from 'node:crypto';
import type { Pool } from 'pg';
import type { Actor } from '../platform/audit/actor.ts';
import { recordAudit } from '../platform/audit/record-audit.ts';
import { type Connection, inTransaction, withRetry } from '../platform/database/transaction.ts';
import { ApiError } from '../platform/errors/errors.ts';
import type { Config } from '../platform/settings/config.ts';
import { type Asker, hashPassword, isPassword } from './hash-password.ts';
import { loginKey } from './name-rules.ts';
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
import { expiryOf } from './session-rules.ts';
import { deleteOldSessions, deleteSessions, insertSession, type NewSession } from './session-store.ts';
import type { SignInLimits } from './sign-in-limits.ts';
import { type OnSignIn, recordRefusal, reportOutcome } from './sign-in-outcomes.ts';

/** When a person has more sessions than this, the oldest ends. */
const SESSIONS_PER_OPERATOR_MAX = 50;
const USER_AGENT_LENGTH_MAX = 300;

export interface SignInContext {
  pool: Pool;
  clock: () => Date;
  limits: SignInLimits;
  onSignIn: OnSignIn;
  /** A password that consists of the center's name is refused. */
  config: Pick<Config, 'CENTER_NAME'>;
}

export interface Browser {
  /** The network of the caller (platform/http/peer-address). */
  network: string;
  userAgent: string | undefined;
  device: string | undefined;
}

export interface SignedIn {
  operator: Operator;
  /** Value of the session's cookie. Only its hash is stored. */
  token: string;
  sessionId: string;
  expires: Date;
  /** Value of the cookie for later sign-ins (sign-in-limits). */
  device: string;
}

/** Signs a person in by password. Throws `rate_limited`, or `sign_in_refused` without telling the reason. */
export async function signIn(
  { onSignIn, pool, clock, limits }: SignInContext,
  { login, password }: { login: string; password: string },
  browser: Browser,
): Promise<SignedIn> {
  return reportOutcome(onSignIn, 'password', async () => {
    const key = loginKey(login);
    const { asker, giveBack } = await limits.take({ loginKey: key, ...browser });
    const account = await withRetry(() => findByLogin(pool, key));
    const stored = account?.status === 'active' ? account.passwordHash : null;
    if (!(await isPassword(password, stored, asker)) || !account) {
      const reason = account?.passwordHash === null ? 'no_password' : 'wrong_password';
      const from = { network: browser.network };
      await recordRefusal(pool, clock(), { way: 'password', account, from, reason });
      throw signInRefused();
    }
    await giveBack();
    const session = planSession(account.operatorId, clock(), browser);
    await inTransaction(pool, async (connection) => {
      // The password may have been changed since it was compared.
      await lockOperator(connection, account.operatorId);
      const current = await findPasswordHash(connection, account.operatorId);
      if (current !== account.passwordHash) throw signInRefused();
      await beginSession(connection, session, account, 'password');
    });
    return { ...cookieOf(session), operator: account, device: limits.deviceOf(key) };
  });
}

/** Sets the password by link, ends all sessions, signs in. Throws `link_not_valid`, `invalid_request`. */
export async function signInByLink(
  { onSignIn, pool, clock, limits, config }: SignInContext,
  { token, password }: { token: string; password: string },
  browser: Browser,
): Promise<SignedIn> {
  return reportOutcome(onSignIn, 'link', async () => {
    const now = clock();
    const { linkHash, account } = await checkLink({ pool, clock }, token);
    await refuseWeakPassword(password, { ...account, centerName: config.CENTER_NAME });
    const passwordHash = await hashPassword(password, knownAsker(account));
    const session = planSession(account.operatorId, now, browser);
    const subject = ['operator', account.operatorId] as const;
    await inTransaction(pool, async (connection, { mayBeDone }) => {
      await lockOperator(connection, account.operatorId);
      const isDone = mayBeDone && (await findPasswordHash(connection, account.operatorId)) === passwordHash;
      if (isDone) return;
      if (!(await findByLink(connection, linkHash, now))) throw linkNotValid();
      await savePassword(connection, account.operatorId, passwordHash);
      await deleteSessions(connection, subject);
      await recordAudit(connection, actorOfOperator(account), now, { action: 'operator.password_set', subject });
      await beginSession(connection, session, account, 'link');
    });
    return { ...cookieOf(session), operator: account, device: limits.deviceOf(loginKey(account.login)) };
  });
}

/** Finds the account of a one-time link. Throws `link_not_valid` for a used, expired or replaced link. */
export async function checkLink({ pool, clock }: Pick<SignInContext, 'pool' | 'clock'>, token: string) {
  const linkHash = hashToken(token);
  const account = linkHash && (await withRetry(() => findByLink(pool, linkHash, clock())));
  if (!account) throw linkNotValid();
  return { linkHash, account };
}

/**
 * Changes the password of the signed-in person, and ends the person's other sessions. Throws
 * `wrong_password`, `rate_limited`, `invalid_request`.
 */
export async function changePassword(
  { pool, clock, limits, config }: SignInContext,
  account: Pick<Operator, 'operatorId' | 'login' | 'name'> & { sessionId: string },
  { current, password }: { current: string; password: string },
  browser: Browser,
): Promise<void> {
  const { operatorId, sessionId } = account;
  const subject = ['operator', operatorId] as const;
  const { giveBack } = await limits.take({ loginKey: loginKey(account.login), ...browser });
  const stored = await withRetry(() => findPasswordHash(pool, operatorId));
  if (!(await isPassword(current, stored, knownAsker(account)))) {
    const deed = { action: 'operator.password_mistaken', subject };
    await withRetry(() => recordAudit(pool, actorOfOperator(account), clock(), deed));
    throw wrongPassword();
  }
  await giveBack();
  await refuseWeakPassword(password, { ...account, centerName: config.CENTER_NAME });
  const passwordHash = await hashPassword(password, knownAsker(account));
  const now = clock();
  await inTransaction(pool, async (connection) => {
    await lockOperator(connection, operatorId);
    const before = await findPasswordHash(connection, operatorId);
    if (before === passwordHash) return;
    if (before !== stored) throw wrongPassword();
    await savePassword(connection, operatorId, passwordHash);
    await deleteSessions(connection, subject, { but: sessionId });
    await recordAudit(connection, actorOfOperator(account), now, { action: 'operator.password_changed', subject });
  });
}

interface PlannedSession extends NewSession {
  token: string;
  operatorId: string;
}

/** Makes a session before the transaction, so that a transaction that runs again stores the same session. */
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

/** Stores the session and records the sign-in. Throws `sign_in_refused` when the account is disabled. */
export async function beginSession(
  connection: Connection,
  session: PlannedSession,
  account: Pick<Operator, 'operatorId' | 'name'>,
  way: 'password' | 'link' | 'openid',
): Promise<void> {
  const { operatorId, created: now } = session;
  const subject = ['operator', operatorId] as const;
  if (!(await insertSession(connection, session))) throw signInRefused();
  await deleteOldSessions(connection, subject, SESSIONS_PER_OPERATOR_MAX);
  await recordAudit(connection, actorOfOperator(account), now, {
    entryId: session.sessionId,
    action: 'operator.signed_in',
    subject,
    detail: { way },
  });
}

export function cookieOf(session: PlannedSession): Pick<SignedIn, 'token' | 'sessionId' | 'expires'> {
  const { token, sessionId, created } = session;
  return { token, sessionId, expires: expiryOf('operator', { created, lastSeen: created }) };
}

export function actorOfOperator({ operatorId, name }: Pick<Operator, 'operatorId' | 'name'>): Actor {
  return { kind: 'operator', id: operatorId, name };
}

function knownAsker({ login }: Pick<Operator, 'login'>): Asker {
  return { party: loginKey(login), isKnown: true };
}

function signInRefused(): ApiError {
  return new ApiError('sign_in_refused', 'The login or the password is wrong, or the account is disabled.');
}

function wrongPassword(): ApiError {
  return new ApiError('wrong_password', 'The current password is wrong.');
}

function linkNotValid(): ApiError {
  return new ApiError(
    'link_not_valid',
    'This link was used before, has expired, or was replaced by a newer one. Ask an administrator for a new link.',
  );
}
