import { hash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

/** Below it, the headers weigh more than the saving. */
const COMPRESSED_BYTES_MIN = 1_024;
const COMPRESSIBLE = /\.(js|css|svg)$/;
/** Browsers of the last two years: they know light-dark(), which the build does not replace. */
const BROWSERS = ['chrome123', 'edge123', 'firefox121', 'safari17.5'];
/** The server that `npm run dev -w console` passes requests of the API on to. */
const API = process.env.PLATEN_URL ?? 'http://localhost:8080';

export default defineConfig(({ command }) => ({
  // The pages may stand below any path: everything is found from the <base> of index.html.
  base: command === 'build' ? './' : '/console/',
  plugins: [react(), stationWorker(), compressed()],
  // The manifest is what the test of the first load reads.
  build: { manifest: true, target: BROWSERS, reportCompressedSize: false },
  server: { proxy: Object.fromEntries(['/operator', '/images'].map((path) => [path, API])) },
}));

const WORKER = 'station-worker.js';
/** The modules that station pages may load. */
const OF_STATIONS = /\/src\/(features\/station|shared|shell)\//;

/** Writes the service worker of the station pages with the list of their files. */
function stationWorker(): Plugin {
  return {
    name: 'station-worker',
    apply: 'build',
    async generateBundle(_, bundle) {
      const files = new Set(['color-scheme.js', 'favicon.svg']);
      const add = (fileName: string): void => {
        const chunk = bundle[fileName];
        if (chunk?.type !== 'chunk' || files.has(fileName)) return;
        files.add(fileName);
        for (const css of chunk.viteMetadata?.importedCss ?? []) files.add(css);
        for (const other of chunk.imports) add(other);
      };
      for (const [fileName, chunk] of Object.entries(bundle)) {
        if (chunk.type !== 'chunk') continue;
        if (chunk.isEntry || chunk.moduleIds.some((id) => OF_STATIONS.test(id))) add(fileName);
      }
      const list = JSON.stringify([...files].sort());
      const template = await readFile(join(import.meta.dirname, 'src', WORKER), 'utf8');
      const source = template
        .replace('__FILES__', list)
        .replace('__VERSION__', JSON.stringify(hash('sha256', list).slice(0, 16)));
      this.emitFile({ type: 'asset', fileName: WORKER, source });
    },
  };
}

/**
 * Writes each file a second and a third time, compressed as far as it goes, so that the server never does it.
 */
function compressed(): Plugin {
  return {
    name: 'compressed',
    apply: 'build',
    async writeBundle({ dir = '' }) {
      const files = (await readdir(dir, { recursive: true })).filter((file) => COMPRESSIBLE.test(file));
      await Promise.all(files.map((file) => compress(join(dir, file))));
    },
  };
}

async function compress(file: string): Promise<void> {
  const bytes = await readFile(file);
  if (bytes.length < COMPRESSED_BYTES_MIN) return;
  const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } };
  const [br, gz] = await Promise.all([
    promisify(brotliCompress)(bytes, quality),
    promisify(gzip)(bytes, { level: constants.Z_BEST_COMPRESSION }),
  ]);
  await Promise.all([writeFile(`${file}.br`, br), writeFile(`${file}.gz`, gz)]);
}
