import type { Dispatcher } from 'undici';
import type { DiskWatch } from '../../platform/files/disk-watch.ts';
import { answerFailure, storageLow } from '../../platform/network/fetch-failure.ts';
import { hostAndPortOf } from '../../platform/network/public-host.ts';
import { safeAgent } from '../../platform/network/safe-agent.ts';
import { safeFetch } from '../../platform/network/safe-fetch.ts';
import { failSpan, runInSpan } from '../../platform/observability/spans.ts';
import type { KeepContext } from './keep-files.ts';

export interface FileFetcherOptions {
  agent: Dispatcher;
  folder: () => Promise<string>;
  disk: Pick<DiskWatch, 'mayFetch' | 'claim'>;
}

/**
 * Returns the function that fetches files of orders from the public internet, while the disk has room. With
 * the demo, it also fetches from /images/ of this server, without redirects. Uploads of clients are fetched
 * from nowhere, so the address of one that comes here is not found.
 */
export function openFileFetcher(
  { BASE_URL, DEMO }: { BASE_URL: string; DEMO: boolean },
  { agent, folder, disk }: FileFetcherOptions,
): KeepContext['fetchFile'] {
  const images = DEMO ? new URL(`${BASE_URL}/images/`) : undefined;
  const ownAgent = images && safeAgent({ allow: [hostAndPortOf(images)] });
  const uploads = new URL(`${BASE_URL}/v1/files/`);
  return async (url, fetchOptions) => {
    if (isBelow(uploads, url)) return answerFailure(404, undefined, new Date()).failure;
    if (!disk.mayFetch()) return storageLow().failure;
    const claimRoom = (bytes: number) => disk.claim(bytes);
    const options = { ...fetchOptions, folder: await folder(), claimRoom };
    if (!ownAgent || !isBelow(images, url)) return safeFetch(url, { ...options, agent });
    return safeFetch(url, { ...options, agent: ownAgent, limits: { redirects: 0 } });
  };
}

function isBelow(folder: URL, url: string): boolean {
  const target = URL.parse(url);
  return target?.origin === folder.origin && target.pathname.startsWith(folder.pathname);
}

export class FetchWatch {
  #underWay = 0;
  /** Keys are `fetched`, the code of the failure, or `broken_off`. */
  readonly #ended = new Map<string, number>();

  get underWay(): number {
    return this.#underWay;
  }

  get ended(): ReadonlyMap<string, number> {
    return this.#ended;
  }

  /** Returns the function with counting and tracing. The URL is not traced, because it may be a secret. */
  watch<A extends unknown[], R extends { kind: string; code?: string }>(
    fetchFile: (...given: A) => Promise<R>,
  ): (...given: A) => Promise<R> {
    return async (...given) => {
      this.#underWay++;
      let outcome = 'broken_off';
      try {
        return await runInSpan('fetch file', { kind: 'client' }, async (span) => {
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
