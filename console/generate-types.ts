import { readFile, writeFile } from 'node:fs/promises';
import openapiTS, { astToString } from 'openapi-typescript';

const DOCUMENT = new URL('../operator-openapi.json', import.meta.url);
const TYPES = new URL('src/shared/api/operator-types.ts', import.meta.url);
const BANNER =
  '// Generated from operator-openapi.json by `npm run openapi`. Change the schemas of the server instead.\n\n';

const document = JSON.parse(await readFile(DOCUMENT, 'utf8'));
const types = BANNER + astToString(await openapiTS(shortened(document), { silent: true }));

if (!process.argv.includes('--check')) {
  await writeFile(TYPES, types);
} else if ((await readFile(TYPES, 'utf8').catch(() => '')) !== types) {
  process.stderr.write('console/src/shared/api/operator-types.ts is stale: run `npm run openapi`.\n');
  process.exitCode = 1;
}

/** Without examples, and without refusals and headers: every refusal has one form, and is thrown (request-error.ts). */
function shortened<T>(node: T): T {
  if (Array.isArray(node)) return node.map(shortened) as T;
  if (typeof node !== 'object' || node === null) return node;
  return Object.fromEntries(
    Object.entries(node)
      .filter(([name]) => !/^(example|examples|[345]\d\d)$/.test(name))
      .map(([name, child]) => [name, shortened(child)]),
  ) as T;
}
