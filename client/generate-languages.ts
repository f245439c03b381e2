import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

// `node generate-languages.ts` copies the operations and the example order of openapi.json into languages/.
// It replaces only the lines between "begin" and "end". The rest of those files is written by hand. With
// --check, it fails if they are stale.

const LANGUAGES = join(import.meta.dirname, 'languages');
const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const;
const EXAMPLE = 'example1';
/** Leaves out POST /oauth/token, because the clients get tokens themselves. */
const PREFIX = '/v1/';
const OPERATIONS = 'Made from openapi.json';
const ORDER = 'The example of openapi.json';

interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
}

interface DocumentedOperation {
  operationId: string;
  summary: string;
  parameters?: (Parameter | { $ref: string })[];
  requestBody?: { content: Record<string, { examples?: Record<string, { value: unknown }> }> };
  responses: Record<string, { content?: Record<string, unknown> }>;
}

interface Operation {
  id: string;
  method: string;
  path: string;
  /** Summary of the operation, with the names of its query parameters. */
  about: string;
  /** Names of the path parameters, in path order. */
  parts: string[];
  query: string[];
  hasBody: boolean;
  /** True if the body is a file instead of JSON. */
  takesFile: boolean;
  /** True if the response is a file instead of JSON. */
  givesFile: boolean;
  hasIfMatch: boolean;
  /** True for a list whose pages link to the next page. */
  isPaged: boolean;
}

const { paths, components } = JSON.parse(await readFile(join(import.meta.dirname, '../openapi.json'), 'utf8')) as {
  paths: Record<string, Partial<Record<(typeof METHODS)[number], DocumentedOperation>>>;
  components: { parameters: Record<string, Parameter> };
};
const operations = Object.entries(paths)
  .filter(([path]) => path.startsWith(PREFIX))
  .flatMap(([path, item]) => METHODS.flatMap((method) => (item[method] ? [read(path, method, item[method])] : [])));
const example = JSON.stringify(
  paths['/v1/orders']?.post?.requestBody?.content['application/json']?.examples?.[EXAMPLE]?.value,
  null,
  2,
);

await update('platen.py', {
  [OPERATIONS]: operations.map(inPython).join('\n'),
  [ORDER]: `    """\n${example}\n"""\n`,
});
await update('platen.php', {
  [OPERATIONS]: operations.map(inPhp).join('\n'),
  [ORDER]: `    <<<'JSON'\n${indent(example, 4)}\n    JSON\n`,
});
await update('Platen.cs', { [OPERATIONS]: operations.map(inCsharp).join('\n') });
await update('FirstOrder.cs', { [ORDER]: `@"${example.replaceAll('"', '""')}"\n` });
await update('platen.sh', {
  [OPERATIONS]: `operations='\n${operations.map(inShell).join('\n')}\n'\n`,
  [ORDER]: `example=$(cat <<'JSON'\n${example}\nJSON\n)\n`,
});

function read(path: string, method: string, operation: DocumentedOperation): Operation {
  const { operationId, summary, requestBody } = operation;
  const parameters = (operation.parameters ?? []).map((one) =>
    '$ref' in one ? (components.parameters[one.$ref.split('/').at(-1) ?? ''] as Parameter) : one,
  );
  const query = parameters.filter((one) => one.in === 'query').map(({ name }) => name);
  return {
    id: operationId,
    method: method.toUpperCase(),
    path,
    about: query.length > 0 ? `${summary}: ${query.join(', ')}.` : `${summary}.`,
    parts: [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name),
    query,
    hasBody: requestBody !== undefined,
    takesFile: isFile(requestBody?.content),
    givesFile: isFile(operation.responses['200']?.content),
    hasIfMatch: parameters.some((one) => one.in === 'header' && one.name === 'if-match'),
    isPaged: query.includes('cursor'),
  };
}

function isFile(content: Record<string, unknown> | undefined): boolean {
  return content !== undefined && !('application/json' in content);
}

