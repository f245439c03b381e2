import { extensionOf, safeNameOf } from '../../../orders/files/archive-files.ts';
import type { PieceStep } from '../../../production/piece-rules.ts';
import type { Piece } from '../../../production/piece-store.ts';

/** Returns the name of the print file of a step, by PRINT_FILE_NAME. `step` is an index from 0. */
export function printFileName(pattern: string, piece: Piece, step: number, mediaType: string): string {
  const names = piece.steps.map((one) => fillPattern(pattern, piece, one));
  const name = names[step] ?? piece.code;
  // Two prints with the same location and technology get different names.
  const isAgain = names.indexOf(name) < step;
  return `${name}${isAgain ? `_${step + 1}` : ''}.${extensionOf(mediaType)}`;
}

function fillPattern(pattern: string, { code, orderId, sku, batchId }: Piece, step: PieceStep): string {
  const { location, technology } = step;
  const parts: Record<string, string> = { code, orderId, sku, location, technology, batch: batchId ?? '' };
  return pattern.replaceAll(/\{(\w+)\}/g, (_, name: string) => safeNameOf(parts[name] ?? ''));
}
