import { readZpl, ZPL_BYTES_MAX } from '../../zpl/read-zpl.ts';
import type { Findings } from '../file-content.ts';
import type { FileWindow } from './file-window.ts';

/** Finds out whether a file is a label in ZPL that may be printed. Undefined where it is something else. */
export async function inspectZpl(file: FileWindow): Promise<Findings | undefined> {
  // One byte more shows that a file is too large.
  const reading = readZpl(await file.copy(0, Math.min(file.bytes, ZPL_BYTES_MAX + 1)));
  switch (reading.kind) {
    case 'labels':
      return {};
    case 'not_zpl':
      return undefined;
    case 'incomplete':
      return { fault: 'unreadable' };
    case 'refused':
      return { fault: 'not_printable', problem: reading.message };
  }
}
