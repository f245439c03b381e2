import { randomUUIDv7 } from 'node:crypto';
import type { Pool } from 'pg';
import { SYSTEM } from '../platform/audit/actor.ts';
import { recordAudit } from '../platform/audit/record-audit.ts';
import { withRetry } from '../platform/database/transaction.ts';
import type { Operator } from './operator-store.ts';
import type { SignInWay } from './sign-in-outcomes.ts';

export interface Refusal {
  way: SignInWay;
  /** Whose login or badge it was; undefined: nobody's. What was typed then may be a password, and is not kept. */
  account: Pick<Operator, 'operatorId' | 'login' | 'status'> | undefined;
  /** Where it was tried: a network, or a station by its name. */
  from: { network: string } | { station: string };
  reason:
    | 'wrong_password'
    | 'no_password'
    | 'wrong_pin'
    | 'wrong_badge'
    | 'other_account'
    | 'not_at_stations';
}

/** Records that somebody was not signed in. */
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
