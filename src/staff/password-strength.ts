import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { Gate } from '../platform/concurrency/gate.ts';
import { invalidRequest } from '../platform/errors/errors.ts';
import {
  guessableFault,
  type KnownWords,
  lengthFault,
  normalFormOf,
  ownWords,
  type StrengthQuestion,
} from './password-rules.ts';

const THREAD = new URL('./strength-thread.ts', import.meta.url);
const HEAP_MIB_MAX = 256;
const POINTER = '/password';

/** Runs one estimate at a time. Parties take turns. An estimate is short, because its input is bounded. */
const gate = new Gate({ all: 1, party: 1 });
/** Starts with the first password and then stays, because loading its dictionaries takes half a second. */
let thread: Worker | undefined;

/** Throws `invalid_request` for a wrong length or an easy password. */
export async function refuseWeakPassword(password: string, known: KnownWords): Promise<void> {
  const fault = lengthFault(password, POINTER);
  if (fault) throw invalidRequest([fault]);
  const release = await gate.take(known.login, 1, Number.POSITIVE_INFINITY);
  try {
    if (await isGuessable({ password: normalFormOf(password), ownWords: ownWords(known) }))
      throw invalidRequest([guessableFault(POINTER)]);
  } finally {
    release();
  }
}

/** Estimates in a thread, so that the event loop is not blocked. The gate allows one call at a time. */
async function isGuessable(question: StrengthQuestion): Promise<boolean> {
  thread ??= openThread();
  thread.ref();
  thread.postMessage(question);
  const [isEasy] = await once(thread, 'message');
  thread?.unref();
  return isEasy;
}

/** An error ends the thread and rejects the pending question. The next question opens another thread. */
function openThread(): Worker {
  const limits = { maxOldGenerationSizeMb: HEAP_MIB_MAX };
  return new Worker(THREAD, { resourceLimits: limits }).on('error', () => {
    thread = undefined;
  });
}
