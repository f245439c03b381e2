import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { createTar } from 'nanotar';
import { FixedContent } from '../../platform/http/fixed-content.ts';
import { VERSION } from '../../platform/settings/config.ts';

const CLIENT = join(import.meta.dirname, '../../../client');
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
/** Clients in one file each under /docs/sdk/, and how to use them from a shell. */
export const LANGUAGE_FILES = ['platen.py', 'platen.php', 'Platen.cs', 'FirstOrder.cs', 'platen.sh'] as const;
/** What the files that are committed have as the server's address. */
const DEFAULT_BASE_URL = 'http://localhost:8080';

/** The collection for Postman, with this server's address. */
export function postmanCollection(baseUrl: string): Promise<FixedContent> {
  return withAddress('application/json', COLLECTION, baseUrl);
}

/** The client in one file of another language, with this server's address. */
export function languageFile(name: string, baseUrl: string): Promise<FixedContent> {
  return withAddress('text/plain; charset=utf-8', join('languages', name), baseUrl);
}

async function withAddress(type: string, file: string, baseUrl: string): Promise<FixedContent> {
  const text = await readFile(join(CLIENT, file), 'utf8');
  return new FixedContent(
    type,
    text.replaceAll(DEFAULT_BASE_URL, () => baseUrl),
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
