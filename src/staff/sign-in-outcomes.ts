import { randomUUIDv7 } from 'node:crypto';
import type { Pool } from 'pg';
import { SYSTEM } from '../platform/audit/actor.ts';
import { recordAudit } from '../platform/audit/record-audit.ts';
import { withRetry } from '../platform/database/transaction.ts';
import { ApiError, type ErrorName } from '../platform/errors/errors.ts';
import type { Operator } from './operator-store.ts';

export const SIGN_IN_WAYS = ['password', 'link', 'openid', 'badge', 'pin'] as const;
type SignInWay = (typeof SIGN_IN_WAYS)[number];
/** `throttled`: the attempt was not made, because too many had failed before. */
export const SIGN_IN_OUTCOMES = ['signed_in', 'refused', 'throttled'] as const;
type SignInOutcome = (typeof SIGN_IN_OUTCOMES)[number];
export type OnSignIn = (way: SignInWay, outcome: SignInOutcome) => void;
const REFUSALS: ReadonlySet<ErrorName> = new Set(['sign_in_refused', 'link_not_valid', 'openid_refused']);

/** Runs an attempt to sign in and reports its outcome. Other errors are not reported. */
export async function reportOutcome<T>(onSignIn: OnSignIn, way: SignInWay, attempt: () => Promise<T>): Promise<T> {
  try {
    const signedIn = await attempt();
    onSignIn(way, 'signed_in');
    return signedIn;
  } catch (error) {
    const name = error instanceof ApiError ? error.error : undefined;
    if (name === 'rate_limited') onSignIn(way, 'throttled');
    if (name && REFUSALS.has(name)) onSignIn(way, 'refused');
    throw error;
  }
}

export interface Refusal {
  way: SignInWay;
  /** Undefined: no account matches. The entered text is not recorded, as it may be a password. */
  account: Pick<Operator, 'operatorId' | 'login' | 'status'> | undefined;
  from: { network: string } | { station: string };
  reason: 'wrong_password' | 'no_password' | 'wrong_pin' | 'wrong_badge' | 'other_account' | 'not_at_stations';
}

export async function recordRefusal(pool: Pool, now: Date, refusal: Refusal): Promise<void> {
  const { way, account, from } = refusal;
  const reason = account?.status === 'disabled' ? 'account_disabled' : refusal.reason;
  const deed = {
    entryId: randomUUIDv7(),
    action: 'operator.sign_in_failed',
    subject: account ? (['operator', account.operatorId] as const) : (['operator'] as const),
    detail: { way, reason: account ? reason : 'unknown', ...(account && { login: account.login }), ...from },
  };
  await withRetry(() => recordAudit(pool, SYSTEM, now, deed));
}
