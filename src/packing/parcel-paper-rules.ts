import type { VariantCustomsOf } from '../catalog/variant-data.ts';
import { customsItems } from '../orders/document/declare-order.ts';
import type { LockedOrder } from '../orders/rows/order-row-store.ts';
import type { CustomsFormChoice } from '../papers/customs-form-rules.ts';
import type { SlipForm } from '../papers/packing-slip.ts';
import { PDF, type PrintMediaType, ZPL } from '../printing/printing-rules.ts';
import { type Sentence, type SentenceCode, sentence } from '../production/floor-sentences.ts';
import {
  LABEL_WIDTH_MM_MAX,
  type PageSize,
  type PaperPrinter,
  type PaperSize,
  printerFor,
  SHEET_WIDTH_MM_MIN,
  smallSlipFormatOf,
  takesAddressLabel,
  takesLabelZpl,
} from '../production/printer-rules.ts';
import { type CustomsDeclaration, declareCustoms } from '../shipping/customs-rules.ts';
import { chooseRule, type LabelRule } from '../shipping/labels/label-choice-rules.ts';
import { LABEL_PROBLEMS } from '../shipping/labels/label-provider.ts';
import { gapSentence, labelFactsOf } from './label-facts-rules.ts';

export const PAPER_KINDS = ['SLIP', 'LABEL', 'CUSTOMS', 'RETURN_LABEL'] as const;
export type PaperKind = (typeof PAPER_KINDS)[number];
/** CLIENT: a file of the client. OURS: Platen draws it. BOUGHT: a label from a label provider. */
export type PaperSource = 'CLIENT' | 'OURS' | 'BOUGHT';

/** The reasons why a parcel has no label. */
export const PARCEL_PROBLEMS = [
  'customs_data_missing',
  'sender_missing',
  'file_missing',
  'file_not_printable',
  'label_used',
  'no_printer',
  'address_not_printable',
  'paper_not_drawn',
  'label_no_service',
  'label_weight_missing',
  'label_not_printable',
  'label_is_test',
  ...LABEL_PROBLEMS,
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
  /** Size of the paper that takes every page of a PDF. */
  widthMm: number | null;
  heightMm: number | null;
  /** Pixels of a picture, and how many are an inch. */
  width: number | null;
  height: number | null;
  dpi: number | null;
}

/** A bought label. A content type of null: it cannot be printed. */
export interface BoughtPaper {
  key: string;
  contentType: PrintMediaType | null;
  widthMm: number | null;
  heightMm: number | null;
  printsCustoms: boolean;
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
  /** The items in the parcel, as text. */
  inside: string;
  /** The address, as text. */
  destination: string;
  declaration: CustomsDeclaration;
  customsForm: CarrierForm;
  /** Whether the label is bought. */
  buys?: boolean;
  bought?: BoughtPaper | null;
  /** The wanted form of our packing slip. Default: A4. */
  slipForm?: SlipForm;
  /** The other fields of the order on our packing slip, as text. Empty: none. */
  slipExtras?: string;
  /** In order of preference; the last one is a browser. */
  printers: readonly PaperPrinter[];
}

interface ParcelPlan {
  papers: PlannedPaper[];
  /** If present, the label and the customs form are not among the papers. */
  problem?: ParcelProblem;
}

/** JSON Pointers to the files that a client may send with an order. */
export const CLIENT_FILES = {
  label: '/shipping/shippingLabelUrl',
  returnLabel: '/shipping/returnLabelUrl',
  slip: '/packingSlip',
} as const;

/** Everything that the papers of a parcel depend on, besides its order and contents. */
export interface PaperSources
  extends Pick<ParcelFacts, 'usedFiles' | 'customsForm' | 'slipForm' | 'printers' | 'bought'> {
  /** The rules that choose a label provider, and what they compare. Absent: no label is bought. */
  buying?: { rules: readonly LabelRule[]; clientId: string; carrierId: string | null } | undefined;
  kept: readonly (ClientFile & { pointer: string })[];
  variantOf: VariantCustomsOf;
  latest: readonly EarlierPaper[];
  /** SHA-256. */
  hashOf: (text: string) => Buffer;
}

type PaperOrder = Pick<LockedOrder, 'content'>;
type PaperItems = readonly { itemId: string; packed: number }[];

