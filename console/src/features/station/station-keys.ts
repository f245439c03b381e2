import { createContext, type RefObject, useContext, useEffect, useEffectEvent } from 'react';

type KeyHandler = (key: string) => void;

/** Where the page in a station's frame says what its keys do. */
export const StationKeys = createContext<RefObject<KeyHandler | undefined>>({ current: undefined });

/** Calls back for a key that somebody pressed alone, outside of fields. */
export function useStationKeys(onKey: KeyHandler): void {
  const place = useContext(StationKeys);
  const told = useEffectEvent(onKey);
  useEffect(() => {
    place.current = (key) => told(key);
    return () => {
      place.current = undefined;
    };
  }, [place]);
}