function inPython(operation: Operation): string {
  const { id, method, path, about, parts, query, hasBody, hasIfMatch, isPaged } = operation;
  const takes = [
    ...['self', ...parts.map(snake)],
    ...(hasBody ? ['body'] : []),
    ...(hasIfMatch ? ['if_match=None'] : []),
    ...(query.length > 0 ? ['**query'] : []),
  ];
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => `{_part(${snake(name)})}`);
  const address = parts.length > 0 ? `f"${filled}"` : `"${path}"`;
  const gives = [
    ...(hasBody ? ['body=body'] : []),
    ...(hasIfMatch ? ['headers={"If-Match": if_match}'] : []),
    ...(query.length > 0 ? ['query=query'] : []),
  ];
  const call = isPaged
    ? `self._pages(${address}, query)`
    : `self._call(${[`"${method}"`, address, ...gives].join(', ')})`;
  return `    def ${snake(id)}(${takes.join(', ')}):\n        """${about}"""\n        return ${call}\n`;
}

function inPhp(operation: Operation): string {
  const { id, method, path, about, parts, query, hasBody, takesFile, givesFile, hasIfMatch, isPaged } = operation;
  const takes = [
    ...parts.map((name) => `string $${name}`),
    ...(hasBody ? [takesFile ? 'string $body' : 'array $body'] : []),
    ...(hasIfMatch ? ['?string $ifMatch = null'] : []),
    ...(query.length > 0 ? ['array $query = []'] : []),
  ];
  const address = path
    .split(/\{(\w+)\}/)
    .map((text, index) => (index % 2 === 0 ? `'${text}'` : `rawurlencode($${text})`))
    .filter((text) => text !== "''")
    .join(' . ');
  const gives = [
    ...(hasBody ? ['body: $body'] : []),
    ...(hasIfMatch ? ["headers: ['If-Match' => $ifMatch]"] : []),
    ...(query.length > 0 ? ['query: $query'] : []),
  ];
  const call = isPaged
    ? `$this->pages(${address}, $query)`
    : `$this->call(${[`'${method}'`, address, ...gives].join(', ')})`;
  const type = isPaged ? 'Generator' : givesFile ? 'string' : '?array';
  return `    /** ${about} */\n    public function ${id}(${takes.join(', ')}): ${type}\n    {\n        return ${call};\n    }\n`;
}

function inCsharp(operation: Operation): string {
  const { id, method, path, about, parts, query, hasBody, takesFile, givesFile, hasIfMatch, isPaged } = operation;
  const takes = [
    ...parts.map((name) => `string ${name}`),
    ...(hasBody ? [takesFile ? 'byte[] body' : 'object body'] : []),
    ...(hasIfMatch ? ['string? ifMatch = null'] : []),
    ...(query.length > 0 ? ['IReadOnlyDictionary<string, string>? query = null'] : []),
  ];
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => `{Uri.EscapeDataString(${name})}`);
  const address = parts.length > 0 ? `$"${filled}"` : `"${path}"`;
  const gives = [
    ...(query.length > 0 ? ['query: query'] : []),
    ...(hasBody ? ['body: body'] : []),
    ...(hasIfMatch ? ['ifMatch: ifMatch'] : []),
  ];
  const name = id.charAt(0).toUpperCase() + id.slice(1);
  const [type, call] = isPaged
    ? ['IAsyncEnumerable<JsonElement>', `Pages(${address}, query)`]
    : [
        givesFile ? 'Task<byte[]>' : 'Task<JsonElement>',
        `${givesFile ? 'CallFile' : 'Call'}(${[`"${method}"`, address, ...gives].join(', ')})`,
      ];
  return `        /// <summary>${about}</summary>\n        public ${type} ${name}(${takes.join(', ')}) =>\n            ${call};\n`;
}

function inShell({ id, method, path, hasBody, takesFile }: Operation): string {
  return `${id} ${method} ${path}${takesFile ? ' file' : hasBody ? ' body' : ''}`;
}

function snake(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

function indent(text: string, by: number): string {
  return text.replaceAll(/^/gm, ' '.repeat(by));
}

/** Replaces the lines between the two marker lines of each text. */
async function update(name: string, texts: Record<string, string>): Promise<void> {
  const file = join(LANGUAGES, name);
  const before = await readFile(file, 'utf8');
  let after = before;
  for (const [what, text] of Object.entries(texts)) {
    const place = new RegExp(`(${what}: begin\n)[^]*?(^[ ]*(?://|#) ${what}: end$)`, 'm');
    if (!place.test(after)) throw new Error(`${name} has no place for "${what}".`);
    after = after.replace(place, (_, begin: string, end: string) => begin + text + end);
  }
  if (after === before) return;
  if (!process.argv.includes('--check')) return writeFile(file, after);
  process.stderr.write(`client/languages/${name} is stale: run "npm run openapi".\n`);
  process.exitCode = 1;
}
