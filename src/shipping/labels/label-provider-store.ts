import { columnsOf, valuesOf } from '../../platform/database/statement-parts.ts';
import { type Connection, queryHasRow, queryRow, queryRows } from '../../platform/database/transaction.ts';
import type { LabelRule } from './label-choice-rules.ts';
import type { LabelAddress, ProviderKind } from './label-provider.ts';

export interface ProviderFields {
  name: string;
  kind: ProviderKind;
  /** Null: the usual address of its kind. */
  address: string | null;
  isTest: boolean;
  sender: LabelAddress;
}

export interface StoredProvider extends ProviderFields {
  providerId: string;
  credentialsEncrypted: Buffer | null;
  created: Date;
}

const COLUMNS = `provider_id as "providerId", name, kind, address, is_test as "isTest", sender,
  credentials_encrypted as "credentialsEncrypted", created`;

/** Lists all label providers by name, without pages: there are few, because an admin enters each one. */
export async function listProviders(connection: Connection): Promise<StoredProvider[]> {
  return queryRows<StoredProvider>(connection, {
    name: 'list-label-providers',
    text: `select ${COLUMNS} from label_providers order by lower(name), provider_id`,
  });
}

export async function findProvider(connection: Connection, providerId: string): Promise<StoredProvider | undefined> {
  return queryRow<StoredProvider>(connection, {
    name: 'find-label-provider',
    text: `select ${COLUMNS} from label_providers where provider_id = $1`,
    values: [providerId],
  });
}

export async function lockProvider(connection: Connection, providerId: string): Promise<StoredProvider | undefined> {
  return queryRow<StoredProvider>(connection, {
    text: `select ${COLUMNS} from label_providers where provider_id = $1 for update`,
    values: [providerId],
  });
}

/** Inserts or replaces a provider. Returns false if another one has its name. */
export async function upsertProvider(connection: Connection, provider: StoredProvider): Promise<boolean> {
  return queryHasRow(connection, {
    text: `insert into label_providers (provider_id, name, kind, address, is_test, credentials_encrypted, created, sender)
           select $1, $2, $3, $4, $5, $6, $7, $8
           where not exists (select 1 from label_providers where lower(name) = lower($2) and provider_id <> $1)
           on conflict (provider_id) do update
           set name = excluded.name, kind = excluded.kind, address = excluded.address, is_test = excluded.is_test,
               credentials_encrypted = excluded.credentials_encrypted, sender = excluded.sender`,
    values: [
      ...valuesOf(provider, 'providerId', 'name', 'kind', 'address', 'isTest', 'credentialsEncrypted', 'created'),
      JSON.stringify(provider.sender),
    ],
  });
}

/** Deletes a provider, its credentials and its rules. */
export async function deleteProvider(connection: Connection, providerId: string): Promise<void> {
  await connection.query('delete from label_providers where provider_id = $1', [providerId]);
}

export async function listLabelRules(connection: Connection): Promise<LabelRule[]> {
  const rows = await queryRows<{ providerId: string; rule: Omit<LabelRule, 'providerId'> }>(connection, {
    name: 'list-label-rules',
    text: 'select provider_id as "providerId", rule from label_rules order by place',
  });
  return rows.map(({ providerId, rule }) => ({ providerId, ...rule }));
}

export async function replaceLabelRules(connection: Connection, rules: readonly LabelRule[]): Promise<void> {
  await connection.query('delete from label_rules');
  const rows = rules.map(({ providerId, ...rule }, index) => ({
    place: index + 1,
    providerId,
    rule: JSON.stringify(rule),
  }));
  if (rows.length === 0) return;
  await connection.query(
    'insert into label_rules (place, provider_id, rule) select * from unnest($1::int[], $2::text[], $3::jsonb[])',
    columnsOf(rows, 'place', 'providerId', 'rule'),
  );
}

/** A box or bag of the center, with its inner size. */
export interface Package {
  packageId: string;
  name: string;
  lengthMm: number;
  widthMm: number;
  heightMm: number;
  weightGrams: number;
}

export async function listPackages(connection: Connection): Promise<Package[]> {
  return queryRows<Package>(connection, {
    name: 'list-packages',
    text: `select package_id as "packageId", name, length_mm as "lengthMm", width_mm as "widthMm", height_mm as "heightMm",
                  weight_grams as "weightGrams" from packages order by place`,
  });
}

export async function replacePackages(connection: Connection, packages: readonly Package[]): Promise<void> {
  await connection.query('delete from packages');
  if (packages.length === 0) return;
  await connection.query(
    `insert into packages (package_id, name, length_mm, width_mm, height_mm, weight_grams, place)
     select *, row_number() over () from unnest($1::text[], $2::text[], $3::int[], $4::int[], $5::int[], $6::int[])`,
    columnsOf(packages, 'packageId', 'name', 'lengthMm', 'widthMm', 'heightMm', 'weightGrams'),
  );
}
