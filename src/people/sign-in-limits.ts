import { createHmac, hash, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { ApiError } from '../errors.ts';
import type { Asker } from './hash-password.ts';

/** Wrong passwords in this window, of each kind below; then nothing is tried until it ends. */
const WINDOW_SECONDS = 900;
/** For one account from one network. */
const PER_ACCOUNT_AND_NETWORK_MAX = 10;
/** From one network, behind which a whole shop may be. */
const PER_NETWORK_MAX = 100;
/** For one account from everywhere: what guesses from many networks at once. */
const PER_ACCOUNT_MAX = 30;
/** For one account in a browser in which its owner has signed in before; strangers cannot use these up. */
const PER_DEVICE_MAX = 10;
const DEVICE_BYTES = 16;

export interface SignInAttempt {
  /** As it is known by: login-rules. */
  loginKey: string;
  /** Where it comes from (http/peer-network). */
  network: string;
  /** What the browser shows of earlier times. */
  device: string | undefined;
}

/** An attempt that may be made. */
export interface TakenAttempt {
  /** Who makes it, for the turns in which passwords are compared. */
  asker: Asker;
  /** Gives back what it took, since the password was right. */
  giveBack: () => Promise<void>;
}

/**
 * Counts wrong passwords in this process. A browser in which somebody has signed in before counts for itself, so that whoever guesses at their
 * account, from wherever, keeps strangers out and not them.
 */
export class SignInLimits {
  readonly #key: Buffer;
  readonly #limiters = {
    both: limiter(PER_ACCOUNT_AND_NETWORK_MAX),
    network: limiter(PER_NETWORK_MAX),
    account: limiter(PER_ACCOUNT_MAX),
    device: limiter(PER_DEVICE_MAX),
  };

  constructor(encryptionKey: Uint8Array) {
    this.#key = Buffer.from(hkdfSync('sha256', encryptionKey, '', 'platen sign-in device', 32));
  }

  /** Takes an attempt before the password is looked at, so that many at once count too. Throws `rate_limited`. */
  async take(attempt: SignInAttempt): Promise<TakenAttempt> {
    const { loginKey, network } = attempt;
    const account = hash('sha256', loginKey, 'base64');
    const deviceId = this.#knownDevice(attempt);
    const limiters = this.#limiters;
    // The network comes first: one that has tried enough leaves nothing in memory for each further login it makes up.
    const taken: [RateLimiterMemory, string][] = deviceId
      ? [[limiters.device, deviceId]]
      : [
          [limiters.network, network],
          [limiters.both, `${account} ${network}`],
          [limiters.account, account],
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
    const asker = deviceId ? { party: loginKey, isKnown: true } : { party: network, isKnown: false };
    return { asker, giveBack: () => giveBack(taken.length) };
  }

  /** What a browser keeps once somebody has signed in there; it opens nothing. */
  deviceOf(loginKey: string): string {
    const id = randomBytes(DEVICE_BYTES).toString('base64url');
    return `${id}.${this.#sign(id, loginKey).toString('base64url')}`;
  }

  /** The id alone, which is signed: what a browser shows of one device can be written in many ways. */
  #knownDevice({ loginKey, device }: SignInAttempt): string | undefined {
    const [id, signature] = device?.split('.') ?? [];
    if (!id || !signature) return undefined;
    const shown = Buffer.from(signature, 'base64url');
    const expected = this.#sign(id, loginKey);
    return shown.length === expected.length && timingSafeEqual(shown, expected) ? id : undefined;
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
