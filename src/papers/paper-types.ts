import type { Address } from '../shipping/address-rules.ts';

export type PaperLanguage = 'en' | 'de';

export interface PaperOptions {
  language: PaperLanguage;
  timeZone: string;
  printedAt: Date;
  /** The URL in QR codes, without its last path segment, which is the code. */
  scanAddress: string;
  /** Marks each page as a test that is not for shipping. */
  isTest?: boolean;
}

/** A label of a test account, to be printed with a mark. */
export interface TestLabel {
  document: Uint8Array;
  contentType: 'application/pdf' | 'image/png';
  widthMm: number;
  heightMm: number;
}

/** PNG, JPEG or WebP. */
export type PictureBytes = Uint8Array;

/** The ticket of one piece, or of one lot of many pieces. Never names the recipient. */
export interface JobTicket {
  code: string;
  /** The place of this piece among the pieces of its order, such as 2 of 3. */
  piece: { number: number; of: number };
  /** Number of garments in a lot, which share one code. */
  lotQuantity?: number;
  batch?: { name: string; place: number; of: number };
  clientName: string;
  orderId: string;
  article: { title: string; sku: string; color?: string; size?: string; dtgType?: string };
  prints: readonly {
    location: string;
    technology: string;
    size?: { widthMm: number; heightMm: number };
    fileName?: string;
  }[];
  customizations: readonly { name: string; location: string; technology: string }[];
  pictures: readonly { kind: 'ARTWORK' | 'QUALITY_CONTROL'; location?: string; image: PictureBytes }[];
  due?: Date;
  /** 0 for the first attempt, 1 for R1 and so on. */
  attempt: number;
  rush?: boolean;
  notes?: readonly string[];
}

export interface AddressLabel {
  code: string;
  /** Name and address. The country is the last line. */
  sender: readonly string[];
  recipient: Address;
  carrier?: string;
  service?: string;
  /** Without `of`, more parcels may follow. */
  parcel: { number: number; of?: number };
  weightGrams?: number;
  orderId: string;
}

/** A part of a paper that could not be printed as given. The paper shows it too. */
export interface PaperNote {
  /** The number of the paper in its print run, from 0. */
  paper: number;
  about: string;
  problem: 'cut' | 'no_glyph' | 'picture_unreadable' | 'code_too_long';
}

export interface PickList {
  batch: BatchHead;
  /** In the order of the shelves. */
  lines: readonly {
    /** MATERIAL: customizations, counted beside the pieces. Absent: blanks or products. */
    kind?: 'ARTICLE' | 'MATERIAL' | 'PRODUCT';
    title: string;
    sku: string;
    color?: string;
    size?: string;
    shelf?: string;
    needed: number;
    onShelf: number;
    picture?: PictureBytes;
  }[];
}

export type BatchHead = { name: string; code: string; released: Date; due?: Date };

export interface BatchCover {
  batch: BatchHead;
  orders: number;
  tickets: number;
  /** With the finished products. */
  pieces: number;
  products?: number;
  /** Customizations that are applied to the pieces, such as neck labels. */
  customizations?: number;
  lots: number;
  clientNames: readonly string[];
  counts: readonly { title: string; technologies: readonly string[]; pieces: number }[];
  notes?: readonly string[];
}

export interface HandOverList {
  /** Name and address of the center that hands over. */
  from?: readonly string[];
  carrierName: string | null;
  carrierId?: string;
  /** For parcels without a known carrier. */
  labels?: 'ADDRESS' | 'CLIENT';
  name: string;
  closed: Date;
  parcels: readonly {
    code: string;
    trackingNumber?: string;
    clientName: string;
    orderId: string;
    country?: string;
    weightGrams?: number;
  }[];
}

/** An order of goods from a supplier. */
export interface PurchasePaper {
  /** Name and address of the center. */
  from: readonly string[];
  supplierName: string;
  reference: string;
  ordered: Date;
  expected?: Date;
  /** ISO 4217 code of the prices. Absent: unknown. */
  currency?: string;
  lines: readonly {
    supplierCode?: string;
    code: string;
    title: string;
    color?: string;
    size?: string;
    quantity: number;
    price?: number;
  }[];
}

export type CodeCard = { code: string; title: string; lines?: readonly string[] };

/** Groups of commands to hang up at a station. */
export type CommandSheet = { groups: readonly { title: string; cards: readonly CodeCard[] }[] };

/** The statement of a client and month. Amounts are in the minor unit of their currency. */
export interface StatementPaper {
  /** Name and address of the center. */
  from: readonly string[];
  clientName: string;
  month: string;
  closed: Date | null;
  totals: readonly { currency: string; amount: number }[];
  positions: readonly (StatementThing & {
    cause: string | null;
    reason: string | null;
    unitAmount: number;
    currency: string;
    amount: number;
  })[];
  orders: readonly { orderId: string; shipped: Date | null; currency: string; amount: number }[];
  missing: readonly (StatementThing & { orderId: string; day: string; problem: string })[];
}

interface StatementThing {
  kind: string;
  title: string;
  code: string | null;
  technology: string | null;
  quantity: number;
}
