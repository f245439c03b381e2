import { SERVER_URL } from '../../shared/api/api-base.ts';
import { fetchOrThrow, type Schemas } from '../../shared/api/operator-client.ts';

export type ImportCounts = Schemas['ImportCounts'];
export type Differences = Schemas['CatalogDifferences'];
export type ChangedRecord = Schemas['ChangedRecord'];
export type RetiredVariant = Schemas['RetiredVariant'];
export type RecordKind = ChangedRecord['kind'];

export interface ImportRequest {
  file: File;
  /** Whose products and carriers they are to be; undefined: nobody's. */
  clientId: string | undefined;
  retireMissing: boolean;
}

/** POST /operator/v1/catalog/import: with `dryRun` it answers what would change, and nothing does. The file is sent as it is. */
export async function importCatalogue(
  { file, clientId, retireMissing }: ImportRequest,
  dryRun: boolean,
): Promise<ImportCounts> {
  const query = new URLSearchParams({ dryRun: String(dryRun), retireMissing: String(retireMissing) });
  if (clientId) query.set('clientId', clientId);
  const answer = await fetchOrThrow(
    new Request(`${SERVER_URL}/operator/v1/catalog/import?${query}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: file,
    }),
  );
  return answer.json();
}
