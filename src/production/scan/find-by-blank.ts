import type { Connection } from '../../database/transaction.ts';
import { findPiecesOfBlank } from '../open-pieces-store.ts';
import { findPieceByCode } from '../piece-store.ts';
import type { ScanContext } from './scan-answers.ts';

/** What the label of a blank stands for: a piece, where only one can be meant. */
export type Meant = { code: string } | 'several' | undefined;

/**
 * The piece that a blank is for whose own label was scanned, with its SKU: the one in hand, if it is made of it; else the only one on the floor (at MAKE, that is
 * still to be made).
 */
export async function findByBlank(
  connection: Connection,
  sku: string,
  { work, piece }: ScanContext,
): Promise<Meant> {
  const inHand = piece === undefined ? undefined : await findPieceByCode(connection, piece);
  if (inHand?.sku === sku) return { code: inHand.code };
  const [first, second] = await findPiecesOfBlank(connection, sku, { toMake: work !== 'FIND', limit: 2 });
  if (second !== undefined) return 'several';
  return first === undefined ? undefined : { code: first };
}
