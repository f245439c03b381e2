import { createHmac, hash, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Pool } from 'pg';
import { inTransaction, withRetry } from '../platform/database/transaction.ts';
import { ApiError } from '../platform/errors/errors.ts';
import { type CountedAttempts, countAttempts, uncountAttempts } from './attempt-store.ts';
import type { Asker } from './hash-password.ts';

/** Attempts are counted in a window that begins with the first one. */
const WINDOW_MS = 900_000;
/** A process repeats a refusal for this time without asking the database. */
const REFUSED_MS = 3_000;
const REFUSED_MAX = 10_000;

const PER_ACCOUNT_AND_NETWORK_MAX = 10;
/** Limits those from one network, which a whole company may share. */
const PER_NETWORK_MAX = 100;
const PER_ACCOUNT_MAX = 30;
/** Limits those for one account in a browser where its owner has signed in before. */
const PER_DEVICE_MAX = 10;
const DEVICE_BYTES = 16;
/** `of` is the key of the limit. It is a list, because joined texts of two limits could be equal. */
type Limit = { of: readonly [kind: string, ...parts: string[]]; attemptsMax: number };

/** Removes a successful attempt from the counts. */
export type GiveBack = () => Promise<void>;

/** Counts sign-in attempts in the database, over all processes. */
export class Attempts {
  readonly #pool: Pool;
  readonly #clock: () => Date;
  /** Recent refusals by key. `ends` is the end of the window. */
  readonly #refused = new Map<string, { until: number; ends: Date }>();

  constructor(pool: Pool, clock: () => Date) {
    this.#pool = pool;
    this.#clock = clock;
  }

  /**
   * Counts an attempt for each limit before it is made, so that concurrent attempts count too. Beyond a limit
   * it counts nothing and throws `rate_limited`, with the message for the remaining minutes.
   */
  async take(limits: readonly Limit[], message: (minutes: string) => string): Promise<GiveBack> {
    const now = this.#clock();
    const keyed = limits.map(({ of, attemptsMax }) => ({
      key: hash('sha256', JSON.stringify(of), 'buffer'),
      attemptsMax,
    }));
    for (const { key } of keyed) {
      const refused = this.#refused.get(key.toString('base64'));
      if (refused && refused.until > now.getTime()) throw tooMany(refused.ends, now, message);
    }
    const ends = new Date(now.getTime() + WINDOW_MS);
    const keys = keyed.map(({ key }) => key);
    const counted = await inTransaction(this.#pool, async (connection) => {
      const counts = await countAttempts(connection, keys, { now, ends });
      const over = counts.find(({ key, attempts }) =>
        keyed.some((limit) => limit.key.equals(key) && attempts > limit.attemptsMax),
      );
      // The error rolls the counts back.
      if (over) throw this.#refuse(over, now, message);
      return counts;
    });
    return () => this.#giveBack(counted);
  }

  #refuse({ key, ends }: CountedAttempts, now: Date, message: (minutes: string) => string): ApiError {
    if (this.#refused.size >= REFUSED_MAX) this.#refused.clear();
    this.#refused.set(key.toString('base64'), { until: now.getTime() + REFUSED_MS, ends });
    return tooMany(ends, now, message);
  }

  async #giveBack(counted: readonly CountedAttempts[]): Promise<void> {
    await withRetry(() => uncountAttempts(this.#pool, counted));
    for (const { key } of counted) this.#refused.delete(key.toString('base64'));
  }
}

function tooMany(ends: Date, now: Date, message: (minutes: string) => string): ApiError {
  const seconds = Math.max(1, Math.ceil((ends.getTime() - now.getTime()) / 1000));
  const minutes = Math.ceil(seconds / 60);
  return new ApiError('rate_limited', message(minutes === 1 ? '1 minute' : `${minutes} minutes`), {
    headers: { 'Retry-After': String(seconds) },
  });
}

interface SignInAttempt {
  loginKey: string;
  /** The network of the caller (platform/http/peer-address). */
  network: string;
  /** Cookie of a browser in which somebody signed in before. */
  device: string | undefined;
}

/**
 * Limits wrong passwords per account and network. A browser in which the account's owner signed in before has
 * a separate limit. Strangers who guess passwords therefore cannot lock the owner out.
 */
export class SignInLimits {
  readonly #attempts: Attempts;
  readonly #key: Buffer;

  constructor(attempts: Attempts, encryptionKey: Uint8Array) {
    this.#attempts = attempts;
    this.#key = Buffer.from(hkdfSync('sha256', encryptionKey, '', 'platen sign-in device', 32));
  }

  /** Counts an attempt before the password is compared. Throws `rate_limited`. */
  async take(attempt: SignInAttempt): Promise<{ asker: Asker; giveBack: GiveBack }> {
    const { loginKey, network } = attempt;
    const deviceId = this.#knownDevice(attempt);
    const limits: Limit[] = deviceId
      ? [{ of: ['device', deviceId], attemptsMax: PER_DEVICE_MAX }]
      : [
          { of: ['network', network], attemptsMax: PER_NETWORK_MAX },
          { of: ['account in network', loginKey, network], attemptsMax: PER_ACCOUNT_AND_NETWORK_MAX },
          { of: ['account', loginKey], attemptsMax: PER_ACCOUNT_MAX },
        ];
    const giveBack = await this.#attempts.take(
      limits,
      (minutes) => `Too many wrong passwords. Try again in ${minutes}, or ask an administrator for a new link.`,
    );
    const asker = deviceId ? { party: loginKey, isKnown: true } : { party: network, isKnown: false };
    return { asker, giveBack };
  }

  /** Returns a cookie for the browser in which the account has signed in. The cookie gives no access. */
  deviceOf(loginKey: string): string {
    const id = randomBytes(DEVICE_BYTES).toString('base64url');
    return `${id}.${this.#sign(id, loginKey).toString('base64url')}`;
  }

  /** Returns the signed id without the rest of the cookie, because one id can be sent in many spellings. */
  #knownDevice({ loginKey, device }: SignInAttempt): string | undefined {
    const [id, signature] = device?.split('.') ?? [];
    if (!id || !signature) return undefined;
    const given = Buffer.from(signature, 'base64url');
    const expected = this.#sign(id, loginKey);
    return given.length === expected.length && timingSafeEqual(given, expected) ? id : undefined;
  }

  #sign(id: string, loginKey: string): Buffer {
    return createHmac('sha256', this.#key).update(`${id}.${loginKey}`).digest();
  }
}
