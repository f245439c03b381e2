import type { Connection } from './transaction.ts';

/** What kind of database it is, for whoever looks after the service. */
export async function readDatabaseFacts(connection: Connection): Promise<{ version: string; bytes: number }> {
  const { rows } = await connection.query<{ version: string; bytes: string }>(
    "select current_setting('server_version') as version, pg_database_size(current_database()) as bytes",
  );
  const { version = '', bytes = '0' } = rows[0] ?? {};
  // Distributions append their own: 17.2 (Debian 17.2-1.pgdg120+1).
  return { version: version.split(' ')[0] ?? '', bytes: Number(bytes) };
}
