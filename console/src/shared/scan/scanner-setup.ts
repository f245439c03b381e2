import type { ScannerSetup } from './decode-rules.ts';
import { LAYOUTS } from './layout-rules.ts';

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
