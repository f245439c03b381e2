import { parseMoment } from '../../http/moments.ts';
import { decodeCursor, invalidCursor } from '../../http/paging.ts';

/** Where a list goes on that is sorted by a moment and a code or number: those of the last element. Throws `invalid_request`. */
export function readMomentCursor(cursor: string | undefined): { at: Date; id: string } | undefined {
  const key = decodeCursor(cursor, 2);
  if (!key) return undefined;
  const [moment = '', id = ''] = key;
  const at = parseMoment(moment);
  if (!at) throw invalidCursor();
  return { at, id };
}
