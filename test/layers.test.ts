import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { basename, dirname, join, normalize, relative } from 'node:path';
import { test } from 'node:test';
import {
  isImportDeclaration,
  isNamedImports,
  isStringLiteral,
  type SourceFile,
  SyntaxKind,
} from 'typescript/unstable/ast';
import { API } from 'typescript/unstable/sync';

const ROOT = join(import.meta.dirname, '..');
const PROJECTS = ['tsconfig.json', 'console/tsconfig.json'];

interface Import {
  from: string;
  to: string;
  /** True for an import that does not exist at run time. */
  typeOnly: boolean;
  names: readonly string[];
}

const importsByFile = readImports();

/** Returns the imports of each file of the project, as the TypeScript compiler reads them. */
function readImports(): Map<string, Import[]> {
  const compiler = new API({ cwd: ROOT });
  const { paths, programs } = openProjects(compiler);
  const found = new Map<string, Import[]>();
  for (const path of paths) {
    const source = programs.map((program) => program.getSourceFile(path)).find(Boolean);
    if (source) found.set(relative(ROOT, path), importsOf(relative(ROOT, path), source));
  }
  compiler.close();
  return found;
}

function openProjects(compiler: API) {
  const snapshot = compiler.updateSnapshot({ openProjects: PROJECTS.map((file) => join(ROOT, file)) });
  const programs = snapshot.getProjects().map(({ program }) => program);
  const paths = programs
    .flatMap((program) => program.getSourceFileNames())
    .filter((path) => path.startsWith(ROOT) && !/\.test\.tsx?$|node_modules|\/dist\/|test-support/.test(path));
  return { paths: new Set(paths), programs };
}

function importsOf(file: string, { imports }: SourceFile): Import[] {
  return imports.filter(isStringLiteral).map(({ parent, text }) => {
    const clause = isImportDeclaration(parent) ? parent.importClause : undefined;
    const bindings = clause?.namedBindings;
    return {
      from: file,
      to: text.startsWith('.') ? normalize(join(dirname(file), text)) : text,
      typeOnly: clause?.phaseModifier === SyntaxKind.TypeKeyword,
      names: bindings && isNamedImports(bindings) ? bindings.elements.map(({ name }) => name.text) : [],
    };
  });
}

const filesUnder = (folder: string) => [...importsByFile.keys()].filter((file) => file.startsWith(`${folder}/`)).sort();
const importsUnder = (folder: string) => filesUnder(folder).flatMap((file) => importsByFile.get(file) ?? []);

const files = filesUnder('src');
const imports = importsUnder('src');
const own = imports.filter(({ to }) => to.startsWith('src/'));

/** Returns a check for the role of a file, which is the end of its name: `order-store`, `order-rules`. */
const is = (role: string) => (file: string) => basename(file).endsWith(`-${role}.ts`);
const isStore = is('store');
const isRules = is('rules');
/** Adds webhook deliveries to every statement that records an event. */
const isRecorder = (file: string) => file === 'src/webhooks/record-deliveries-store.ts';
/** Builds SQL for several stores of one feature, or has the lists of statuses and codes. */
const isShared = (file: string) =>
  /-(conditions|parts)-store\.ts$|^src\/orders\/document\/order-fields\.ts$/.test(file);
/** Imports only constants, such as a part of a statement, and types. */
const isConstant = ({ names }: Import) => names.length > 0 && names.every((name) => /^[A-Z]/.test(name));
/** Imports only functions that read or lock, constants and types. */
const isReading = ({ names }: Import) =>
  names.length > 0 && names.every((name) => /^[A-Z]|^(count|find|list|lock|read|sum)[A-Z]/.test(name));
const isRoutes = is('routes');
const inHttp = (file: string) => file.startsWith('src/platform/http/');
const isFrontDoor = (file: string) => /^src\/(main\.ts$|start\/|cli\/)/.test(file);
/** Returns `src/orders` for src/orders/change/order-states.ts. */
const featureOf = (file: string) => file.split('/').slice(0, 2).join('/');

/** The folders and files of src/ from top to bottom, as docs/architecture.md lists them. */
const ORDER = readOrder();

function readOrder(): string[] {
  const [, list = ''] = readFileSync(join(ROOT, 'docs/architecture.md'), 'utf8').match(/^```layers\n(.*?)^```/ms) ?? [];
  return list.split('\n').flatMap((line) => line.match(/^[a-z/.]+/) ?? []);
}

/** Returns the entry of the list that a file belongs to: `orders` or `platform/http`. */
function layerOf(file: string): string {
  const path = file.slice('src/'.length);
  return ORDER.find((entry) => path === entry || path.startsWith(`${entry}/`)) ?? path;
}

function assertNone(offenders: Import[]): void {
  const shown = offenders.map(({ from, to }) => `${from} imports ${to}`);
  assert.deepEqual(shown, []);
}

test('no other file imports main or the command line, and only those two and tests build the app', () => {
  assert.ok(own.length > 100);
  assertNone(own.filter(({ from, to }) => isFrontDoor(to) && !isFrontDoor(from)));
  assertNone(own.filter(({ from, to }) => to === 'src/server.ts' && !isFrontDoor(from)));
});

test('a store imports the database, SQL and types of its own feature, and no HTTP, functions of other stores or rules', () => {
  const allowed = (one: Import) =>
    one.to.startsWith('src/platform/database/') ||
    isRecorder(one.to) ||
    isShared(one.to) ||
    (isStore(one.to) && featureOf(one.to) === featureOf(one.from) && isConstant(one)) ||
    (one.typeOnly && !isRoutes(one.to));
  assertNone(own.filter((one) => isStore(one.from) && !allowed(one)));
});

