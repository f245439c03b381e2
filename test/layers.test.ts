import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { basename, dirname, join, normalize, relative } from 'node:path';
import { test } from 'node:test';
import { isImportDeclaration, isStringLiteral, type SourceFile, SyntaxKind } from 'typescript/unstable/ast';
import { API } from 'typescript/unstable/sync';

const ROOT = join(import.meta.dirname, '..');
const PROJECTS = ['tsconfig.json', 'console/tsconfig.json'];

interface Import {
  from: string;
  to: string;
  /** Gone when the program runs. */
  typeOnly: boolean;
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
    .filter(
      (path) => path.startsWith(ROOT) && !/\.test\.tsx?$|node_modules|\/dist\/|test-support/.test(path),
    );
  return { paths: new Set(paths), programs };
}

function importsOf(file: string, { imports }: SourceFile): Import[] {
  return imports.filter(isStringLiteral).map(({ parent, text }) => {
    const clause = isImportDeclaration(parent) ? parent.importClause : undefined;
    return {
      from: file,
      to: text.startsWith('.') ? normalize(join(dirname(file), text)) : text,
      typeOnly: clause?.phaseModifier === SyntaxKind.TypeKeyword,
    };
  });
}

const filesUnder = (folder: string) =>
  [...importsByFile.keys()].filter((file) => file.startsWith(`${folder}/`)).sort();
const importsUnder = (folder: string) => filesUnder(folder).flatMap((file) => importsByFile.get(file) ?? []);

const files = filesUnder('src');
const imports = importsUnder('src');
const own = imports.filter(({ to }) => to.startsWith('src/'));

/** A file's role is the end of its name: `order-store`, `order-rules`. */
const is = (role: string) => (file: string) => basename(file).endsWith(`-${role}.ts`);
const isStore = is('store');
const isRules = is('rules');
/** Gives every statement that records an event the part that records what endpoints hear of it. */
const isRecorder = (file: string) => file === 'src/webhooks/record-deliveries-store.ts';
/** Whoever does something, which every feature records. */
const isActor = (file: string) => file === 'src/audit/actor.ts';
/** Gives the statements of staff's lists the part that says which orders. */
const isConditions = (file: string) =>
  /^src\/orders\/(staff\/order-(conditions|places)|document\/list-filters)-store\.ts$/.test(file);
/** What another store of the feature has in one statement, where several nodes need more than one. */
const isDistributedForm = (file: string) => file.endsWith('-distributed-store.ts');
const isRoutes = is('routes');
const inHttp = (file: string) => file.startsWith('src/http/');
const isFrontDoor = (file: string) => /^src\/(main\.ts$|start\/|cli\/)/.test(file);
/** `src/orders` of src/orders/change/order-states.ts. */
const featureOf = (file: string) => file.split('/').slice(0, 2).join('/');
/** `orders/change` of src/orders/change/order-states.ts; of a file directly in src/ its name. */
const roomOf = (file: string) =>
  dirname(file) === 'src' ? basename(file, '.ts') : dirname(file).slice('src/'.length);

