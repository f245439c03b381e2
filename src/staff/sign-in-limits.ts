import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Attempts, GiveBack, Limit } from './attempts.ts';
import type { Asker } from './hash-password.ts';

/** Wrong passwords for one account from one network, in the window that `attempts` counts in. */
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
  /** Where it comes from (http/peer-address). */
  network: string;
  /** What the browser shows of earlier times. */
  device: string | undefined;
}

/** An attempt that may be made. */
export interface TakenAttempt {
  /** Who makes it, for the turns in which passwords are compared. */
  asker: Asker;
  /** Since the password was right. */
  giveBack: GiveBack;
}

/**
 * Counts wrong passwords. A browser in which somebody has signed in before counts for itself, so that whoever guesses at their
 * account, from wherever, keeps strangers out and not them.
 */
export class SignInLimits {
  readonly #attempts: Attempts;
  readonly #key: Buffer;

  constructor(attempts: Attempts, encryptionKey: Uint8Array) {
    this.#attempts = attempts;
    this.#key = Buffer.from(hkdfSync('sha256', encryptionKey, '', 'platen sign-in device', 32));
  }

  /** Takes an attempt before the password is looked at, so that many at once count too. Throws `rate_limited`. */
  async take(attempt: SignInAttempt): Promise<TakenAttempt> {
    const { loginKey, network } = attempt;
    const deviceId = this.#knownDevice(attempt);
    const limits: Limit[] = deviceId
      ? [{ of: `device ${deviceId}`, attemptsMax: PER_DEVICE_MAX }]
      : [
          { of: `network ${network}`, attemptsMax: PER_NETWORK_MAX },
          { of: `account ${loginKey} network ${network}`, attemptsMax: PER_ACCOUNT_AND_NETWORK_MAX },
          { of: `account ${loginKey}`, attemptsMax: PER_ACCOUNT_MAX },
        ];
    const giveBack = await this.#attempts.take(
      limits,
      (minutes) =>
        `Too many wrong passwords. Try again in ${minutes}, or ask an administrator for a new link.`,
    );
    const asker = deviceId ? { party: loginKey, isKnown: true } : { party: network, isKnown: false };
    return { asker, giveBack };
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
