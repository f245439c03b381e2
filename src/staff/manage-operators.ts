import { randomUUIDv7 } from 'node:crypto';
import type { Pool } from 'pg';
import type { Actor } from '../platform/audit/actor.ts';
import { recordAudit } from '../platform/audit/record-audit.ts';
import { type Connection, inTransaction } from '../platform/database/transaction.ts';
import { ApiError } from '../platform/errors/errors.ts';
import { loginKey } from './name-rules.ts';
import {
  type ActiveAdmin,
  findOperator,
  insertOperator,
  lockActiveAdmins,
  lockOperator,
  type OneTimeLink,
  type Operator,
  openLink,
  updateOperator,
} from './operator-store.ts';
import { hashToken, makeToken } from './random-token.ts';
import type { Role } from './role-rules.ts';
import { deleteSession, deleteSessions } from './session-store.ts';

/** The lifetime of the one-time link that sets a password. */
export const LINK_DAYS = 3;
const LINK_MS = LINK_DAYS * 86_400_000;

export interface ManageContext {
  pool: Pool;
  baseUrl: string;
  now: Date;
  by: Actor;
  /** OPENID_ISSUER; undefined: nobody signs in by OpenID Connect. */
  openIdIssuer: string | undefined;
}

export type NewOperator = { operatorId?: string; name: string; login: string; role: Role };

/** An account with its one-time link. The link is returned only when it is created. */
export type WithLink = { operator: Operator; link: string };
type OperatorChange = Partial<Pick<Operator, 'name' | 'role' | 'status' | 'language'>>;

/** Creates an account, and a one-time link that sets its password. Throws `login_taken`. */
export async function createOperator(
  { pool, baseUrl, now, by }: Omit<ManageContext, 'openIdIssuer'>,
  // The id is made once, because the transaction may run again after it was committed.
  { operatorId = randomUUIDv7(), name, login, role }: NewOperator,
): Promise<WithLink> {
  const { link, stored } = makeLink(baseUrl, now);
  const wanted = { operatorId, name: name.trim(), login: login.trim(), loginKey: loginKey(login), role };
  const operator = await inTransaction(pool, async (connection, { mayBeDone }) => {
    const done = mayBeDone ? await findOperator(connection, operatorId) : undefined;
    if (done) return done;
    const made = await insertOperator(connection, { ...wanted, created: now, link: stored });
    if (!made) throw new ApiError('login_taken', 'Another account has this login. Choose another login.');
    await recordAudit(connection, by, now, {
      action: 'operator.created',
      subject: ['operator', operatorId],
      detail: { name: made.name, login: made.login, role },
    });
    return made;
  });
  return { operator, link };
}

/**
 * Ends an account's sessions, deletes its password, and returns a link that sets a new one. The only admin
 * who can sign in keeps the password until the link is used. Undefined if not found. Throws `openid_account`.
 */
export async function resetOperator(
  { pool, baseUrl, now, by, openIdIssuer }: ManageContext,
  operatorId: string,
): Promise<WithLink | undefined> {
  const { link, stored } = makeLink(baseUrl, now);
  const entryId = randomUUIDv7();
  const subject = ['operator', operatorId] as const;
  const operator = await inTransaction(pool, async (connection) => {
    const lastAdmin = await lockLastAdmin(connection, openIdIssuer);
    const before = await lockOperator(connection, operatorId);
    if (!before) return undefined;
    if (before.isOpenId) throw openIdAccount();
    const reset = await openLink(connection, operatorId, stored, operatorId === lastAdmin);
    await deleteSessions(connection, subject);
    await recordAudit(connection, by, now, { entryId, action: 'operator.reset', subject });
    return reset;
  });
  return operator && { operator, link };
}

