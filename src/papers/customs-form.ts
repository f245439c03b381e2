import type { Address } from '../shipping/address-rules.ts';
import { minorUnits } from '../shipping/currencies.ts';
import type { CustomsDeclaration, CustomsLine } from '../shipping/customs-rules.ts';
import { LABEL_MM } from './address-label.ts';
import type { CustomsForm } from './customs-form-rules.ts';
import { A4_MM, type Column, drawRows, headHeight, splitIntoPages, type TableFrame, tableRow } from './list-sheet.ts';
import type { PaperWords } from './paper-words.ts';
import type { Box, Sheet } from './pdf-sheet.ts';
import { postalLines } from './postal-address.ts';

type CustomsReason = 'GIFT' | 'DOCUMENTS' | 'SAMPLE' | 'RETURNED_GOODS' | 'SALE_OF_GOODS' | 'OTHER';

export interface CustomsPaper {
  form: CustomsForm;
  code: string;
  orderId: string;
  /** Name and address. The country is the last line. */
  sender: readonly string[];
  senderPhone?: string;
  /** The sender's numbers at customs. */
  eori?: string;
  vatNumber?: string;
  iossNumber?: string;
  recipient: Address;
  /** Tax code, VAT number or importer code of the recipient. */
  importerReference?: string;
  carrier?: string;
  /** The number of a postal item, as bars. Absent: the code of the parcel. */
  s10?: string;
  /** ISO 4217. Holds for all amounts. */
  currency: string;
  /** The result of `declareCustoms` for the pieces of the parcel. No value is missing. */
  declared: Pick<CustomsDeclaration, 'lines' | 'tariffLines' | 'totalNetWeightGrams' | 'totalValue'>;
  grossWeightGrams?: number;
  reason?: CustomsReason;
  comments?: string;
}

// In English and French, which the Universal Postal Union requires, whatever the language of the shop.
const REASONS: Readonly<Record<CustomsReason, string>> = {
  GIFT: 'Gift / Cadeau',
  DOCUMENTS: 'Documents',
  SAMPLE: 'Commercial sample / Échantillon commercial',
  RETURNED_GOODS: 'Returned goods / Retour de marchandise',
  SALE_OF_GOODS: 'Sale of goods / Vente de marchandises',
  OTHER: 'Other / Autre',
};
const TITLE = 'CUSTOMS DECLARATION / DÉCLARATION EN DOUANE';
const OPENED = "May be opened officially / Peut être ouvert d'office";
const ON_BACK = 'See instructions on the back / Voir instructions au verso';
/** Stands above the columns of the tariff number and the origin. */
const COMMERCIAL = 'For commercial items only / Pour les envois commerciaux seulement';
const CERTIFIED: Readonly<Record<CustomsForm, readonly string[]>> = {
  CN22: [
    'I, the undersigned, whose name and address are given on the item, certify that the particulars given in this declaration are correct and that this item does not contain any dangerous article or articles prohibited by legislation or by postal or customs regulations.',
    'Je, soussigné dont le nom et l’adresse figurent sur l’envoi, certifie que les renseignements donnés dans la présente déclaration sont exacts et que cet envoi ne contient aucun objet dangereux ou interdit par la législation ou la réglementation postale ou douanière.',
  ],
  CN23: [
    'I certify that the particulars given in this customs declaration are correct and that this item does not contain any dangerous article or articles prohibited by legislation or by postal or customs regulations.',
    'Je certifie que les renseignements donnés dans la présente déclaration en douane sont exacts et que cet envoi ne contient aucun objet dangereux ou interdit par la législation ou la réglementation postale ou douanière.',
  ],
};

type FormAreas = { page: { width: number; height: number }; margin: number; size: number; head: number; tail: number };

/** A CN22 is a label beside the address label. A CN23 is a sheet for a pouch. */
const PLACES: Readonly<Record<CustomsForm, FormAreas>> = {
  CN22: { page: LABEL_MM, margin: 4, size: 2.5, head: 47, tail: 55 },
  CN23: { page: A4_MM, margin: 14, size: 3.2, head: 84, tail: 84 },
};
const NEXT_HEAD_MM = 12;

const COLUMNS: readonly Column[] = [
  { title: 'Detailed description of contents / Description détaillée du contenu', share: 38 },
  { title: 'Quantity / Quantité', share: 10, align: 'right' },
  { title: 'Net weight / Poids net (kg)', share: 11, align: 'right' },
  { title: 'Value / Valeur', share: 19, align: 'right' },
  // Wide enough for ten digits on one line of a label: a wrapped number would be misread.
  { title: 'HS tariff number / N° tarifaire du SH', share: 22, align: 'center' },
  { title: 'Country of origin / Pays d’origine', share: 10 },
];

