import type pg from 'pg';
import { EmbeddedDatabaseError, type Place } from './embedded-postgres-account.ts';
import { readPassword, SUPERUSER } from './embedded-postgres-cluster.ts';
import { findPlace } from './embedded-postgres-place.ts';
import { isOurSocket, readPostmaster } from './embedded-postgres-process.ts';
import { connectAs, MAINTENANCE_DATABASE } from './embedded-postgres-role.ts';

/** A backup begins with a checkpoint, which writes all that has changed. */
const STATEMENT_TIMEOUT_MS = 15 * 60_000;

/** The PostgreSQL in DATA_DIR as its superuser sees it, for backups: whoever asks ends the client. */
export interface SuperuserSession {
  client: pg.Client;
  place: Place;
}

/** Connects to the PostgreSQL in DATA_DIR, which must run. Throws EmbeddedDatabaseError. */
export async function openSuperuser(
  dataDir: string,
  database = MAINTENANCE_DATABASE,
): Promise<SuperuserSession> {
  const place = await findPlace(dataDir);
  return { place, client: await connectSuperuser(place, database) };
}

/** The same where the place is known. */
export async function connectSuperuser(place: Place, database: string): Promise<pg.Client> {
  const postmaster = await readPostmaster(place);
  if (postmaster?.status !== 'ready' || !(await isOurSocket(place, postmaster)))
    throw new EmbeddedDatabaseError(`PostgreSQL does not run in ${place.cluster}`);
  const { host, port } = postmaster;
  const superuser = { user: SUPERUSER, password: await readPassword(place) };
  return connectAs({ host, port }, superuser, database, STATEMENT_TIMEOUT_MS);
}
