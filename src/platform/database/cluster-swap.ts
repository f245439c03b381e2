import { existsSync } from 'node:fs';
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { EmbeddedDatabaseError, type Place } from './embedded-postgres-account.ts';
import { syncFolder } from './embedded-postgres-cluster.ts';

/** Below DATA_DIR: where the cluster of the new major version is made. */
const WORKSHOP = 'postgres.upgrade';
/** Is in it once the new cluster is complete, and says what the old one is to be called from then on. */
const PROVEN = 'proven';

/** Where a new cluster is made beside the one that is used. */
export function workshopOf({ dataDir }: Pick<Place, 'dataDir'>): string {
  return path.join(dataDir, WORKSHOP);
}

/** The major version of PostgreSQL that made the cluster; undefined where there is none. */
export async function clusterMajor(cluster: string): Promise<number | undefined> {
  const text = await readFile(path.join(cluster, 'PG_VERSION'), 'utf8').catch(() => undefined);
  return text === undefined ? undefined : Number.parseInt(text, 10);
}

/** Throws EmbeddedDatabaseError, which says what to do, where the cluster is of another major version than the programs. */
export async function requireMajor({ cluster, major }: Place): Promise<void> {
  const found = await clusterMajor(cluster);
  if (found === undefined || found === major) return;
  const what = `The database in ${cluster} is of PostgreSQL ${found}, and this Platen runs ${major}`;
  throw new EmbeddedDatabaseError(
    found < major
      ? `${what}: stop Platen and run "platen db upgrade", which makes a new one of it and keeps the old one`
      : `${what}, which cannot read it: start the Platen that it was last used with, or a newer one`,
  );
}

/** Puts the complete new cluster in place of the old one, which stays beside it. Answers where that is. */
export async function swapClusters(place: Place, oldMajor: number): Promise<string> {
  const kept = freeName(path.join(place.dataDir, `postgres-${oldMajor}`));
  await writeFile(path.join(workshopOf(place), PROVEN), path.basename(kept), { flush: true });
  await syncFolder(workshopOf(place));
  await rename(place.cluster, kept);
  await finishSwap(place);
  return kept;
}

/** Goes on with what a kill cut between the two moves, and does nothing at any other time. */
export async function finishSwap(place: Place): Promise<void> {
  const workshop = workshopOf(place);
  const made = path.join(workshop, 'postgres');
  // With the old one in place there was no first move: what was made is older than what has been written since.
  if (existsSync(place.cluster) || !existsSync(path.join(workshop, PROVEN)) || !existsSync(made)) return;
  await syncFolder(place.dataDir);
  await rename(made, place.cluster);
  await syncFolder(place.dataDir);
  await rm(workshop, { recursive: true, force: true });
}

function freeName(wanted: string): string {
  let name = wanted;
  for (let number = 2; existsSync(name); number++) name = `${wanted}-${number}`;
  return name;
}
