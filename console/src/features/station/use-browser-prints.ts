import { useQueries, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { ConnectionLost } from '../../shared/api/request-error.ts';
import { printHere } from '../../shared/printing/print-here.ts';
import { areAtRest, type Paper, parcelQuery, type WatchedParcel } from './pack-api.ts';
import { latestAnswerOf } from './screen-rules.ts';
import type { Scans } from './use-scans.ts';

/** Number of recent parcels whose papers are watched. A label may arrive after the next order was opened. */
const PARCELS_WATCHED_MAX = 20;
const AGAIN_MS = 1_000;

interface BrowserPrints {
  /** The recent parcels, the youngest first. */
  watched: WatchedParcel[];
  /** The last failure. */
  failure: Error | undefined;
}

/** Watches the recent parcels of this station, and prints their papers in the browser, each once. */
export function useBrowserPrints({ screen }: Scans): BrowserPrints {
  const queryClient = useQueryClient();
  const [codes, setCodes] = useState<readonly string[]>([]);
  const [failure, setFailure] = useState<Error>();
  const begun = useRef(new Set<string>());
  const parcel = latestAnswerOf(screen)?.parcel;
  const code = parcel && (parcel.papers.length > 0 || parcel.label) ? parcel.code : undefined;
  if (code !== undefined && codes[0] !== code)
    setCodes([code, ...codes.filter((one) => one !== code)].slice(0, PARCELS_WATCHED_MAX));
  const watched = useQueries({
    queries: codes.map(parcelQuery),
    combine: (results) => results.flatMap(({ data }) => data ?? []),
  });
  const papers = watched.flatMap((one) => one.papers);
  const waiting = papers
    .filter(isForBrowser)
    .map(({ jobId }) => jobId)
    .join(' ');
  const left = useRef(new AbortController());
  useEffect(() => {
    left.current = new AbortController();
    return () => left.current.abort();
  }, []);
  useEffect(() => {
    for (const jobId of waiting.split(' ').filter((one) => one !== '' && !begun.current.has(one))) {
      begun.current.add(jobId);
      printWhenReached(jobId, left.current.signal, setFailure)
        .then(() => setFailure(undefined), setFailure)
        .finally(() => void queryClient.invalidateQueries({ queryKey: ['parcels'] }));
    }
  }, [waiting, queryClient]);
  return { watched, failure: areAtRest(papers) ? undefined : failure };
}

const isForBrowser = ({ state, printer }: Paper) => state === 'queued' && printer?.kind === 'browser';

/**
 * Repeats the request while the server does not answer, because a lost answer may have claimed the job. A job
 * that this person has claimed can be claimed again. Printing starts only when the whole document is here.
 */
async function printWhenReached(jobId: string, left: AbortSignal, onFailure: (error: Error) => void): Promise<void> {
  for (;;) {
    try {
      await printHere(jobId);
      return;
    } catch (error) {
      if (!(error instanceof ConnectionLost) || left.aborted) throw error;
      onFailure(error);
    }
    await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
    if (left.aborted) return;
  }
}
