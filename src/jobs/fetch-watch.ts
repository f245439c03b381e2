import { failSpan, inSpan } from '../tracing/spans.ts';

/** Counts the fetches of files, by what came of them. */
export class FetchWatch {
  #underWay = 0;
  /** `fetched`, the code of the failure, or `broken_off`. */
  readonly #ended = new Map<string, number>();

  get underWay(): number {
    return this.#underWay;
  }

  get ended(): ReadonlyMap<string, number> {
    return this.#ended;
  }

  /** The same fetch, counted and traced: without its address, which may be a secret. */
  watch<A extends unknown[], R extends { kind: string; code?: string }>(
    fetchFile: (...given: A) => Promise<R>,
  ): (...given: A) => Promise<R> {
    return async (...given) => {
      this.#underWay++;
      let outcome = 'broken_off';
      try {
        return await inSpan('fetch file', { kind: 'client' }, async (span) => {
          const result = await fetchFile(...given);
          outcome = result.code ?? result.kind;
          span?.setAttribute('platen.fetch.outcome', outcome);
          if (result.code) failSpan(span, result.code);
          return result;
        });
      } finally {
        this.#underWay--;
        this.#ended.set(outcome, (this.#ended.get(outcome) ?? 0) + 1);
      }
    };
  }
}
