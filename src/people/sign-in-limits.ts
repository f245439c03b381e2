import { createHmac, hash, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { ApiError } from '../errors.ts';

/** Wrong passwords in this window, of each kind below; then nothing is tried until it ends. */
const WINDOW_SECONDS = 900;
/** For one account from one address. */
const PER_ACCOUNT_AND_ADDRESS_MAX = 10;
/** From one address, behind which a whole shop may be. */
const PER_ADDRESS_MAX = 100;
/** For one account from everywhere: what guesses from many addresses at once. */
const PER_ACCOUNT_MAX = 30;
/** For one account in a browser in which its owner has signed in before; strangers cannot use these up. */
const PER_DEVICE_MAX = 10;
const DEVICE_BYTES = 16;

export interface SignInAttempt {
  /** As it is known by: login-rules. */
  loginKey: string;
  address: string;
  /** What the browser shows of earlier times. */
  device: string | undefined;
}

/** Gives back what an attempt took, since the password was right. */
export type GiveBack = () => Promise<void>;

/**
 * Counts wrong passwords in this process. A browser in which somebody has signed in before counts for itself, so that whoever guesses at their
 * account, from wherever, keeps strangers out and not them.
 */
export class SignInLimits {
  readonly #key: Buffer;
  readonly #limiters = {
    both: limiter(PER_ACCOUNT_AND_ADDRESS_MAX),
    address: limiter(PER_ADDRESS_MAX),
    account: limiter(PER_ACCOUNT_MAX),
    device: limiter(PER_DEVICE_MAX),
  };

  constructor(encryptionKey: Uint8Array) {
    this.#key = Buffer.from(hkdfSync('sha256', encryptionKey, '', 'platen sign-in device', 32));
  }

  /** Takes an attempt before the password is looked at, so that many at once count too. Throws `rate_limited`. */
  async take(attempt: SignInAttempt): Promise<GiveBack> {
    const account = hash('sha256', attempt.loginKey, 'base64');
    const { both, address, account: ofAccount, device } = this.#limiters;
    const taken: [RateLimiterMemory, string][] = this.#isKnown(attempt)
      ? [[device, attempt.device!]]
      : [
          [both, `${account} ${attempt.address}`],
          [address, attempt.address],
          [ofAccount, account],
        ];
    const giveBack = async (count: number) => {
      for (const [one, key] of taken.slice(0, count)) await one.reward(key);
    };
    for (const [at, [one, key]] of taken.entries()) {
      try {
        await one.consume(key);
      } catch (refused) {
        if (!(refused instanceof RateLimiterRes)) throw refused;
        // What is refused costs nothing.
        await giveBack(at + 1);
        throw tooMany(refused.msBeforeNext);
      }
    }
    return () => giveBack(taken.length);
  }

  /** What a browser keeps once somebody has signed in there; it opens nothing. */
  deviceOf(loginKey: string): string {
    const id = randomBytes(DEVICE_BYTES).toString('base64url');
    return `${id}.${this.#sign(id, loginKey).toString('base64url')}`;
  }

  #isKnown({ loginKey, device }: SignInAttempt): boolean {
    const [id, signature] = device?.split('.') ?? [];
    if (!id || !signature) return false;
    const shown = Buffer.from(signature, 'base64url');
    const expected = this.#sign(id, loginKey);
    return shown.length === expected.length && timingSafeEqual(shown, expected);
  }

  #sign(id: string, loginKey: string): Buffer {
    return createHmac('sha256', this.#key).update(`${id}.${loginKey}`).digest();
  }
}

function limiter(points: number): RateLimiterMemory {
  return new RateLimiterMemory({ points, duration: WINDOW_SECONDS });
}

function tooMany(msBeforeNext: number): ApiError {
  const seconds = Math.max(1, Math.ceil(msBeforeNext / 1000));
  const minutes = Math.ceil(seconds / 60);
  return new ApiError(
    'rate_limited',
    `Too many wrong passwords. Try again in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}, or ask an administrator for a new link.`,
    { headers: { 'Retry-After': String(seconds) } },
  );
}
