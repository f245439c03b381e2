import { randomUUIDv7 } from 'node:crypto';
import type { Pool } from 'pg';
import type { Actor } from '../platform/audit/actor.ts';
import { recordAudit } from '../platform/audit/record-audit.ts';
import { type Connection, inTransaction } from '../platform/database/transaction.ts';
import { ApiError } from '../platform/errors/errors.ts';
import { lockLastAdmin } from './last-admin.ts';
import { loginKey } from './login-rules.ts';
import { makeLink } from './one-time-link.ts';
import {
  findOperator,
  insertOperator,
  lockOperator,
  type Operator,
  openLink,
  updateOperator,
} from './operator-store.ts';
import type { Role } from './role-rules.ts';
import { deleteSession, deleteSessions } from './session-store.ts';

export interface ManageContext {
  pool: Pool;
  baseUrl: string;
  now: Date;
  by: Actor;
  /** OPENID_ISSUER; undefined: nobody signs in by OpenID Connect. */
  openIdIssuer: string | undefined;
}

export interface NewOperator {
  /** A random one when absent. */
  operatorId?: string;
  name: string;
  login: string;
  role: Role;
}

/** An account with the link that sets its password, which is told once. */
export interface WithLink {
  operator: Operator;
  link: string;
}

export type OperatorChange = Partial<Pick<Operator, 'name' | 'role' | 'status' | 'language'>>;

/** Makes an account, whose password is set by the link. Throws `login_taken`. */
export async function createOperator(
  { pool, baseUrl, now, by }: Omit<ManageContext, 'openIdIssuer'>,
  // Made once: the transaction may run again after it was committed.
  { operatorId = randomUUIDv7(), name, login, role }: NewOperator,
): Promise<WithLink> {
  const { link, stored } = makeLink(baseUrl, now);
  const wanted = { operatorId, name: name.trim(), login: login.trim(), loginKey: loginKey(login), role };
  const operator = await inTransaction(pool, async (connection, { mayBeDone }) => {
    const done = mayBeDone ? await findOperator(connection, operatorId) : undefined;
    const made = done ?? (await insertOperator(connection, { ...wanted, created: now, link: stored }));
    if (!made) throw loginTaken();
    if (!done) {
      await recordAudit(connection, by, now, {
        action: 'operator.created',
        subject: ['operator', operatorId],
        detail: { name: made.name, login: made.login, role },
      });
    }
    return made;
  });
  return { operator, link };
}

/**
 * Ends the sessions and the password, and opens a link to set another. The only admin who can sign in keeps the password until the link is
 * used. Undefined when there is no such account; throws `openid_account`.
 */
export async function resetOperator(
  { pool, baseUrl, now, by, openIdIssuer }: ManageContext,
  operatorId: string,
): Promise<WithLink | undefined> {
  const { link, stored } = makeLink(baseUrl, now);
  const entryId = randomUUIDv7();
  const operator = await inTransaction(pool, async (connection) => {
    const lastAdmin = await lockLastAdmin(connection, openIdIssuer);
    const before = await lockOperator(connection, operatorId);
    if (!before) return undefined;
    if (before.isOpenId) throw openIdAccount();
    const reset = await openLink(connection, operatorId, stored, operatorId === lastAdmin);
    await deleteSessions(connection, operatorId);
    const deed = { entryId, action: 'operator.reset', subject: ['operator', operatorId] } as const;
    await recordAudit(connection, by, now, deed);
    return reset;
  });
  return operator && { operator, link };
}

/**
 * Renames somebody, gives them another role, disables or enables them; being disabled ends their sessions. Undefined when there is
 * no such account; throws `last_admin`.
 */
export async function changeOperator(
  { pool, now, by, openIdIssuer }: Omit<ManageContext, 'baseUrl'>,
  operatorId: string,
  change: OperatorChange,
): Promise<Operator | undefined> {
  return inTransaction(pool, async (connection) => {
    const isTakingAway =
      change.status === 'disabled' || (change.role !== undefined && change.role !== 'admin');
    if (isTakingAway && operatorId === (await lockLastAdmin(connection, openIdIssuer))) throw lastAdmin();
    const before = await lockOperator(connection, operatorId);
    if (!before) return undefined;
    const changed = changedFields(before, change);
    if (Object.keys(changed).length === 0) return before;
    const operator = await updateOperator(connection, operatorId, change);
    if (changed.status === 'disabled') await deleteSessions(connection, operatorId);
    await recordChange(connection, { operatorId, changed, now, by });
    return operator;
  });
}

/** Ends the session that is named, or without a name all but one. Answers whether one did. */
export async function endSession(
  { pool, now, by }: Pick<ManageContext, 'pool' | 'now' | 'by'>,
  operatorId: string,
  sessionId: string | undefined,
  { but }: { but?: string } = {},
): Promise<boolean> {
  return inTransaction(pool, async (connection, { mayBeDone }) => {
    const ended =
      sessionId === undefined
        ? await deleteSessions(connection, operatorId, { but })
        : Number(await deleteSession(connection, operatorId, sessionId));
    if (ended > 0) {
      await recordAudit(connection, by, now, {
        action: 'operator.sessions_ended',
        subject: ['operator', operatorId],
        detail: { sessions: ended },
      });
    }
    return ended > 0 || mayBeDone;
  });
}

function changedFields(before: Operator, change: OperatorChange): OperatorChange {
  const differs = ([name, value]: [string, unknown]) =>
    value !== undefined && value !== before[name as keyof OperatorChange];
  return Object.fromEntries(Object.entries(change).filter(differs));
}

async function recordChange(
  connection: Connection,
  { operatorId, changed, now, by }: { operatorId: string; changed: OperatorChange; now: Date; by: Actor },
): Promise<void> {
  const { status, ...fields } = changed;
  const subject = ['operator', operatorId] as const;
  const statusAction = status === 'disabled' ? 'operator.disabled' : 'operator.enabled';
  await recordAudit(
    connection,
    by,
    now,
    ...(Object.keys(fields).length > 0 ? [{ action: 'operator.changed', subject, detail: fields }] : []),
    ...(status ? [{ action: statusAction, subject }] : []),
  );
}

export function loginTaken(): ApiError {
  return new ApiError('login_taken', 'There is an account with this login already.');
}

function lastAdmin(): ApiError {
  return new ApiError(
    'last_admin',
    'This is the only admin who can sign in. First make somebody else an admin, who sets a password.',
  );
}

function openIdAccount(): ApiError {
  return new ApiError(
    'openid_account',
    'This person signs in by OpenID Connect and has no password here; disable the account to keep them out.',
  );
}
