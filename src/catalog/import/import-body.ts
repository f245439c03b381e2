import type { Pool } from 'pg';
import { ApiError, type ErrorName, type Violation } from '../../errors.ts';
import { parseJson } from '../../http/json-body.ts';
import { readCatalogFiles } from './catalog-csv.ts';
import { CatalogError } from './catalog-file.ts';
import { type CatalogDraft, draftCatalog } from './catalog-rules.ts';
import { type ImportCounts, type ImportOptions, importCatalog } from './import-catalog.ts';
import { filesIn } from './uploaded-files.ts';

/** Of one body: more than one of 32 MiB has that is a catalogue. */
const VALUES_MAX = 8_388_608;

/** Reading a body of 32 MiB takes some seconds. The rest of the request's time is for the database. */
const READ_MS_MAX = 60_000;

/** What became of an import, in a form that goes from thread to thread. */
export type ImportAnswer =
  | { kind: 'imported'; counts: ImportCounts }
  | { kind: 'invalid'; violations: readonly Violation[] }
  | { kind: 'refused'; error: ErrorName; message: string }
  /** No fault of the body. */
  | { kind: 'failed'; message: string; code: string | undefined };

/** A body, and what it is: application/json, text/csv or multipart/form-data with its boundary. */
export interface ImportedBody {
  bytes: Uint8Array;
  mediaType: string;
}

/** Imports the catalogue that a body holds; `openPool` is asked for a pool when there is something to import. Never rejects. */
export async function importBody(
  openPool: () => Pool,
  body: ImportedBody,
  options: Pick<ImportOptions, 'clientId' | 'now' | 'by' | 'retireMissing' | 'dryRun'>,
): Promise<ImportAnswer> {
  try {
    const draft = await draftOf(body);
    if (draft.violations.length > 0) return { kind: 'invalid', violations: draft.violations };
    return { kind: 'imported', counts: await importCatalog(openPool(), draft.file, options) };
  } catch (error) {
    if (error instanceof ApiError) return { kind: 'refused', error: error.error, message: error.message };
    if (error instanceof CatalogError && error.error === 'invalid_catalog')
      return { kind: 'invalid', violations: error.violations };
    if (error instanceof CatalogError)
      return { kind: 'refused', error: 'client_not_found', message: error.message };
    const { message, code } = error as Error & { code?: string };
    return { kind: 'failed', message, code };
  }
}

async function draftOf({ bytes, mediaType }: ImportedBody): Promise<CatalogDraft> {
  const upload = await filesIn(bytes, mediaType);
  return 'json' in upload
    ? draftCatalog(parseJson(upload.json, VALUES_MAX), READ_MS_MAX)
    : readCatalogFiles(upload.tables, READ_MS_MAX);
}
