import type { Violation } from '../../platform/errors/errors.ts';
import { nearestName } from '../../platform/errors/wording.ts';
import { headingReader } from '../../platform/formats/read-csv.ts';
import { DECORATIONS_MAX } from '../document/order-fields.ts';
import type { FieldUse, OrderPath } from '../document/order-schemas.ts';
import type { Language } from '../document/order-words.ts';

type Heading = Record<Language, string>;
type FieldColumn = readonly [path: OrderPath, heading?: Heading];

/**
 * The fields of an order in its CSV file, which the export writes and the import reads. A field with a
 * heading is also a column of the order sheet for staff (reports/order-sheet-rules).
 */
const ORDER_COLUMNS = [
  ['orderId', { en: 'Order', de: 'Auftrag' }],
  ['shipping.address.personName', { en: 'Recipient', de: 'Empfänger' }],
  ['shipping.address.company', { en: 'Company', de: 'Firma' }],
  ['shipping.address.street', { en: 'Street', de: 'Straße' }],
  ['shipping.address.addressLine2', { en: 'Address line 2', de: 'Adresszusatz' }],
  ['shipping.address.postalCode', { en: 'Postal code', de: 'Postleitzahl' }],
  ['shipping.address.city', { en: 'City', de: 'Ort' }],
  ['shipping.address.state', { en: 'State', de: 'Bundesstaat' }],
  ['shipping.address.country', { en: 'Country', de: 'Land' }],
  ['shipping.address.phoneNumber', { en: 'Phone', de: 'Telefon' }],
  ['shipping.address.email', { en: 'E-mail', de: 'E-Mail' }],
  ['shipping.carrierId'],
  ['shipping.shippingLabelUrl'],
  ['shipping.returnLabelUrl'],
  ['packingSlip'],
  ['unitPriceCurrency', { en: 'Currency', de: 'Währung' }],
  ['message'],
  ['importerReference'],
  ['priority'],
  ['customerReference', { en: 'Customer reference', de: 'Kundenreferenz' }],
  ['giftMessage'],
  ['requestedDeliveryDate', { en: 'Delivery wanted', de: 'Lieferung gewünscht' }],
  ['taxIds.ioss'],
  ['taxIds.eori'],
  ['taxIds.vat'],
  ['metadata'],
] as const satisfies readonly FieldColumn[];
/** The same for the item. Names in the CSV file leave out `existingProduct.` and `customProduct.`. */
const ITEM_COLUMNS = [
  ['items.id', { en: 'Item', de: 'Position' }],
  ['items.quantity', { en: 'Quantity', de: 'Menge' }],
  ['items.unitPrice', { en: 'Unit price', de: 'Stückpreis' }],
  ['items.metadata'],
  ['items.existingProduct.ean13'],
  ['items.customProduct.sku'],
  ['items.customProduct.qualityControlImageUrl'],
] as const satisfies readonly FieldColumn[];
const ORDER_FIELDS = ORDER_COLUMNS.map(([path]) => path);
const ITEM_FIELDS = ITEM_COLUMNS.map(([path]) => path);
const FIELD_COLUMNS: readonly FieldColumn[] = [...ORDER_COLUMNS, ...ITEM_COLUMNS];
/** The headings of the order sheet, by field. */
export const SHEET_HEADINGS: ReadonlyMap<OrderPath, Heading> = new Map(
  FIELD_COLUMNS.flatMap(([path, heading]) => (heading ? [[path, heading]] : [])),
);
/** Columns that the export writes and the import ignores, because only stored orders have them. */
export const ANSWERED_FIELDS = [
  'status',
  'created',
  'updated',
  'shipping.trackingNumber',
  'shipping.trackingCarrier',
  'shipping.trackingUrl',
  'expectedShipDate',
] as const satisfies readonly OrderPath[];
export const REFUSAL_COLUMN = 'refusal';
const IGNORED: readonly string[] = [...ANSWERED_FIELDS, REFUSAL_COLUMN];
const PRINT_FIELDS = ['dataUrl', 'location', 'technology', 'qualityControlImageUrl', 'designName'] as const;
const CUSTOMIZATION_FIELDS = ['sku', 'location', 'technology', 'qualityControlImageUrl'] as const;
const ITEM_PATHS = new Map(ITEM_FIELDS.map((path) => [plainName(path), path.split('.').slice(1)]));

export const CSV_FIELDS: FieldUse = {
  used: [
    ...ORDER_FIELDS,
    ...ANSWERED_FIELDS,
    ...ITEM_FIELDS,
    ...PRINT_FIELDS.map((field) => `items.customProduct.prints.${field}` as const),
    ...CUSTOMIZATION_FIELDS.map((field) => `items.customProduct.customizations.${field}` as const),
  ],
  leftOut: {
    gift: 'cells hold text and numbers',
    'items.existingProduct.name': 'comes from the catalogue',
    statusReason: 'describes the present state, and an import creates the order as NEW',
    cancellation: 'like statusReason',
    shipments: 'a list of parcels does not fit into rows of items',
    withdrawnShipments: 'like shipments',
    warnings: 'the intake finds them again',
    personalDataErased: 'nothing is left to import',
    charges: 'a list does not fit into rows of items',
    repeatOf: 'an import creates the order as one of its own',
    repeatedBy: 'like charges',
  },
};
/** Without these columns every row would be refused. */
const REQUIRED = ['orderId', 'items.quantity'];
const DECORATION = /^items\.(prints|customizations)\.([1-9]\d?)\.(\w+)$/;
const NAME_IN_MESSAGE_LENGTH_MAX = 60;
const DECORATIONS_SHOWN = 1;
export type Decoration = 'prints' | 'customizations';

