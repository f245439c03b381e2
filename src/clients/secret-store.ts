import type { Connection } from '../platform/database/transaction.ts';

/** A secret that is valid; the secret itself is nowhere. */
export interface ListedSecret {
  secretId: string;
  created: Date;
}

/** The secrets of the client, newest first. */
export async function listSecrets(connection: Connection, clientId: string): Promise<ListedSecret[]> {
  const { rows } = await connection.query<ListedSecret>({
    text: `select secret_id::text as "secretId", created from client_secrets where client_id = $1
           order by created desc, client_secrets.secret_id desc`,
    values: [clientId],
  });
  return rows;
}

/** Ends one secret, and with it the tokens that it was exchanged for; answers when it was made, or undefined where there is no such one. */
export async function deleteSecret(
  connection: Connection,
  clientId: string,
  secretId: string,
): Promise<Date | undefined> {
  const { rows } = await connection.query<{ created: Date }>({
    text: 'delete from client_secrets where client_id = $1 and secret_id::text = $2 returning created',
    values: [clientId, secretId],
  });
  return rows[0]?.created;
}
