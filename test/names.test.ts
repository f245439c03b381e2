import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

const ROOT = join(import.meta.dirname, '..');
const FOLDERS = ['src', 'console/src', 'client/src', 'connectors', 'demo', 'scripts', 'test/support'];
const files = FOLDERS.flatMap((folder) => globSync(`${folder}/**/*.{ts,tsx}`, { cwd: ROOT })).filter(
  (file) => !/\.test\.tsx?$|\.d\.ts$|(operator|api)-types\.ts$/.test(file),
);

/** Verbs in the past or in the third person, which name neither a value nor an action. */
const VAGUE =
  'said|told|asked|named|shown|heard|meant|does|goes|comes|stays|ours|theirs|inUse|(?!is|has)\\w+(?:Told|Asked)';
const PARTICIPLE = `${VAGUE}|answered|becomes|counted|failed|gone|held|joined|known|limited|listed|made|needed|padded|printed|refused|required|rested|rounded|sent|settled|shipped|signed|stored|tracked|written`;
/** A function that waits is named by a verb. `with…` and `of…` name no action, except in `withRetry`. */
const NO_VERB = '(?!withRetry)(?:with|of|into|what|who|where|when|again)[A-Z]\\w*';

const RULES: readonly (readonly [rule: string, pattern: RegExp])[] = [
  ['a value is named by a noun', new RegExp(`\\b(?:const|let) (?:${VAGUE})\\b`)],
  [
    'a parameter is named by a noun',
    new RegExp(`[(,] ?(?:${VAGUE})\\??: (?:[A-Z({]|readonly |string|number|boolean|unknown)`),
  ],
  ['a parameter is named by a noun', new RegExp(`\\((?:${VAGUE})\\) =>`)],
  ['a function is named by a verb', new RegExp(`\\bfunction (?:${PARTICIPLE})\\b`)],
  [
    'a function is named by a verb',
    new RegExp(`\\bconst (?:${PARTICIPLE}) = (?:async )?(?:\\w+|\\([^()]*\\))(?:: [^=]+)? =>`),
  ],
  ['a function is named by a verb', new RegExp(`^  #(?:${PARTICIPLE})\\(.*\\{$`)],
  ['a function that waits is named by a verb', new RegExp(`\\basync function ${NO_VERB}\\b|\\b${NO_VERB} = async\\b`)],
];

function findFaults(source: string): string[] {
  return source.split('\n').flatMap((line, index) => {
    if (/^\s*(\*|\/\/|\/\*)/.test(line)) return [];
    return RULES.flatMap(([rule, pattern]) => (pattern.test(line) ? [`${index + 1}: ${rule}: ${line.trim()}`] : []));
  });
}

test('functions are named by verbs, and values by nouns', () => {
  const faults = files.flatMap((file) =>
    findFaults(readFileSync(join(ROOT, file), 'utf8')).map((fault) => `${file}:${fault}`),
  );
  assert.ok(files.length > 500);
  assert.deepEqual(faults, []);
});

test('a vague name is found', () => {
  for (const line of [
    "const said = 'yes';",
    'function told(text: string) {',
    'const shown = (text: string): string => text;',
    'export function find(text: string, asked: string) {',
    'export async function withPool(pool: Pool) {',
    '  #answered(): void {',
  ])
    assert.equal(findFaults(line).length > 0, true, line);
});
