import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { Gate } from '../platform/concurrency/gate.ts';
import { ApiError, invalidRequest } from '../platform/errors/errors.ts';
import { takeTurn } from './hash-password.ts';
import { guessableFault, type KnownWords, lengthFault, normalized, ownWords } from './password-rules.ts';

const THREAD = new URL('./strength-thread.ts', import.meta.url);
/** The first estimate takes half a second, which loads the dictionaries. */
const ESTIMATE_MS_MAX = 4_000;
/** After this time without an estimate the thread ends, and its 80 MB are free. */
const IDLE_MS = 60_000;
const HEAP_MIB_MAX = 256;
/** Guesses that a password must withstand: the highest of the five scores of zxcvbn. */
const GUESSES_MIN = 10 ** 10;
const POINTER = '/password';

export interface StrengthQuestion {
  password: string;
  ownWords: string[];
}

/** Estimates run one after the other; parties take turns. */
const gate = new Gate({ all: 1, party: 1 });
let thread: Worker | undefined;
let idle: NodeJS.Timeout | undefined;

/** Throws `invalid_request` for a password that is too short, too long or easy to guess, and `temporarily_unavailable`. */
export async function refuseWeakPassword(password: string, known: KnownWords): Promise<void> {
  const fault = lengthFault(password, POINTER);
  if (fault) throw invalidRequest([fault]);
  const release = await takeTurn(gate, known.login);
  try {
    const guesses = await estimateGuesses({ password: normalized(password), ownWords: ownWords(known) });
    if (guesses < GUESSES_MIN) throw invalidRequest([guessableFault(POINTER)]);
  } finally {
    release();
  }
}

/** Asks the thread, which starts with the first question: the event loop goes on meanwhile. Called by one at a time. */
async function estimateGuesses(question: StrengthQuestion): Promise<number> {
  clearTimeout(idle);
  thread ??= openThread();
  thread.ref();
  try {
    thread.postMessage(question);
    const [guesses] = await once(thread, 'message', { signal: AbortSignal.timeout(ESTIMATE_MS_MAX) });
    thread.unref();
    idle = setTimeout(endThread, IDLE_MS).unref();
    return guesses;
  } catch (error) {
    await endThread();
    if ((error as Error).name !== 'AbortError') throw error;
    throw new ApiError('temporarily_unavailable', 'The password could not be checked in time. Try again.', {
      headers: { 'Retry-After': '5' },
    });
  }
}

function openThread(): Worker {
  const opened = new Worker(THREAD, { resourceLimits: { maxOldGenerationSizeMb: HEAP_MIB_MAX } });
  // Whoever waits for an answer gets the error; one that comes later concerns nobody.
  return opened.on('error', () => {});
}

async function endThread(): Promise<void> {
  const ended = thread;
  thread = undefined;
  await ended?.terminate();
}
