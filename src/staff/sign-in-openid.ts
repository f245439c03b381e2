import { randomUUIDv7 } from 'node:crypto';
import type { Pool } from 'pg';
import { recordAudit } from '../platform/audit/record-audit.ts';
import { type Connection, inTransaction, withRetry } from '../platform/database/transaction.ts';
import { ApiError } from '../platform/errors/errors.ts';
import { lockLastAdmin } from './last-admin.ts';
import { loginKey } from './login-rules.ts';
import type { OpenIdPerson } from './openid-rules.ts';
import {
  findByLogin,
  findByOpenId,
  insertOperator,
  type Operator,
  updateOperator,
} from './operator-store.ts';
import { recordRefusal } from './record-refusal.ts';
import type { Role } from './role-rules.ts';
import {
  actorOfOperator,
  type Browser,
  beginSession,
  planSession,
  type SignedIn,
  type SignInContext,
  shown,
} from './sign-in.ts';

export interface SignedInByOpenId extends SignedIn {
  /** Whether the account stays admin against the provider's role, since nobody else could sign in as one. */
  keptAdmin: boolean;
}

/**
 * Signs in the person whom the provider names. Makes the account the first time, and sets its name and role to the provider's. The only
 * admin who can sign in stays one, which the audit log records. An account that was made here is never taken over, whatever login the
 * provider sends. Throws `openid_refused`.
 */
export async function signInByOpenId(
  { pool, clock, limits }: SignInContext,
  person: OpenIdPerson,
  openIdIssuer: string,
  browser: Browser,
): Promise<SignedInByOpenId> {
  const now = clock();
  // Made once: the transaction may run again after it was committed.
  const operatorId = randomUUIDv7();
  const plan = planSession('', now, browser);
  const context = { pool, now, browser };
  const { operator, keptAdmin } = await inTransaction(pool, async (connection) => {
    const before = await findByOpenId(connection, person);
    const keptAdmin =
      before?.role === 'admin' &&
      person.role !== 'admin' &&
      before.operatorId === (await lockLastAdmin(connection, openIdIssuer));
    const account = before
      ? await follow(connection, before, keptAdmin ? { ...person, role: 'admin' } : person, now)
      : await create(connection, operatorId, person, now);
    if (account.status !== 'active') {
      throw new ApiError('openid_refused', 'Your account here is disabled. Ask an administrator.');
    }
    if (keptAdmin) await recordKeptAdmin(connection, account, person.role, now);
    await beginSession(connection, { ...plan, operatorId: account.operatorId }, account, 'openid');
    return { operator: account, keptAdmin };
  }).catch((error) => recordAndThrow(context, person, error));
  return { ...shown(plan), operator, device: limits.deviceOf(loginKey(operator.login)), keptAdmin };
}

/** Records who was refused, once what was begun is taken back. */
async function recordAndThrow(
  { pool, now, browser }: { pool: Pool; now: Date; browser: Browser },
  person: OpenIdPerson,
  error: unknown,
): Promise<never> {
  if (error instanceof ApiError && error.error === 'openid_refused') {
    const account = await withRetry(async () => {
      return (await findByOpenId(pool, person)) ?? findByLogin(pool, loginKey(person.login));
    });
    const from = { network: browser.network };
    await recordRefusal(pool, now, { way: 'openid', account, from, reason: 'other_account' });
  }
  throw error;
}

async function create(
  connection: Connection,
  operatorId: string,
  person: OpenIdPerson,
  now: Date,
): Promise<Operator> {
  const { login, name, role } = person;
  const wanted = { operatorId, name, login, loginKey: loginKey(login), role, created: now, openId: person };
  const made = await insertOperator(connection, wanted);
  if (!made) {
    // Twice at once, it is there now; else the login is somebody's who has a password here.
    const other = await findByOpenId(connection, person);
    if (other) return other;
    throw new ApiError(
      'openid_refused',
      'There is an account with your login here already, which has a password of its own. Ask an administrator.',
    );
  }
  await recordAudit(connection, actorOfOperator(made), now, {
    action: 'operator.created',
    subject: ['operator', operatorId],
    detail: { name, login, role, way: 'openid' },
  });
  return made;
}

async function recordKeptAdmin(
  connection: Connection,
  account: Operator,
  toldRole: Role,
  now: Date,
): Promise<void> {
  await recordAudit(connection, actorOfOperator(account), now, {
    action: 'operator.kept_admin',
    subject: ['operator', account.operatorId],
    detail: { role: toldRole, way: 'openid' },
  });
}

/** Updates name and role of the account to the person's. */
async function follow(
  connection: Connection,
  before: Operator,
  { name, role }: OpenIdPerson,
  now: Date,
): Promise<Operator> {
  const detail = { ...(name !== before.name && { name }), ...(role !== before.role && { role }) };
  if (Object.keys(detail).length === 0) return before;
  await recordAudit(connection, actorOfOperator(before), now, {
    action: 'operator.changed',
    subject: ['operator', before.operatorId],
    detail: { ...detail, way: 'openid' },
  });
  return (await updateOperator(connection, before.operatorId, { name, role })) ?? before;
}
