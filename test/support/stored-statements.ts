import { globSync } from 'node:fs';
import { join } from 'node:path';
import type { QueryConfig } from 'pg';
import type { DueQuery } from '../../src/platform/database/due-query.ts';
import { PROBLEM_KINDS } from '../../src/production/problem-store.ts';

const ROOT = join(import.meta.dirname, '../..');

/** A statement that a store function sends. */
export interface StoredStatement {
  /** Name of the function. */
  by: string;
  file: string;
  text: string;
  /** True if the function reads the row count. */
  isCounted: boolean;
}

/** Arguments for parameters that accept only certain words. */
const WORDS: Readonly<Record<string, unknown>> = {
  kind: 'ARTICLE',
  mode: 'live',
  sort: 'newest',
  shape: 'all',
  state: 'PACKED',
  status: 'disabled',
  lock: '',
  table: 'orders',
};
/** An object whose every property is an empty text. */
const TEXTS = new Proxy({}, { get: () => '' });
const KEY = { clientId: 'a', orderId: 'b' };
const CUSTOMS_KINDS = ['article', 'articleVariant', 'product', 'productVariant'].map((kind) => [kind, 'x', {}]);
const NOTE_KEYS = [
  { table: 'order_notes', key: ['a', 'b'] },
  { table: 'article_notes', key: ['a'] },
];
const SESSION_OWNERS = [
  ['operator', 'a'],
  ['station', 'b'],
];
const SESSION_KINDS = SESSION_OWNERS.map(([kind]) => kind);
const LIVE_SINCE = { createdAfter: new Date(0), seenAfter: new Date(0) };
/** Arguments of functions that need specific values, by function name. */
const GIVEN: Readonly<Record<string, readonly unknown[][]>> = {
  findByWords: [
    [
      { mode: 'live', country: 'DE' },
      { all: 'a', rare: 'a', limit: 1 },
    ],
  ],
  searchNewestOrders: [
    [
      { mode: 'live', country: 'DE' },
      { all: 'a', limit: 1, visitedMax: 1 },
    ],
    [
      { mode: 'live', statuses: ['NEW'] },
      { all: 'a', limit: 1, visitedMax: 1 },
    ],
  ],
  selectOrders: [
    ['a', { sort: '-created', country: 'DE', reference: 'x', after: KEY }, 1],
    ['a', { sort: 'due', statuses: ['NEW'], hasProblem: true, after: KEY }, 1],
    ['a', { sort: '-updated', reference: 'x' }, 1],
  ],
  sortPositions: [[[KEY], { sort: 'recipient', after: { ...KEY, key: 'a' }, limit: 1 }]],
  insertNote: NOTE_KEYS.map((key) => [key, TEXTS, 1]),
  listNotes: NOTE_KEYS.map((key) => [key]),
  lockNote: NOTE_KEYS.map((key) => [key, 'x']),
  updateNote: NOTE_KEYS.map((key) => [key, TEXTS]),
  deleteNote: NOTE_KEYS.map((key) => [key, 'x']),
  touchSession: SESSION_KINDS.map((kind) => [kind, Buffer.alloc(1), new Date(0)]),
  listSessions: SESSION_OWNERS.map((owner) => [owner, LIVE_SINCE]),
  deleteSession: SESSION_OWNERS.map((owner) => [owner, 'x']),
  deleteSessions: SESSION_OWNERS.map((owner) => [owner]),
  deleteOldSessions: SESSION_OWNERS.map((owner) => [owner, 1]),
  deleteEndedSessions: SESSION_KINDS.map((kind) => [kind, LIVE_SINCE, 1]),
  findCustoms: CUSTOMS_KINDS,
  lockCustoms: CUSTOMS_KINDS,
  updateCustoms: CUSTOMS_KINDS,
  findStored: [...CUSTOMS_KINDS, ['carrier', 'x']],
  findOrders: [['a', ['b']]],
  findSmallOrders: [['a', ['b'], 1]],
  insertOrders: [['a', [TEXTS]]],
  updateLevels: ['ARTICLE', 'PRODUCT'].map((kind) => [kind, [TEXTS]]),
  forgetFilesOfCancelledOrders: [[new Date(0), '']],
  findClientFiles: [['a', ['https://a.example/'], new Date(0)]],
  refuseClientFiles: [['a', ['https://a.example/'], new Date(0)]],
  upsertClientFile: [['a', 'https://a.example/', { content: {} }]],
  storeMessages: ['other', 'not older'].map((versions) => [
    'a',
    { connection: 'x', direction: 'to_shop', versions, arrivals: [TEXTS] },
  ]),
  insertPrintJob: [[{ document: Buffer.alloc(1), by: {} }]],
  listStaffEndpoints: ['healthy', 'failing', 'disabled', 'given_up', undefined].map((state) => [
    { clientId: state && 'a', endpointId: undefined, state, mode: 'live', after: KEY, limit: 1 },
  ]),
  listWebhookDeliveries: ['any', 'pending', 'delivered', 'failed', 'skipped'].map((state) => [
    { clientId: 'a', endpointId: 'b' },
    { state: state === 'any' ? undefined : state, before: undefined, limit: 1 },
  ]),
  listProblems: PROBLEM_KINDS.map((kind) => [
    [kind],
    { binsBefore: new Date(0), after: { since: new Date(0), kind, id: '1' }, limit: 1 },
  ]),
};
const MOMENT = new Date('2026-01-01T00:00:00Z');

