import { useEffect, useEffectEvent } from 'react';
import { type Decoded, decodeScan, LAYOUTS, type ScannerSetup } from './decode-rules.ts';
import { endByPause, PAUSE_MS, type Reading, readKey, type Scan } from './scanner-rules.ts';

const EDITABLE = 'input, textarea, select, [contenteditable="true"], [role="dialog"] *';
/** A field for typed codes, which also accepts scans. */
const TAKES_SCANS = '[data-takes-scans]';
const CONTROL = 'a, button, summary, [role="button"], [role="radio"], [role="switch"], [role="tab"]';
/** A timer that is this late shows that the page was busy, so keys may be waiting. */
const BUSY_MS = 40;

/** Number of mounted listeners that take precedence over the shell. */
let ofPage = 0;

interface ScannerOptions {
  /** The page handles its scans instead of the shell. */
  isOfPage?: boolean;
  /** Called for a single key outside of fields, after a pause, because a scan might have started with it. */
  onKey?: (key: string) => void;
  /** Called for each key, for the scanner test. */
  onRawKey?: (event: KeyboardEvent) => void;
}

/**
 * Calls `onScan` for each scanned code outside of fields. It suppresses only the end of a scan, and spaces
 * inside one.
 */
export function useScanner(
  onScan: (scan: Scan, decoded: Decoded) => void,
  { isOfPage = false, onKey, onRawKey }: ScannerOptions = {},
): void {
  const reportScan = useEffectEvent((scan: Scan) => onScan(scan, decodeScan(scan, scannerSetup())));
  const reportKey = useEffectEvent((key: string, target: EventTarget | null) => {
    // A focused control handles the space key itself.
    if (key === ' ' && target instanceof Element && target.closest(CONTROL)) return;
    onKey?.(key);
  });
  const reportRawKey = useEffectEvent((event: KeyboardEvent) => onRawKey?.(event));
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
        if (scan) reportScan(scan);
        else if (key !== undefined && !isField(target)) reportKey(key, target);
      }, PAUSE_MS);
    };
    const listen = (event: KeyboardEvent) => {
      if (!isOfPage && ofPage > 0) return;
      clearTimeout(timer);
      reportRawKey(event);
      if (event.metaKey || event.repeat || (isField(event.target) && !takesScans(event.target))) {
        reading = undefined;
        return;
      }
      const { key, code, shiftKey: shift, ctrlKey: ctrl, altKey: alt, timeStamp: at } = event;
      const before = reading;
      const read = readKey(before, { key, code, shift, ctrl, alt, at });
      reading = read.reading;
      // A space or Enter of a scan must not press the focused button.
      if (read.scan || (key === ' ' && before && reading && reading.physical.length > 1)) {
        event.preventDefault();
        event.stopPropagation();
      }
      if (read.scan) reportScan(read.scan);
      else if (reading) awaitPause(event.target);
    };
    document.addEventListener('keydown', listen, { capture: true });
    return () => {
      clearTimeout(timer);
      document.removeEventListener('keydown', listen, { capture: true });
    };
  }, [isOfPage]);
}

const isField = (target: EventTarget | null) => target instanceof Element && target.closest(EDITABLE) !== null;
const takesScans = (target: EventTarget | null) => target instanceof Element && target.closest(TAKES_SCANS) !== null;

const KEPT = 'platen.scanner';
let known: ScannerSetup | undefined;

/** Returns the scanner settings that the scanner test found for this device. */
export function scannerSetup(): ScannerSetup {
  known ??= read();
  return known;
}

/** Stores the settings in this browser. */
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
