import { buffer } from 'node:stream/consumers';
import sharp from 'sharp';
import { scanCodeOf } from '../../platform/formats/scan-codes.ts';
import type { AddressLabel, JobTicket, PaperNote, PaperOptions } from '../paper-types.ts';
import { type PaperKind, type PaperKinds, startRun } from '../print-run.ts';
import { type ReadPage, readPages } from './read-papers.ts';

export const PAPER_OPTIONS: PaperOptions = {
  language: 'en',
  timeZone: 'Europe/Berlin',
  printedAt: new Date('2026-11-22T07:05:00Z'),
  scanAddress: 'https://print.example.com/console/scan',
};

export const scanUrl = (code: string) => `${PAPER_OPTIONS.scanAddress}/${code}`;

/** White artwork on a transparent background, and a picture of a garment. */
export async function samplePictures(): Promise<JobTicket['pictures']> {
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" width="400" height="400"><rect x="80" y="80" width="240" height="240" fill="white"/></svg>';
  const artwork = await sharp(Buffer.from(svg)).png().toBuffer();
  const garment = await sharp({ create: { width: 300, height: 400, channels: 3, background: '#247' } })
    .webp()
    .toBuffer();
  return [
    { kind: 'ARTWORK', location: 'FRONT', image: artwork },
    { kind: 'QUALITY_CONTROL', image: garment },
  ];
}

export function sampleTicket(number: number, changes: Partial<JobTicket> = {}): JobTicket {
  return {
    code: scanCodeOf('piece', number),
    piece: { number: 2, of: 3 },
    batch: { name: '17', place: number, of: 120 },
    clientName: 'Nordlicht Prints',
    orderId: 'NL-2026-004711',
    article: {
      ...{ title: 'Creator Tee', sku: 'ST-CREATOR-BLK-M', color: 'Black', size: 'M' },
      dtgType: 'WHITE_UNDERBASE',
    },
    prints: [
      {
        location: 'FRONT',
        technology: 'DTG',
        size: { widthMm: 280, heightMm: 350 },
        fileName: 'ada-front.png',
      },
      {
        location: 'BACK',
        technology: 'DTF',
        size: { widthMm: 300, heightMm: 100 },
        fileName: 'ada-back.png',
      },
    ],
    customizations: [{ name: 'Neck label Nordlicht', location: 'NECK', technology: 'HEAT_PRESS' }],
    pictures: [],
    due: new Date('2026-11-24T15:00:00Z'),
    attempt: 0,
    ...changes,
  };
}

export function sampleLabel(recipient: AddressLabel['recipient'], changes: Partial<AddressLabel> = {}): AddressLabel {
  return {
    code: scanCodeOf('parcel', 4711),
    sender: ['Nordlicht Prints', 'Musterstraße 12', '20095 Hamburg', 'GERMANY'],
    recipient,
    carrier: 'DHL',
    service: 'Paket International',
    parcel: { number: 1, of: 2 },
    weightGrams: 850,
    orderId: 'NL-2026-004711',
    ...changes,
  };
}

export const SWISS = {
  ...{ personName: 'Zoë Müller', street: 'Bahnhofstrasse 12a', addressLine2: 'c/o Keller', city: 'Zürich' },
  ...{ postalCode: '8001', country: 'CH', phoneNumber: '+41 44 123 45 67', email: 'zoe@example.com' },
};
export const JAPANESE = {
  ...{
    personName: '山田 太郎',
    company: '株式会社サンプル',
    street: '神宮前1-2-3 髙橋ビル 501',
    city: '渋谷区',
  },
  ...{ state: '東京都', postalCode: '150-0001', country: 'JP' },
};
export const AMERICAN = {
  ...{ personName: 'Ada Lovelace', street: '350 Fifth Avenue', addressLine2: 'Suite 3300', city: 'New York' },
  ...{ state: 'NY', postalCode: '10118', country: 'US' },
};