/**
 * Returns the parcel's papers to draw now. `problem` says why its label and customs form are left out.
 * `buysLabel`: a label is to be bought first, and then printed with the customs form.
 */
export function papersToRequest(
  order: PaperOrder,
  items: PaperItems,
  sources: PaperSources,
): { papers: RequestedPaper[]; problem?: ParcelProblem; buysLabel: boolean } {
  const { planned, problem, buys } = planOf(order, items, sources);
  const buysLabel = buys && !sources.bought;
  return { papers: choosePapers(planned, sources.latest), ...(problem && { problem }), buysLabel };
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
  request: { kinds: readonly PaperKind[]; reason: string },
): { papers: RequestedPaper[]; problem?: ParcelProblem | undefined } {
  const { planned, problem } = planOf(order, items, sources);
  return { papers: chooseReprints(planned, sources.latest, request), problem };
}

export function noPaper(problem: ParcelProblem | undefined): string {
  return problem?.details.map(({ message }) => message).join(' ') ?? 'This parcel has no such paper.';
}

function planOf({ content: order }: PaperOrder, items: PaperItems, sources: PaperSources) {
  const { kept, variantOf, hashOf, buying, bought } = sources;
  const inside = new Map(items.map(({ itemId, packed }) => [itemId, packed]));
  const { shippingLabelUrl, returnLabelUrl, address } = order.shipping;
  const sentFile = (pointer: string, url: string | undefined) => ({
    url,
    file: kept.find((one) => one.pointer === pointer),
  });
  const packed = customsItems(order, variantOf, inside);
  // A label of the client is used, whatever the rules say.
  const isBought = bought !== null && bought !== undefined;
  const mayBuy = (one: NonNullable<typeof buying>) =>
    chooseRule(one.rules, labelFactsOf(order, packed, { ...one, packagingGrams: 0 })) !== undefined;
  const buys = shippingLabelUrl === undefined && (isBought || (buying !== undefined && mayBuy(buying)));
  const { papers, problem } = planPapers({
    ...sources,
    buys,
    label: sentFile(CLIENT_FILES.label, shippingLabelUrl),
    returnLabel: sentFile(CLIENT_FILES.returnLabel, returnLabelUrl),
    slip: sentFile(CLIENT_FILES.slip, order.packingSlip),
    inside: JSON.stringify(itemsInside(order, inside)),
    destination:
      JSON.stringify(address ?? {}) +
      (order.importerReference ?? '') +
      (order.taxIds === undefined ? '' : JSON.stringify(order.taxIds)),
    slipExtras: [order.message, order.gift ? 'gift' : '', order.customerReference, order.giftMessage]
      .filter(Boolean)
      .join(' '),
    declaration: declareCustoms(packed, address, order.unitPriceCurrency),
  });
  return { planned: papers.map(({ madeOf, ...rest }) => ({ ...rest, madeOf: hashOf(madeOf) })), problem, buys };
}

/** Returns the items with their variants. A changed order keeps its open parcel and maybe its item ids. */
function itemsInside({ items }: PaperOrder['content'], inside: ReadonlyMap<string, number>) {
  return items.flatMap(({ id, existingProduct, customProduct }) => {
    const packed = inside.get(id) ?? 0;
    return packed > 0 ? [[id, packed, existingProduct?.ean13 ?? customProduct?.sku]] : [];
  });
}

