import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { Gate } from '../platform/concurrency/gate.ts';
import { ApiError, invalidRequest } from '../platform/errors/errors.ts';
import { takeTurn } from './hash-password.ts';
import {
  guessableFault,
  type KnownWords,
  lengthFault,
  normalFormOf,
  ownWords,
  type StrengthQuestion,
} from './password-rules.ts';

const THREAD = new URL('./strength-thread.ts', import.meta.url);
/** The first estimate loads the dictionaries, which takes half a second. */
const ESTIMATE_MS_MAX = 4_000;
/** The thread ends after this time without an estimate, which frees 80 MB. */
const IDLE_MS = 60_000;
const HEAP_MIB_MAX = 256;
/** Guesses that a password must withstand. This is the highest of zxcvbn's five scores. */
const GUESSES_MIN = 10 ** 10;
const POINTER = '/password';

/** Runs one estimate at a time. Parties take turns. */
const gate = new Gate({ all: 1, party: 1 });
let thread: Worker | undefined;
let idle: NodeJS.Timeout | undefined;

/** Throws `invalid_request` for a wrong length or an easy password, and `temporarily_unavailable`. */
export async function refuseWeakPassword(password: string, known: KnownWords): Promise<void> {
  const fault = lengthFault(password, POINTER);
  if (fault) throw invalidRequest([fault]);
  const release = await takeTurn(gate, known.login);
  try {
    const guesses = await estimateGuesses({ password: normalFormOf(password), ownWords: ownWords(known) });
    if (guesses < GUESSES_MIN) throw invalidRequest([guessableFault(POINTER)]);
  } finally {
    release();
  }
}

/** Estimates in a thread, so that the event loop is not blocked. The gate allows one call at a time. */
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
  // The pending question rejects with the error. A later error has no receiver.
  return opened.on('error', () => {});
}

async function endThread(): Promise<void> {
  const ended = thread;
  thread = undefined;
  await ended?.terminate();
}
