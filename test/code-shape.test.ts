import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

const ROOT = join(import.meta.dirname, '..');
const FUNCTION_LINES_MAX = 99;
const FILE_LINES_MAX = 400;

/** Written by a program. */
const GENERATED = ['client/src/api-types.ts', 'console/src/shared/api/operator-types.ts'];

/** Its one route is that of @fastify/static. */
const FILES_OF_A_FOLDER = 'src/catalog/image-routes.ts';

/** Begins a body that is none of a function. */
const OTHER_BODY =
  /^\s*(?:\} )?(?:if|else|for|while|do|switch|try|catch|finally|class|(?:export )?interface)\b/;
const FUNCTION_BODY = /(?:=>|\)(?:: .+)?) \{$/;

const lines = (file: string) => readFileSync(join(ROOT, file), 'utf8').trimEnd().split('\n');

const filesUnder = (folder: string) =>
  existsSync(join(ROOT, folder))
    ? readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
        .filter((file) => /\.tsx?$/.test(file) && !/node_modules|dist\//.test(file))
        .map((file) => `${folder}/${file}`)
    : [];
const files = ['src', 'client', 'console', 'connectors']
  .flatMap(filesUnder)
  .filter((file) => !GENERATED.includes(file));

const indentOf = (line: string) => line.length - line.trimStart().length;

/** Line number and length of each function; the formatter puts its beginning, the end of its head and its end under each other. */
function functionsOf(text: readonly string[]): { line: number; length: number }[] {
  return text.flatMap((line, index) => {
    if (!FUNCTION_BODY.test(line) || OTHER_BODY.test(line)) return [];
    const isLevel = (other: string) => other.trim() !== '' && indentOf(other) === indentOf(line);
    const start = /^\s*[)}]/.test(line) ? text.slice(0, index).findLastIndex(isLevel) : index;
    const end = text.findIndex((later, at) => at > index && isLevel(later) && later.trim().startsWith('}'));
    return [{ line: start + 1, length: end - start + 1 }];
  });
}

test('a function is under a hundred lines', () => {
  const long = files.flatMap((file) =>
    functionsOf(lines(file))
      .filter(({ length }) => length > FUNCTION_LINES_MAX)
      .map(({ line, length }) => `${file}:${line} has ${length} lines`),
  );
  assert.deepEqual(long, []);
});

test('the measure finds functions, arrows and methods, each with its end', () => {
  const text = [
    'export async function one(',
    '  first: string,',
    '): Promise<void> {',
    '  if (first) {',
    '    three(first, {});',
    '  }',
    '}',
    'const two = async () => {',
    '  class Three {',
    '    four({ five }: Six): void {',
    '',
    '    }',
    '  }',
    '};',
  ];
  assert.deepEqual(functionsOf(text), [
    { line: 1, length: 7 },
    { line: 8, length: 7 },
    { line: 10, length: 3 },
  ]);
});

test('a route file ends in a table of its routes, and registers none beside it', () => {
  const table = /\n {2}registerRoutes\(app, [^;]*;\n\}\n$/;
  const routeFiles = files.filter((file) => /^src\/.*-routes\.ts$/.test(file) && file !== FILES_OF_A_FOLDER);
  const others = routeFiles.filter((file) => {
    const text = readFileSync(join(ROOT, file), 'utf8');
    return !table.test(text) || /\bapp\s*\.(?:get|put|post|patch|delete|route)\b/.test(text);
  });
  assert.ok(routeFiles.length > 10);
  assert.deepEqual(others, []);
});

test('a source file has at most 400 lines', () => {
  const long = files
    .filter((file) => !/\.test\.tsx?$/.test(file))
    .map((file) => ({ file, length: lines(file).length }))
    .filter(({ length }) => length > FILE_LINES_MAX)
    .map(({ file, length }) => `${file} has ${length} lines`);
  assert.deepEqual(long, []);
});

test('hooks of a file take no context: in a group it is that of a suite, which has no after', () => {
  const hook = /^\s*(?:before|after)(?:Each)?\((?:async )?(?:\([^)]|\w+ =>)/m;
  const taking = ['src', 'client', 'console', 'test']
    .flatMap(filesUnder)
    .filter((file) => /\.test\.ts$/.test(file) && !/-process\.test\.ts$/.test(file))
    .filter((file) => hook.test(readFileSync(join(ROOT, file), 'utf8')));
  assert.deepEqual(taking, []);
});
