import type { CustomsLine, SenderTaxIds } from '../customs-rules.ts';
import type { DeliveryStatus } from '../tracking-rules.ts';

/** The kinds of label providers. Each has one file in this folder. */
export const PROVIDER_KINDS = ['HTTP', 'SENDCLOUD', 'EASYPOST'] as const;
export type ProviderKind = (typeof PROVIDER_KINDS)[number];

/** Media types of labels. */
export const LABEL_TYPES = ['application/pdf', 'application/zpl', 'image/png'] as const;
export type LabelType = (typeof LABEL_TYPES)[number];

/** An address of a sender or recipient. The country is an ISO 3166-1 alpha-2 code. */
export interface LabelAddress {
  personName?: string | undefined;
  company?: string | undefined;
  street?: string | undefined;
  addressLine2?: string | undefined;
  city?: string | undefined;
  postalCode?: string | undefined;
  state?: string | undefined;
  country?: string | undefined;
  phoneNumber?: string | undefined;
  email?: string | undefined;
}

export interface Money {
  amount: number;
  /** ISO 4217. */
  currency: string;
}

/** A packed parcel, as providers need it. */
export interface Shipment {
  /** Our own key of this purchase. */
  key: string;
  /** The id of the provider, from `prepare`. */
  labelId?: string | undefined;
  /** Code of the parcel. */
  parcel: string;
  orderId: string;
  sender: LabelAddress;
  recipient: LabelAddress;
  weightGrams: number;
  package?: { name: string; lengthMm: number; widthMm: number; heightMm: number };
  /** Value of the goods. Absent: the order has no prices. */
  value?: Money;
  /** Present for destinations outside the customs zone of the European Union. */
  customs?: { currency: string; lines: readonly CustomsLine[]; taxIds?: SenderTaxIds };
  /** Goods on their way back. The sender is the customer. */
  isReturn?: true;
  /** The format that the printer of the station takes. */
  labelType: LabelType;
}

/** A service that can carry the parcel. */
export interface Rate {
  /** Identifies the service at the provider. */
  service: string;
  carrier: string;
  cost?: Money | undefined;
  /** Days until delivery. */
  days?: number | undefined;
}

export interface BoughtLabel {
  /** Identifies the label at the provider. */
  labelId: string;
  service: string;
  carrier: string;
  trackingNumber: string;
  trackingUrl?: string | undefined;
  cost?: Money | undefined;
  /** Whether the label contains the customs form. */
  printsCustoms: boolean;
  document: Buffer;
}

/** A label that was bought, as it is stored. */
export interface LabelKey {
  key: string;
  /** Absent: the provider gave none yet. */
  labelId?: string | undefined;
}

/** A parcel that has left with a bought label. */
export interface TrackedParcel {
  key: string;
  labelId: string;
  trackingNumber: string;
}

/** News of a parcel. Undefined: there are none yet. never: the provider does not track this parcel. */
export type DeliveryNews =
  | { status: DeliveryStatus; since?: Date | undefined; words?: string | undefined }
  | 'never'
  | undefined;

/** A label provider. All calls throw `LabelError`. */
export interface LabelProvider {
  /** Whether a repeated purchase with the same key returns the first label. */
  isIdempotent: boolean;
  /** Whether a purchase has no price, so that the price is quoted before. */
  pricesByQuote?: boolean;
  /** Checks address and credentials without buying. */
  test(): Promise<void>;
  /** Makes the shipment without buying. Returns the id that is stored before `buy` is called. */
  prepare?(shipment: Shipment): Promise<string>;
  quote(shipment: Shipment): Promise<Rate[]>;
  buy(shipment: Shipment, service: string): Promise<BoughtLabel>;
  /** Finds the label that was bought under our own key. */
  find(shipment: LabelKey & Pick<Shipment, 'labelType'>): Promise<BoughtLabel | undefined>;
  /**
   * Returns false if the provider refuses, because the label was used, for example. Returns undefined if no
   * paid label has the key.
   */
  void(label: LabelKey): Promise<boolean | undefined>;
  /**
   * Makes the manifest or scan form of labels of one carrier, as PDF. A repeated call returns the first one.
   * Returns undefined if the provider has none.
   */
  manifest?(wanted: { key: string; carrier: string; labels: readonly LabelKey[] }): Promise<Buffer | undefined>;
  /** Reads how far the parcel has come. Absent: the provider does not track parcels. */
  track?(parcel: TrackedParcel): Promise<DeliveryNews>;
}

/**
 * refused: the provider bought nothing. unavailable: the call did not reach the provider. unknown: the call
 * may have been carried out.
 */
type LabelFault = 'refused' | 'unavailable' | 'unknown';
export const LABEL_PROBLEMS = [
  'label_refused',
  'label_credentials_refused',
  'label_provider_unreachable',
  'label_answer_unusable',
] as const;
type LabelProblem = (typeof LABEL_PROBLEMS)[number];

/** Why a call to a label provider failed. `words` come from the provider. */
export class LabelError extends Error {
  readonly fault: LabelFault;
  readonly problem: LabelProblem;
  readonly words: string;

  constructor(fault: LabelFault, problem: LabelProblem, words: string) {
    super(words);
    this.name = 'LabelError';
    this.fault = fault;
    this.problem = problem;
    this.words = words;
  }
}

export function unusableAnswer(words: string): LabelError {
  return new LabelError('unknown', 'label_answer_unusable', words);
}
