import type { ServerResponse } from 'node:http';
import { eventLoopUtilization } from 'node:perf_hooks';
import { type ApiError, errorBody } from '../errors.ts';
import { requestId } from './request-id.ts';
import { SECURITY_HEADERS } from './security-headers.ts';
import { answerWhenSent } from './unread-body.ts';

/**
 * A refusal costs some 20 µs; more of them would leave too little for answers, so further ones wait. Seconds are those in which this process has a processor, or wants none: where
 * others have it most of the time, as many in each second of the clock would take all that is left, so that less is answered, and more refused.
 */
const REFUSALS_PER_SECOND = 10_000;
/** What was not used up is kept for so long. */
const KEPT_SECONDS = 0.1;
const INTERVAL_MS = 5;
const FILL_INTERVAL_MS = 1;
const TOLD_INTERVAL_MS = 10_000;

/** Answers with refusals, in the order of their coming, as cheaply as it goes and no more of them than leave time for answers. */
export class Refusals {
  readonly #onRefused: (refused: number) => void;
  readonly #waiting: { response: ServerResponse; refusal: ApiError }[] = [];
  #mayRefuse = 0;
  /** As performance.now() has it. */
  #filledAt = Number.NEGATIVE_INFINITY;
  #hadMs = 0;
  #timer: NodeJS.Timeout | undefined;
  #count = 0;
  #untold = 0;
  #toldAt = Number.NEGATIVE_INFINITY;

  /** Told now and then how many there were since. */
  constructor(onRefused: (refused: number) => void) {
    this.#onRefused = onRefused;
  }

  /** All so far. */
  get count(): number {
    return this.#count;
  }

  add(response: ServerResponse, refusal: ApiError): void {
    this.#waiting.push({ response, refusal });
    this.#refuseSome();
  }

  /** As many as may be by now. */
  #refuseSome(): void {
    const now = performance.now();
    if (now - this.#filledAt >= FILL_INTERVAL_MS) this.#fill(now);
    const count = Math.min(this.#waiting.length, Math.floor(this.#mayRefuse));
    this.#mayRefuse -= count;
    for (const { response, refusal } of this.#waiting.splice(0, count))
      answerWhenSent(response.req, () => answer(response, refusal));
    this.#count += count;
    this.#untold += count;
    if (this.#untold > 0 && now - this.#toldAt >= TOLD_INTERVAL_MS) {
      this.#onRefused(this.#untold);
      this.#untold = 0;
      this.#toldAt = now;
    }
    if (this.#waiting.length === 0) return;
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.#refuseSome();
    }, INTERVAL_MS);
  }

  #fill(now: number): void {
    const hadMs = timeHad();
    const grown = ((hadMs - this.#hadMs) * REFUSALS_PER_SECOND) / 1_000;
    this.#mayRefuse = Math.min(REFUSALS_PER_SECOND * KEPT_SECONDS, this.#mayRefuse + grown);
    this.#hadMs = hadMs;
    this.#filledAt = now;
  }
}

/** Milliseconds in which this thread had a processor, or wanted none. */
function timeHad(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000 + eventLoopUtilization().idle;
}

function answer(response: ServerResponse, refusal: ApiError): void {
  if (response.destroyed) return;
  const id = requestId(response.req);
  const body = JSON.stringify(errorBody(refusal, id));
  response.writeHead(refusal.status, {
    ...SECURITY_HEADERS,
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    'x-request-id': id,
    ...refusal.headers,
  });
  response.end(body);
}
