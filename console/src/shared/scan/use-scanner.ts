import { useEffect, useEffectEvent } from 'react';
import { type Reading, readKey, type Scan } from './scanner-rules.ts';

const EDITABLE = 'input, textarea, select, [contenteditable="true"], [role="dialog"] *';

/** How many parts of what is shown take scans before the shell does. */
let ofPage = 0;

/**
 * Calls back for each code that a scanner types at a place that is no field. Takes no key from anybody but the end of a scan.
 * A page that knows what its scans mean (`isOfPage`) has them instead of the shell.
 */
export function useScanner(onScan: (scan: Scan) => void, { isOfPage = false } = {}): void {
  const told = useEffectEvent(onScan);
  useEffect(() => {
    if (!isOfPage) return;
    ofPage += 1;
    return () => {
      ofPage -= 1;
    };
  }, [isOfPage]);
  useEffect(() => {
    let reading: Reading | undefined;
    const onKey = (event: KeyboardEvent) => {
      if (!isOfPage && ofPage > 0) return;
      const inField = event.target instanceof Element && event.target.closest(EDITABLE);
      if (inField || event.ctrlKey || event.metaKey || event.altKey || event.repeat) {
        reading = undefined;
        return;
      }
      const { key, code, shiftKey: shift } = event;
      const read = readKey(reading, { key, code, shift, at: event.timeStamp });
      reading = read.reading;
      if (!read.scan) return;
      // Its Enter must not press the button that happens to have the focus.
      event.preventDefault();
      event.stopPropagation();
      told(read.scan);
    };
    document.addEventListener('keydown', onKey, { capture: true });
    return () => document.removeEventListener('keydown', onKey, { capture: true });
  }, [isOfPage]);
}
