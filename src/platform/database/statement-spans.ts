import type { Span } from '@opentelemetry/api';
import type { PoolClient } from 'pg';
import { endSpan, startSpan } from '../observability/spans.ts';

/** Texts of statements whose names are remembered; there are some hundreds. */
const NAMES_MAX = 2_000;
const FIRST_TABLE = /\b(?:into|from|update)\s+([a-z_][\w.]*)/i;

type Query = (...given: unknown[]) => unknown;
type Callback = (error: unknown, result: unknown) => void;

const names = new Map<string, string>();

/** Has each statement on the connection traced: under its name, or else by its verb and its first table. Never its text, or its values. */
export function traceStatements(client: PoolClient): void {
  const query = client.query.bind(client) as Query;
  client.query = ((...given: unknown[]) => {
    const span = startSpan(nameOf(given[0]), {
      kind: 'client',
      attributes: { 'db.system.name': 'postgresql' },
    });
    return span ? queryIn(span, query, given) : query(...given);
  }) as typeof client.query;
}

function queryIn(span: Span, query: Query, given: unknown[]): unknown {
  const callback = given.at(-1);
  if (typeof callback === 'function') {
    const told: Callback = (error, result) => {
      endSpan(span, error ?? undefined);
      (callback as Callback)(error, result);
    };
    return query(...given.slice(0, -1), told);
  }
  const result = query(...given);
  if (result instanceof Promise) {
    result.then(
      () => endSpan(span),
      (error) => endSpan(span, error),
    );
  } else endSpan(span);
  return result;
}

function nameOf(asked: unknown): string {
  const { name, text = '' } = (typeof asked === 'string' ? { text: asked } : (asked ?? {})) as {
    name?: string;
    text?: string;
  };
  if (name) return name;
  const known = names.get(text);
  if (known) return known;
  const verb = /^\s*(\w+)/.exec(text)?.[1]?.toLowerCase() ?? 'statement';
  const table = FIRST_TABLE.exec(text)?.[1] ?? '';
  const made = `${verb} ${table}`.trim();
  if (names.size < NAMES_MAX) names.set(text, made);
  return made;
}
