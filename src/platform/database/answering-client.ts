import { Client, type ClientConfig, type Submittable } from 'pg';

/** A statement that has had no answer for this long counts as silent. */
const SILENT_MS = 2_000;
/** A silent statement is reported again after each of these. */
const SILENT_AGAIN_MS = 1_000;

type Answer = (error: Error | null | undefined, result?: unknown) => void;

/** Of a connection. */
export interface AnsweringOptions {
  /** A statement is answered within this, in milliseconds; 0: however long it takes. One that has a `query_timeout` has that. */
  answerMsMax?: number;
}

/**
 * A connection whose statements are answered in time; one that is not fails as "Query read timeout", and the connection, which is of no use after that, ends.
 *
 * For its own `query_timeout`, and for a promise, pg assigns a function to each query (`query.callback = () => …`). V8 makes a function that is written in such an
 * assignment among its old values at once, and all that was read became old with it and was freed by the long collections only. That took a fifth of the processor time
 * of a read. Here pg is handed its functions as arguments.
 */
export class AnsweringClient extends Client {
  readonly #answerMsMax: number;

  constructor(config: ClientConfig & AnsweringOptions = {}) {
    super(config);
    this.#answerMsMax = config.answerMsMax ?? 0;
  }

  /** As pg has it: a statement or its settings, its values, and a callback in place of the promise. Declared so that all of pg's forms fit; pools hand it out as pg's. */
  override query(first: unknown, ...rest: unknown[]): never {
    if (first === undefined || first === null || isSubmittable(first))
      return super.query(first as Submittable, ...(rest as [])) as never;
    const [second, third] = rest;
    if (typeof second === 'function') return this.#ask(first, undefined, second as Answer) as never;
    if (typeof third === 'function') return this.#ask(first, second, third as Answer) as never;
    return new Promise((resolve, reject) => {
      this.#ask(first, second, (error, result) => (error ? reject(error) : resolve(result)));
    }).catch(nameAsker) as never;
  }

  #ask(asked: unknown, values: unknown, callback: Answer): void {
    const { statement, msMax } = withoutTimeout(asked);
    const answerMsMax = msMax ?? this.#answerMsMax;
    if (answerMsMax === 0) {
      super.query(statement as string, values as unknown[], callback);
      return;
    }
    let isAnswered = false;
    const answer: Answer = (error, result) => {
      if (isAnswered) return;
      isAnswered = true;
      clearTimeout(timer);
      callback(error, result);
    };
    const waitFor = (ms: number, leftMs: number) =>
      setTimeout(() => {
        if (leftMs > 0) {
          this.onSilence();
          timer = waitFor(Math.min(SILENT_AGAIN_MS, leftMs), leftMs - SILENT_AGAIN_MS);
          return;
        }
        // The statement still runs, and the next one would wait for it.
        this.end().catch(() => {});
        answer(new Error('Query read timeout'));
      }, ms);
    let timer = waitFor(Math.min(SILENT_MS, answerMsMax), answerMsMax - SILENT_MS);
    super.query(statement as string, values as unknown[], answer);
  }

  /** Is called repeatedly while a statement is silent. Does nothing here. */
  protected onSilence(): void {}
}

/** The statement, and its own time limit, which pg would look after itself. */
function withoutTimeout(asked: unknown): { statement: unknown; msMax: number | undefined } {
  if (typeof asked !== 'object' || asked === null || !('query_timeout' in asked))
    return { statement: asked, msMax: undefined };
  const { query_timeout: msMax, ...statement } = asked as { query_timeout: number | undefined };
  return { statement, msMax };
}

function isSubmittable(query: unknown): query is Submittable {
  return typeof (query as Partial<Submittable> | null)?.submit === 'function';
}

/** The stack of the error leads to who asked then, in place of the socket. */
function nameAsker(error: Error): never {
  Error.captureStackTrace(error);
  throw error;
}
