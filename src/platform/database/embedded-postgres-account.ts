import { execFile } from 'node:child_process';
import { lchown, readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';

/** The time limit of PostgreSQL's programs, such as initdb. */
const PROGRAM_TIMEOUT_MS = 120_000;
const QUOTED_LINES = 4;
/** Linux's name for the working folder of a process, usable even if the folders above are closed to it. */
export const WORKING_FOLDER = '/proc/self/cwd';
export const INSTEAD = 'or set DATABASE_URL to use a PostgreSQL of your own';

/** The embedded PostgreSQL does not run. The message is one line that says why and what to do. */
export class EmbeddedDatabaseError extends Error {
  override name = 'EmbeddedDatabaseError';
}

export interface Place {
  /** DATA_DIR, absolute and without symbolic links. */
  dataDir: string;
  /** `${dataDir}/postgres`. */
  cluster: string;
  programs: { initdb: string; postgres: string; pg_ctl: string };
  major: number;
  /** Our own account, or another one if we are root, because PostgreSQL refuses to run as root. */
  account: { uid: number; gid: number; switched: boolean };
}

/** Returns the command line that runs one of PostgreSQL's programs under its account. */
export function commandAs(place: Place, program: string, args: string[]): [string, string[]] {
  const { uid, gid, switched } = place.account;
  if (!switched) return [program, args];
  const identity = [`--reuid=${uid}`, `--regid=${gid}`, '--clear-groups'];
  const noCapability = ['--inh-caps=-all', '--ambient-caps=-all', '--no-new-privs'];
  return ['setpriv', [...identity, ...noCapability, '--', program, ...args]];
}

/** Returns a program's name for its working folder, also below closed folders such as root's home. */
export function ownFolder(place: Place, folder: string): string {
  return place.account.switched ? WORKING_FOLDER : folder;
}

/** Runs one of PostgreSQL's programs. Throws EmbeddedDatabaseError with the end of its output. */
export async function runProgram(place: Place, program: string, args: string[], folder: string): Promise<void> {
  const [command, commandArgs] = commandAs(place, program, args);
  const options = { cwd: folder, env: programEnvironment(), timeout: PROGRAM_TIMEOUT_MS };
  try {
    await promisify(execFile)(command, commandArgs, options);
  } catch (error) {
    const output = (error as { stderr?: string }).stderr?.trim() || (error as Error).message;
    throw explain(place, `${path.basename(program)} failed`, output);
  }
}

/** Passes on no settings and secrets, because PostgreSQL outlives this process. `C` means English. */
export function programEnvironment(): NodeJS.ProcessEnv {
  const kept = ['PATH', 'SystemRoot', 'TEMP', 'TMP', 'LD_LIBRARY_PATH'];
  const environment = kept.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : []));
  return { ...Object.fromEntries(environment), LC_ALL: 'C' };
}

/** Turns the output of a program, or a system error, into one line that says what to do. */
export function explain(place: Place, what: string, output: string): EmbeddedDatabaseError {
  const words = output
    .trim()
    .split(/\s*\n\s*/)
    .slice(-QUOTED_LINES)
    .join(' / ');
  return new EmbeddedDatabaseError(`${what}: ${advice(place, output) ?? words}`);
}

function advice(place: Place, output: string): string | undefined {
  if (/No space left on device|ENOSPC/.test(output)) {
    return `the disk that holds ${place.dataDir} is full; free some space and start again`;
  }
  if (isMusl()) {
    return `its programs need glibc, which this Linux (musl, such as Alpine) lacks; use a Debian-based image, ${INSTEAD}`;
  }
  if (/error while loading shared libraries|Library not loaded/.test(output)) {
    return `its libraries are incomplete; run \`npm rebuild\` with install scripts allowed (${output.trim()})`;
  }
  if (/could not look up effective user ID/.test(output)) {
    const { uid } = place.account;
    return (
      `user ${uid} has no name in /etc/passwd, which PostgreSQL needs to create a database; run Platen as a user that has one ` +
      `(in a container: \`--user node\`, or a line for ${uid} in its /etc/passwd), ${INSTEAD}`
    );
  }
  if (place.account.switched && /setpriv/.test(output)) {
    return (
      'PostgreSQL may not run as root, and root may not start it as another user here ' +
      `(${output.trim().split('\n')[0]}); run Platen as an ordinary user, install util-linux, ${INSTEAD}`
    );
  }
  return undefined;
}

function isMusl(): boolean {
  if (process.platform !== 'linux') return false;
  const { header } = process.report.getReport() as { header?: { glibcVersionRuntime?: string } };
  return header?.glibcVersionRuntime === undefined;
}

/** Chooses our own account, or as root the owner of the cluster or DATA_DIR. Throws EmbeddedDatabaseError. */
export async function chooseAccount(dataDir: string, cluster: string): Promise<Place['account']> {
  const ownUid = process.getuid?.() ?? 0;
  const ownGid = process.getgid?.() ?? 0;
  const owner = await stat(cluster).catch(() => undefined);
  if (ownUid !== 0 || process.platform === 'win32') {
    if (owner && owner.uid !== ownUid && process.platform !== 'win32') {
      throw new EmbeddedDatabaseError(
        `The database in ${cluster} belongs to user ${owner.uid}, and Platen runs as user ${ownUid}; ` +
          `run it as before, or \`chown -R ${ownUid}\` that folder while it is stopped`,
      );
    }
    return { uid: ownUid, gid: ownGid, switched: false };
  }
  if (process.platform !== 'linux') {
    throw new EmbeddedDatabaseError(`PostgreSQL may not run as root; run Platen as an ordinary user, ${INSTEAD}`);
  }
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid, switched: true };
  const account = await findAccount((await stat(dataDir)).uid);
  if (owner) await giveFolder(cluster, account);
  return { ...account, switched: true };
}

/** Returns the account; `nobody` for root and for a uid without a name, because initdb refuses both. */
async function findAccount(wantedUid: number): Promise<{ uid: number; gid: number }> {
  const lines = (await readFile('/etc/passwd', 'utf8')).split('\n').map((line) => line.split(':'));
  const found =
    lines.find((fields) => wantedUid !== 0 && Number(fields[2]) === wantedUid && fields[2] !== '') ??
    lines.find((fields) => fields[0] === 'nobody');
  if (!found) {
    throw new EmbeddedDatabaseError(
      `PostgreSQL may not run as root, and there is no user nobody here; run Platen as an ordinary user, ${INSTEAD}`,
    );
  }
  return { uid: Number(found[2]), gid: Number(found[3]) };
}

/** Changes the owner, of the folder itself last, so that an interrupted change is repeated. */
async function giveFolder(folder: string, account: { uid: number; gid: number }): Promise<void> {
  for (const name of await readdir(folder, { recursive: true })) {
    await lchown(path.join(folder, name), account.uid, account.gid);
  }
  await lchown(folder, account.uid, account.gid);
}