/** Returns the papers of a parcel, each with its printer. The slip is printed even without a label. */
function planPapers(facts: ParcelFacts): ParcelPlan {
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

function planLabel({ label, usedFiles, printers, inside, destination, buys, bought }: ParcelFacts): Planned {
  // A carrier counts one parcel for each label, so a second parcel needs another one.
  if (label.url !== undefined)
    return isUsed(label, usedFiles) ? { problem: LABEL_USED } : planClientFile('LABEL', label, printers, 'label');
  if (bought) return planBought(bought, printers);
  if (buys) return {};
  const zpl = printers.find((one) => takesLabelZpl(one) && takesAddressLabel(one));
  const pdf = printerFor(printers, PDF, 'label');
  // A printer of stickers cuts off the label.
  const small = pdf && takesAddressLabel(pdf) ? undefined : printers.find(takesLabelZpl);
  const printer = zpl ?? small ?? pdf;
  if (!printer) return { problem: noPrinter('no_printer_of_label', PDF) };
  return { paper: ownPaper('LABEL', zpl || small ? ZPL : PDF, printer, `${destination} ${inside}`) };
}

function planBought({ key, contentType, widthMm, heightMm }: BoughtPaper, printers: readonly PaperPrinter[]): Planned {
  if (contentType === null)
    return { problem: { code: 'label_not_printable', details: [sentence('label_unreadable')] } };
  const page = widthMm === null || heightMm === null ? undefined : { widthMm, heightMm };
  const printer = printerFor(printers, contentType, 'label', page);
  if (!printer && page && printerFor(printers, contentType, 'label'))
    return { problem: noPaperFor(page, 'no_printer_of_bought_size') };
  if (!printer) return { problem: noPrinter('no_printer_of_label', contentType) };
  return { paper: { ...ownPaper('LABEL', contentType, printer, key), source: 'BOUGHT' } };
}

function planSlip(facts: ParcelFacts): Planned {
  const { slip, usedFiles, printers, inside, destination, slipForm, slipExtras = '' } = facts;
  // The client's slip lists the whole order, and goes into its first parcel.
  if (slip.url !== undefined && !isUsed(slip, usedFiles)) {
    const width = slip.file?.widthMm ?? SHEET_WIDTH_MM_MIN;
    return planClientFile('SLIP', slip, printers, width <= LABEL_WIDTH_MM_MAX ? 'label' : 'sheet');
  }
  const small = slipForm === 'A6' ? printers.find((one) => smallSlipFormatOf(one)) : undefined;
  const printer = small ?? printerFor(printers, PDF, 'sheet');
  const contentType = (small && smallSlipFormatOf(small)) ?? PDF;
  const madeOf = [destination, inside, ...(slipExtras === '' ? [] : [slipExtras])].join(' ');
  return { paper: printer && ownPaper('SLIP', contentType, printer, madeOf) };
}

function planReturn({ returnLabel, usedFiles, printers }: ParcelFacts): Planned {
  return returnLabel.url !== undefined && !isUsed(returnLabel, usedFiles)
    ? planClientFile('RETURN_LABEL', returnLabel, printers, 'label')
    : {};
}

function planCustoms(facts: ParcelFacts): Planned {
  const { declaration, customsForm, printers, inside, destination, buys = false, bought } = facts;
  if (declaration.need !== 'declared' || (customsForm === 'NONE' && !buys)) return {};
  if (declaration.gaps.length > 0)
    return { problem: { code: 'customs_data_missing', details: declaration.gaps.map(gapSentence) } };
  // A provider gets the declaration with the purchase, and may print the form as part of the label.
  if (customsForm === 'NONE' || (buys && (!bought || bought.printsCustoms))) return {};
  // CN22 or CN23 is decided when the form is drawn. A sheet has room for both.
  const printer = printerFor(printers, PDF, customsForm === 'CN22' ? 'label' : 'sheet');
  if (!printer) return { problem: noPrinter('no_printer_of_customs', PDF) };
  const madeOf = `${destination} ${inside} ${JSON.stringify(declaration.lines)}`;
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
  const page = isSlip ? undefined : pageOf(file);
  const printer = printerFor(printers, contentType, size, page);
  if (!printer && page && printerFor(printers, contentType, size)) return { problem: noPaperFor(page) };
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

const MM_PER_INCH = 25.4;
/** Programs write 72 or 96 into pictures whose resolution they do not know. No label is that coarse. */
const LABEL_DPI_MIN = 150;

/** Returns the size of the pages. Undefined: a file in ZPL, or a picture without a plausible resolution. */
function pageOf({ widthMm, heightMm, width, height, dpi }: ClientFile): PageSize | undefined {
  if (widthMm !== null && heightMm !== null) return { widthMm, heightMm };
  if (width === null || height === null || dpi === null || dpi < LABEL_DPI_MIN) return undefined;
  return { widthMm: (width / dpi) * MM_PER_INCH, heightMm: (height / dpi) * MM_PER_INCH };
}

function noPaperFor({ widthMm, heightMm }: PageSize, code: SentenceCode = 'no_printer_of_label_size'): ParcelProblem {
  const size = `${Math.round(widthMm)} x ${Math.round(heightMm)} mm`;
  return { code: 'no_printer', details: [sentence(code, { size })] };
}

function noPrinter(code: SentenceCode, contentType: string): ParcelProblem {
  return { code: 'no_printer', details: [sentence(code, { contentType })] };
}