/** One recipient in each script of Europe, and in further scripts of the fonts. */
export const SCRIPTS: Readonly<Record<string, AddressLabel['recipient']>> = {
  Polish: {
    personName: 'Łukasz Żółć',
    street: 'ul. Świętokrzyska 3/5',
    city: 'Łódź',
    postalCode: '90-001',
    country: 'PL',
  },
  Romanian: {
    personName: 'Ștefan Țepeș',
    street: 'Strada Română 1',
    city: 'București',
    postalCode: '010001',
    country: 'RO',
  },
  Maltese: {
    personName: 'Ġużè Ħobża',
    street: 'Triq il-Kbira 4',
    city: 'Żabbar',
    postalCode: 'ZBR 1234',
    country: 'MT',
  },
  Icelandic: {
    personName: 'Þóra Æðardóttir',
    street: 'Laugavegur 22',
    city: 'Reykjavík',
    postalCode: '101',
    country: 'IS',
  },
  Greek: {
    personName: 'Γιώργος Παπαδόπουλος',
    street: 'Οδός Ερμού 15',
    city: 'Αθήνα',
    postalCode: '10563',
    country: 'EL',
  },
  Ukrainian: {
    personName: 'Ґалина Їжакевич',
    street: 'вул. Хрещатик 22',
    city: 'Київ',
    postalCode: '01001',
    country: 'UA',
  },
  Serbian: {
    personName: 'Љиљана Ђорђевић',
    street: 'Кнез Михаилова 6',
    city: 'Београд',
    postalCode: '11000',
    country: 'RS',
  },
  Georgian: {
    personName: 'ნინო ბერიძე',
    street: 'რუსთაველის გამზირი 1',
    city: 'თბილისი',
    postalCode: '0108',
    country: 'GE',
  },
  Armenian: {
    personName: 'Անի Պետրոսյան',
    street: 'Աբովյան 8',
    city: 'Երևան',
    postalCode: '0001',
    country: 'AM',
  },
  Hebrew: {
    personName: 'דנה כהן (קומה 3)',
    street: 'רחוב הרצל 12',
    city: 'תל אביב',
    postalCode: '6688',
    country: 'IL',
  },
  Arabic: {
    personName: 'محمد العلي',
    street: 'شارع الملك فهد 25',
    city: 'الرياض',
    postalCode: '11564',
    country: 'SA',
  },
  Korean: {
    personName: '김민수',
    street: '강남대로 123',
    city: '강남구',
    state: '서울특별시',
    postalCode: '06000',
    country: 'KR',
  },
  Chinese: {
    personName: '王小龙',
    street: '朝阳区建国路88号',
    city: '北京市',
    state: '北京市',
    postalCode: '100022',
    country: 'CN',
  },
  Thai: {
    personName: 'สมชาย ใจดี',
    street: '99 ถนนสุขุมวิท',
    city: 'กรุงเทพมหานคร',
    postalCode: '10110',
    country: 'TH',
  },
};

export const HOSTILE = {
  personName: '^XA^FO50,50^FDOWNED^FS^XZ ~JR \\5E _5EXA',
  street: '\u202Egnorw\u202C \u0000\u0007\u001b[31m Street\t1',
  addressLine2: '<script>alert(1)</script> \uD800 X\u0300\u0301\u0302\u0303\u0304\u0305\u0306\u0307\u0308',
  city: '=cmd()',
  postalCode: '1',
  country: 'DE',
};

/** Draws a document and reads it back. */
export async function printAndRead<Kind extends PaperKind>(
  kind: Kind,
  parts: readonly PaperKinds[Kind][],
  options: PaperOptions = PAPER_OPTIONS,
): Promise<{ pages: ReadPage[]; notes: PaperNote[] }> {
  const run = startRun(kind, options);
  const bytes = buffer(run.sheet.pdf as unknown as NodeJS.ReadableStream);
  for (const part of parts) await run.draw(part);
  const notes = run.end();
  return { pages: await readPages(await bytes), notes };
}

export const SAMPLE_BATCH = {
  name: '17',
  code: scanCodeOf('batch', 17),
  released: new Date('2026-11-22T06:30:00Z'),
  due: new Date('2026-11-23T15:00:00Z'),
};
