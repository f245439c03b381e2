import type { Findings } from '../file-content.ts';
import type { FileWindow } from './file-window.ts';
import { ZplText } from './zpl-text.ts';

const READ_BYTES = 64 * 1024;

/** Labels in ZPL, of which the last one must have arrived whole; undefined where the file is something else. */
export async function inspectZpl(file: FileWindow): Promise<Findings | undefined> {
  const text = new ZplText();
  for (let position = 0; position < file.bytes; position += READ_BYTES) {
    if (!text.take(await file.read(position, READ_BYTES))) return undefined;
  }
  if (!text.end() || !text.hasLabel) return undefined;
  return text.isOpen ? { fault: 'unreadable' } : {};
}
