import { useEffect, useEffectEvent } from 'react';
import { type Decoded, decodeScan, LAYOUTS, type ScannerSetup } from './decode-rules.ts';
import { endByPause, PAUSE_MS, type Reading, readKey, type Scan } from './scanner-rules.ts';

const EDITABLE = 'input, textarea, select, [contenteditable="true"], [role="dialog"] *';
/** A field into which codes are typed by hand: what a scanner types there is a scan all the same. */
const TAKES_SCANS = '[data-takes-scans]';
const CONTROL = 'a, button, summary, [role="button"], [role="radio"], [role="switch"], [role="tab"]';
/** A timer that comes so late tells that the page was busy, and that keys may be waiting. */
const BUSY_MS = 40;

/** How many parts of what is shown take scans before the shell does. */
let ofPage = 0;

interface ScannerOptions {
  /** A page that knows what its scans mean has them instead of the shell. */
  isOfPage?: boolean;
  /** A key that a person pressed alone, outside of fields: it is told after a pause, since a scan might have begun with it. */
  onKey?: (key: string) => void;
  /** Every key that is read, for the page that tests the scanner. */
  onRawKey?: (event: KeyboardEvent) => void;
}

/**
 * Calls back for each code that a scanner types at a place that is no field. Takes no key from anybody but the end of a scan, and blanks within one.
 */
export function useScanner(
  onScan: (scan: Scan, decoded: Decoded) => void,
  { isOfPage = false, onKey, onRawKey }: ScannerOptions = {},
): void {
  const told = useEffectEvent((scan: Scan) => onScan(scan, decodeScan(scan, scannerSetup())));
  const toldKey = useEffectEvent((key: string, target: EventTarget | null) => {
    // A control that has the focus takes a blank for itself.
    if (key === ' ' && target instanceof Element && target.closest(CONTROL)) return;
    onKey?.(key);
  });
  const toldRawKey = useEffectEvent((event: KeyboardEvent) => onRawKey?.(event));
  useEffect(() => {
    if (!isOfPage) return;
    ofPage += 1;
    return () => {
      ofPage -= 1;
    };
  }, [isOfPage]);
  useEffect(() => {
    let reading: Reading | undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const awaitPause = (target: EventTarget | null) => {
      const due = performance.now() + PAUSE_MS;
      timer = setTimeout(() => {
        if (performance.now() - due > BUSY_MS) return awaitPause(target);
        const { scan, key } = reading ? endByPause(reading) : {};
        reading = undefined;
        if (scan) told(scan);
        else if (key !== undefined && !isField(target)) toldKey(key, target);
      }, PAUSE_MS);
    };
    const listen = (event: KeyboardEvent) => {
      if (!isOfPage && ofPage > 0) return;
      clearTimeout(timer);
      toldRawKey(event);
      if (event.metaKey || event.repeat || (isField(event.target) && !takesScans(event.target))) {
        reading = undefined;
        return;
      }
      const { key, code, shiftKey: shift, ctrlKey: ctrl, altKey: alt, timeStamp: at } = event;
      const before = reading;
      const read = readKey(before, { key, code, shift, ctrl, alt, at });
      reading = read.reading;
      // A blank within a code must not press the button that happens to have the focus, nor its Enter.
      if (read.scan || (key === ' ' && before && reading && reading.physical.length > 1)) {
        event.preventDefault();
        event.stopPropagation();
      }
      if (read.scan) told(read.scan);
      else if (reading) awaitPause(event.target);
    };
    document.addEventListener('keydown', listen, { capture: true });
    return () => {
      clearTimeout(timer);
      document.removeEventListener('keydown', listen, { capture: true });
    };
  }, [isOfPage]);
}

const isField = (target: EventTarget | null) =>
  target instanceof Element && target.closest(EDITABLE) !== null;
const takesScans = (target: EventTarget | null) =>
  target instanceof Element && target.closest(TAKES_SCANS) !== null;

const KEPT = 'platen.scanner';
let known: ScannerSetup | undefined;

/** What the page Scanner test found out about the scanner at this device. */
export function scannerSetup(): ScannerSetup {
  known ??= read();
  return known;
}

/** Keeps it in this browser; nothing known: an empty one. */
export function keepScannerSetup(setup: ScannerSetup): void {
  known = setup;
  localStorage.setItem(KEPT, JSON.stringify(setup));
}

function read(): ScannerSetup {
  try {
    const kept = JSON.parse(localStorage.getItem(KEPT) ?? '{}') as ScannerSetup;
    const { reading, prefix, suffix } = kept;
    return {
      ...(reading !== undefined && ['typed', ...LAYOUTS].includes(reading) && { reading }),
      ...(typeof prefix === 'string' && { prefix }),
      ...(typeof suffix === 'string' && { suffix }),
    };
  } catch {
    return {};
  }
}
