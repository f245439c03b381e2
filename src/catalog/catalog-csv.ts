import { createReadStream } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { Violation } from '../platform/errors/errors.ts';
import { problemMessage } from '../platform/errors/problem-messages.ts';
import {
  AMBIGUOUS_NUMBER,
  CsvFault,
  type CsvRow,
  headingReader,
  readCsv,
  wholeNumber,
  withoutGrouping,
} from '../platform/formats/read-csv.ts';
import {
  decodeText,
  detectEncoding,
  ENCODING_NAMES,
  type NamedEncoding,
  UnknownEncoding,
} from '../platform/formats/text-encoding.ts';
import type { Place } from './catalog-file.ts';
import { CatalogDraft, GatheringEnded } from './catalog-rules.ts';
import { hintFor, quoteName } from './record-fields.ts';

const ROWS_MAX = 5_000_000;
const ROW_CHARACTERS_MAX = 128_000;
/** Elements read from one cell: above the limit of every list, so that the rules refuse a longer one. */
const ELEMENTS_READ_MAX = 200;

/** Converts the text of a cell. Invalid text stays text, for the rules to report. */
type Cell = (text: string, delimiter: string) => unknown;

interface Table {
  required: Record<string, Cell>;
  optional: Record<string, Cell>;
  add: (this: CatalogDraft, record: unknown, place: Place) => void;
}

const text: Cell = (cell) => cell;
const integer: Cell = (cell) => wholeNumber(cell) ?? cell;
/** Spreadsheets write booleans in the language of their user. */
const FLAGS: Readonly<Record<string, boolean>> = { true: true, false: false, wahr: true, falsch: false };
const flag: Cell = (cell) => {
  const word = cell.toLowerCase();
  return Object.hasOwn(FLAGS, word) ? FLAGS[word] : cell;
};
/** Spreadsheets write decimals with a point or a comma. */
const decimal: Cell = (cell) => {
  const plain = withoutGrouping(cell.trim());
  return /^-?\d+([.,]\d+)?$/.test(plain) ? Number(plain.replace(',', '.')) : cell;
};
/**
 * Keeps an ambiguous length as text, which the rules refuse. A comma in a file with semicolons separates
 * decimals, and so does a point in a file with commas.
 */
const length: Cell = (cell, delimiter) => {
  const isOfDecimals = delimiter === ';' ? cell.includes(',') : delimiter === ',' && cell.includes('.');
  return AMBIGUOUS_NUMBER.test(cell.trim()) && !isOfDecimals ? cell.trim() : decimal(cell, delimiter);
};
const list = (cell: string) => cell.split('|', ELEMENTS_READ_MAX).map((element) => element.trim());
/** `REGULAR:DTG|DTF@355.6x406.4;FRONT:DTF`, the print area in millimeters. */
const locations: Cell = (cell, delimiter) =>
  cell
    .split(';', ELEMENTS_READ_MAX)
    .filter((entry) => entry.trim() !== '')
    .map((entry) => {
      const [location = '', rest = ''] = entry.split(/:(.*)/s);
      const [technologies = '', area] = rest.split(/@(.*)/s);
      return {
        location: location.trim(),
        printTechnologies: technologies.trim() ? list(technologies) : [],
        ...(area !== undefined && { printArea: printArea(area, delimiter) }),
      };
    });

const printArea: Cell = (cell, delimiter) => {
  const [, width, height] = /^\s*(\d+(?:[.,]\d+)?)\s*x\s*(\d+(?:[.,]\d+)?)\s*$/i.exec(cell) ?? [];
  return width === undefined || height === undefined
    ? cell
    : { widthMm: length(width, delimiter), heightMm: length(height, delimiter) };
};

const { addPrintArea, addArticle, addArticleVariant, addCarrier, addProduct, addProductVariant } =
  CatalogDraft.prototype;

const customs: Record<string, Cell> = {
  hsCode: text,
  countryOfOrigin: text,
  weightGrams: integer,
  customsDescription: text,
};

