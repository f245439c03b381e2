import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';

/** A group's process ends soon enough that the last one does not keep a processor idle for long. */
const GROUP_WEIGHT_MAX = 16;
/** Weight of a file that drives a browser; of others it is 1. */
const BROWSER_FILE_WEIGHT = 4;
/** These start Platen as others do, and mostly wait for it. */
const ALONE = /-process\.test\.ts$/;
const TOGETHER = join(import.meta.dirname, 'test-together.ts');

/** What `node --test` is to run, in processes of their own: files, and modules that each run a group of files. */
export interface FileGroups {
  entries: string[];
  /** Deletes the modules. */
  remove(): void;
}

/**
 * Groups test files that lie beside each other. Loading the whole program and starting its first server takes longer than most files'
 * tests, so a group does that once. A file that is run by itself has a process of its own.
 */
export function groupFiles(root: string, files: readonly string[]): FileGroups {
  const groups: string[][] = [];
  let weight = GROUP_WEIGHT_MAX;
  for (const file of files.filter((one) => !ALONE.test(one)).sort()) {
    const own = relative(root, resolve(file)).startsWith('console/test/') ? BROWSER_FILE_WEIGHT : 1;
    if (weight + own > GROUP_WEIGHT_MAX) {
      groups.push([]);
      weight = 0;
    }
    groups.at(-1)?.push(file);
    weight += own;
  }
  const folder = mkdtempSync(join(tmpdir(), 'platen-groups-'));
  const entries = groups.map((group, index) => {
    if (group.length === 1) return group[0] as string;
    const entry = join(folder, `group-${String(index + 1).padStart(2, '0')}.test.mjs`);
    const paths = group.map((file) => resolve(file));
    writeFileSync(
      entry,
      `import { testTogether } from ${JSON.stringify(TOGETHER)};\nawait testTogether(${JSON.stringify(paths)});\n`,
    );
    return entry;
  });
  return {
    entries: [...entries, ...files.filter((one) => ALONE.test(one))],
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
