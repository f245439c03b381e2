import { useEffect, useReducer, useState, useSyncExternalStore } from 'react';
import { newIdempotencyKey } from '../../shared/api/idempotency-key.ts';
import { type Identity, keepQueue, readKeptQueue } from '../../shared/scan/queue-rules.ts';
import { type QueueView, ScanQueue } from '../../shared/scan/scan-queue.ts';
import { playSound, type SoundKind, soundOf } from '../../shared/scan/sound-rules.ts';
import { changeScreen, type RefusalKind, type Screen } from './screen-rules.ts';
import { readLatestScan, type ScanAnswer, type ScanContext, sendScan, type Work } from './station-api.ts';

export interface Scans {
  identity: Identity;
  view: QueueView<ScanContext, ScanAnswer>;
  screen: Screen;
  /** Adds a code to the queue. */
  scan: (code: string) => void;
  /** Shows a refusal from this page, before a request. */
  refuse: (kind: RefusalKind, message: string, text: string) => void;
  dismiss: () => void;
  /** Opens another context. Does nothing while scans wait, because they belong to the current one. */
  resume: (context: ScanContext) => void;
  /** Sends or discards the waiting scans of another person. */
  adopt: () => void;
  discard: () => void;
}

/** Queues the scans of one kind of work at this device and keeps the answers. */
export function useScans(work: Work, identity: Identity, onLocked: () => void): Scans {
  const [screen, change] = useReducer(changeScreen, {});
  const [queue] = useState(
    () =>
      new ScanQueue<ScanContext, ScanAnswer>(
        {
          send: sendScan,
          readLatest: (by, signal) => readLatestScan(work, by, signal),
          read: () => readKeptQueue(work),
          keep: (kept) => keepQueue(work, kept),
          pause,
          now: Date.now,
          onAnswer: (one) => {
            change({ type: 'answered', one, now: Date.now() });
            playSound(one.answer ? soundOf(one.answer) : 'blocked');
          },
          onLatest: (answer) => change({ type: 'restored', answer }),
          onLocked,
        },
        { work },
      ),
  );
  const view = useSyncExternalStore(queue.subscribe, queue.view);
  useEffect(() => {
    const close = queue.open();
    const online = () => queue.retry();
    addEventListener('online', online);
    return () => {
      removeEventListener('online', online);
      close();
    };
  }, [queue]);
  useEffect(() => {
    queue.signOn(identity);
    void queue.restore();
  }, [queue, identity]);
  const hear = (sound: SoundKind) => {
    change({ type: 'signal', sound });
    playSound(sound);
  };
  const refuse = (kind: RefusalKind, message: string, text: string) => {
    change({ type: 'refused', refusal: { kind, message, text, since: Date.now() } });
    hear('unread');
  };
  const scan = (code: string) => {
    const isOffline = queue.view().state === 'offline' || queue.view().state === 'foreign';
    if (!queue.add(newIdempotencyKey(), code)) refuse('TOO_MANY_WAIT', '', code);
    else if (isOffline) hear('waits');
  };
  return {
    identity,
    view,
    screen,
    scan,
    refuse,
    dismiss: () => change({ type: 'dismissed' }),
    resume: (context) => queue.resume(context),
    adopt: () => queue.adopt(),
    discard: () => queue.discard(),
  };
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    const wake = () => {
      clearTimeout(timer);
      resolve();
    };
    if (signal.aborted) wake();
    else signal.addEventListener('abort', wake, { once: true });
  });
}