/** In the order of reading: a table comes after the tables that it refers to. */
const TABLES: Record<string, Table> = {
  'articles.csv': {
    required: { manufacturerCode: text, title: text, type: text },
    optional: { previewImageUrls: list, ...customs },
    add: addArticle,
  },
  'article-variants.csv': {
    required: { sku: text, manufacturerCode: text, color: text, size: text, stockLevelQuantity: integer },
    optional: { dtgType: text, allowedLocations: locations, isAllowedOnLocations: locations, ...customs },
    add: addArticleVariant,
  },
  'print-areas.csv': {
    required: { manufacturerCode: text, location: text, widthMm: length, heightMm: length },
    optional: {
      ...{ size: text, origin: text, topMm: length, leftMm: length, side: text, bleedMm: decimal },
      ...{ pictureLeft: decimal, pictureTop: decimal, pictureWidth: decimal },
    },
    add(record, place) {
      const { pictureLeft, pictureTop, pictureWidth, ...area } = record as Record<string, unknown>;
      const picture = { left: pictureLeft, top: pictureTop, width: pictureWidth };
      const isGiven = Object.values(picture).some((value) => value !== undefined);
      addPrintArea.call(this, { ...area, ...(isGiven && { picture }) }, place);
    },
  },
  'products.csv': {
    required: { productId: text, name: text },
    optional: { previewImageUrls: list, ...customs },
    add: addProduct,
  },
  'product-variants.csv': {
    required: { ean13: text, productId: text, name: text, color: text, size: text, stockLevelQuantity: integer },
    optional: customs,
    add: addProductVariant,
  },
  'carriers.csv': { required: { carrierId: text, name: text }, optional: { default: flag }, add: addCarrier },
};

const TABLE_NAMES = Object.keys(TABLES);

/** Ends the reading of a file after a fault that every further row would repeat. */
class RestUnread extends Error {}

export interface CsvSource {
  name: string;
  /** Opens the file. It is called for each pass over the file. */
  open: () => Readable | AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
  /** The encoding that a person named, for files in neither UTF-8 nor UTF-16. */
  encoding?: NamedEncoding | undefined;
}

export async function readCatalogFolder(folder: string, encoding?: NamedEncoding): Promise<CatalogDraft> {
  return gather(new CatalogDraft(), async (draft) => {
    const found = (await readdir(folder)).filter((name) => /\.csv$/i.test(name));
    for (const name of found) if (!TABLE_NAMES.includes(name)) draft.report(unknownFile(name));
    if (found.length === 0) {
      const message = `The folder has none of the files ${TABLE_NAMES.join(', ')}.`;
      draft.report({ pointer: folder, code: 'required', message });
    }
    for (const name of TABLE_NAMES.filter((name) => found.includes(name))) {
      await readTable(draft, { name, encoding, open: () => createReadStream(join(folder, name)) }, name);
    }
  });
}

/** Reads uploaded CSV files. The name of a file, or else its columns, determine which records it holds. */
export async function readCatalogFiles(files: readonly CsvSource[], msMax: number): Promise<CatalogDraft> {
  return gather(new CatalogDraft(msMax), async (draft) => {
    const tables = new Map<string, CsvSource[]>(TABLE_NAMES.map((name) => [name, []]));
    for (const file of files) {
      const table = TABLE_NAMES.includes(file.name) ? file.name : await findTableByColumns(draft, file);
      if (table !== undefined) tables.get(table)?.push(file);
    }
    for (const [table, ofTable] of tables) for (const file of ofTable) await readTable(draft, file, table);
  });
}

async function gather(draft: CatalogDraft, read: (draft: CatalogDraft) => Promise<void>): Promise<CatalogDraft> {
  try {
    await read(draft);
    draft.finish();
  } catch (error) {
    if (!(error instanceof GatheringEnded)) throw error;
  }
  return draft;
}

/** The first column that is found in a header determines the table. */
const COLUMNS_OF_TABLES = [
  ['widthMm', 'print-areas.csv'],
  ['sku', 'article-variants.csv'],
  ['ean13', 'product-variants.csv'],
  ['carrierId', 'carriers.csv'],
  ['productId', 'products.csv'],
  ['manufacturerCode', 'articles.csv'],
] as const;

/** Finds the table by its columns. Undefined, with a reported fault, for an unknown or unreadable header. */
async function findTableByColumns(
  draft: CatalogDraft,
  { name, open, encoding }: CsvSource,
): Promise<string | undefined> {
  let header: CsvRow | undefined;
  try {
    const text = decodeText(open(), await detectEncoding(open(), encoding));
    for await (header of readCsv(text, { rowCharactersMax: ROW_CHARACTERS_MAX })) break;
  } catch (error) {
    draft.report(unreadable(name, error as Error));
    return undefined;
  }
  const cells = header?.cells.map(headingReader(COLUMNS_OF_TABLES.map(([column]) => column)));
  const table = COLUMNS_OF_TABLES.find(([column]) => cells?.includes(column))?.[1];
  if (!table) draft.report(header ? unknownFile(name) : missingHeader(name));
  return table;
}

