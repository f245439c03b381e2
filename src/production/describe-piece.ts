import type { LocationTechnologies } from '../catalog/catalog-schemas.ts';
import { placeArtwork } from '../catalog/printing/placement-rules.ts';
import { fittingOf } from '../catalog/printing/read-print-settings.ts';
import type { OrderKey } from '../orders/rows/order-row-store.ts';
import type { Connection } from '../platform/database/transaction.ts';
import {
  findFloorFacts,
  type OrderFacts,
  type PieceFacts,
  type StepPrint,
  type VariantFacts,
  type WorkFile,
} from './piece-facts-store.ts';
import type { PieceStep } from './piece-rules.ts';
import type { Piece } from './piece-store.ts';

export interface DescribedStep extends PieceStep {
  isDone: boolean;
  /** Size of the print. Absent if the catalogue does not have it. */
  widthMm?: number;
  heightMm?: number;
  /** The material of a customization. */
  title?: string;
  artwork?: WorkFile;
  /** The print-ready file. Absent: none is planned, or the piece is of an earlier run. */
  printFile?: StepPrint;
  /** A picture of how this step should look, else of the whole piece. */
  qualityControl?: WorkFile;
}

/** A piece as a station shows it, without personal data of the recipient. */
export interface PieceDescription {
  /** Number of the piece within its item, from 1. */
  number: number;
  of: number;
  /** The place among all pieces of the order. */
  inOrder: { number: number; of: number };
  article?: VariantFacts;
  steps: DescribedStep[];
  /** A picture of how the piece should look. */
  qualityControl?: WorkFile;
  batch?: { batchId: string; name: string; place: number; of: number };
  due?: Date;
  isRush: boolean;
}

/** Notes that a station shows. */
export const NOTES_MAX = 20;

/** Reads an order and one of its pieces as a station shows them. */
export function readFloorFacts(connection: Connection, order: OrderKey, piece: Piece | undefined, notesMax: number) {
  const applied = piece?.steps.flatMap(({ sku }) => (sku === undefined ? [] : [sku])) ?? [];
  const skus = piece && [...new Set([piece.sku, ...applied])];
  const source = piece && skus && { ...piece, skus, pointers: pointersOf(piece) };
  return findFloorFacts(connection, order, source, notesMax);
}

/** Describes a piece. A ticket from before its order was changed has no pictures. */
export function describePiece(piece: Piece, facts: (OrderFacts & PieceFacts) | undefined): PieceDescription {
  const variants = new Map(facts?.variants.map((one) => [one.sku, one]));
  const files = new Map(facts?.files.map((one) => [one.pointer, one]));
  const { of = null, before = null, ofOrder = null, batchPlaces = null } = facts ?? {};
  const { batchId, batchPlace: place, copy } = piece;
  // Pieces that a correction added have further copy numbers.
  const number = Math.min(copy, Math.max(1, of ?? copy));
  const article = variants.get(piece.sku);
  const qualityControl = files.get(`${itemPointer(piece)}/qualityControlImageUrl`);
  const steps = piece.steps.map((step, index) => ({
    ...describeStep(piece, step, { article, variants, files, qualityControl, facts }),
    isDone: index < piece.stepsDone,
  }));
  const url = qualityControl ?? steps.find((step) => step.qualityControl)?.qualityControl;
  return {
    number,
    of: piece.quantity > 1 ? 1 : Math.max(of ?? number, number),
    inOrder: { number: (before ?? 0) + number, of: ofOrder ?? number },
    ...(article && { article }),
    steps,
    ...(url && { qualityControl: url }),
    ...(batchId !== null &&
      typeof place === 'number' && { batch: { batchId, name: batchId, place, of: batchPlaces ?? place } }),
    ...(facts?.due && { due: facts.due }),
    isRush: facts?.isRush === true,
  };
}

interface Sources {
  article: VariantFacts | undefined;
  variants: ReadonlyMap<string, VariantFacts>;
  files: ReadonlyMap<string, WorkFile>;
  qualityControl: WorkFile | undefined;
  facts: PieceFacts | undefined;
}

function describeStep(
  piece: Piece,
  step: PieceStep,
  { article, variants, files, qualityControl: ofPiece, facts }: Sources,
): Omit<DescribedStep, 'isDone'> {
  const at = stepPointer(piece, step);
  const artwork = files.get(`${at}/dataUrl`);
  const qualityControl = files.get(`${at}/qualityControlImageUrl`) ?? ofPiece;
  const size = article && printedSizeAt(article, step, artwork, facts);
  const isPrint = step.kind === 'PRINT';
  const printFile = isPrint ? facts?.prints.find(({ print }) => print === step.place) : undefined;
  const title = step.sku === undefined ? undefined : variants.get(step.sku)?.title;
  return {
    ...step,
    ...size,
    ...(title !== undefined && { title }),
    ...(artwork && { artwork }),
    ...(printFile && { printFile }),
    ...(qualityControl && { qualityControl }),
  };
}

function itemPointer({ position }: Piece): string {
  return `/items/${position - 1}/customProduct`;
}

/** Returns the JSON Pointer to the step in the order. */
export function stepPointer(piece: Piece, { kind, place }: PieceStep): string {
  return `${itemPointer(piece)}/${kind === 'PRINT' ? 'prints' : 'customizations'}/${place}`;
}

/** Returns the JSON Pointers to all files of the piece. */
export function pointersOf(piece: Piece): string[] {
  const ofSteps = piece.steps.flatMap((step) => {
    const at = stepPointer(piece, step);
    return [`${at}/dataUrl`, `${at}/qualityControlImageUrl`];
  });
  return [`${itemPointer(piece)}/qualityControlImageUrl`, ...ofSteps];
}

/** Returns the printed size of a print, if the catalogue has its area. */
function printedSizeAt(
  { allowedLocations, areas, manufacturerCode }: VariantFacts,
  { kind, location }: PieceStep,
  artwork: WorkFile | undefined,
  facts: PieceFacts | undefined,
): { widthMm: number; heightMm: number } | undefined {
  if (kind !== 'PRINT') return undefined;
  const locations: LocationTechnologies[] = JSON.parse(allowedLocations);
  const own = locations.find((one) => one.location === location)?.printArea;
  const area = areas?.findLast((one) => one.location === location)?.area ?? own;
  if (!area) return undefined;
  const { widthMm, heightMm } = placeArtwork(artwork, area, fittingOf(facts?.fittings ?? [], manufacturerCode));
  return { widthMm, heightMm };
}
