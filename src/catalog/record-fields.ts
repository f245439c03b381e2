import type { Violation } from '../platform/errors/errors.ts';
import { nearestName } from '../platform/errors/wording.ts';
import { AMBIGUOUS_NUMBER, isRounded, roundedMessage } from '../platform/formats/read-csv.ts';
import type { Place } from './catalog-file.ts';
import { CATALOG_CODE_LENGTH_MAX, CATALOG_TEXT_LENGTH_MAX } from './catalog-schemas.ts';

const NAME_SHOWN_LENGTH_MAX = 40;
const NOT_PRINTABLE = /[\p{Cc}\p{Cs}]/u;
export type Report = (violation: Violation) => void;

/**
 * Reads the fields of one record. Types are not coerced, and `null` counts as absent. A wrong value is
 * reported and read as an empty one, so that reading continues to the next fault.
 */
export class RecordFields {
  readonly #record: Readonly<Record<string, unknown>>;
  readonly #place: Place;
  readonly #report: Report;
  readonly #known = new Set<string>();
  /** False when the value is not an object. This is one fault, without further ones for its fields. */
  readonly #readable: boolean;

  constructor(record: unknown, place: Place, report: Report) {
    this.#place = place;
    this.#report = report;
    this.#readable = typeof record === 'object' && record !== null && !Array.isArray(record);
    this.#record = this.#readable ? (record as Record<string, unknown>) : {};
    if (!this.#readable) {
      report({ pointer: place(), code: 'wrong_type', message: 'A JSON object is expected here.' });
    }
  }

  code(name: string): string {
    const code = this.#text(name, this.#value(name), CATALOG_CODE_LENGTH_MAX);
    if (isRounded(code)) this.fault(name, 'invalid', roundedMessage(name));
    return code;
  }

  text(name: string): string {
    return this.#text(name, this.#value(name), CATALOG_TEXT_LENGTH_MAX);
  }

  /** A name for people; undefined when absent. */
  optionalText(name: string, lengthMax = CATALOG_TEXT_LENGTH_MAX): string | undefined {
    const value = this.#value(name);
    return value === undefined ? undefined : this.#text(name, value, lengthMax);
  }

  /** An identifier written as `pattern`, which `shape` says in words. */
  codeLike(name: string, pattern: RegExp, shape: string): string {
    const code = this.code(name);
    if (code !== '' && !isRounded(code) && !pattern.test(code))
      this.fault(name, 'invalid', `"${name}" must be ${shape}.`);
    return code;
  }

