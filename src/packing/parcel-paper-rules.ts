import type { PrintState } from '../printing/printing-rules.ts';
import { PDF, type PrinterKind, type PrintMediaType, ZPL } from '../printing/printing-rules.ts';
import { type Sentence, type SentenceCode, sentence } from '../production/floor-sentences.ts';
import {
  LABEL_WIDTH_MM_MAX,
  type PaperPrinter,
  type PaperSize,
  printerFor,
  SHEET_WIDTH_MM_MIN,
} from '../production/printer-rules.ts';
import type { CustomsDeclaration, CustomsGap } from '../shipping/customs-rules.ts';
import type { CarrierForm, ClientFile } from './parcel-paper-store.ts';

export const PAPER_KINDS = ['SLIP', 'LABEL', 'CUSTOMS', 'RETURN_LABEL'] as const;
export type PaperKind = (typeof PAPER_KINDS)[number];
export type PaperSource = 'CLIENT' | 'OURS';

/** As what a paper is printed. */
export type PaperMediaType = PrintMediaType;
/** How far its print job is, and on what kind of printer. */
export type PaperPrintState = PrintState;
export type PaperPrinterKind = PrinterKind;
/** Why a parcel has no label. */
export const PARCEL_PROBLEMS = [
  'customs_data_missing',
  'file_missing',
  'file_not_printable',
  'label_used',
  'no_printer',
  'address_not_printable',
  'paper_not_drawn',
] as const;
export type ParcelProblemCode = (typeof PARCEL_PROBLEMS)[number];

export interface ParcelProblem {
  code: ParcelProblemCode;
  /** What is missing, without anything personal. */
  details: Sentence[];
}

/** A paper that is to be printed. */
export interface PlannedPaper {
  kind: PaperKind;
  source: PaperSource;
  contentType: PrintMediaType;
  /** Of the client's file. */
  sha256: string | null;
  printerId: string;
  /** What it is made of, as text: made of something else it is another paper. */
  madeOf: string;
}

/** A paper that the client may have sent: absent, named but not kept, or kept. */
type Sent = { url: string | undefined; file: ClientFile | undefined };

export interface ParcelFacts {
  /** By the client's own label, else to its address. */
  label: Sent;
  returnLabel: Sent;
  slip: Sent;
  /** The client's files that were printed for other parcels of the order, by their SHA-256. */
  usedFiles: readonly string[];
  /** What is in the parcel, and where it goes, as text. */
  content: string;
  destination: string;
  declaration: CustomsDeclaration;
  customsForm: CarrierForm;
  /** Where they are printed; the last resort, a browser, comes last. */
  printers: readonly PaperPrinter[];
}

export interface ParcelPlan {
  papers: PlannedPaper[];
  /** Why label and customs form are not among them. */
  problem?: ParcelProblem;
}

/** For which our labels in ZPL are made. */
const ZPL_DOTS_PER_INCH = 203;

/** Which papers a parcel needs and where each is printed. Pieces leave with their slip whatever becomes of the label. */
export function planPapers(facts: ParcelFacts): ParcelPlan {
  const slip = planSlip(facts);
  const label = planLabel(facts);
  const customs = planCustoms(facts);
  const returned = planReturn(facts);
  const problem = label.problem ?? customs.problem ?? slip.problem ?? returned.problem;
  const planned = [slip.paper, returned.paper];
  if (!problem) planned.push(label.paper, customs.paper);
  return { papers: planned.filter((paper) => paper !== undefined), ...(problem && { problem }) };
}

interface Planned {
  paper?: PlannedPaper | undefined;
  problem?: ParcelProblem | undefined;
}

