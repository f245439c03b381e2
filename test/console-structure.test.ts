import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { test } from 'node:test';

const SOURCE = join(import.meta.dirname, '../console/src');
const IMPORT = /\bfrom '(\.[^']+)'|\bimport\('(\.[^']+)'\)/g;

const files = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' }).filter(
  (file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file),
);
const textOf = (file: string) => readFileSync(join(SOURCE, file), 'utf8');

/** `features/orders` of features/orders/orders-page.tsx, `shell` of shell/top-bar.tsx. */
const roomOf = (file: string) => file.split('/', file.startsWith('features/') ? 2 : 1).join('/');
/** What each may import beside itself. Features know nothing of each other: they meet in the address. */
const MAY_IMPORT: Readonly<Record<string, RegExp>> = {
  'main.tsx': /^(app|shared)$/,
  app: /^(features\/.+|shell|shared)$/,
  features: /^(shell|shared)$/,
  shell: /^shared$/,
  shared: /^$/,
};

test('app is above features, they above the shell, and all above what is shared; no feature imports another', () => {
  assert.ok(files.length > 40);
  const odd = files.flatMap((from) =>
    [...textOf(from).matchAll(IMPORT)]
      .map(([, one, other]) => normalize(join(dirname(from), one ?? other ?? '')))
      .filter(
        (to) =>
          roomOf(to) !== roomOf(from) && !MAY_IMPORT[roomOf(from).split('/')[0] ?? '']?.test(roomOf(to)),
      )
      .map((to) => `${from} imports ${to}`),
  );
  assert.deepEqual(odd, []);
});

test('the browser keeps a choice of words, looks, filters and sound, and scans that were not sent, and nothing that signs anybody in', () => {
  const keepers = files.filter((file) =>
    /localStorage|sessionStorage|indexedDB|document\.cookie/.test(textOf(file)),
  );
  assert.deepEqual(keepers.sort(), [
    'main.tsx',
    'shared/copy/copy.ts',
    'shared/list/remembered-search.ts',
    'shared/scan/queue-rules.ts',
    'shared/scan/sound-rules.ts',
    'shared/scan/use-scanner.ts',
  ]);
  for (const file of keepers) assert.doesNotMatch(textOf(file), /token|password|session\./i, file);
});
