import { cp, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'tsdown';

// `node build.ts` writes dist/. It is committed, because a server without development tools serves the
// package. With --check, it fails if the committed files are stale.

const CLIENT = import.meta.dirname;
const DIST = join(CLIENT, 'dist');

const folder = await mkdtemp(join(tmpdir(), 'platen-client-'));
try {
  await build({
    cwd: CLIENT,
    config: false,
    entry: ['src/platen-client.ts'],
    outDir: folder,
    format: ['esm', 'cjs'],
    dts: { oxc: { stripInternal: true } },
    target: 'es2022',
    platform: 'neutral',
    logLevel: 'warn',
  });
  const files = await readdir(folder);
  if (process.argv.includes('--check')) {
    const stale = [];
    for (const file of files) {
      const [made, kept] = await Promise.all([readFile(join(folder, file), 'utf8'), read(join(DIST, file))]);
      if (made !== kept) stale.push(file);
    }
    if (stale.length > 0) {
      process.stderr.write(`client/dist is stale (${stale.join(', ')}): run "npm run build -w client".\n`);
      process.exitCode = 1;
    }
  } else {
    await rm(DIST, { recursive: true, force: true });
    await cp(folder, DIST, { recursive: true });
  }
} finally {
  await rm(folder, { recursive: true, force: true });
}

function read(file: string): Promise<string | undefined> {
  return readFile(file, 'utf8').catch(() => undefined);
}
