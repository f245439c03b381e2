import { useDebouncedCallback } from '@mantine/hooks';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';

/** Long enough not to ask at each letter, short enough to feel like it. */
const TYPING_MS = 250;

/**
 * What a person types into the search of a list: asks a moment after the last letter, and follows the address, which may change by itself (back,
 * a scan, a link). Whoever has left for another page meanwhile is not called back.
 */
export function useTypedSearch(
  value: string | undefined,
  onChange: (q: string | undefined) => void,
): [typed: string, type: (text: string) => void] {
  const asked = value ?? '';
  const router = useRouter();
  const [typed, setTyped] = useState(asked);
  const ask = useDebouncedCallback((text: string, page: string) => {
    // The next page may still be loading, with this one on the screen.
    if (router.latestLocation.pathname === page) onChange(text.trim() || undefined);
  }, TYPING_MS);
  useEffect(() => setTyped((before) => (before.trim() === asked ? before : asked)), [asked]);
  const type = (text: string) => {
    setTyped(text);
    ask(text, router.latestLocation.pathname);
  };
  return [typed, type];
}
