import { SERVER_URL } from '../../shared/api/api-base.ts';
import { fetchOrThrow, type OperatorPaths, type Schemas } from '../../shared/api/operator-client.ts';
import { isJson } from './chosen-files.ts';

export type ImportCounts = Schemas['ImportCounts'];
export type Differences = Schemas['CatalogDifferences'];
export type ChangedRecord = Schemas['ChangedRecord'];

export type RecordKind = ChangedRecord['kind'];

type ImportQuery = NonNullable<OperatorPaths['/operator/v1/catalog/import']['post']['parameters']['query']>;
export type Encoding = NonNullable<ImportQuery['encoding']>;

export interface ImportRequest {
  files: readonly File[];
  /** The client to assign products and carriers to. */
  clientId: string | undefined;
  retireMissing: boolean;
  /** The encoding of CSV files in neither UTF-8 nor UTF-16. */
  encoding: Encoding | undefined;
}

/** Imports files. With `dryRun` the server only returns the changes. */
export async function importCatalogue(
  { files, clientId, retireMissing, encoding }: ImportRequest,
  dryRun: boolean,
): Promise<ImportCounts> {
  const query = new URLSearchParams({ dryRun: String(dryRun), retireMissing: String(retireMissing) });
  if (clientId) query.set('clientId', clientId);
  if (encoding) query.set('encoding', encoding);
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