  /** A whole number from 0 to `max`. */
  quantity(name: string, max: number): number {
    const value = this.#value(name);
    if (this.#isAbsent(name, value)) return 0;
    if (!Number.isInteger(value)) {
      this.fault(name, 'wrong_type', `"${name}" must be a whole number.`);
      return 0;
    }
    const quantity = value as number;
    if (quantity < 0) this.fault(name, 'too_small', `"${name}" must be at least 0.`);
    if (quantity > max) this.fault(name, 'too_large', `"${name}" must be at most ${max}.`);
    return quantity;
  }

  /** A whole number from 1 to `max`; undefined when absent. */
  optionalCount(name: string, max: number): number | undefined {
    if (this.#value(name) === undefined) return undefined;
    const count = this.positiveNumber(name, max);
    if (!Number.isInteger(count)) this.fault(name, 'wrong_type', `"${name}" must be a whole number.`);
    return count;
  }

  /** A number above 0 and at most `max`, which may have a fraction. */
  positiveNumber(name: string, max: number): number {
    const value = this.#value(name);
    if (this.#isAbsent(name, value)) return 0;
    if (typeof value !== 'number') {
      this.fault(name, 'wrong_type', noNumberMessage(name, value));
      return 0;
    }
    if (value <= 0) this.fault(name, 'too_small', `"${name}" must be above 0.`);
    if (value > max) this.fault(name, 'too_large', `"${name}" must be at most ${max}.`);
    return value;
  }

  /** A number from `min` to `max`, which may have a fraction; undefined when absent. */
  optionalNumber(name: string, min: number, max: number): number | undefined {
    const value = this.#value(name);
    if (value === undefined) return undefined;
    if (typeof value !== 'number') this.fault(name, 'wrong_type', noNumberMessage(name, value));
    else if (value < min) this.fault(name, 'too_small', `"${name}" must be at least ${min}.`);
    else if (value > max) this.fault(name, 'too_large', `"${name}" must be at most ${max}.`);
    else return value;
    return undefined;
  }

  has(name: string): boolean {
    return this.#value(name) !== undefined;
  }

  optionalOneOf<T extends string>(name: string, allowed: readonly T[]): T | undefined {
    const value = this.#value(name);
    if (value === undefined || allowed.includes(value as T)) return value as T | undefined;
    const message = `"${name}" must be one of ${allowed.join(', ')}.`;
    this.#report({ pointer: this.#place(name), code: 'not_allowed', message, allowed });
    return undefined;
  }

  oneOf<T extends string>(name: string, allowed: readonly T[]): T | undefined {
    return this.#isAbsent(name, this.#value(name)) ? undefined : this.optionalOneOf(name, allowed);
  }

  optionalFlag(name: string): boolean {
    const value = this.#value(name);
    if (value !== undefined && typeof value !== 'boolean') {
      this.fault(name, 'wrong_type', `"${name}" must be true or false.`);
    }
    return value === true;
  }

  /** Distinct texts, at most `max` of at most `lengthMax` characters; none when absent. */
  optionalTexts(name: string, max: number, lengthMax = CATALOG_CODE_LENGTH_MAX): string[] {
    const seen = new Set<string>();
    return this.optionalElements(name, max).map((value, index) => {
      const path = `${name}/${index}`;
      const text = this.#text(path, value ?? undefined, lengthMax);
      if (text !== '' && seen.has(text)) this.fault(path, 'duplicate', `"${name}" holds a value twice.`);
      seen.add(text);
      return text;
    });
  }

  optionalRecord(name: string): RecordFields | undefined {
    const value = this.#value(name);
    if (value === undefined) return undefined;
    const place: Place = (field) => this.#place(field === undefined ? name : `${name}/${field}`);
    return new RecordFields(value, place, this.#report);
  }

  optionalRecords(name: string, max: number): RecordFields[] {
    return this.optionalElements(name, max).map(
      (value, index) => new RecordFields(value, this.placeOf(name, index), this.#report),
    );
  }

  optionalElements(name: string, max: number): unknown[] {
    const value = this.#value(name);
    if (value === undefined) return [];
    if (!Array.isArray(value)) {
      this.fault(name, 'wrong_type', `"${name}" must be a JSON array.`);
      return [];
    }
    if (value.length > max) {
      this.fault(name, 'too_many_items', `"${name}" must have at most ${max} elements.`);
      return [];
    }
    return value;
  }

  placeOf(name: string, index: number): Place {
    const path = `${name}/${index}`;
    return (field) => this.#place(field === undefined ? path : `${path}/${field}`);
  }

  /** Reports every field that was not read. */
  refuseOthers(): void {
    for (const name of Object.keys(this.#record)) {
      if (this.#known.has(name)) continue;
      const message = `There is no property ${quoteName(name)} here. ${hintFor(name, [...this.#known])}`;
      this.fault(name.replaceAll('~', '~0').replaceAll('/', '~1'), 'unknown_property', message);
    }
  }

  #value(name: string): unknown {
    this.#known.add(name);
    return Object.hasOwn(this.#record, name) ? (this.#record[name] ?? undefined) : undefined;
  }

  #isAbsent(path: string, value: unknown): value is undefined {
    if (value === undefined) this.fault(path, 'required', `${subjectOf(path)} is required.`);
    return value === undefined;
  }

  #text(path: string, value: unknown, lengthMax: number): string {
    if (this.#isAbsent(path, value)) return '';
    if (typeof value !== 'string') {
      this.fault(path, 'wrong_type', `${subjectOf(path)} must be a string.`);
      return '';
    }
    if (value.trim() === '') this.fault(path, 'too_short', `${subjectOf(path)} must not be empty.`);
    if (value.length > lengthMax && [...value].length > lengthMax) {
      this.fault(path, 'too_long', `${subjectOf(path)} must have at most ${lengthMax} characters.`);
    }
    if (NOT_PRINTABLE.test(value)) {
      const message = `${subjectOf(path)} must not hold control characters or broken Unicode.`;
      this.fault(path, 'invalid_characters', message);
    }
    return value;
  }

  fault(path: string, code: string, message: string): void {
    if (this.#readable) this.#report({ pointer: this.#place(path), code, message });
  }
}

export function hintFor(name: string, known: readonly string[]): string {
  const nearest = nearestName(name, known);
  return nearest === undefined ? `Known: ${known.join(', ')}.` : `Did you mean "${nearest}"?`;
}

export function quoteName(name: string): string {
  const printable = name.replace(/[^\P{C}]/gu, '\ufffd');
  return `"${printable.length > NAME_SHOWN_LENGTH_MAX ? `${printable.slice(0, NAME_SHOWN_LENGTH_MAX)}…` : printable}"`;
}

/** Returns the name for messages: `printTechnologies/0` becomes "printTechnologies". */
function subjectOf(path: string): string {
  return `"${path.split('/', 1)[0]}"`;
}

function noNumberMessage(name: string, value: unknown): string {
  const isAmbiguous = typeof value === 'string' && AMBIGUOUS_NUMBER.test(value);
  return isAmbiguous
    ? `"${name}" is ambiguous: its separator may be that of thousands or of decimals. Write 1200 or 1.2000 instead of a number such as 1.200.`
    : `"${name}" must be a number.`;
}
