import { basename } from 'node:path/posix';
import { ReadableStream } from 'node:stream/web';
import type { Pool } from 'pg';
import type { PoolConnection } from '../platform/database/pool.ts';
import { ApiError, type ErrorName, type Violation } from '../platform/errors/errors.ts';
import { parseJson } from '../platform/formats/parse-json.ts';
import { encodingOf, type NamedEncoding, piecesOf } from '../platform/formats/text-encoding.ts';
import { type CsvSource, readCatalogFiles } from './catalog-csv.ts';
import { CatalogError } from './catalog-file.ts';
import { type CatalogDraft, readCatalogJson } from './catalog-rules.ts';
import { type ImportCounts, type ImportOptions, importCatalog } from './import-catalog.ts';

/** JSON values of one body: more than a catalogue of 32 MiB has. */
const VALUES_MAX = 8_388_608;

/** Reading a body of 32 MiB takes some seconds. The rest of the request's time is for the database. */
const READ_MS_MAX = 60_000;

/** The result of an import, in a form that can be sent between threads. */
export type ImportAnswer =
  | { kind: 'imported'; counts: ImportCounts }
  | { kind: 'invalid'; violations: readonly Violation[] }
  | { kind: 'refused'; error: ErrorName; message: string }
  /** An error that the body did not cause. */
  | { kind: 'failed'; message: string; code: string | undefined };

/** `encoding` is the encoding of CSV files in neither UTF-8 nor UTF-16. */
export type ImportedBody = { bytes: Uint8Array; mediaType: string; encoding?: NamedEncoding | undefined };

export interface ImportRequest {
  body: ImportedBody;
  connection: PoolConnection;
  options: Pick<ImportOptions, 'clientId' | 'now' | 'by' | 'retireMissing' | 'dryRun'>;
}

/** Imports the catalogue in a body. Calls `openPool` when the body is valid. Never rejects. */
export async function importBody(
  openPool: () => Pool,
  body: ImportedBody,
  options: ImportRequest['options'],
): Promise<ImportAnswer> {
  try {
    const draft = await readDraft(body);
    if (draft.violations.length > 0) return { kind: 'invalid', violations: draft.violations };
    return { kind: 'imported', counts: await importCatalog(openPool(), draft.file, options) };
  } catch (error) {
    if (error instanceof ApiError) return { kind: 'refused', error: error.error, message: error.message };
    if (error instanceof CatalogError && error.error === 'invalid_catalog')
      return { kind: 'invalid', violations: error.violations };
    if (error instanceof CatalogError) return { kind: 'refused', error: 'client_not_found', message: error.message };
    const { message, code } = error as Error & { code?: string };
    return { kind: 'failed', message, code };
  }
}

async function readDraft({ bytes, mediaType, encoding = encodingOf(mediaType) }: ImportedBody): Promise<CatalogDraft> {
  const upload = await readUpload(bytes, mediaType);
  return 'json' in upload
    ? readCatalogJson(parseJson(upload.json, VALUES_MAX), READ_MS_MAX)
    : readCatalogFiles(
        upload.tables.map((table) => ({ ...table, encoding })),
        READ_MS_MAX,
      );
}

/** Files of one form: a catalogue has five tables, and each may have several files. */
const FILES_MAX = 50;
/** Boundaries of a form: one for each file, as many for other fields, and the last one. */
const PARTS_MAX = 2 * FILES_MAX + 1;
const NAME_LENGTH_MAX = 100;
const NAMELESS = 'file';
type Upload = { json: Uint8Array } | { tables: CsvSource[] };

/** Reads JSON, one CSV file, or a form with CSV files or one JSON file. Throws CatalogError. */
async function readUpload(body: Uint8Array, mediaType: string): Promise<Upload> {
  if (/^multipart\/form-data\b/i.test(mediaType)) return readForm(body, mediaType);
  if (/^(text\/csv|application\/vnd\.ms-excel)\b/i.test(mediaType))
    return { tables: [{ name: NAMELESS, open: () => piecesOf(body) }] };
  return { json: body };
}

async function readForm(body: Uint8Array, mediaType: string): Promise<Upload> {
  if (hasTooManyParts(body, mediaType)) throw tooManyFiles();
  const form = await new Response(ReadableStream.from(piecesOf(body)) as unknown as BodyInit, {
    headers: { 'content-type': mediaType },
  })
    .formData()
    .catch(() => {
      throw invalidForm('The body is not a readable form (multipart/form-data).');
    });
  const files = [...form.values()].filter((part) => typeof part !== 'string');
  if (files.length === 0 || files.length > FILES_MAX) throw tooManyFiles();
  const [only] = files;
  if (files.length === 1 && only && /\.json$/i.test(only.name)) return { json: await only.bytes() };
  const tables = files.map((file) => {
    const name = basename(file.name).slice(0, NAME_LENGTH_MAX).toWellFormed();
    return { name, open: () => file.stream() };
  });
  return { tables };
}

/** Counts the boundaries, since reading a form with very many parts takes much memory. */
function hasTooManyParts(body: Uint8Array, mediaType: string): boolean {
  const [, quoted, plain] = /;\s*boundary=(?:"([^"]*)"|([^;\s]*))/i.exec(mediaType) ?? [];
  if (!quoted && !plain) return false;
  const boundary = `--${quoted ?? plain}`;
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  let parts = 0;
  for (let at = bytes.indexOf(boundary); at !== -1; at = bytes.indexOf(boundary, at + boundary.length))
    if (++parts > PARTS_MAX) return true;
  return false;
}

function tooManyFiles(): CatalogError {
  return invalidForm(`The form must have 1 to ${FILES_MAX} files, each as a part with the file's name.`);
}

function invalidForm(message: string): CatalogError {
  return new CatalogError('invalid_catalog', message, [{ pointer: '', code: 'invalid_form', message }]);
}
