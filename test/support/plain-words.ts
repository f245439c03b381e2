import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Values of at least this many capitals are no words that people use, as DTG and CSV are. */
const VALUE = /^[A-Z]{2,}(?:_?[A-Z0-9]+)*$/;
const VALUE_LENGTH_MIN = 4;
/** Values that are also names of the field, or titles in capitals on a paper. */
const NAMES = new Set([
  'HTTP',
  'HTTPS',
  'IOSS',
  'JPEG',
  'POST',
  'PATCH',
  'DELETE',
  'ADDRESS',
  'LABEL',
  'CUSTOMS',
  'CN22',
  'CN23',
  'SFTP',
  'JSON',
]);
/** Plurals that a page or paper shows beside a number. */
const GERMAN_PLURALS =
  'Aufträge|Artikelvarianten|Batches|Blätter|Dateien|Drucke|Etiketten|Fächer|Kunden|Pakete|Positionen|Produkte|Scans|Seiten|Stationen|Stunden|Tage|Teile|Tickets|Veredelungen|Zeilen';

const values = new Set(
  enumsOf(JSON.parse(readFileSync(join(import.meta.dirname, '../../operator-openapi.json'), 'utf8'))).filter(
    (value) => VALUE.test(value) && value.length >= VALUE_LENGTH_MIN && !NAMES.has(value),
  ),
);

function enumsOf(schema: unknown): string[] {
  if (Array.isArray(schema)) return schema.flatMap(enumsOf);
  if (typeof schema !== 'object' || schema === null) return [];
  const { enum: some = [], const: one } = schema as { enum?: unknown; const?: unknown };
  const own = [...(Array.isArray(some) ? some : []), one].filter((value) => typeof value === 'string');
  return [...own, ...Object.values(schema).flatMap(enumsOf)];
}

/** Returns values of the API and plurals after the number 1 in a text of a page or paper. */
export function findUnplainWords(text: string): string[] {
  // An address label says that it is NOT POSTAGE.
  const words = text.replace('NOT POSTAGE', '').match(/[A-Z][A-Z0-9_]+/g) ?? [];
  // A colour or a code such as ST-CREATOR-BLK is no value, because it has a hyphen.
  const isPartOfCode = (word: string) => new RegExp(`[-\\d]${word}|${word}[-\\d]`).test(text);
  return [
    ...words.filter((word) => values.has(word) && !isPartOfCode(word)),
    ...(text.match(/(?<![\d.,:/–-] ?)\b1 [a-z]+s\b/g) ?? []),
    ...(text.match(new RegExp(`(?<![\\d.,:/–-] ?)\\b1 (?:${GERMAN_PLURALS})(?![\\wäöüß])`, 'g')) ?? []),
  ];
}
