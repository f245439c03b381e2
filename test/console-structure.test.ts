import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, normalize } from 'node:path';
import { test } from 'node:test';

const SOURCE = join(import.meta.dirname, '../console/src');
const STATIC = /^(?:import|export)\s[^;]*?from '([^']+)'|^import '([^']+)'/gm;
const DYNAMIC = /\bimport\('([^']+)'\)/g;

const files = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' }).filter(
  (file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file),
);
const textOf = (file: string) => readFileSync(join(SOURCE, file), 'utf8');
const importsOf = (file: string, how: RegExp) =>
  [...textOf(file).matchAll(how)]
    .map(([, ...targets]) => targets.find(Boolean) ?? '')
    .filter((target) => target.startsWith('.'))
    .map((target) => ({ from: file, to: normalize(join(dirname(file), target)) }));

const loaded = files.flatMap((file) => importsOf(file, STATIC));
const all = [...loaded, ...files.flatMap((file) => importsOf(file, DYNAMIC))];

/** `features/orders` of features/orders/orders-page.tsx, `shell` of shell/sidebar.tsx. */
const roomOf = (file: string) =>
  file
    .split('/')
    .slice(0, file.startsWith('features/') ? 2 : 1)
    .join('/');
/** What each may import beside itself. Features know nothing of each other: they meet in the address. */
const MAY_IMPORT: Readonly<Record<string, RegExp>> = {
  'main.tsx': /^(app|shared)$/,
  app: /^(features\/.+|shell|shared)$/,
  features: /^(shell|shared)$/,
  shell: /^shared$/,
  shared: /^$/,
};

const shown = (edges: { from: string; to: string }[]) => edges.map(({ from, to }) => `${from} imports ${to}`);

test('app is above features, they above the shell, and all above what is shared; no feature imports another', () => {
  assert.ok(files.length > 40);
  const odd = all.filter(({ from, to }) => {
    const room = roomOf(from);
    const allowed = MAY_IMPORT[room.split('/')[0] ?? ''];
    return room !== roomOf(to) && !allowed?.test(roomOf(to));
  });
  assert.deepEqual(shown(odd), []);
  assert.deepEqual(shown(all.filter(({ to }) => to.startsWith('..'))), []);
});

test('of a feature only its routes are loaded from outside, and of the shell what pages stand on', () => {
  const inside = all.filter(({ from, to }) => roomOf(from) !== roomOf(to));
  const odd = inside.filter(
    ({ from, to }) =>
      (to.startsWith('features/') && !/-routes\.tsx?$/.test(to)) ||
      (from.startsWith('features/') && to.startsWith('shell/') && !/(-route\.tsx|crumbs\.ts)$/.test(to)),
  );
  assert.deepEqual(shown(odd), []);
});

test('every page is loaded when it is opened, with the words of one language', () => {
  const pages = files.filter((file) => /-page\.tsx$/.test(file));
  const opened = new Set(all.map(({ to }) => to));
  assert.deepEqual(
    pages.filter((page) => !opened.has(page)),
    [],
    'pages without a route',
  );
  // Words that are made of others come with them, of the same language.
  const early = loaded.filter(
    ({ from, to }) => /-page\.tsx$|-copy\.(en|de)\.ts$/.test(to) && languageOf(from) !== languageOf(to),
  );
  const typesAlone = ({ from, to }: { from: string; to: string }) =>
    new RegExp(`import type [^;]*${basename(to).replaceAll('.', '\\.')}`).test(textOf(from));
  assert.deepEqual(shown(early.filter((edge) => !typesAlone(edge))), []);
  const routes = files.filter((file) => /-routes?\.tsx?$/.test(file));
  for (const file of routes) assert.doesNotMatch(textOf(file), /component: [A-Z](?!oot\b)/, file);
});

test('each feature has its words once in each language', () => {
  const english = files.filter((file) => file.endsWith('-copy.en.ts'));
  assert.ok(english.length >= 3);
  for (const file of english) assert.ok(files.includes(file.replace('.en.', '.de.')), file);
});

test('the browser keeps a choice of words, looks, filters and sound, and scans that were not sent, and nothing that signs anybody in', () => {
  const keepers = files.filter((file) =>
    /localStorage|sessionStorage|indexedDB|document\.cookie/.test(textOf(file)),
  );
  assert.deepEqual(keepers.sort(), [
    'app/reload-when-replaced.ts',
    'shared/copy/language.ts',
    'shared/list/remembered-search.ts',
    'shared/scan/kept-queue.ts',
    'shared/scan/play-sound.ts',
    'shared/scan/scanner-setup.ts',
  ]);
  for (const file of keepers) assert.doesNotMatch(textOf(file), /token|password|session\./i, file);
});

test('no file is larger than a few screens, and no two have one name', () => {
  const own = files.filter((file) => !file.endsWith('operator-types.ts'));
  assert.deepEqual(
    own.filter((file) => textOf(file).split('\n').length > 300),
    [],
  );
  const names = own.map((file) => basename(file));
  assert.deepEqual(
    names.filter((name, index) => names.indexOf(name) !== index),
    [],
  );
});

/** Of a file of words: en or de; of any other none. */
function languageOf(file: string): string | undefined {
  return /-copy\.(en|de)\.ts$/.exec(file)?.[1];
}
