import type { Pool } from 'pg';
import { recordAudit } from '../platform/audit/record-audit.ts';
import { type Connection, inTransaction, withRetry } from '../platform/database/transaction.ts';
import { ApiError } from '../platform/errors/errors.ts';
import { readScanCode, scanCodeOf } from '../platform/formats/scan-codes.ts';
import { isPassword } from './hash-password.ts';
import { loginKey } from './name-rules.ts';
import { findByBadge, findWithPin, lockOperator, type SignOnAccount } from './operator-store.ts';
import { mayDo } from './role-rules.ts';
import type { StationNow } from './session-registry.ts';
import { clearSignedOn, setSignedOn } from './session-store.ts';
import { actorOfOperator } from './sign-in.ts';
import type { Attempts, GiveBack } from './sign-in-limits.ts';
import { type OnSignIn, type Refusal, recordRefusal, reportOutcome } from './sign-in-outcomes.ts';

/** Limits the scans of unknown badges at one station. People scan a worn badge again and again. */
const UNKNOWN_BADGES_MAX = 60;
const PINS_PER_ACCOUNT_AND_STATION_MAX = 5;
const PINS_PER_ACCOUNT_MAX = 15;
const PINS_PER_STATION_MAX = 60;
export type SignOnContext = { pool: Pool; clock: () => Date; attempts: Attempts; onSignIn: OnSignIn };
type Station = Pick<StationNow, 'hash' | 'stationId' | 'name' | 'operator'>;

/** Signs the badge's owner on and the previous person off. Throws `sign_in_refused`, `rate_limited`. */
export async function signOnByBadge(context: SignOnContext, station: Station, scanned: string): Promise<void> {
  const code = readScanCode(scanned);
  // A misread code is not counted as an attempt.
  if (code?.kind !== 'person')
    throw signOnRefused('This is not a badge, or the scanner did not read it correctly. Scan it again.');
  const badgeCode = scanCodeOf('person', code.number);
  await reportOutcome(context.onSignIn, 'badge', async () => {
    const giveBack = await context.attempts.take(
      [{ of: ['badges', station.stationId], attemptsMax: UNKNOWN_BADGES_MAX }],
      (minutes) => `Too many unknown badges here. Try again in ${minutes}, or sign on with your PIN.`,
    );
    const find = (connection: Connection) => findByBadge(connection, badgeCode);
    const account = await withRetry(() => find(context.pool));
    await signOn(context, station, { account, isRight: account !== undefined, find, giveBack, way: 'badge' });
  });
}

/** Signs the login's owner on and the previous person off. Throws `sign_in_refused`, `rate_limited`. */
export async function signOnByPin(
  context: SignOnContext,
  station: Station,
  { login, pin }: { login: string; pin: string },
): Promise<void> {
  const key = loginKey(login);
  const { stationId } = station;
  await reportOutcome(context.onSignIn, 'pin', async () => {
    const giveBack = await context.attempts.take(
      [
        { of: ['pin at station', key, stationId], attemptsMax: PINS_PER_ACCOUNT_AND_STATION_MAX },
        { of: ['pin', key], attemptsMax: PINS_PER_ACCOUNT_MAX },
        { of: ['pins', stationId], attemptsMax: PINS_PER_STATION_MAX },
      ],
      (minutes) => `Too many wrong PINs. Try again in ${minutes}, or scan your badge.`,
    );
    const find = (connection: Connection) => findWithPin(connection, key);
    const account = await withRetry(() => find(context.pool));
    const asker = { party: `station ${stationId}`, isKnown: true };
    const stored = account?.status === 'active' ? account.pinHash : null;
    const isRight = await isPassword(pin, stored, asker);
    await signOn(context, station, { account, isRight, find, giveBack, way: 'pin' });
  });
}

/** Signs the present person off at the station. Idempotent. */
export async function signOff(
  { pool, clock }: Pick<SignOnContext, 'pool' | 'clock'>,
  { hash, stationId, operator }: Station,
): Promise<void> {
  await inTransaction(pool, async (connection) => {
    await clearSignedOn(connection, hash);
    if (!operator) return;
    await recordAudit(connection, actorOfOperator(operator), clock(), {
      action: 'station.signed_off',
      subject: ['station', stationId],
    });
  });
}

interface SignOnAttempt {
  account: SignOnAccount | undefined;
  isRight: boolean;
  /** Reads the account again, by badge or login. */
  find: (connection: Connection) => Promise<SignOnAccount | undefined>;
  giveBack: GiveBack;
  way: 'badge' | 'pin';
}

async function signOn(
  { pool, clock }: SignOnContext,
  station: Station,
  { account, isRight, find, giveBack, way }: SignOnAttempt,
): Promise<void> {
  const now = clock();
  const refuse = async (reason: Refusal['reason'], message: string) => {
    await recordRefusal(pool, now, { way, account, from: { station: station.name }, reason });
    return signOnRefused(message);
  };
  if (!account || !isRight || account.status !== 'active') {
    throw await refuse(way === 'pin' ? 'wrong_pin' : 'wrong_badge', REFUSALS[way]);
  }
  await giveBack();
  if (!mayDo(account.role, 'stations.work'))
    throw await refuse('not_at_stations', 'Your role may not work at stations.');
  const { hash, stationId, operator } = station;
  await inTransaction(pool, async (connection) => {
    // The badge or the PIN may have been taken away since it was compared.
    await lockOperator(connection, account.operatorId);
    const current = await find(connection);
    if (current?.status !== 'active' || current.pinHash !== account.pinHash) throw signOnRefused(REFUSALS[way]);
    if (!(await setSignedOn(connection, hash, account.operatorId, now))) throw notAStation();
    if (operator?.operatorId === account.operatorId) return;
    await recordAudit(connection, actorOfOperator(account), now, {
      action: 'station.signed_on',
      subject: ['station', stationId],
      detail: { way },
    });
  });
}

const REFUSALS = {
  badge: 'This badge is no longer valid, or the account is disabled.',
  pin: 'The login or the PIN is wrong, or the account is disabled.',
} as const;

function signOnRefused(message: string): ApiError {
  return new ApiError('sign_in_refused', message);
}

export function notAStation(): ApiError {
  return new ApiError('not_a_station', 'This browser is not a station, or stopped being one.');
}
