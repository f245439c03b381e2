import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT } from './platen-process.ts';
import type { Scope } from './scope.ts';

/** Creates a folder with Platen's migrations and the given further ones, by file name. Returns its path. */
export async function makeFurtherMigrations(t: Scope, further: Readonly<Record<string, string>>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'platen-migrations-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  await cp(join(ROOT, 'migrations'), folder, { recursive: true });
  for (const [name, sql] of Object.entries(further)) await writeFile(join(folder, name), sql);
  return folder;
}
