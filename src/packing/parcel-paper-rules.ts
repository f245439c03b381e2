import type { VariantCustomsOf } from '../catalog/variant-data.ts';
import type { LockedOrder } from '../orders/change/order-change-store.ts';
import { customsItems } from '../orders/document/declare-order.ts';
import type { CustomsFormChoice } from '../papers/customs-form-rules.ts';
import { PDF, type PrintMediaType, ZPL } from '../printing/printing-rules.ts';
import { type Sentence, type SentenceCode, sentence } from '../production/floor-sentences.ts';
import {
  LABEL_WIDTH_MM_MAX,
  type PaperPrinter,
  type PaperSize,
  printerFor,
  SHEET_WIDTH_MM_MIN,
} from '../production/printer-rules.ts';
import { type CustomsDeclaration, type CustomsGap, declareCustoms } from '../shipping/customs-rules.ts';

export const PAPER_KINDS = ['SLIP', 'LABEL', 'CUSTOMS', 'RETURN_LABEL'] as const;
export type PaperKind = (typeof PAPER_KINDS)[number];
export type PaperSource = 'CLIENT' | 'OURS';

/** The reasons why a parcel has no label. */
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
  /** The missing things, without personal data. */
  details: Sentence[];
}

interface PlannedPaper {
  kind: PaperKind;
  source: PaperSource;
  contentType: PrintMediaType;
  /** The client's file. Null: Platen draws the paper. */
  sha256: string | null;
  printerId: string;
  /** Everything that the paper is made of, as text. If it changes, the paper is printed again. */
  madeOf: string;
}

/** The customs form that a carrier wants. NONE: the carrier makes its own form. */
export type CarrierForm = CustomsFormChoice | 'NONE';

export interface ClientFile {
  sha256: string;
  mediaType: string;
  /** Width of the first page of a PDF. */
  widthMm: number | null;
}

/** A file that the client may have sent. A url without a file: the file is not kept. */
type Sent = { url: string | undefined; file: ClientFile | undefined };

interface ParcelFacts {
  /** Without a url, Platen draws a label with the address. */
  label: Sent;
  returnLabel: Sent;
  slip: Sent;
  /** SHA-256 of client files that were printed for other parcels of the order. */
  usedFiles: readonly string[];
  /** The contents of the parcel, as text. */
  content: string;
  /** The address, as text. */
  destination: string;
  declaration: CustomsDeclaration;
  customsForm: CarrierForm;
  /** In order of preference; the last one is a browser. */
  printers: readonly PaperPrinter[];
}

interface ParcelPlan {
  papers: PlannedPaper[];
  /** If present, the label and the customs form are not among the papers. */
  problem?: ParcelProblem;
}

/** Platen's own ZPL labels are made for this resolution. */
const ZPL_DOTS_PER_INCH = 203;

/** JSON Pointers to the files that a client may send with an order. */
export const CLIENT_FILES = {
  label: '/shipping/shippingLabelUrl',
  returnLabel: '/shipping/returnLabelUrl',
  slip: '/packingSlip',
} as const;

/** Everything that the papers of a parcel depend on, besides its order and contents. */
export interface PaperSources extends Pick<ParcelFacts, 'usedFiles' | 'customsForm' | 'printers'> {
  kept: readonly (ClientFile & { pointer: string })[];
  variantOf: VariantCustomsOf;
  latest: readonly EarlierPaper[];
  /** SHA-256. */
  hashOf: (text: string) => Buffer;
}

type PaperOrder = Pick<LockedOrder, 'content'>;
type PaperItems = readonly { itemId: string; packed: number }[];

/** Returns the parcel's papers to draw now. `problem` says why its label and customs form are left out. */
export function papersToRequest(
  order: PaperOrder,
  items: PaperItems,
  sources: PaperSources,
): { papers: RequestedPaper[]; problem?: ParcelProblem } {
  const { planned, problem } = planOf(order, items, sources);
  return { papers: choosePapers(planned, sources.latest), ...(problem && { problem }) };
}

/**
 * Returns the kinds of void papers that can be printed again. If a problem prevents the printing and the
 * parcel has no recorded problem yet, returns all void kinds.
 */
