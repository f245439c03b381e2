import { useEffect, useEffectEvent, useState } from 'react';
import { reportActivity, type StationSession, signOff } from './station-api.ts';

/** Minimum time between two reports of activity. */
const ACTIVITY_MS = 15_000;
const LOOK_MS = 1_000;

/**
 * Locks the screen after the server's idle time, even without a connection. Reports activity that sends no
 * request. A locked screen stays locked until a person signs on.
 */
export function useIdleLock(
  session: StationSession | null,
  onLock: () => void,
): { isLocked: boolean; unlock: () => void } {
  const [isLocked, setLocked] = useState(false);
  const operatorId = session?.operator?.operatorId;
  const idleMs = (session?.idleSeconds ?? 0) * 1_000;
  const lock = useEffectEvent(() => {
    setLocked(true);
    onLock();
    // If the server cannot be reached, it locks after its own idle time.
    void signOff().catch(() => undefined);
  });
  useEffect(() => {
    if (operatorId === undefined) return;
    let touched = Date.now();
    let reported = Date.now();
    const touch = () => {
      touched = Date.now();
      if (touched - reported < ACTIVITY_MS) return;
      reported = touched;
      void reportActivity().catch(() => undefined);
    };
    const timer = setInterval(() => {
      if (Date.now() - touched >= idleMs) lock();
    }, LOOK_MS);
    for (const kind of ['pointerdown', 'keydown'] as const)
      document.addEventListener(kind, touch, { capture: true, passive: true });
    return () => {
      clearInterval(timer);
      for (const kind of ['pointerdown', 'keydown'] as const)
        document.removeEventListener(kind, touch, { capture: true });
    };
  }, [operatorId, idleMs]);
  return { isLocked, unlock: () => setLocked(false) };
}
