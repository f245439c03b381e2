import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { newIdempotencyKey } from '../../../shared/api/idempotency-key.ts';
import { ConnectionLost, RequestError } from '../../../shared/api/request-error.ts';
import { type Posting, sendPosting } from './shelves-api.ts';

const STORED_AS = 'platen.shelves.outbox';
const RETRY_MS = 3_000;
type Kept = { key: string; posting: Posting };

export interface Outbox {
  /** Changes that the server has not answered. */
  waiting: readonly Kept[];
  /** Why the last change was refused. */
  refusal: Error | undefined;
  post: (posting: Posting) => void;
  forgetRefusal: () => void;
}

/**
 * Keeps changes in this browser until the server answers, also without network and over a reload. Sends them
 * in order, each with one key, so that the server books it once.
 */
export function useOutbox(onLocked: () => void): Outbox {
  const queryClient = useQueryClient();
  const [waiting, setWaiting] = useState<readonly Kept[]>(readKept);
  const [refusal, setRefusal] = useState<Error>();
  const isSending = useRef(false);
  const update = useCallback((change: (before: readonly Kept[]) => readonly Kept[]) => {
    // The storage comes first: a reload during a request must not lose the key.
    const now = change(readKept());
    localStorage.setItem(STORED_AS, JSON.stringify(now));
    setWaiting(now);
  }, []);
  const send = useCallback(async () => {
    if (isSending.current) return;
    isSending.current = true;
    try {
      for (let next = readKept()[0]; next; next = readKept()[0]) {
        const { key, posting } = next;
        const failure = await sendPosting(posting, key).then(
          () => undefined,
          (error: Error) => error,
        );
        if (failure instanceof ConnectionLost || isTemporary(failure)) return;
        if (failure instanceof RequestError && failure.status === 401) return onLocked();
        if (failure) setRefusal(failure);
        update((before) => before.filter((one) => one.key !== key));
        await queryClient.invalidateQueries({ queryKey: ['shelves'] });
      }
    } finally {
      isSending.current = false;
    }
  }, [onLocked, queryClient, update]);
  useEffect(() => {
    void send();
    const timer = setInterval(() => void send(), RETRY_MS);
    addEventListener('online', send);
    return () => {
      clearInterval(timer);
      removeEventListener('online', send);
    };
  }, [send]);
  const post = (posting: Posting) => {
    setRefusal(undefined);
    update((before) => [...before, { key: newIdempotencyKey(), posting }]);
    void send();
  };
  return { waiting, refusal, post, forgetRefusal: () => setRefusal(undefined) };
}

function isTemporary(failure: Error | undefined): boolean {
  return failure instanceof RequestError && (failure.status >= 500 || failure.status === 429);
}

function readKept(): Kept[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(STORED_AS) ?? '[]');
    return Array.isArray(kept) ? kept : [];
  } catch {
    return [];
  }
}