function planLabel({ label, usedFiles, printers, content, destination }: ParcelFacts): Planned {
  // One label is one parcel to the carrier: what follows needs another one.
  if (label.url !== undefined)
    return isUsed(label, usedFiles) ? { problem: LABEL_USED } : ofClient('LABEL', label, printers, 'label');
  const zpl = printers.find((one) => one.mediaTypes.includes(ZPL) && one.dotsPerInch === ZPL_DOTS_PER_INCH);
  const printer = zpl ?? printerFor(printers, PDF, 'label');
  if (!printer) return { problem: noPrinter('no_printer_of_label', PDF) };
  return { paper: ours('LABEL', zpl ? ZPL : PDF, printer, `${destination} ${content}`) };
}

function planSlip({ slip, usedFiles, printers, content, destination }: ParcelFacts): Planned {
  // The client's own lists the whole order, and goes with its first parcel.
  if (slip.url !== undefined && !isUsed(slip, usedFiles)) {
    const width = slip.file?.widthMm ?? SHEET_WIDTH_MM_MIN;
    return ofClient('SLIP', slip, printers, width <= LABEL_WIDTH_MM_MAX ? 'label' : 'sheet');
  }
  const printer = printerFor(printers, PDF, 'sheet');
  return { paper: printer && ours('SLIP', PDF, printer, `${destination} ${content}`) };
}

function planReturn({ returnLabel, usedFiles, printers }: ParcelFacts): Planned {
  return returnLabel.url !== undefined && !isUsed(returnLabel, usedFiles)
    ? ofClient('RETURN_LABEL', returnLabel, printers, 'label')
    : {};
}

function planCustoms({ declaration, customsForm, printers, content, destination }: ParcelFacts): Planned {
  if (declaration.need !== 'declared' || customsForm === 'NONE') return {};
  if (declaration.gaps.length > 0) {
    return { problem: { code: 'customs_data_missing', details: declaration.gaps.map(gapSentence) } };
  }
  // Whether it is a CN22 or a CN23 is known when it is drawn; a sheet has room for both.
  const printer = printerFor(printers, PDF, customsForm === 'CN22' ? 'label' : 'sheet');
  if (!printer) return { problem: noPrinter('no_printer_of_customs', PDF) };
  return {
    paper: ours('CUSTOMS', PDF, printer, `${destination} ${content} ${JSON.stringify(declaration.lines)}`),
  };
}

function isUsed({ file }: Sent, usedFiles: readonly string[]): boolean {
  return file !== undefined && usedFiles.includes(file.sha256);
}

const LABEL_USED: ParcelProblem = {
  code: 'label_used',
  details: [sentence('label_used')],
};

function ofClient(
  kind: PaperKind,
  { file }: Sent,
  printers: readonly PaperPrinter[],
  size: PaperSize,
): Planned {
  const isSlip = kind === 'SLIP';
  if (!file) {
    const details = [sentence(isSlip ? 'slip_not_kept' : 'label_not_kept')];
    return { problem: { code: 'file_missing', details } };
  }
  const contentType = file.mediaType as PrintMediaType;
  const printer = printerFor(printers, contentType, size);
  if (!printer)
    return {
      problem: noPrinter(isSlip ? 'no_printer_of_client_slip' : 'no_printer_of_client_label', contentType),
    };
  const { sha256 } = file;
  return {
    paper: { kind, source: 'CLIENT', contentType, sha256, printerId: printer.printerId, madeOf: sha256 },
  };
}

function ours(
  kind: PaperKind,
  contentType: PrintMediaType,
  { printerId }: PaperPrinter,
  madeOf: string,
): PlannedPaper {
  return { kind, source: 'OURS', contentType, sha256: null, printerId, madeOf };
}

function noPrinter(code: SentenceCode, contentType: string): ParcelProblem {
  return { code: 'no_printer', details: [sentence(code, { contentType })] };
}

const CODES: Readonly<Record<CustomsGap['field'], SentenceCode>> = {
  hsCode: 'hs_code_missing',
  countryOfOrigin: 'country_of_origin_missing',
  weightGrams: 'weight_missing',
  unitPrice: 'price_missing',
};

/** What customs still have to be told of a variant. */
export function gapSentence({ field, code, title }: CustomsGap): Sentence {
  return sentence(CODES[field], { code, title });
}
