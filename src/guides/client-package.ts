import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { createTar } from 'nanotar';
import { FixedContent } from '../http/fixed-content.ts';
import { VERSION } from '../version.ts';

const CLIENT = join(import.meta.dirname, '../../client');
const FILES = [
  'README.md',
  'LICENSE',
  'dist/platen-client.js',
  'dist/platen-client.d.ts',
  'dist/platen-client.cjs',
  'dist/platen-client.d.cts',
];
/** Nothing in it tells when or where it was made, so that the same version has the same bytes on every server. */
const ENTRY = { mode: '644', uid: 0, gid: 0, mtime: 0 };

/** Name of the TypeScript client's package under /docs/sdk/. */
export const CLIENT_PACKAGE = `platen-client-${VERSION}.tgz`;

/** Name of the collection for Postman under /docs/sdk/. */
export const COLLECTION = 'platen.postman_collection.json';
/** What the collection that is committed has as the server's address. */
const DEFAULT_BASE_URL = '"http://localhost:8080"';

/** The collection for Postman, with this server's address. */
export async function postmanCollection(baseUrl: string): Promise<FixedContent> {
  const text = await readFile(join(CLIENT, COLLECTION), 'utf8');
  return new FixedContent(
    'application/json',
    text.replace(DEFAULT_BASE_URL, () => JSON.stringify(baseUrl)),
  );
}

/** The TypeScript client as npm packs it, for `npm install` by its address. */
export async function packClient(): Promise<FixedContent> {
  const { scripts: _ours, ...manifest } = JSON.parse(await readFile(join(CLIENT, 'package.json'), 'utf8'));
  const entries = await Promise.all(
    FILES.map(async (file) => ({
      name: `package/${file}`,
      data: await readFile(join(CLIENT, file)),
      attrs: ENTRY,
    })),
  );
  const tar = createTar([
    { name: 'package/package.json', data: `${JSON.stringify(manifest, null, 2)}\n`, attrs: ENTRY },
    ...entries,
  ]);
  return new FixedContent('application/gzip', await promisify(gzip)(tar, { level: 9 }));
}
