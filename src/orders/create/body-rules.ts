import type { Violation } from '../../platform/errors/errors.ts';
import { fileUrlViolation } from '../../platform/network/url-rules.ts';

export function violation(pointer: string, code: string, message: string, allowed?: readonly string[]): Violation {
  return { pointer, code, message, ...(allowed && { allowed }) };
}

/** Returns whether the value is an object. Rules skip wrong types, because the schema reports them. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function asRecord(value: unknown): Record<string, unknown> {
  return isRecord(value) ? value : {};
}

export function asList(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

export function textFields(value: object | null): Record<string, string> {
  return Object.fromEntries(Object.entries(value ?? {}).filter(([, field]) => typeof field === 'string'));
}

export function urlViolations(value: unknown, pointer: string, extensions?: readonly string[]): Violation[] {
  const found = typeof value === 'string' ? fileUrlViolation(value, pointer, extensions) : undefined;
  return found ? [found] : [];
}

export type UrlRule = (value: unknown, pointer: string) => Violation[];

/** Returns `urlViolations` with a cache: a URL that is used at many places is checked once. */
export function cacheUrlRule(): UrlRule {
  const known = new Map<unknown, Violation[]>();
  return (value, pointer) => {
    const found = known.get(value) ?? urlViolations(value, pointer);
    known.set(value, found);
    return found.length === 0 ? found : found.map((one) => ({ ...one, pointer }));
  };
}
