import { randomUUIDv7 } from 'node:crypto';
import type { Pool } from 'pg';
import { recordAudit } from '../platform/audit/record-audit.ts';
import { type Connection, inTransaction, withRetry } from '../platform/database/transaction.ts';
import { ApiError } from '../platform/errors/errors.ts';
import { lockLastAdmin } from './manage-operators.ts';
import { loginKey } from './name-rules.ts';
import type { OpenIdPerson } from './openid-rules.ts';
import { findByLogin, findByOpenId, insertOperator, type Operator, updateOperator } from './operator-store.ts';
import type { Role } from './role-rules.ts';
import {
  actorOfOperator,
  type Browser,
  beginSession,
  cookieOf,
  planSession,
  type SignedIn,
  type SignInContext,
} from './sign-in.ts';
import { recordRefusal } from './sign-in-outcomes.ts';

interface SignedInByOpenId extends SignedIn {
  /** Whether the account stays admin against the provider's role, because no other admin could sign in. */
  keptAdmin: boolean;
}

/**
 * Signs in the person that the provider names. Creates the account at the first sign-in, and copies name and
 * role at each. The only admin who can sign in stays admin, which the audit log records. An account with a
 * password is never taken over, even if the provider sends its login. Throws `openid_refused`.
 */
export async function signInByOpenId(
  { pool, clock, limits }: SignInContext,
  person: OpenIdPerson,
  openIdIssuer: string,
  browser: Browser,
): Promise<SignedInByOpenId> {
  const now = clock();
  // The id is made once, because the transaction may run again after it was committed.
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
      ? await updateFromProvider(connection, before, keptAdmin ? { ...person, role: 'admin' } : person, now)
      : await createFromProvider(connection, operatorId, person, now);
    if (account.status !== 'active') {
      throw new ApiError('openid_refused', 'Your account here is disabled. Ask an administrator to enable it.');
    }
    if (keptAdmin) await recordKeptAdmin(connection, account, person.role, now);
    await beginSession(connection, { ...plan, operatorId: account.operatorId }, account, 'openid');
    return { operator: account, keptAdmin };
  }).catch((error) => recordAndThrow(context, person, error));
  return { ...cookieOf(plan), operator, device: limits.deviceOf(loginKey(operator.login)), keptAdmin };
}

/** Records a refusal, after the transaction was rolled back, and throws the error again. */
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

async function createFromProvider(
  connection: Connection,
  operatorId: string,
  person: OpenIdPerson,
  now: Date,
): Promise<Operator> {
  const { login, name, role } = person;
  const wanted = { operatorId, name, login, loginKey: loginKey(login), role, created: now, openId: person };
  const made = await insertOperator(connection, wanted);
  if (!made) {
    // A concurrent sign-in has created the account, or an account with a password has this login.
    const other = await findByOpenId(connection, person);
    if (other) return other;
    throw new ApiError(
      'openid_refused',
      'An account with your login exists here and has a password. Ask an administrator to rename or disable it.',
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
  providerRole: Role,
  now: Date,
): Promise<void> {
  await recordAudit(connection, actorOfOperator(account), now, {
    action: 'operator.kept_admin',
    subject: ['operator', account.operatorId],
    detail: { role: providerRole, way: 'openid' },
  });
}

async function updateFromProvider(
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
