import type { Pool } from 'pg';
import { ApiError, type ErrorName, VIOLATIONS_LISTED_MAX, type Violation } from '../../errors.ts';
import { parseJson } from '../../http/json-body.ts';
import { CatalogError } from './catalog-file.ts';
import { draftCatalog } from './catalog-rules.ts';
import { type ImportCounts, type ImportOptions, importCatalog } from './import-catalog.ts';

/** Of one body: more than one of 32 MiB has that is a catalogue. */
const VALUES_MAX = 8_388_608;

/** What became of an import, in a form that goes from thread to thread. */
export type ImportAnswer =
  | { kind: 'imported'; counts: ImportCounts }
  | { kind: 'invalid'; violations: readonly Violation[] }
  | { kind: 'refused'; error: ErrorName; message: string }
  /** No fault of the body. */
  | { kind: 'failed'; message: string; code: string | undefined };

/** Imports the catalogue whose JSON text a body is; `openPool` is asked for a pool when there is something to import. Never rejects. */
export async function importBody(
  openPool: () => Pool,
  body: Uint8Array,
  options: Pick<ImportOptions, 'clientId' | 'now' | 'by' | 'retireMissing' | 'dryRun'>,
): Promise<ImportAnswer> {
  try {
    const draft = draftCatalog(parseJson(body, VALUES_MAX), VIOLATIONS_LISTED_MAX);
    if (draft.violationCount > 0) return { kind: 'invalid', violations: draft.violations };
    return { kind: 'imported', counts: await importCatalog(openPool(), draft.file, options) };
  } catch (error) {
    if (error instanceof ApiError) return { kind: 'refused', error: error.error, message: error.message };
    if (error instanceof CatalogError && error.error === 'invalid_catalog')
      return { kind: 'invalid', violations: error.violations.slice(0, VIOLATIONS_LISTED_MAX) };
    if (error instanceof CatalogError)
      return { kind: 'refused', error: 'client_not_found', message: error.message };
    const { message, code } = error as Error & { code?: string };
    return { kind: 'failed', message, code };
  }
}
