import type { Address } from '../shipping/address-rules.ts';

export type PaperLanguage = 'en' | 'de';

/** What all papers of one print run share. */
export interface PaperOptions {
  language: PaperLanguage;
  /** IANA name; times are printed in it. */
  timeZone: string;
  printedAt: Date;
  /** Beginning of the console's address that the QR codes hold; the code follows as the last segment of its path. */
  scanAddress: string;
}

/** PNG, JPEG or WebP. */
export type PictureBytes = Uint8Array;

/** A print or a customization, as it stands on the ticket of its piece. */
export interface PrintOnTicket {
  location: string;
  technology: string;
  size?: { widthMm: number; heightMm: number };
  fileName?: string;
}

export interface CustomizationOnTicket {
  name: string;
  location: string;
  technology: string;
}

/** One physical piece, or one lot of many. Never holds whom it goes to. */
export interface JobTicket {
  /** Letter, digits and check digit. */
  code: string;
  /** Which of its item's pieces this is: 2 of 3. */
  piece: { number: number; of: number };
  /** How many garments a lot is, that all share the one code. */
  lotQuantity?: number;
  /** Pieces of the whole order. */
  orderPieces: number;
  batch?: { name: string; place: number; of: number };
  clientName: string;
  orderId: string;
  article: { title: string; sku: string; color?: string; size?: string; dtgType?: string };
  prints: readonly PrintOnTicket[];
  customizations: readonly CustomizationOnTicket[];
  /** Artwork and picture for quality control, with the location that each shows. */
  pictures: readonly { kind: 'ARTWORK' | 'QUALITY_CONTROL'; location?: string; image: PictureBytes }[];
  due?: Date;
  /** 0 for the first, 1 for R1 and so on. */
  attempt: number;
  preferred?: boolean;
  notes?: readonly string[];
}

/** The label of a parcel that goes to an address without a carrier's own label. */
export interface AddressLabel {
  /** The parcel's code. */
  code: string;
  /** Name and address lines, the country last. */
  sender: readonly string[];
  recipient: Address;
  carrier?: string;
  service?: string;
  /** `of` absent: more may follow. */
  parcel: { number: number; of?: number };
  weightGrams?: number;
  orderId: string;
}

/** What could not be printed as it was given; the paper shows it too. */
export interface PaperNote {
  /** Which of the run's papers, from 0. */
  paper: number;
  /** Which part of the paper, such as `recipient`. */
  about: string;
  problem: 'cut' | 'no_glyph' | 'picture_unreadable' | 'code_too_long';
}

/** What the picker takes from the shelves for one batch. */
export interface PickList {
  batch: BatchHead;
  /** In the order of the shelves. */
  lines: readonly {
    title: string;
    sku: string;
    color?: string;
    size?: string;
    shelf?: string;
    needed: number;
    onShelf: number;
  }[];
}

export interface BatchHead {
  name: string;
  code: string;
  released: Date;
  due?: Date;
}

/** The sheet that goes with a batch. */
export interface BatchCover {
  batch: BatchHead;
  orders: number;
  pieces: number;
  lots: number;
  clientNames: readonly string[];
  /** Pieces of each article and technology. */
  counts: readonly { title: string; technologies: readonly string[]; pieces: number }[];
  notes?: readonly string[];
}

/** What lies in the parcel when the client sent no packing slip of its own. It has no prices, and does not name the center. */
export interface PackingSlip {
  /** The order's code, for returns. */
  code: string;
  shop: { name: string; lines?: readonly string[] };
  orderId: string;
  ordered: Date;
  recipient?: Address;
  parcel?: { number: number; of: number };
  lines: readonly { title: string; sku?: string; color?: string; size?: string; quantity: number }[];
  returnAddress?: readonly string[];
}

/** The parcels that a carrier's driver takes. */
export interface HandOverList {
  carrier: string;
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

/** A code to scan, with what it does or names in large letters. */
export interface CodeCard {
  code: string;
  title: string;
  lines?: readonly string[];
}

/** Groups of commands, to laminate and hang at a station. */
export interface CommandSheet {
  groups: readonly { title: string; cards: readonly CodeCard[] }[];
}
