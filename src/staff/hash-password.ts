import { type Argon2Parameters, argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { Gate, type Release } from '../platform/concurrency/gate.ts';
import { TurnTimeout } from '../platform/concurrency/round-robin-queue.ts';
import { ApiError } from '../platform/errors/errors.ts';

/** OWASP's parameters for argon2id: 19 MiB, 2 passes, 1 lane. One hash takes about 75 ms of a processor. */
const MEMORY_KIB = 19_456;
const PASSES = 2;
const LANES = 1;
const SALT_BYTES = 16;
const TAG_BYTES = 32;
const HASHED_AT_ONCE = { all: 1, party: 1 };
/** A stranger's request that waits longer for its turn is refused. */
const TURN_MS_MAX = 4_000;
const RETRY_AFTER_SECONDS = '5';
const STORED = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/]+)\$([\w+/]+)$/;

const derive = promisify(argon2);
/** Known people have their own turns, so they never wait for strangers who guess passwords. */
const gates = { known: new Gate(HASHED_AT_ONCE), strangers: new Gate(HASHED_AT_ONCE) };

export interface Asker {
  /** Parties take turns. */
  party: string;
  /** Whether the request has a session, a one-time link, or the cookie of an earlier sign-in. */
  isKnown: boolean;
}

/** Returns the password's argon2id hash in the PHC string format. Throws `temporarily_unavailable`. */
export async function hashPassword(password: string, asker: Asker): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const tag = await deriveInTurn(asker, parametersOf(password, salt));
  return `$argon2id$v=19$m=${MEMORY_KIB},t=${PASSES},p=${LANES}$${encodeUnpadded(salt)}$${encodeUnpadded(tag)}`;
}

/** Checks a password. Without a hash, returns false after the same time. Throws `temporarily_unavailable`. */
export async function isPassword(password: string, stored: string | null | undefined, asker: Asker): Promise<boolean> {
  const [, memory, passes, parallelism, salt = '', tag = ''] = STORED.exec(stored ?? '') ?? [];
  const parameters = tag
    ? {
        ...parametersOf(password, Buffer.from(salt, 'base64')),
        memory: Number(memory),
        passes: Number(passes),
        parallelism: Number(parallelism),
      }
    : parametersOf(password, Buffer.alloc(SALT_BYTES));
  const derived = await deriveInTurn(asker, parameters);
  const expected = tag ? Buffer.from(tag, 'base64') : Buffer.alloc(TAG_BYTES);
  return timingSafeEqual(derived, expected) && tag !== '';
}

function parametersOf(password: string, nonce: Buffer): Argon2Parameters {
  // Keyboards differ in the Unicode form of the same characters.
  const message = Buffer.from(password.normalize('NFKC'));
  return { message, nonce, parallelism: LANES, tagLength: TAG_BYTES, memory: MEMORY_KIB, passes: PASSES };
}

async function deriveInTurn(asker: Asker, parameters: Argon2Parameters): Promise<Buffer> {
  const release = await takeTurn(asker);
  try {
    return await derive('argon2id', parameters);
  } finally {
    release();
  }
}

/** Waits for the turn of the party. Throws `temporarily_unavailable` when a stranger waits too long. */
async function takeTurn({ party, isKnown }: Asker): Promise<Release> {
  if (isKnown) return gates.known.take(party, 1, Number.POSITIVE_INFINITY);
  try {
    return await gates.strangers.take(party, 1, performance.now() + TURN_MS_MAX);
  } catch (error) {
    if (!(error instanceof TurnTimeout)) throw error;
    throw new ApiError(
      'temporarily_unavailable',
      'Too many people are signing in at the same time. Try again in a few seconds.',
      { headers: { 'Retry-After': RETRY_AFTER_SECONDS } },
    );
  }
}

function encodeUnpadded(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '');
}
