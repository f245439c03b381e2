import { writeCsv } from '../platform/formats/write-csv.ts';
import type { CustomsDeclaration } from '../shipping/customs-rules.ts';

const RECIPIENT_FIELDS = [
  'personName',
  'company',
  'street',
  'addressLine2',
  'city',
  'postalCode',
  'state',
  'country',
  'phoneNumber',
  'email',
] as const;

/** A parcel in the advance data for a postal service or carrier. */
export interface DeclaredParcel {
  /** The parcel code, as printed on its label. */
  parcel: string;
  trackingNumber?: string | undefined;
  orderId: string;
  recipient: { [Field in (typeof RECIPIENT_FIELDS)[number]]?: string | undefined } & { country: string };
  declaration: CustomsDeclaration;
}

const LINE_FIELDS = ['hsCode', 'countryOfOrigin', 'description', 'quantity', 'netWeightGrams', 'value'] as const;

const HEADER = [
  'parcel',
  'trackingNumber',
  'orderId',
  ...RECIPIENT_FIELDS,
  'contents',
  'line',
  ...LINE_FIELDS,
  'currency',
  'missing',
];

/**
 * Writes the customs data of a hand-over for the portal of a postal service: a row for each line of each
 * declared parcel. A parcel that cannot be declared has one row with the reasons. Cells are safe against
 * spreadsheet formulas.
 */
export function writeCustomsCsv(parcels: readonly DeclaredParcel[]): string {
  const rows = parcels
    .filter(({ declaration }) => declaration.need === 'declared')
    .flatMap(({ parcel, trackingNumber, orderId, recipient, declaration }) => {
      const { currency, lines, gaps } = declaration;
      const about = [
        parcel,
        trackingNumber,
        orderId,
        ...RECIPIENT_FIELDS.map((field) => recipient[field]),
        'SALE_OF_GOODS',
      ];
      // An incomplete declaration has no lines, since the existing ones would look complete.
      const missing = gaps.map(({ message }) => message).join(' ');
      if (missing !== '') return [[...about, '', ...LINE_FIELDS.map(() => ''), currency, missing]];
      return lines.map((line, index) => [
        ...about,
        index + 1,
        ...LINE_FIELDS.map((field) => line[field]),
        currency,
        '',
      ]);
    });
  return writeCsv([HEADER, ...rows]);
}