/** Every room, and the rooms and single files it may import, also for types alone. main, start and cli may import anything. */
const MAY_IMPORT: Readonly<Record<string, string>> = {
  app: 'auth catalog clients config console fault-log files files/judging guides http metrics operator orders orders/create orders/document papers shipping webhooks',
  audit: 'database',
  auth: 'clients config database errors http people secrets',
  backup: 'audit database files secrets version webhooks',
  catalog: 'config database errors http shipping',
  'catalog/contracts': 'audit catalog/import database http',
  'catalog/import': 'audit catalog csv database errors http nearest-name plain-english shipping stock',
  clients: 'audit database errors people',
  codes: '',
  config: 'settings',
  console: 'config errors',
  csv: 'plain-english',
  database: 'config gate tracing',
  errors: '',
  'fault-log': 'database',
  files: 'config database fault-log plain-english',
  'files/inspection': 'files zpl',
  'files/judging': 'files files/inspection files/pictures gate',
  'files/pictures': 'files zpl',
  gate: '',
  guides: 'config http version',
  http: 'config database errors fault-log gate nearest-name tracing version',
  idempotency: 'database errors',
  'in-rounds': '',
  jobs: 'audit backup config database fault-log files files/judging idempotency net orders/change orders/files orders/intake orders/sandbox orders/search papers people people/stations printing production production/papers production/scan reports retention stock tracing webhooks',
  listen: 'config start-error',
  metrics: 'backup database fault-log files http jobs people version',
  'nearest-name': '',
  net: 'errors gate plain-english',
  notes: 'audit database errors http',
  operator:
    'auth config errors files files/judging http operator/catalog operator/clients operator/notes operator/orders operator/people operator/printing operator/production operator/reports operator/settings operator/stations operator/webhooks orders/change orders/files papers people people/stations production production/papers',
  'operator/catalog':
    'audit catalog catalog/contracts catalog/import config database errors http operator/clients operator/fields shipping stock',
  'operator/clients':
    'audit catalog/contracts clients config database errors http operator/fields people shipping',
  'operator/fields': 'audit config database errors http idempotency orders/document people production',
  'operator/notes':
    'audit catalog database errors http notes operator/catalog operator/fields orders/staff people',
  'operator/orders':
    'audit catalog config csv database errors files http notes operator/fields operator/notes orders/change orders/customs orders/document orders/files orders/search orders/staff plain-english production/returns retention shipping stock webhooks',
  'operator/people': 'audit auth config database errors http operator/fields people people/stations',
  'operator/printing': 'audit config database errors http operator/fields people printing',
  'operator/production':
    'audit codes config database errors http operator/catalog operator/fields operator/orders operator/people operator/printing orders/document orders/search orders/staff papers people plain-english printing production production/hand-over production/papers production/problems production/returns production/scan tracing',
  'operator/reports': 'config csv database errors http operator/fields reports',
  'operator/settings': 'audit backup config database files http operator/fields shown-settings version',
  'operator/stations':
    'audit config database http operator/fields operator/people people people/stations printing',
  'operator/webhooks': 'audit database errors http operator/fields plain-english webhooks',
  orders: 'audit config database errors http orders/change orders/create orders/document orders/sandbox',
  'orders/change':
    'audit database errors fault-log net orders/create orders/document orders/files orders/request orders/search stock tracing webhooks',
  'orders/create': 'auth errors orders/document orders/request tracing',
  'orders/csv': 'clients csv database errors http nearest-name orders/create orders/document',
  'orders/customs': 'catalog database orders/document shipping',
  'orders/document': 'audit database errors gate http shipping webhooks',
  'orders/files': 'catalog database files files/judging in-rounds orders/document',
  'orders/intake':
    'audit catalog database files net orders/change orders/document orders/files orders/search stock tracing',
  'orders/request': 'catalog errors net orders/document shipping',
  'orders/sandbox': 'audit errors in-rounds orders/change orders/document',
  'orders/search': 'database orders/document',
  'orders/staff': 'csv database errors http nearest-name orders/change orders/document',
  papers: 'orders/document shipping',
  people: 'audit config database errors gate',
  'people/stations': 'audit codes database errors people',
  'plain-english': '',
  printing: 'audit database errors http in-rounds tracing zpl',
  processes: '',
  production: 'audit codes database files orders/change orders/document',
  'production/hand-over': 'audit database errors orders/customs orders/document papers production shipping',
  'production/papers':
    'audit catalog config database errors files files/judging orders/change orders/customs orders/document orders/files papers printing production shipping',
  'production/problems': 'database',
  'production/returns': 'audit codes database errors orders/change orders/document production stock',
  'production/scan':
    'audit codes database errors http orders/change printing production production/hand-over production/papers stock',
  reports: 'database orders/change',
  retention:
    'audit database errors fault-log files idempotency notes orders/change orders/document orders/files orders/search printing production production/papers production/returns production/scan stock webhooks',
  secrets: 'config',
  'setting-values': 'net',
  settings: 'setting-values trace-settings',
  shipping: 'csv database errors http',
  'shown-settings': 'config settings',
  'start-error': 'backup config database',
  stock: 'audit database errors in-rounds',
  'stop-in-order': '',
  'trace-settings': 'setting-values',
  tracing: 'config version',
  version: '',
  webhooks: 'audit config database errors http in-rounds net secrets tracing',
  zpl: '',
};

function assertNone(offenders: Import[]): void {
  const shown = offenders.map(({ from, to }) => `${from} imports ${to}`);
  assert.deepEqual(shown, []);
}

test('nobody imports main or the command line, and only they and tests build the app', () => {
  assert.ok(own.length > 100);
  assertNone(own.filter(({ from, to }) => isFrontDoor(to) && !isFrontDoor(from)));
  assertNone(own.filter(({ from, to }) => to === 'src/app.ts' && !isFrontDoor(from)));
});

test('a store knows the database and types of its own feature: no HTTP, no other store, no rules', () => {
  const allowed = ({ from, to, typeOnly }: Import) =>
    to.startsWith('src/database/') ||
    isRecorder(to) ||
    isConditions(to) ||
    (isDistributedForm(to) && featureOf(to) === featureOf(from)) ||
    (typeOnly && isActor(to)) ||
    // What a program of the center may do stands in the row of its client.
    (typeOnly && to === 'src/people/role-rules.ts') ||
    (typeOnly && !isRoutes(to) && featureOf(to) === featureOf(from));
  assertNone(own.filter((one) => isStore(one.from) && !allowed(one)));
});