/** Draws a CN22 or CN23 with a line for each pair of HS code and origin. Totals and signature come last. */
export function drawCustomsForm(sheet: Sheet, words: PaperWords, declaration: CustomsPaper): void {
  const { currency, declared, form } = declaration;
  const places = PLACES[form];
  const { margin, page, size } = places;
  const frame: TableFrame = { x: margin, width: page.width - 2 * margin, size, hasTallHeads: true };
  const rows = declared.lines.map((line) => tableRow(sheet, frame, COLUMNS, cellsOf(line, currency)));
  const room = (top: number) => page.height - 2 * margin - top - headHeight(frame);
  const pages = splitIntoPages(rows, places.tail, { first: room(places.head), next: room(NEXT_HEAD_MM) });
  pages.forEach((some, index) => {
    sheet.addPage(page.width, page.height);
    const top = margin + (index === 0 ? places.head : NEXT_HEAD_MM);
    drawTitle(sheet, form, frame, margin, index === 0 ? '' : declaration.code);
    if (index === 0) drawHead(sheet, declaration, places, frame);
    drawRows(sheet, frame, COLUMNS, some, top);
    if (pages.length > 1) {
      const number = { x: frame.x, y: page.height - 4, width: frame.width, height: 3.2 };
      const style = { largest: 2.6, smallest: 2, align: 'right' } as const;
      sheet.block(`${declaration.code} · ${form}  ${index + 1} / ${pages.length}`, number, style, 'page');
    }
  });
  const tail = { x: margin, y: page.height - margin - places.tail, width: frame.width, height: places.tail };
  drawTail(sheet, words, declaration, tail);
}

function cellsOf(line: CustomsLine, currency: string): string[] {
  const { countryOfOrigin, description, hsCode, netWeightGrams, quantity, value } = line;
  return [
    ...[description, String(quantity), kilograms(netWeightGrams)],
    ...[amount(value, currency), hsCode, countryOfOrigin],
  ];
}

function drawTitle(sheet: Sheet, form: CustomsForm, frame: TableFrame, y: number, code: string): void {
  const name = { x: frame.x, y, width: frame.width, height: 7 };
  const formName = `${form.slice(0, 2)} ${form.slice(2)}`;
  sheet.block(formName, name, { largest: 6, smallest: 6, bold: true, align: 'right' }, 'form');
  const title = { ...name, width: frame.width - 24 };
  sheet.block(`${TITLE} ${code}`, title, { largest: 3.6, smallest: 2.4, bold: true }, 'title');
}

function drawHead(sheet: Sheet, declaration: CustomsPaper, places: FormAreas, frame: TableFrame): void {
  const { carrier = '', form, recipient, sender, senderPhone, reason = 'SALE_OF_GOODS' } = declaration;
  const { margin } = places;
  const style = { largest: places.size, smallest: 1.4 };
  const at = (x: number, y: number, width: number, height: number) => ({ x, y: margin + y, width, height });
  const opened = `${OPENED} · Designated operator / Opérateur désigné: ${carrier}`;
  sheet.block(opened, at(frame.x, 7.5, frame.width, 3.4), { ...style, linesMax: 1 }, 'opened');
  const half = frame.width / 2;
  const line = { ...style, linesMax: 1 };
  const category = at(frame.x, 11.2, half - 1, 3.4);
  sheet.block("Category of item / Catégorie de l'envoi", category, { ...line, bold: true }, 'category');
  sheet.block(ON_BACK, { ...category, x: frame.x + half + 1 }, { ...line, align: 'right' }, 'instructions');
  const commercial = at(frame.x, places.head - 2.9, frame.width, 2.7);
  sheet.block(COMMERCIAL, commercial, { ...line, largest: 2.2, align: 'right' }, 'commercial');
  Object.entries(REASONS).forEach(([each, name], index) => {
    const box = at(frame.x + (index % 2) * half, 14.5 + Math.floor(index / 2) * 4, half - 1, 3.6);
    const bold = each === reason;
    sheet.block(`${bold ? '☒' : '☐'} ${name}`, box, { ...style, bold, linesMax: 1 }, 'reason');
  });
  const from = [...sender, ...(senderPhone ? [`Tel. ${senderPhone}`] : [])];
  const isWide = form === 'CN23';
  const top = 27.5;
  const width = isWide ? half - 3 : frame.width;
  const references = referencesOf(declaration);
  const [addressHeight, below] = isWide ? [30, 24] : [places.head - top - 7, 3.4];
  sheet.block('From / De', at(frame.x, top, width, 3), { ...style, bold: true }, 'from');
  const address = at(frame.x, top + 3, width, addressHeight - 3);
  sheet.block(from, address, { ...style, largest: isWide ? 4 : style.largest }, 'sender');
  const referencesBox = at(frame.x, top + addressHeight, width, below);
  sheet.block(
    isWide ? references.sender : references.sender.join(' · '),
    referencesBox,
    { ...style, largest: 2.8 },
    'references',
  );
  if (!isWide) return;
  const to = [...postalLines(recipient), ...contactLines(recipient)];
  sheet.block('To / À', at(frame.x + half, top, half, 3), { ...style, bold: true }, 'to');
  sheet.block(to, at(frame.x + half, top + 3, half, addressHeight - 3), { largest: 4, smallest: 2 }, 'recipient');
  const importer = at(frame.x + half, top + addressHeight, half, below);
  sheet.block(references.importer, importer, { ...style, largest: 2.8 }, 'references');
}

