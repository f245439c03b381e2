import type { PrintKind } from '../../platform/files/make-print-file.ts';

/** How the print files of a technology are made. */
export interface PrintTechnology {
  /** Films and papers are printed mirrored, because they are turned over. */
  isMirrored: boolean;
  /** The kind of file for artwork that is a picture. */
  pictureKind: Exclude<PrintKind, 'PDF'>;
  /** Whether PDF artwork stays a PDF. Otherwise it is drawn at `dpi`. */
  keepsPdf: boolean;
  dpi: number;
  /** Whether artwork without transparency is probably wrong: its background would be printed. */
  needsAlpha: boolean;
}

const USUAL: PrintTechnology = { isMirrored: false, pictureKind: 'PNG', keepsPdf: true, dpi: 300, needsAlpha: false };

const KNOWN: Readonly<Record<string, Partial<PrintTechnology>>> = {
  DTG: { needsAlpha: true },
  DTF: { isMirrored: true, needsAlpha: true },
  SUBLIMATION: { isMirrored: true },
  HEAT_PRESS: { isMirrored: true },
};

export function usualTechnology(technology: string): PrintTechnology {
  return { ...USUAL, ...KNOWN[technology] };
}
