import { useEffect, useEffectEvent } from 'react';
import { type Decoded, decodeScan, LAYOUTS, readingsOf, type ScannerSetup } from './decode-rules.ts';
import {
  FIELD_TIMING,
  type Reading,
  readKey,
  readPause,
  rejectTornRest,
  type Scan,
  type ScannerTiming,
  timingOf,
  waitAfter,
} from './scanner-rules.ts';

const EDITABLE = 'input, textarea, select, [contenteditable="true"], [role="dialog"] *';
/** A field for typed codes, which also accepts scans. */
const TAKES_SCANS = '[data-takes-scans]';
const CONTROL = 'a, button, summary, [role="button"], [role="radio"], [role="switch"], [role="tab"]';
/** A timer that is this late shows that the page was busy, so keys may be waiting. */
const BUSY_MS = 40;

/**
 * The end key of a scan that was ended by a pause may still arrive in this time. It must not press a button.
 */
const LATE_END_MS = 2_000;
/** The rest of a torn text begins in this time after the unread part of it. */
const REST_MS = 1_500;
/** Longest text of an unread scan on the screen. */
const UNREAD_MAX = 48;

/** Number of mounted listeners that take precedence over the shell. */
let ofPage = 0;

interface ScannerOptions {
  /** The page handles its scans instead of the shell. */
  isOfPage?: boolean;
  /** Called for a single key outside of fields, after a pause, because a scan might have started with it. */
  onKey?: (key: string) => void;
  /** Called for each key, for the scanner test. */
  onRawKey?: (event: KeyboardEvent) => void;
  /** Called for text outside of fields that is not a scan. The text is empty if it may be a badge. */
  onUnread?: (text: string) => void;
  /** Replaces the timing of this device. */
  timing?: ScannerTiming;
}

/**
 * Calls `onScan` for each code that is scanned while no field has the focus. Suppresses only the keys that
 * end a scan, and spaces inside a scan.
 */
export function useScanner(
  onScan: (scan: Scan, decoded: Decoded) => void,
  { isOfPage = false, onKey, onRawKey, onUnread, timing }: ScannerOptions = {},
): void {
  const reportScan = useEffectEvent((scan: Scan) => {
    const decoded = decodeScan(scan, scannerSetup());
    learnEnd(scan, decoded);
    onScan(scan, decoded);
  });
  const reportUnread = useEffectEvent((scan: Scan) => onUnread?.(shownTextOf(scan)));
  const takesUnread = onUnread !== undefined;
  // The scanner test shows each text as it came.
  const joinsTorn = takesUnread && timing === undefined;
  const timingHere = useEffectEvent(() => timing ?? timingOf(scannerSetup()));
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
    let endedByPause = Number.NEGATIVE_INFINITY;
    let unreadAt = Number.NEGATIVE_INFINITY;
    let isRest = false;
    const reportText = ({ scan, unread }: ReturnType<typeof readKey>) => {
      if (scan || unread) unreadAt = unread ? performance.now() : Number.NEGATIVE_INFINITY;
      if (scan) reportScan(scan);
      else if (unread) reportUnread(unread);
    };
    const awaitPause = (target: EventTarget | null, silentMs = 0) => {
      const now = isField(target) ? FIELD_TIMING : timingHere();
      const until = waitAfter(silentMs, now);
      const due = performance.now() + until - silentMs;
      timer = setTimeout(() => {
        if (performance.now() - due > BUSY_MS) return awaitPause(target, silentMs);
        if (!reading) return;
        const read = rejectTornRest(readPause(reading, until, now), isRest);
        reading = read.reading;
        // People and scales type other text into a field, and the next Enter submits its form.
        const isOfScanner = read.scan || (read.unread && !isField(target));
        if (isOfScanner) endedByPause = performance.now();
        if (read.scan || !isField(target)) reportText(read);
        if (!isField(target)) for (const key of read.keys ?? '') reportKey(key, target);
        if (reading) awaitPause(target, until);
      }, until - silentMs);
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
      const now = isField(event.target) ? FIELD_TIMING : timingHere();
      if (!before) isRest = joinsTorn && !isField(event.target) && performance.now() - unreadAt < REST_MS;
      const read = rejectTornRest(readKey(before, { key, code, shift, ctrl, alt, at }, now), isRest);
      reading = read.reading;
      const unread = takesUnread && !isField(event.target) ? read.unread : undefined;
      const isLateEnd = !before && (key === 'Enter' || key === 'Tab') && performance.now() - endedByPause < LATE_END_MS;
      endedByPause = Number.NEGATIVE_INFINITY;
      if (isLateEnd) keepScannerSetup({ ...scannerSetup(), end: key });
      // A space or Enter of a scan must not press the focused button.
      const isInside = key === ' ' && before && at - before.last <= now.gapMs && before.physical.length > 1;
      if (read.scan || unread || isLateEnd || isInside) {
        event.preventDefault();
        event.stopPropagation();
      }
      if (read.scan || unread) reportText(read);
      else if (reading) awaitPause(event.target);
    };
    document.addEventListener('keydown', listen, { capture: true });
    return () => {
      clearTimeout(timer);
      document.removeEventListener('keydown', listen, { capture: true });
    };
  }, [isOfPage, takesUnread, joinsTorn]);
}

const isField = (target: EventTarget | null) => target instanceof Element && target.closest(EDITABLE) !== null;
const takesScans = (target: EventTarget | null) => target instanceof Element && target.closest(TAKES_SCANS) !== null;

/** Remembers the end key of this scanner from a code whose check digit is right. */
function learnEnd({ end }: Scan, { kind }: Decoded): void {
  const setup = scannerSetup();
  if (setup.end === end || (kind !== 'own' && kind !== 'ean13')) return;
  // The end key of one scan may have been lost.
  if (end !== 'pause' || setup.end === undefined) keepScannerSetup({ ...setup, end });
}

/** Returns the text of an unread scan for the screen. A badge is a secret. */
function shownTextOf(scan: Scan): string {
  const mayBeBadge = readingsOf(scan).some(([, text]) => /^W\d/i.test(text));
  return mayBeBadge ? '' : scan.typed.slice(0, UNREAD_MAX);
}

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
  try {
    localStorage.setItem(KEPT, JSON.stringify(setup));
  } catch {
    // The storage is full or forbidden.
  }
}

const isTime = (ms: unknown) => typeof ms === 'number' && ms > 0 && ms <= 10_000;

function read(): ScannerSetup {
  try {
    const kept = JSON.parse(localStorage.getItem(KEPT) ?? '{}') as ScannerSetup;
    const { reading, prefix, suffix, end, gapMs, pauseMs } = kept;
    return {
      ...(reading !== undefined && ['typed', ...LAYOUTS].includes(reading) && { reading }),
      ...(typeof prefix === 'string' && { prefix }),
      ...(typeof suffix === 'string' && { suffix }),
      ...(['Enter', 'Tab', 'pause'].includes(end ?? '') && { end }),
      ...(isTime(gapMs) && { gapMs }),
      ...(isTime(pauseMs) && { pauseMs }),
    };
  } catch {
    return {};
  }
}