export function voidKinds(
  { order, items, parcel }: { order: PaperOrder; items: PaperItems; parcel: { problem: string | null } },
  sources: PaperSources,
): PaperKind[] {
  const { papers, problem } = papersToRequest(order, items, sources);
  const voided = sources.latest.flatMap(({ kind, state }) => (state === 'void' ? [kind] : []));
  if (problem && parcel.problem === null) return voided;
  return voided.filter((kind) => papers.some((paper) => paper.kind === kind));
}

/** Returns the papers of these kinds to print again. If there are none, `problem` says why, if known. */
export function papersToReprint(
  order: PaperOrder,
  items: PaperItems,
  sources: PaperSources,
  asked: { kinds: readonly PaperKind[]; reason: string },
): { papers: RequestedPaper[]; problem?: ParcelProblem | undefined } {
  const { planned, problem } = planOf(order, items, sources);
  return { papers: chooseReprints(planned, sources.latest, asked), problem };
}

export function noPaper(problem: ParcelProblem | undefined): string {
  return problem?.details.map(({ message }) => message).join(' ') ?? 'This parcel has no such paper.';
}

function planOf({ content }: PaperOrder, items: PaperItems, sources: PaperSources) {
  const { kept, variantOf, hashOf } = sources;
  const inside = new Map(items.map(({ itemId, packed }) => [itemId, packed]));
  const { shippingLabelUrl, returnLabelUrl, address } = content.shipping;
  const sent = (pointer: string, url: string | undefined) => ({
    url,
    file: kept.find((one) => one.pointer === pointer),
  });
  const { papers, problem } = planPapers({
    ...sources,
    label: sent(CLIENT_FILES.label, shippingLabelUrl),
    returnLabel: sent(CLIENT_FILES.returnLabel, returnLabelUrl),
    slip: sent(CLIENT_FILES.slip, content.packingSlip),
    content: JSON.stringify(contentOf(content, inside)),
    destination: JSON.stringify(address ?? {}),
    declaration: declareCustoms(customsItems(content, variantOf, inside), address, content.unitPriceCurrency),
  });
  return { planned: papers.map(({ madeOf, ...rest }) => ({ ...rest, madeOf: hashOf(madeOf) })), problem };
}

/** Returns the items with their variants. A changed order keeps its open parcel and maybe its item ids. */
function contentOf({ items }: PaperOrder['content'], inside: ReadonlyMap<string, number>) {
  return items.flatMap(({ id, existingProduct, customProduct }) => {
    const packed = inside.get(id) ?? 0;
    return packed > 0 ? [[id, packed, existingProduct?.ean13 ?? customProduct?.sku]] : [];
  });
}

/** Returns the papers of a parcel, each with its printer. The slip is printed even without a label. */
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

/** A planned paper with the SHA-256 of what it is made of. */
type HashedPaper = Omit<PlannedPaper, 'madeOf'> & { madeOf: Buffer };

/** The latest copy of a paper. */
interface EarlierPaper {
  kind: PaperKind;
  copy: number;
  state: 'drawing' | 'enqueued' | 'not_made' | 'void';
  madeOf: Buffer;
  jobId: string;
}

export interface RequestedPaper extends HashedPaper {
  /** Counts the prints of this kind, from 1. */
  copy: number;
  /** Why it is printed again. */
  reason: string | null;
  /** The print job that it replaces. */
  repeats: string | null;
}

const CHANGED = 'The content of the paper has changed.';
const VOID = 'The parcel was taken back or its order was corrected, so the earlier one is void.';

/** Chooses the planned papers to draw: new, changed and void ones, and ones that could not be drawn. */
export function choosePapers(planned: readonly HashedPaper[], latest: readonly EarlierPaper[]): RequestedPaper[] {
  return planned.flatMap((paper) => {
    const before = latest.find(({ kind }) => kind === paper.kind);
    const isMade = before?.state === 'drawing' || before?.state === 'enqueued';
    if (isMade && before.madeOf.equals(paper.madeOf)) return [];
    const reasons = { drawing: null, not_made: null, enqueued: CHANGED, void: VOID };
    const reason = before ? reasons[before.state] : null;
    const why = { reason, repeats: reason === null ? null : (before?.jobId ?? null) };
    return [{ ...paper, copy: (before?.copy ?? 0) + 1, ...why }];
  });
}

