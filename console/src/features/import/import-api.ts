import { SERVER_URL } from '../../shared/api/api-base.ts';
import { fetchOrThrow, type Schemas } from '../../shared/api/operator-client.ts';
import { isJson } from './chosen-files.ts';

export type ImportCounts = Schemas['ImportCounts'];
export type Differences = Schemas['CatalogDifferences'];
export type ChangedRecord = Schemas['ChangedRecord'];

export type RecordKind = ChangedRecord['kind'];

export interface ImportRequest {
  files: readonly File[];
  /** The client to assign products and carriers to. */
  clientId: string | undefined;
  retireMissing: boolean;
}

/** Imports files. With `dryRun` the server only returns the changes. */
export async function importCatalogue(
  { files, clientId, retireMissing }: ImportRequest,
  dryRun: boolean,
): Promise<ImportCounts> {
  const query = new URLSearchParams({ dryRun: String(dryRun), retireMissing: String(retireMissing) });
  if (clientId) query.set('clientId', clientId);
  const answer = await fetchOrThrow(
    new Request(`${SERVER_URL}/operator/v1/catalog/import?${query}`, { method: 'POST', ...bodyOf(files) }),
  );
  return answer.json();
}

/** Returns one JSON body, or a form, which sets its own content type. */
function bodyOf(files: readonly File[]): RequestInit {
  const [only] = files;
  if (files.length === 1 && only && isJson(only))
    return { headers: { 'Content-Type': 'application/json' }, body: only };
  const form = new FormData();
  for (const file of files) form.append('files', file, file.name);
  return { body: form };
}
