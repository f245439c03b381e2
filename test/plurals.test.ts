import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

const ROOT = join(import.meta.dirname, '..');
const COPIES = ['console/src/**/*-{copy,words}.{en,de}.ts', 'src/papers/*-copy.{en,de}.ts'];

/** Words that end like a plural in English. */
const SINGULAR_S = /^(signs|is|was|as|ms|has|this|us|its|always|less|gross|address|status|access|process|s)$/;
/** Plurals that follow a number in the German texts. */
const GERMAN_PLURAL =
  /(?<!bis )\b1 (Aufträge|Teile|Pakete|Dateien|Fehler wurden|Drucker sind|Tickets|Seiten|Positionen|Stücke|Scans|Zeilen|Artikel sind|Kunden|Stunden|Tage|Druckaufträge|Etiketten|Endpunkte|Zustellungen|Rohlinge|Varianten|Nachrichten|weitere Aufträge|Lieferungen|Bestellungen|Webhooks|Batches)\b|\b1 (\w+ )?(wurden|sind|haben|warten|fehlen|können)\b/;

/** Returns the texts of the words, with the number 1 in each function. */
function textsOf(words: unknown, at: string): [at: string, text: string][] {
  if (typeof words === 'string') return [[at, words]];
  if (typeof words === 'function') {
    const texts: [string, string][] = [];
    // A form for 1 that is chosen by the number itself needs a number.
    const source = String(words);
    for (const one of source.includes("=== '1'") ? ['1'] : source.includes('=== 1') ? [1] : [1, '1'])
      try {
        texts.push([at, String(words(...Array(words.length || 1).fill(one)))]);
      } catch {
        // The function takes an object or a code instead of a number.
      }
    return texts;
  }
  if (typeof words !== 'object' || words === null) return [];
  return Object.entries(words).flatMap(([name, value]) => textsOf(value, `${at}.${name}`));
}

function hasBadPlural(text: string, language: string): boolean {
  if (language === 'de') return GERMAN_PLURAL.test(text);
  const nouns = [...text.matchAll(/(?<![\d.,#] ?)\b1 ([a-z]+s)\b/g)].map(([, word]) => word ?? '');
  return nouns.some((word) => !SINGULAR_S.test(word)) || /\b1 [a-z]+ (were|are|have|wait)\b/.test(text);
}

test('with the number 1, no words of pages and papers have a plural', async () => {
  const files = globSync(COPIES, { cwd: ROOT });
  assert.ok(files.length > 40, `${files.length} files`);
  const bad: string[] = [];
  for (const file of files) {
    const language = /\.(en|de)\.ts$/.exec(file)?.[1] ?? '';
    for (const [name, words] of Object.entries(await import(join(ROOT, file))))
      for (const [at, text] of textsOf(words, name))
        if (hasBadPlural(text, language)) bad.push(`${file} ${at}: ${text}`);
  }
  assert.deepEqual([...new Set(bad)], []);
});
