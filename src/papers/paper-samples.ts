import { scanCodeOf } from '../platform/formats/scan-codes.ts';
import { declareCustoms } from '../shipping/customs-rules.ts';
import type { CustomsPaper } from './customs-form.ts';
import type { CustomsForm } from './customs-form-rules.ts';
import type { PackingSlip, SlipForm } from './packing-slip.ts';
import type * as papers from './paper-types.ts';
import type { PaperKind, PaperKinds } from './print-run.ts';

/** The papers of which a sample can be drawn, with made-up data. */
export const SAMPLE_PAPERS = [
  'ticket-sticker',
  'ticket-sheet',
  'pick-list',
  'cover',
  'packing-slip',
  'packing-slip-a6',
  'address-label',
  'cn22',
  'cn23',
  'hand-over-list',
  'commands',
  'badge',
  'bin-label',
  'scanner-test',
] as const;
export type SamplePaper = (typeof SAMPLE_PAPERS)[number];

/** The texts that the center adds to its papers. */
export interface SampleSource {
  /** Name of the center. */
  center: string;
  sender: readonly string[];
  /** The shop on the packing slip. Absent: a made-up one. */
  shop?: Pick<PackingSlip, 'shop' | 'returnText' | 'link'>;
  commands: papers.CommandSheet;
  scannerTest: papers.CodeCard;
  printedAt: Date;
}

type Sample = { [Kind in PaperKind]: { kind: Kind; parts: PaperKinds[Kind][] } }[PaperKind];

export const SAMPLE_ORDER_ID = 'SHOP-2026-004711';
const SHOP = 'Nordlicht Prints';
const DAY_MS = 86_400_000;
const TICKETS_OF_SHEET = 8;
const RECIPIENT = {
  ...{ personName: 'Zoë Müller', street: 'Bahnhofstrasse 12a', addressLine2: 'c/o Keller', city: 'Zürich' },
  ...{ postalCode: '8001', country: 'CH', phoneNumber: '+41 44 123 45 67', email: 'zoe@example.com' },
};
const ARTWORK = Buffer.from(
  `<svg xmlns="http://www.w3.org/2000/svg" width="300" height="300"><circle cx="150" cy="150" r="140" fill="#0b7285"/>
   <path d="M30 210 110 90l50 70 40-50 70 100z" fill="#fff"/><circle cx="205" cy="80" r="24" fill="#ffd43b"/></svg>`,
);

/** Returns the made-up data of a sample. */
export function samplePaper(paper: SamplePaper, source: SampleSource): Sample {
  const { commands, scannerTest } = source;
  switch (paper) {
    case 'ticket-sticker':
      return { kind: 'ticket-stickers', parts: [ticket(1, source)] };
    case 'ticket-sheet': {
      const parts = Array.from({ length: TICKETS_OF_SHEET }, (_, index) => ticket(index + 1, source));
      return { kind: 'ticket-sheets', parts };
    }
    case 'pick-list':
      return { kind: 'pick-lists', parts: [pickList(source)] };
    case 'cover':
      return { kind: 'batch-covers', parts: [cover(source)] };
    case 'packing-slip':
      return { kind: 'packing-slips', parts: [packingSlip('A4', source)] };
    case 'packing-slip-a6':
      return { kind: 'packing-slips', parts: [packingSlip('A6', source)] };
    case 'address-label':
      return { kind: 'address-labels', parts: [addressLabel(source)] };
    case 'cn22':
      return { kind: 'customs-forms', parts: [customsPaper('CN22', source)] };
    case 'cn23':
      return { kind: 'customs-forms', parts: [customsPaper('CN23', source)] };
    case 'hand-over-list':
      return { kind: 'hand-over-lists', parts: [handOverList(source)] };
    case 'commands':
      return { kind: 'command-sheets', parts: [commands] };
    case 'badge':
      return { kind: 'badge-sheets', parts: [{ code: scanCodeOf('person', 1), title: 'Ada Lovelace' }] };
    case 'bin-label':
      return { kind: 'bin-labels', parts: [{ code: scanCodeOf('bin', 1), title: '1' }] };
    case 'scanner-test':
      return { kind: 'scanner-tests', parts: [scannerTest] };
  }
}

