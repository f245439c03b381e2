import { useEffect, useState } from 'react';

/** Of a browser's windows one alone may work at a station: two would send the same scans. `undefined`: not known yet. */
export function useOnlyWindow(work: string): { isOurs: boolean | undefined; take: () => void } {
  const [isOurs, setOurs] = useState<boolean>();
  const [taken, setTaken] = useState(0);
  useEffect(() => {
    // Without https browsers have no locks.
    if (!navigator.locks) {
      setOurs(true);
      return;
    }
    let leave = () => {};
    let isLeft = false;
    const hold = (lock: Lock | null) => {
      if (isLeft) return undefined;
      setOurs(lock !== null);
      if (lock === null) return undefined;
      return new Promise<void>((resolve) => {
        leave = resolve;
      });
    };
    const how = taken > 0 ? { steal: true } : { ifAvailable: true };
    // Rejected when another window takes it over.
    navigator.locks.request(`platen.station.${work}`, how, hold).catch(() => {
      if (!isLeft) setOurs(false);
    });
    return () => {
      isLeft = true;
      leave();
    };
  }, [work, taken]);
  return { isOurs, take: () => setTaken((times) => times + 1) };
}
