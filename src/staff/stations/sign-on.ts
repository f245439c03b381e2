import type { Pool } from 'pg';
import { recordAudit } from '../../platform/audit/record-audit.ts';
import { type Connection, inTransaction, withRetry } from '../../platform/database/transaction.ts';
import { ApiError } from '../../platform/errors/errors.ts';
import { readScanCode, scanCodeOf } from '../../platform/text/scan-codes.ts';
import type { Attempts, GiveBack } from '../attempts.ts';
import { findByBadge, findWithPin, type SignOnAccount } from '../badge-store.ts';
import { isPassword } from '../hash-password.ts';
import { loginKey } from '../login-rules.ts';
import { lockOperator } from '../operator-store.ts';
import { type Refusal, recordRefusal } from '../record-refusal.ts';
import { mayDo } from '../role-rules.ts';
import { actorOfOperator } from '../sign-in.ts';
import { type OnSignIn, tellOutcome } from '../sign-in-outcomes.ts';
import type { StationNow } from './station-registry.ts';
import { clearSignedOn, setSignedOn } from './station-session-store.ts';

/** Badges at a station that nobody has; a worn one is scanned again and again. */
const UNKNOWN_BADGES_MAX = 60;
/** Wrong PINs for one account at one station, for one account everywhere, and at one station. */
const PINS_PER_ACCOUNT_AND_STATION_MAX = 5;
const PINS_PER_ACCOUNT_MAX = 15;
const PINS_PER_STATION_MAX = 60;

export interface SignOnContext {
  pool: Pool;
  clock: () => Date;
  attempts: Attempts;
  onSignIn: OnSignIn;
}

type At = Pick<StationNow, 'hash' | 'stationId' | 'name' | 'operator'>;

/** Signs on whose badge was scanned, in place of whoever was. Throws `sign_in_refused` or `rate_limited`. */
export async function signOnByBadge(context: SignOnContext, station: At, scanned: string): Promise<void> {
  const code = readScanCode(scanned);
  // Nothing was tried: what was misread is nobody's.
  if (code?.kind !== 'person') throw refused('That is no badge, or it was not read right. Scan it again.');
  const badgeCode = scanCodeOf('person', code.number);
  await tellOutcome(context.onSignIn, 'badge', async () => {
    const giveBack = await context.attempts.take(
      [{ of: `badges at ${station.stationId}`, attemptsMax: UNKNOWN_BADGES_MAX }],
      (minutes) => `Too many unknown badges here. Try again in ${minutes}, or sign on with your PIN.`,
    );
    const find = (connection: Connection) => findByBadge(connection, badgeCode);
    const account = await withRetry(() => find(context.pool));
    await signOn(context, station, { account, isRight: account !== undefined, find, giveBack, way: 'badge' });
  });
}

/** Signs on whose login and PIN these are, in place of whoever was. Throws `sign_in_refused` or `rate_limited`. */
export async function signOnByPin(
  context: SignOnContext,
  station: At,
  { login, pin }: { login: string; pin: string },
): Promise<void> {
  const key = loginKey(login);
  const { stationId } = station;
  await tellOutcome(context.onSignIn, 'pin', async () => {
    const giveBack = await context.attempts.take(
      [
        { of: `pin ${key} at ${stationId}`, attemptsMax: PINS_PER_ACCOUNT_AND_STATION_MAX },
        { of: `pin ${key}`, attemptsMax: PINS_PER_ACCOUNT_MAX },
        { of: `pins at ${stationId}`, attemptsMax: PINS_PER_STATION_MAX },
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

/** Nobody is signed on any more; doing it again changes nothing. */
export async function signOff(
  { pool, clock }: Pick<SignOnContext, 'pool' | 'clock'>,
  { hash, stationId, operator }: At,
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

interface Shown {
  account: SignOnAccount | undefined;
  isRight: boolean;
  /** Reads the account again, by what was shown. */
  find: (connection: Connection) => Promise<SignOnAccount | undefined>;
  giveBack: GiveBack;
  way: 'badge' | 'pin';
}

async function signOn(
  { pool, clock }: SignOnContext,
  station: At,
  { account, isRight, find, giveBack, way }: Shown,
): Promise<void> {
  const now = clock();
  const refuse = async (reason: Refusal['reason'], message: string) => {
    await recordRefusal(pool, now, { way, account, from: { station: station.name }, reason });
    return refused(message);
  };
  if (!account || !isRight || account.status !== 'active') {
    throw await refuse(way === 'pin' ? 'wrong_pin' : 'wrong_badge', REFUSALS[way]);
  }
  await giveBack();
  if (!mayDo(account.role, 'stations.work'))
    throw await refuse('not_at_stations', 'Your role does not work at stations.');
  const { hash, stationId, operator } = station;
  await inTransaction(pool, async (connection) => {
    // The badge or the PIN may have been taken away while it was compared.
    await lockOperator(connection, account.operatorId);
    const still = await find(connection);
    if (still?.status !== 'active' || still.pinHash !== account.pinHash) throw refused(REFUSALS[way]);
    if (!(await setSignedOn(connection, hash, account.operatorId, now))) throw notAStation();
    // Whoever scans the badge again before the lock stays who they are.
    if (operator?.operatorId === account.operatorId) return;
    await recordAudit(connection, actorOfOperator(account), now, {
      action: 'station.signed_on',
      subject: ['station', stationId],
      detail: { way },
    });
  });
}

const REFUSALS = {
  badge: 'Nobody has this badge any more, or the account is disabled.',
  pin: 'The login or the PIN is wrong, or the account is disabled.',
} as const;

function refused(message: string): ApiError {
  return new ApiError('sign_in_refused', message);
}

export function notAStation(): ApiError {
  return new ApiError('not_a_station', 'This browser is no station, or no longer.');
}