function missingHeader(name: string): Violation {
  return { pointer: name, code: 'required', message: 'The file has no header row.' };
}

function unknownFile(name: string): Violation {
  const message = `There is no table ${quoteName(name)} in a catalogue. ${hintFor(name, TABLE_NAMES)}`;
  return { pointer: name, code: 'unknown_file', message };
}

/** Adds the rows of one file as a stream. The file is read twice, first to detect its encoding. */
async function readTable(
  draft: CatalogDraft,
  { name, open, encoding: given }: CsvSource,
  table: string,
): Promise<void> {
  try {
    const encoding = await detectEncoding(open(), given);
    if (encoding !== 'utf-8') {
      const message = problemMessage('not_utf_8', { encoding: ENCODING_NAMES[encoding] });
      draft.warn({ pointer: name, code: 'not_utf_8', message });
    }
    const file = open();
    try {
      const rows = readCsv(decodeText(file, encoding), { rowCharactersMax: ROW_CHARACTERS_MAX });
      await addRows(draft, name, TABLES[table]!, rows);
    } finally {
      if (file instanceof Readable) file.destroy();
    }
  } catch (error) {
    if (!(error instanceof RestUnread)) draft.report(unreadable(name, error as Error));
  }
}

async function addRows(draft: CatalogDraft, name: string, table: Table, rows: AsyncIterable<CsvRow>): Promise<void> {
  const { required, optional, add } = table;
  const cells = new Map(Object.entries({ ...required, ...optional }));
  let header: string[] | undefined;
  let rowCount = 0;
  for await (const { cells: record, line, delimiter } of rows) {
    const at = `${name} line ${line}`;
    if (!header) {
      header = record.map(headingReader([...cells.keys()]));
      if (!checkHeader(draft, at, header, table)) throw new RestUnread();
    } else if (!hasRightLength(record, header, table)) {
      const message = `The row has ${record.length} cells, and the header has ${header.length}.`;
      draft.report({ pointer: at, code: 'wrong_cell_count', message });
    } else if (++rowCount > ROWS_MAX) {
      draft.report({
        pointer: at,
        code: 'too_many_items',
        message: `At most ${ROWS_MAX} rows; split the file.`,
      });
      throw new RestUnread();
    } else {
      const values: Record<string, unknown> = {};
      header.forEach((column, index) => {
        const cell = record[index] ?? '';
        const read = cells.get(column);
        if (read && cell !== '') values[column] = read(cell, delimiter);
      });
      add.call(draft, values, (field) => (field === undefined ? at : `${at}, column ${field.split('/', 1)[0]}`));
    }
  }
  if (!header) draft.report(missingHeader(name));
}

/** Checks the number of cells. Excel leaves out empty cells at the end of a row. */
function hasRightLength(record: readonly string[], header: readonly string[], { optional }: Table): boolean {
  return (
    record.length <= header.length && header.slice(record.length).every((column) => Object.hasOwn(optional, column))
  );
}

/** Reports faults of the header. Returns false when the rows cannot be read with it. */
function checkHeader(
  draft: CatalogDraft,
  at: string,
  header: readonly string[],
  { required, optional }: Table,
): boolean {
  const known = Object.keys({ ...required, ...optional });
  const seen = new Set<string>();
  let readable = true;
  for (const [index, column] of header.entries()) {
    const pointer = `${at}, column ${index + 1}`;
    if (!known.includes(column)) {
      const message = `There is no column ${quoteName(column)} here. ${hintFor(column, known)}`;
      draft.report({ pointer, code: 'unknown_property', message });
    } else if (seen.has(column)) {
      draft.report({ pointer, code: 'duplicate', message: `The column "${column}" occurs twice.` });
      readable = false;
    }
    seen.add(column);
  }
  for (const column of Object.keys(required)) {
    if (seen.has(column)) continue;
    draft.report({ pointer: at, code: 'required', message: `The column "${column}" is missing.` });
    readable = false;
  }
  return readable;
}

function unreadable(name: string, error: Error): Violation {
  if (error instanceof CsvFault) {
    const message = `The row ${error.message}`;
    return { pointer: `${name} line ${error.line}`, code: error.code, message };
  }
  if (error instanceof UnknownEncoding) return { pointer: name, code: 'invalid_encoding', message: error.message };
  throw error;
}
