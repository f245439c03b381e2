import type { JWK } from 'jose';
import { type Connection, queryRows } from '../platform/database/transaction.ts';

export interface StoredSigningKey {
  keyId: string;
  publicJwk: JWK;
  privateKeyEncrypted: Buffer;
  created: Date;
  /** The key signs new tokens from this time on; before, it is only published. */
  signsFrom: Date;
  /** The time at which another key takes over. Tokens of this key stay valid until they expire. */
  retired: Date | null;
}

const COLUMNS = `key_id as "keyId", public_jwk as "publicJwk", private_key_encrypted as "privateKeyEncrypted",
  created, signs_from as "signsFrom", retired`;

/** Any fixed number. One process at a time creates keys. */
const SIGNING_KEY_LOCK = 7_521_883_413;

export async function listSigningKeys(connection: Connection): Promise<StoredSigningKey[]> {
  return queryRows<StoredSigningKey>(connection, {
    name: 'list-signing-keys',
    text: `select ${COLUMNS} from signing_keys order by signs_from desc, key_id`,
  });
}

export async function lockSigningKeys(connection: Connection): Promise<void> {
  await connection.query('select pg_advisory_xact_lock($1)', [SIGNING_KEY_LOCK]);
}

export async function insertSigningKey(connection: Connection, key: StoredSigningKey): Promise<void> {
  await connection.query({
    text: `insert into signing_keys (key_id, public_jwk, private_key_encrypted, created, signs_from, retired)
           values ($1, $2, $3, $4, $5, $6)`,
    values: [key.keyId, key.publicJwk, key.privateKeyEncrypted, key.created, key.signsFrom, key.retired],
  });
}

export async function retireSigningKeys(
  connection: Connection,
  keyIds: readonly string[],
  retired: Date,
): Promise<void> {
  await connection.query({
    text: `update signing_keys set retired = $2 where key_id = any($1)`,
    values: [keyIds, retired],
  });
}

export async function deleteSigningKeysRetiredBefore(connection: Connection, moment: Date): Promise<void> {
  await connection.query({ text: `delete from signing_keys where retired < $1`, values: [moment] });
}

export async function deleteSigningKeysExcept(connection: Connection, keyId: string): Promise<void> {
  await connection.query({ text: `delete from signing_keys where key_id <> $1`, values: [keyId] });
}