export type Column =
  | { kind: 'order'; path: readonly string[] }
  | { kind: 'item'; path: readonly string[] }
  | { kind: 'decoration'; list: Decoration; place: number; field: string }
  | { kind: 'ignored' };

/** Returns the columns for items that have at most this number of prints, and of customizations. */
export function columnsFor(decorations: number): string[] {
  const places = Array.from({ length: decorations }, (_, index) => index + 1);
  return [
    'orderId',
    ...ANSWERED_FIELDS.slice(0, 3),
    ...ORDER_FIELDS.slice(1),
    ...ANSWERED_FIELDS.slice(3),
    ...ITEM_FIELDS.map(plainName),
    ...places.flatMap((place) => [
      ...PRINT_FIELDS.map((field) => `items.prints.${place}.${field}`),
      ...CUSTOMIZATION_FIELDS.map((field) => `items.customizations.${place}.${field}`),
    ]),
  ];
}

/** Returns the column's name, also for a full path such as `items.existingProduct.ean13`. */
export function plainName(name: string): string {
  return name.replace(/^items\.(existingProduct|customProduct)\./i, 'items.');
}

/** Returns the names of the columns that the headings of a file mean. */
export function columnNames(headings: readonly string[]): string[] {
  return headings.map(plainName).map(headingReader([...columnsFor(DECORATIONS_MAX), ...IGNORED]));
}

export function columnOf(given: string): Column | undefined {
  const name = plainName(given);
  if (IGNORED.includes(name) || name === 'items.name') return { kind: 'ignored' };
  if (isOneOf(ORDER_FIELDS, name)) return { kind: 'order', path: name.split('.') };
  const ofItem = ITEM_PATHS.get(name);
  if (ofItem) return { kind: 'item', path: ofItem };
  const [, list, place, field = ''] = DECORATION.exec(name) ?? [];
  const fields = list === 'prints' ? PRINT_FIELDS : CUSTOMIZATION_FIELDS;
  if (!list || !isOneOf(fields, field) || Number(place) > DECORATIONS_MAX) return undefined;
  return { kind: 'decoration', list: list as Decoration, place: Number(place), field };
}

export function headerViolations(header: readonly string[]): Omit<Violation, 'pointer'>[] {
  const known = columnsFor(DECORATIONS_SHOWN);
  const names = header.map(plainName);
  const violations: Omit<Violation, 'pointer'>[] = [];
  for (const [index, name] of names.entries()) {
    if (columnOf(name) === undefined) {
      const likely = nearestName(name, known);
      const hint = likely ? `Did you mean "${likely}"?` : `Known: ${known.join(', ')}.`;
      const printable = name.slice(0, NAME_IN_MESSAGE_LENGTH_MAX).toWellFormed().replace(/\p{C}/gu, '�');
      violations.push({ code: 'unknown_property', message: `There is no column "${printable}" here. ${hint}` });
    } else if (names.indexOf(name) !== index) {
      violations.push({ code: 'duplicate', message: `The column "${name}" occurs twice.` });
    }
  }
  for (const name of REQUIRED) {
    if (!names.includes(name)) violations.push({ code: 'required', message: `The column "${name}" is missing.` });
  }
  return violations;
}

export function columnAt(pointer: string, placeOf: (list: Decoration, index: number) => number): string {
  const steps = pointer.split('/').slice(1);
  if (steps[0] === 'metadata') return 'metadata';
  if (steps[0] !== 'items') return steps.join('.');
  const [, , part = '', ...rest] = steps;
  if (part === 'metadata') return 'items.metadata';
  if (part !== 'existingProduct' && part !== 'customProduct') return ['items', part].filter(Boolean).join('.');
  const [list = '', index, field] = rest;
  if (list !== 'prints' && list !== 'customizations') return ['items', ...rest].join('.');
  if (index === undefined) return `items.${list}.1`;
  return ['items', list, placeOf(list, Number(index)), field].filter((one) => one !== undefined).join('.');
}

function isOneOf<T extends string>(names: readonly T[], name: string): name is T {
  return (names as readonly string[]).includes(name);
}

/** Returns the text or number at a path in an order, an item or a decoration. Metadata is its JSON text. */
export function valueAt(value: unknown, path: readonly string[]): string | number | undefined {
  let found = value;
  for (const name of path) found = (found as Record<string, unknown> | undefined)?.[name];
  if (path.at(-1) === 'metadata' && found !== undefined) return JSON.stringify(found);
  return typeof found === 'string' || typeof found === 'number' ? found : undefined;
}