function ticket(number: number, { printedAt }: SampleSource): papers.JobTicket {
  return {
    code: scanCodeOf('piece', number),
    piece: { number: 1, of: 1 },
    batch: { name: '17', place: number, of: TICKETS_OF_SHEET },
    clientName: SHOP,
    orderId: SAMPLE_ORDER_ID,
    article: { title: 'Creator Tee', sku: 'ST-CREATOR-BLK-M', color: 'Black', size: 'M', dtgType: 'WHITE_UNDERBASE' },
    prints: [{ location: 'FRONT', technology: 'DTG', size: { widthMm: 280, heightMm: 350 } }],
    customizations: [{ name: 'Neck label', location: 'NECK', technology: 'HEAT_PRESS' }],
    pictures: [{ kind: 'ARTWORK', location: 'FRONT', image: ARTWORK }],
    due: new Date(printedAt.getTime() + DAY_MS),
    attempt: 0,
  };
}

function batchHead({ printedAt }: SampleSource): papers.BatchHead {
  return {
    name: '17',
    code: scanCodeOf('batch', 17),
    released: printedAt,
    due: new Date(printedAt.getTime() + DAY_MS),
  };
}

function pickList(source: SampleSource): papers.PickList {
  const tee = { title: 'Creator Tee', color: 'Black' };
  return {
    batch: batchHead(source),
    lines: [
      { ...tee, sku: 'ST-CREATOR-BLK-M', size: 'M', needed: 6, onShelf: 40 },
      { ...tee, sku: 'ST-CREATOR-BLK-L', size: 'L', needed: 2, onShelf: 1 },
    ],
  };
}

function cover(source: SampleSource): papers.BatchCover {
  return {
    batch: batchHead(source),
    ...{ orders: 7, tickets: TICKETS_OF_SHEET, pieces: TICKETS_OF_SHEET, lots: 0, clientNames: [SHOP] },
    counts: [{ title: 'Creator Tee', technologies: ['DTG'], pieces: TICKETS_OF_SHEET }],
  };
}

function packingSlip(form: SlipForm, { sender, shop, printedAt }: SampleSource): PackingSlip {
  const madeUp = {
    shop: { name: SHOP, logo: ARTWORK, color: '#0b7285' },
    returnText: 'Not happy? Send it back within 30 days, unworn, with this slip.',
    link: `https://nordlicht.example/returns/${SAMPLE_ORDER_ID}`,
  };
  const { name } = (shop ?? madeUp).shop;
  const line = { title: 'Creator Tee', sku: 'ST-CREATOR-BLK-M', color: 'Black', size: 'M', unitPrice: 24.9 };
  return {
    form,
    code: scanCodeOf('order', 4711),
    ...(shop ?? madeUp),
    orderId: SAMPLE_ORDER_ID,
    ordered: printedAt,
    recipient: RECIPIENT,
    message: 'Thank you for your order, Zoë!',
    currency: 'EUR',
    lines: [
      { ...line, itemId: '1', quantity: 2, designs: ['Sunrise'], pictures: [ARTWORK] },
      { ...line, itemId: '2', size: 'L', quantity: 1, designs: ['Sunrise'], pictures: [ARTWORK] },
    ],
    ...(sender.length > 0 && { returnAddress: [name, ...sender] }),
  };
}

function addressLabel({ sender }: SampleSource): papers.AddressLabel {
  return {
    code: scanCodeOf('parcel', 4711),
    sender: [SHOP, ...sender],
    recipient: RECIPIENT,
    carrier: 'Swiss Post',
    parcel: { number: 1, of: 1 },
    weightGrams: 360,
    orderId: SAMPLE_ORDER_ID,
  };
}

function customsPaper(form: CustomsForm, { sender }: SampleSource): CustomsPaper {
  const item = { itemId: '1', code: 'ST-CREATOR-BLK-M', title: 'Creator Tee', quantity: 2, unitPrice: 24.9 };
  const customs = {
    ...{ hsCode: '610910', countryOfOrigin: 'BD', weightGrams: 180 },
    customsDescription: 'Cotton T-shirt, knitted, printed',
  };
  return {
    form,
    code: scanCodeOf('parcel', 4711),
    orderId: SAMPLE_ORDER_ID,
    sender: [SHOP, ...sender],
    recipient: RECIPIENT,
    currency: 'EUR',
    declared: declareCustoms([{ ...item, customs }], RECIPIENT, 'EUR'),
    grossWeightGrams: 410,
  };
}

function handOverList({ center, sender, printedAt }: SampleSource): papers.HandOverList {
  const parcel = (number: number) => ({
    code: scanCodeOf('parcel', number),
    trackingNumber: `0034043412345678${number}`,
    clientName: SHOP,
    orderId: `SHOP-2026-00${number}`,
    country: 'CH',
    weightGrams: 410,
  });
  return {
    from: [center, ...sender],
    carrierName: 'Swiss Post',
    name: '5',
    closed: printedAt,
    parcels: [parcel(4711), parcel(4712)],
  };
}