/** Chooses the planned papers of these kinds, whether they were printed before or not. */
export function chooseReprints(
  planned: readonly HashedPaper[],
  latest: readonly EarlierPaper[],
  { kinds, reason }: { kinds: readonly PaperKind[]; reason: string },
): RequestedPaper[] {
  return planned
    .filter(({ kind }) => kinds.includes(kind))
    .map((paper) => {
      const before = latest.find(({ kind }) => kind === paper.kind);
      return { ...paper, copy: (before?.copy ?? 0) + 1, reason, repeats: before?.jobId ?? null };
    });
}

type Planned = { paper?: PlannedPaper | undefined; problem?: ParcelProblem | undefined };

function planLabel({ label, usedFiles, printers, content, destination }: ParcelFacts): Planned {
  // A carrier counts one parcel for each label, so a second parcel needs another one.
  if (label.url !== undefined)
    return isUsed(label, usedFiles) ? { problem: LABEL_USED } : planClientFile('LABEL', label, printers, 'label');
  const zpl = printers.find((one) => one.mediaTypes.includes(ZPL) && one.dotsPerInch === ZPL_DOTS_PER_INCH);
  const printer = zpl ?? printerFor(printers, PDF, 'label');
  if (!printer) return { problem: noPrinter('no_printer_of_label', PDF) };
  return { paper: ownPaper('LABEL', zpl ? ZPL : PDF, printer, `${destination} ${content}`) };
}

function planSlip({ slip, usedFiles, printers, content, destination }: ParcelFacts): Planned {
  // The client's slip lists the whole order, and goes into its first parcel.
  if (slip.url !== undefined && !isUsed(slip, usedFiles)) {
    const width = slip.file?.widthMm ?? SHEET_WIDTH_MM_MIN;
    return planClientFile('SLIP', slip, printers, width <= LABEL_WIDTH_MM_MAX ? 'label' : 'sheet');
  }
  const printer = printerFor(printers, PDF, 'sheet');
  return { paper: printer && ownPaper('SLIP', PDF, printer, `${destination} ${content}`) };
}

function planReturn({ returnLabel, usedFiles, printers }: ParcelFacts): Planned {
  return returnLabel.url !== undefined && !isUsed(returnLabel, usedFiles)
    ? planClientFile('RETURN_LABEL', returnLabel, printers, 'label')
    : {};
}

function planCustoms({ declaration, customsForm, printers, content, destination }: ParcelFacts): Planned {
  if (declaration.need !== 'declared' || customsForm === 'NONE') return {};
  if (declaration.gaps.length > 0) {
    return { problem: { code: 'customs_data_missing', details: declaration.gaps.map(gapSentence) } };
  }
  // CN22 or CN23 is decided when the form is drawn. A sheet has room for both.
  const printer = printerFor(printers, PDF, customsForm === 'CN22' ? 'label' : 'sheet');
  if (!printer) return { problem: noPrinter('no_printer_of_customs', PDF) };
  const madeOf = `${destination} ${content} ${JSON.stringify(declaration.lines)}`;
  return { paper: ownPaper('CUSTOMS', PDF, printer, madeOf) };
}

function isUsed({ file }: Sent, usedFiles: readonly string[]): boolean {
  return file !== undefined && usedFiles.includes(file.sha256);
}

const LABEL_USED: ParcelProblem = { code: 'label_used', details: [sentence('label_used')] };

function planClientFile(kind: PaperKind, { file }: Sent, printers: readonly PaperPrinter[], size: PaperSize): Planned {
  const isSlip = kind === 'SLIP';
  if (!file) {
    const details = [sentence(isSlip ? 'slip_not_kept' : 'label_not_kept')];
    return { problem: { code: 'file_missing', details } };
  }
  const contentType = file.mediaType as PrintMediaType;
  const printer = printerFor(printers, contentType, size);
  if (!printer)
    return { problem: noPrinter(isSlip ? 'no_printer_of_client_slip' : 'no_printer_of_client_label', contentType) };
  const { sha256 } = file;
  return {
    paper: { kind, source: 'CLIENT', contentType, sha256, printerId: printer.printerId, madeOf: sha256 },
  };
}

function ownPaper(
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

const GAP_CODES: Readonly<Record<CustomsGap['field'], SentenceCode>> = {
  hsCode: 'hs_code_missing',
  countryOfOrigin: 'country_of_origin_missing',
  weightGrams: 'weight_missing',
  unitPrice: 'price_missing',
};

/** Returns a sentence about the customs data that a variant lacks. */
export function gapSentence({ field, code, title }: CustomsGap): Sentence {
  return sentence(GAP_CODES[field], { code, title });
}