test('rules are pure: they import rules and tables, errors and types, and nothing of Node or npm that does I/O', () => {
  const impure = ({ from, to, typeOnly }: Import) =>
    !typeOnly &&
    (isStore(to) ||
      isRoutes(to) ||
      inHttp(to) ||
      (/^src\/(database|auth)\//.test(to) && featureOf(to) !== featureOf(from)) ||
      /^(node:|pg$|fastify$|pino$)/.test(to));
  assertNone(imports.filter((one) => isRules(one.from) && impure(one)));
});

test('a store is used by its own feature, and nothing but the app imports routes', () => {
  const foreign = own.filter(
    ({ from, to, typeOnly }) => isStore(to) && featureOf(to) !== featureOf(from) && !typeOnly,
  );
  // The list of jobs asks each feature what is due, and erasing an order has each forget what it has of it. The operator API is about every feature. The cache holds what orders are checked against, carriers too.
  const exempt = ({ from, to }: Import) =>
    isFrontDoor(from) ||
    isRecorder(to) ||
    from.startsWith('src/operator/') ||
    from === 'src/jobs/job-list.ts' ||
    from === 'src/jobs/removals.ts' ||
    from.startsWith('src/retention/') ||
    (from === 'src/catalog/catalog-cache.ts' && to === 'src/shipping/carrier-store.ts');
  assertNone(foreign.filter((one) => !exempt(one)));
  const apps = ['src/app.ts', 'src/operator/operator-api.ts'];
  assertNone(own.filter(({ from, to }) => isRoutes(to) && !apps.includes(from)));
});

test('SQL is in stores, and where the database itself is looked after', () => {
  const query = /\.query\(|\bquery<|text: `/;
  const speakers = files.filter((file) => query.test(readFileSync(join(ROOT, file), 'utf8')));
  const odd = speakers.filter((file) => !isStore(file) && !file.startsWith('src/database/'));
  // "select 1" of the readiness check.
  assert.deepEqual(odd, ['src/http/ask-database.ts']);
});

test('each room imports the rooms that the table allows, no other, and every allowance is used', () => {
  const used: Record<string, Set<string>> = Object.fromEntries(
    files.map((file) => [roomOf(file), new Set()]),
  );
  for (const { from, to } of own) if (roomOf(from) !== roomOf(to)) used[roomOf(from)]?.add(roomOf(to));
  const rooms = Object.entries(used).filter(([room]) => !/^(main|start|cli)$/.test(room));
  const table = rooms.map(([room, to]) => [room, [...to].sort().join(' ')]);
  assert.deepEqual(Object.fromEntries(table), MAY_IMPORT);
});

test('no arrow between rooms leads back, not even for a type', () => {
  const done = new Set<string>();
  const visit = (room: string, path: readonly string[]): void => {
    assert.ok(!path.includes(room), `a circle: ${[...path, room].join(' -> ')}`);
    if (done.has(room)) return;
    for (const next of MAY_IMPORT[room]?.split(' ').filter(Boolean) ?? []) visit(next, [...path, room]);
    done.add(room);
  };
  for (const room of Object.keys(MAY_IMPORT)) visit(room, []);
});

test('http and database know no feature, and features know no demo', () => {
  const feature = /^src\/(orders|catalog|shipping|auth)\//;
  assertNone(own.filter(({ from, to }) => /^src\/(http|database)\//.test(from) && feature.test(to)));
  assertNone(
    imports.filter(
      ({ from, to }) => to.startsWith('demo/') && !from.startsWith('demo/') && !isFrontDoor(from),
    ),
  );
});

test('the client and the console import nothing of the server', () => {
  const outside = [...importsUnder('client'), ...importsUnder('console/src')];
  assert.ok(outside.length > 0);
  assertNone(outside.filter(({ to }) => to.startsWith('src/')));
});

test('connectors know Platen by its client alone, and only the command line knows them', () => {
  const connectors = importsUnder('connectors');
  assert.ok(connectors.length > 10);
  assertNone(connectors.filter(({ to }) => !/^(connectors\/|client\/dist\/|node:|ajv$)/.test(to)));
  assertNone(imports.filter(({ from, to }) => to.startsWith('connectors/') && !from.startsWith('src/cli/')));
});

const consoleImports = importsUnder('console/src').filter(({ to }) => to.startsWith('console/src/'));
/** `features/orders` of console/src/features/orders/orders-page.tsx, `shell` of console/src/shell/sidebar.tsx. */
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

test('in the console, app is above features, features above the shell, and no feature imports another', () => {
  assert.ok(consoleImports.length > 100);
  const crossing = consoleImports.filter(({ from, to }) => consoleRoomOf(from) !== consoleRoomOf(to));
  const allowed = ({ from, to }: Import) =>
    MAY_IMPORT_IN_CONSOLE[consoleRoomOf(from).split('/')[0] ?? '']?.test(consoleRoomOf(to));
  assertNone(crossing.filter((one) => !allowed(one)));
});