/** Changes an account; disabling ends its sessions. Undefined for an unknown account. Throws `last_admin`. */
export async function changeOperator(
  { pool, now, by, openIdIssuer }: Omit<ManageContext, 'baseUrl'>,
  operatorId: string,
  change: OperatorChange,
): Promise<Operator | undefined> {
  return inTransaction(pool, async (connection) => {
    const isTakingAway = change.status === 'disabled' || (change.role !== undefined && change.role !== 'admin');
    if (isTakingAway && operatorId === (await lockLastAdmin(connection, openIdIssuer))) throw lastAdminError();
    const before = await lockOperator(connection, operatorId);
    if (!before) return undefined;
    const { status, ...fields } = changedFields(before, change);
    if (!status && Object.keys(fields).length === 0) return before;
    const operator = await updateOperator(connection, operatorId, change);
    const subject = ['operator', operatorId] as const;
    if (status === 'disabled') await deleteSessions(connection, subject);
    const statusAction = status === 'disabled' ? 'operator.disabled' : 'operator.enabled';
    await recordAudit(
      connection,
      by,
      now,
      ...(Object.keys(fields).length > 0 ? [{ action: 'operator.changed', subject, detail: fields }] : []),
      ...(status ? [{ action: statusAction, subject }] : []),
    );
    return operator;
  });
}

/** Ends the session `sessionId`; without an id, all sessions except `but`. Returns false if none existed. */
export async function endSession(
  { pool, now, by }: Pick<ManageContext, 'pool' | 'now' | 'by'>,
  operatorId: string,
  sessionId: string | undefined,
  { but }: { but?: string } = {},
): Promise<boolean> {
  const subject = ['operator', operatorId] as const;
  return inTransaction(pool, async (connection, { mayBeDone }) => {
    const sessions =
      sessionId === undefined
        ? await deleteSessions(connection, subject, { but })
        : Number(await deleteSession(connection, subject, sessionId));
    const deed = { action: 'operator.sessions_ended', subject, detail: { sessions } };
    if (sessions > 0) await recordAudit(connection, by, now, deed);
    return sessions > 0 || mayBeDone;
  });
}

/**
 * Locks all active admins, and returns the id of the only admin who can sign in; undefined if several can.
 * While nobody can, as before the first password is set, returns the only active admin. Call it first in each
 * transaction that takes away a role, access or password.
 */
export async function lockLastAdmin(
  connection: Connection,
  openIdIssuer: string | undefined,
): Promise<string | undefined> {
  const admins = await lockActiveAdmins(connection);
  const able = admins.filter((admin) => canSignIn(admin, openIdIssuer));
  const [first, ...others] = able.length > 0 ? able : admins;
  return others.length === 0 ? first?.operatorId : undefined;
}

/** Returns whether an admin has a password, or an identity at the provider that OPENID_ISSUER names. */
function canSignIn({ hasPassword, openIdIssuer: own }: ActiveAdmin, openIdIssuer: string | undefined) {
  return hasPassword || (own !== null && openIdIssuer !== undefined && isSameProvider(own, openIdIssuer));
}

/** Compares only the origins: the issuer in Entra ID's tokens has another path than the configured one. */
function isSameProvider(one: string, other: string): boolean {
  return URL.parse(one)?.origin === URL.parse(other)?.origin;
}

function makeLink(baseUrl: string, now: Date): { link: string; stored: OneTimeLink } {
  const token = makeToken();
  const expires = new Date(now.getTime() + LINK_MS);
  // Browsers do not send the part behind the # to a server, so no server logs the token.
  return { link: `${baseUrl}/console/welcome#${token}`, stored: { hash: hashToken(token)!, expires } };
}

function changedFields(before: Operator, change: OperatorChange): OperatorChange {
  const differs = ([name, value]: [string, unknown]) =>
    value !== undefined && value !== before[name as keyof OperatorChange];
  return Object.fromEntries(Object.entries(change).filter(differs));
}

function lastAdminError(): ApiError {
  return new ApiError(
    'last_admin',
    'This is the only admin who can sign in. Make another person an admin first, and let them set a password.',
  );
}

function openIdAccount(): ApiError {
  return new ApiError(
    'openid_account',
    'This person signs in by OpenID Connect and has no password here. Disable the account to end their access.',
  );
}