test('rules are pure: they import rules, tables, errors and types, and no I/O of Node or npm', () => {
  const impure = ({ from, to, typeOnly }: Import) =>
    !typeOnly &&
    (isStore(to) ||
      isRoutes(to) ||
      inHttp(to) ||
      (/^src\/(platform\/database|clients)\//.test(to) && featureOf(to) !== featureOf(from)) ||
      /^(node:|pg$|fastify$|pino$)/.test(to));
  assertNone(imports.filter((one) => isRules(one.from) && impure(one)));
});

test('a store changes data only for its own feature, and only the app imports routes', () => {
  const foreign = own.filter(
    (one) => isStore(one.to) && featureOf(one.to) !== featureOf(one.from) && !one.typeOnly && !isReading(one),
  );
  const exempt = ({ from, to }: Import) =>
    isFrontDoor(from) ||
    isRecorder(to) ||
    // The operator API covers every feature. Jobs and the erasure of orders delete old rows of each feature.
    /^src\/(api|jobs|operations)\//.test(from) ||
    // Packing continues the floor's work, so it saves pieces and frees bins.
    (featureOf(from) === 'src/packing' && featureOf(to) === 'src/production') ||
    // A client's terms are copied in one transaction with its products and carriers.
    (from === 'src/catalog/contract-clients.ts' && to === 'src/clients/contract-store.ts');
  assertNone(foreign.filter((one) => !exempt(one)));
  const apps = ['src/server.ts', 'src/api/staff/operator-api.ts'];
  assertNone(own.filter(({ from, to }) => isRoutes(to) && !apps.includes(from)));
});

test('SQL is only in stores and in the maintenance of the database', () => {
  const query = /\.query\(|\bquery<|\bquery(Rows?|Count|HasRow)\b|text: `/;
  const speakers = files.filter((file) => query.test(readFileSync(join(ROOT, file), 'utf8')));
  const odd = speakers.filter((file) => !isStore(file) && !file.startsWith('src/platform/database/'));
  // The `select 1` of the readiness check.
  assert.deepEqual(odd, ['src/platform/http/health-check.ts']);
});

test('every file of src/ is in a folder that docs/architecture.md lists', () => {
  const layers = new Set(files.map(layerOf));
  assert.deepEqual([...layers].sort(), [...ORDER].sort());
});

test('a folder imports only from folders below it in the list, also for types', () => {
  assertNone(own.filter(({ from, to }) => ORDER.indexOf(layerOf(from)) > ORDER.indexOf(layerOf(to))));
});

test('no files import each other in a circle', () => {
  const done = new Set<string>();
  const visit = (file: string, path: readonly string[]): void => {
    if (done.has(file)) return;
    assert.ok(!path.includes(file), `a circle: ${[...path, file].join(' -> ')}`);
    for (const { to } of importsByFile.get(file) ?? []) visit(to, [...path, file]);
    done.add(file);
  };
  for (const file of importsByFile.keys()) visit(file, []);
});

test('only main, start and the command line import the demo', () => {
  assertNone(
    imports.filter(({ from, to }) => to.startsWith('demo/') && !from.startsWith('demo/') && !isFrontDoor(from)),
  );
});

test('the client and the console import no code of the server', () => {
  const outside = [...importsUnder('client'), ...importsUnder('console/src')];
  assert.ok(outside.length > 0);
  assertNone(outside.filter(({ to }) => to.startsWith('src/')));
});

test('connectors use Platen only through its client, besides their own tables, the names of countries and states and the messages of problems, and only shops and the command line import them', () => {
  const connectors = importsUnder('connectors');
  assert.ok(connectors.length > 10);
  assertNone(
    connectors.filter(
      ({ to }) =>
        !/^(connectors\/|client\/dist\/|src\/shipping\/(countries|states)\.ts$|src\/platform\/errors\/problem-messages\.ts$|node:|(ajv|entities|pg|prom-client)$)/.test(
          to,
        ),
    ),
  );
  assertNone(imports.filter(({ from, to }) => to.startsWith('connectors/') && !/^src\/(cli|shops)\//.test(from)));
});

const consoleImports = importsUnder('console/src').filter(({ to }) => to.startsWith('console/src/'));
/**
 * Returns `features/orders` for console/src/features/orders/orders-page.tsx, and `shell` for
 * console/src/shell/sidebar.tsx.
 */
const consoleRoomOf = (file: string) =>
  file
    .slice('console/src/'.length)
    .split('/')
    .slice(0, file.startsWith('console/src/features/') ? 2 : 1)
    .join('/');
const MAY_IMPORT_IN_CONSOLE: Readonly<Record<string, RegExp>> = {
  'main.tsx': /^(app|shared)$/,
  app: /^(features\/.+|shell|shared)$/,
  features: /^(shell|shared)$/,
  shell: /^shared$/,
  shared: /^$/,
};

test('in the console app may import features, features may import the shell, and no feature imports another', () => {
  assert.ok(consoleImports.length > 100);
  const crossing = consoleImports.filter(({ from, to }) => consoleRoomOf(from) !== consoleRoomOf(to));
  const allowed = ({ from, to }: Import) =>
    MAY_IMPORT_IN_CONSOLE[consoleRoomOf(from).split('/')[0] ?? '']?.test(consoleRoomOf(to));
  assertNone(crossing.filter((one) => !allowed(one)));
});
