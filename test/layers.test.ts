import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, normalize } from 'node:path';
import { test } from 'node:test';

const ROOT = join(import.meta.dirname, '..');
const IMPORT =
  /^(?:import|export)\s+(type\s)?[^;'"]*?from '([^']+)'|^import '([^']+)'|\bimport\('([^']+)'\)/gm;

interface Import {
  from: string;
  to: string;
  /** Gone when the program runs. */
  typeOnly: boolean;
}

const filesUnder = (folder: string) =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter(
      (file) =>
        /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file) && !/node_modules|dist|test-support/.test(file),
    )
    .map((file) => `${folder}/${file}`);

function importsOf(file: string): Import[] {
  return [...readFileSync(join(ROOT, file), 'utf8').matchAll(IMPORT)].map(([, type, ...targets]) => {
    const target = targets.find(Boolean) ?? '';
    const to = target.startsWith('.') ? normalize(join(dirname(file), target)) : target;
    return { from: file, to, typeOnly: type !== undefined };
  });
}

const files = filesUnder('src');
const imports = files.flatMap(importsOf);
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
const isOnNodes = (file: string) => file.endsWith('-on-nodes-store.ts');
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
  catalog: 'config database errors http own-memory shipping',
  'catalog/contracts': 'audit catalog/import database http',
  'catalog/import': 'audit catalog csv database errors http nearest-name plain-english shipping stock',
  clients: 'audit database errors own-memory people',
  codes: '',
  config: 'settings',
  console: 'config errors',
  csv: 'plain-english',
  database: 'config fair-turns tracing turn-queue',
  demo: 'audit catalog catalog/import clients config database errors fault-log files files/judging net notes orders/change orders/create orders/document orders/intake people stock',
  errors: '',
  'errors-without-values': '',
  'fair-turns': 'turn-queue',
  'fault-log': 'database',
  files: 'config database fault-log plain-english',
  'files/inspection': 'files zpl',
  'files/judging': 'fair-turns files files/inspection files/pictures',
  'files/pictures': 'files zpl',
  guides: 'config http version',
  http: 'config database errors fair-turns fault-log nearest-name slots tracing turn-queue version',
  idempotency: 'database errors',
  'in-rounds': '',
  jobs: 'audit backup config database fault-log files files/judging idempotency net orders/change orders/files orders/intake orders/sandbox orders/search papers people people/stations printing production production/papers production/scan reports retention stock tracing webhooks',
  listen: 'config http start-error',
  'log-lines': '',
  'log-time': '',
  metrics: 'backup database fault-log files http jobs people version',
  'nearest-name': '',
  net: 'errors fair-turns plain-english',
  notes: 'audit database errors http',
  operator:
    'auth config files files/judging http operator/catalog operator/clients operator/notes operator/orders operator/people operator/printing operator/production operator/reports operator/settings operator/stations operator/webhooks orders/change orders/files papers people people/stations production production/papers',
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
  'orders/document': 'audit database errors fair-turns http shipping webhooks',
  'orders/files': 'catalog database files files/judging in-rounds orders/document',
  'orders/intake':
    'audit catalog database files net orders/change orders/document orders/files orders/search stock tracing',
  'orders/request': 'catalog errors net orders/document shipping',
  'orders/sandbox': 'audit errors in-rounds orders/change orders/document',
  'orders/search': 'database orders/document',
  'orders/staff': 'csv database errors http nearest-name orders/change orders/document',
  'own-memory': '',
  papers: 'orders/document shipping',
  people: 'audit config database errors fair-turns own-memory',
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
  slots: '',
  'start-error': 'backup config database',
  stock: 'audit database errors in-rounds',
  'stop-in-order': '',
  'trace-settings': 'setting-values',
  tracing: 'config version',
  'turn-queue': '',
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
    (isOnNodes(to) && featureOf(to) === featureOf(from)) ||
    (typeOnly && isActor(to)) ||
    // What a program of the center may do stands in the row of its client.
    (typeOnly && to === 'src/people/role-rules.ts') ||
    (typeOnly && !isRoutes(to) && featureOf(to) === featureOf(from));
  assertNone(own.filter((one) => isStore(one.from) && !allowed(one)));
});

test('rules are pure: they import rules and tables, errors and types, and nothing of Node or npm that does I/O', () => {
  const impure = ({ to, typeOnly }: Import) =>
    !typeOnly &&
    (isStore(to) ||
      isRoutes(to) ||
      inHttp(to) ||
      /^src\/(database|auth)\//.test(to) ||
      /^(node:|pg$|fastify$|pino$)/.test(to));
  assertNone(imports.filter((one) => isRules(one.from) && impure(one)));
});

test('a store is used by its own feature, and nothing but the app imports routes', () => {
  const foreign = own.filter(
    ({ from, to, typeOnly }) => isStore(to) && featureOf(to) !== featureOf(from) && !typeOnly,
  );
  // The list of jobs asks each feature what is due, and erasing an order has each forget what it has of it. The demo fills the tables as the command line does, and the operator API is about every feature. The cache holds what orders are checked against, carriers too.
  const exempt = ({ from, to }: Import) =>
    isFrontDoor(from) ||
    isRecorder(to) ||
    from.startsWith('src/demo/') ||
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
  const feature = /^src\/(orders|catalog|shipping|auth|demo)\//;
  assertNone(own.filter(({ from, to }) => /^src\/(http|database)\//.test(from) && feature.test(to)));
  assertNone(
    own.filter(
      ({ from, to }) => to.startsWith('src/demo/') && !from.startsWith('src/demo/') && !isFrontDoor(from),
    ),
  );
});

test('the client and the console import nothing of the server', () => {
  const outside = readdirSync(ROOT)
    .filter((folder) => folder === 'client' || folder === 'console')
    .flatMap((folder) => filesUnder(folder).flatMap(importsOf));
  assert.ok(outside.length > 0);
  assertNone(outside.filter(({ to }) => to.startsWith('src/')));
});

test('connectors know Platen by its client alone, and only the command line knows them', () => {
  const connectors = filesUnder('connectors').flatMap(importsOf);
  assert.ok(connectors.length > 10);
  assertNone(connectors.filter(({ to }) => !/^(connectors\/|client\/dist\/|node:|ajv$)/.test(to)));
  assertNone(imports.filter(({ from, to }) => to.startsWith('connectors/') && !from.startsWith('src/cli/')));
});

test('no two files have one name, and none is called after nothing', () => {
  const names = [...files, ...filesUnder('test')]
    .map((file) => basename(file))
    .filter((name) => name !== 'main.ts');
  assert.deepEqual(
    names.filter((name, index) => names.indexOf(name) !== index),
    [],
  );
  assert.deepEqual(
    names.filter((name) => /^(index|utils?|helpers?|common|misc)\.ts$/.test(name)),
    [],
  );
});