/**
 * Returns a value that can be called, iterated as a list of one, and has every property. Without `full` its
 * properties are undefined.
 */
function placeholder(full: boolean): unknown {
  const list = () => [placeholder(full)];
  const text: Record<string | symbol, unknown> = {
    [Symbol.toPrimitive]: () => 1,
    toISOString: () => MOMENT.toISOString(),
    getTime: () => 0,
    toString: () => '1',
    length: 1,
    byteLength: 1,
  };
  return new Proxy(() => {}, {
    apply: () => placeholder(full),
    get: (_, name) => {
      // It must not look like a promise.
      if (name === 'then') return undefined;
      if (name === Symbol.iterator) return () => list()[Symbol.iterator]();
      if (name in text) return text[name];
      if (typeof name === 'string' && name in Array.prototype) {
        const method = Array.prototype[name as 'map'];
        return (...given: [never]) => method.apply(list(), given);
      }
      if (typeof name === 'string' && name in WORDS) return WORDS[name];
      return full ? placeholder(full) : undefined;
    },
    has: () => true,
  });
}

/** Returns the parameter names of a function. A destructured parameter has the name ''. */
function parametersOf(work: (...given: never[]) => unknown): string[] {
  const text = String(work);
  const begin = text.indexOf('(') + 1;
  let depth = 0;
  let end = begin;
  for (; depth >= 0; end++) depth += '([{'.includes(text[end] ?? '') ? 1 : ')]}'.includes(text[end] ?? ')') ? -1 : 0;
  const names: string[] = [];
  let inside = 0;
  let name = '';
  for (const character of text.slice(begin, end - 1)) {
    if ('([{'.includes(character)) inside++;
    if (')]}'.includes(character)) inside--;
    if (character === ',' && inside === 0) {
      names.push(name.trim());
      name = '';
    } else name += character;
  }
  return [...names, name.trim()].map((one) => (/^\w+/.exec(one) ?? [''])[0]);
}

/**
 * Calls every function of every store with placeholder values and collects its statements. `silent` has the
 * functions that sent none.
 */
export async function gatherStatements(): Promise<{ statements: StoredStatement[]; silent: string[] }> {
  const statements = new Map<string, StoredStatement>();
  const silent: string[] = [];
  for (const file of globSync('{src,connectors}/**/*-store.ts', { cwd: ROOT }).sort()) {
    const exported: Record<string, unknown> = await import(join(ROOT, file));
    for (const [by, work] of Object.entries(exported)) {
      if (typeof work !== 'function') continue;
      if (/^due[A-Z]/.test(by)) {
        const { text } = (work as DueWork)(
          ...parametersOf(work as DueWork).map((name) => WORDS[name] ?? placeholder(true)),
        );
        statements.set(`${by} ${text}`, { by, file, text, isCounted: false });
      }
      if (!/^async /.test(String(work))) continue;
      const texts = await callInAllWays(work as Work, GIVEN[by]);
      if (texts.size === 0) silent.push(`${file} ${by}`);
      for (const [text, { isCounted }] of texts) statements.set(`${by} ${text}`, { by, file, text, isCounted });
    }
  }
  return { statements: [...statements.values()], silent };
}

type Work = (...given: unknown[]) => Promise<unknown>;
type DueWork = (...given: unknown[]) => DueQuery;

async function callInAllWays(
  work: Work,
  special: readonly unknown[][] | undefined,
): Promise<Map<string, { isCounted: boolean }>> {
  const texts = new Map<string, { isCounted: boolean }>();
  const names = parametersOf(work);
  for (const full of [true, false]) {
    for (const found of [true, false]) {
      const query = async (statement: string | QueryConfig) => {
        const text = typeof statement === 'string' ? statement : statement.text;
        const seen = texts.get(text) ?? { isCounted: false };
        texts.set(text, seen);
        // Rows end after some statements, so that loops over rows end.
        const rows = found && texts.size < 20 ? [placeholder(true)] : [];
        return {
          rows,
          get rowCount() {
            seen.isCounted = true;
            return rows.length;
          },
        };
      };
      const all = special ?? [names.slice(1).map((name) => WORDS[name] ?? placeholder(full))];
      // An error from a placeholder value comes after the statement, or another call sends the statement.
      for (const given of all) await work({ query }, ...given).catch(() => {});
    }
  }
  return texts;
}
