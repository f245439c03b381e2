import { SERVER_URL } from '../../shared/api/api-base.ts';
import { fetchOrThrow, type Schemas } from '../../shared/api/operator-client.ts';
import { isJson } from './chosen-files.ts';

export type ImportCounts = Schemas['ImportCounts'];
export type Differences = Schemas['CatalogDifferences'];
export type ChangedRecord = Schemas['ChangedRecord'];

export type RecordKind = ChangedRecord['kind'];

export interface ImportRequest {
  /** One JSON file, or CSV files. */
  files: readonly File[];
  /** Whose products and carriers they are to be; undefined: nobody's. */
  clientId: string | undefined;
  retireMissing: boolean;
}

/** POST /operator/v1/catalog/import: with `dryRun` it answers what would change, and nothing does. Files are sent as they are. */
export async function importCatalogue(
  { files, clientId, retireMissing }: ImportRequest,
  dryRun: boolean,
): Promise<ImportCounts> {
  const query = new URLSearchParams({ dryRun: String(dryRun), retireMissing: String(retireMissing) });
  if (clientId) query.set('clientId', clientId);
  const answer = await fetchOrThrow(
    new Request(`${SERVER_URL}/operator/v1/catalog/import?${query}`, {
      method: 'POST',
      ...bodyOf(files),
    }),
  );
  return answer.json();
}

/** A form tells the type of its parts by itself. */
function bodyOf(files: readonly File[]): RequestInit {
  const [only] = files;
  if (files.length === 1 && only && isJson(only))
    return { headers: { 'Content-Type': 'application/json' }, body: only };
  const form = new FormData();
  for (const file of files) form.append('files', file, file.name);
  return { body: form };
}
