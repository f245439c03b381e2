import { writeCsv } from '../platform/csv/write-csv.ts';
import type { CustomsDeclaration } from './customs-rules.ts';

/** A parcel in the advance data for a postal service or carrier. */
export interface DeclaredParcel {
  /** The parcel code, as printed on its label. */
  parcel: string;
  trackingNumber?: string | undefined;
  orderId: string;
  recipient: {
    personName?: string | undefined;
    company?: string | undefined;
    street?: string | undefined;
    addressLine2?: string | undefined;
    city?: string | undefined;
    postalCode?: string | undefined;
    state?: string | undefined;
    country: string;
    phoneNumber?: string | undefined;
    email?: string | undefined;
  };
  declaration: CustomsDeclaration;
}

const HEADER = [
  'parcel',
  'trackingNumber',
  'orderId',
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
  'contents',
  'line',
  'hsCode',
  'countryOfOrigin',
  'description',
  'quantity',
  'netWeightGrams',
  'value',
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
        recipient.personName,
        recipient.company,
        recipient.street,
        recipient.addressLine2,
        recipient.city,
        recipient.postalCode,
        recipient.state,
        recipient.country,
        recipient.phoneNumber,
        recipient.email,
        'SALE_OF_GOODS',
      ];
      // An incomplete declaration has no lines, since the existing ones would look complete.
      const missing = gaps.map(({ message }) => message).join(' ');
      if (missing !== '') return [[...about, '', '', '', '', '', '', '', currency, missing]];
      return lines.map((line, index) => [
        ...about,
        index + 1,
        line.hsCode,
        line.countryOfOrigin,
        line.description,
        line.quantity,
        line.netWeightGrams,
        line.value,
        currency,
        '',
      ]);
    });
  return writeCsv([HEADER, ...rows]);
}