/** Returns the lines of the references at customs. A CN23 also names unknown ones, to be filled in. */
function referencesOf({ form, orderId, eori, vatNumber, iossNumber, importerReference, recipient }: CustomsPaper) {
  const numbers = [
    ...(eori ? [`EORI ${eori}`] : []),
    ...(vatNumber ? [`VAT / TVA ${vatNumber}`] : []),
    ...(iossNumber ? [`IOSS ${iossNumber}`] : []),
  ];
  const importer = importerReference ? [`Importer's reference / Référence de l'importateur: ${importerReference}`] : [];
  if (form === 'CN22')
    return {
      sender: [`Sender's reference / Référence de l'expéditeur: ${orderId}`, ...numbers, ...importer],
      importer: [],
    };
  return {
    sender: [
      `Sender's customs reference (if any) / Référence en douane de l'expéditeur (si elle existe): ${orderId}`,
      ...numbers,
    ],
    importer: [
      `Importer's reference (tax code/VAT No./importer code) / Référence de l'importateur (code fiscal/N° de TVA/code de l'importateur): ${importerReference ?? ''}`,
      `Importer's telephone/e-mail / N° de téléphone/e-mail de l'importateur: ${[recipient.phoneNumber, recipient.email].filter(Boolean).join(', ')}`,
    ],
  };
}

function contactLines({ email, phoneNumber }: Address): string[] {
  return [...(phoneNumber ? [`Tel. ${phoneNumber}`] : []), ...(email ? [email] : [])];
}

/** Draws the totals, the further fields of a CN23, and the signature. */
function drawTail(sheet: Sheet, words: PaperWords, declaration: CustomsPaper, box: Box): void {
  const { code, comments, currency, declared, form, grossWeightGrams, orderId, s10 } = declaration;
  const { lines, tariffLines, totalNetWeightGrams, totalValue } = declared;
  const quantity = lines.reduce((sum, line) => sum + line.quantity, 0);
  const { size } = PLACES[form];
  const style = { largest: size, smallest: 2 };
  sheet.rule(box.x, box.y, box.width, 0.375);
  const totals = [
    `Total: ${quantity} · net ${kilograms(totalNetWeightGrams)} kg · ${amount(totalValue, currency)}`,
    `Tariff lines / Lignes tarifaires: ${tariffLines}`,
    `Total gross weight / Poids brut total: ${kilograms(grossWeightGrams ?? totalNetWeightGrams)} kg`,
    `Total value / Valeur totale: ${amount(totalValue, currency)}`,
  ].join(' · ');
  sheet.block(totals, { ...box, y: box.y + 1, height: 9 }, { ...style, bold: true }, 'totals');
  let y = box.y + 10.5;
  if (form === 'CN23') {
    const more = [
      `Invoice No / N° de facture: ${orderId}`,
      `Comments (e.g. goods subject to quarantine, sanitary/phytosanitary inspection or other restrictions) / Observations (p. ex. marchandise soumise à la quarantaine/à des contrôles sanitaires, phytosanitaires ou à d’autres restrictions): ${comments ?? ''}`,
      'Explanation / Explication:',
      'Licence No(s) / N°(s) de la/des licences:',
      'Certificate No(s) / N°(s) du/des certificats:',
      'Postal charges/Fees / Frais de port/Frais:',
      `Office of origin/Date of posting / Bureau d’origine/Date de dépôt: ${words.day(words.printedAt)}`,
      `No. of item (barcode, if any) / N° de l’envoi (code à barres, s’il existe): ${s10 ?? code}`,
    ];
    sheet.block(more, { ...box, y, height: 31 }, { largest: 3, smallest: 1.8 }, 'comments');
    y += 32;
  }
  sheet.block(CERTIFIED[form], { ...box, y, height: 15.5 }, { largest: 2.5, smallest: 1.5 }, 'certified');
  y += 16;
  const bars = sheet.code(s10 ?? code, box.x - 2, y + 1, 11);
  const left = Math.max(42, bars + 1);
  const right = { x: box.x + left, y, width: box.width - left, height: 4 };
  sheet.block(s10 ? `${orderId} · ${code}` : orderId, right, { ...style, linesMax: 1 }, 'order');
  sheet.rule(right.x, y + 16, right.width, 0.25);
  const signed = `Date and sender's signature / Date et signature · ${words.day(words.printedAt)}`;
  sheet.block(signed, { ...right, y: y + 16.6, height: 6 }, { largest: 2.4, smallest: 1.8 }, 'signature');
}

function kilograms(grams: number): string {
  return (grams / 1000).toFixed(3);
}

function amount(value: number, currency: string): string {
  return `${value.toFixed(minorUnits(currency))} ${currency}`;
}
