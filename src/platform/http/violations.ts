import { Ajv, type AnySchemaObject, type ErrorObject, type ValidateFunction } from 'ajv';
import type { RouteOptions } from 'fastify';
import { type TSchema, Type } from 'typebox';
import { VIOLATIONS_LISTED_MAX, type Violation } from '../errors/errors.ts';
import { nearestName } from '../errors/wording.ts';
import { parseMoment } from '../formats/moments.ts';
import { PRINTABLE, SEVERAL_LINES } from './api-document.ts';

const ALLOWED_IN_MESSAGE_MAX = 12;
const NAME_IN_MESSAGE_LENGTH_MAX = 40;
const NAME_IN_POINTER_LENGTH_MAX = 200;
const INTEGER = /^-?\d+$/;

/**
 * The keyword `otherNames` of a schema: our name, or a sentence, by the name or value that other systems use,
 * in lower case without signs. The empty name is for an array instead of an object.
 */
export type OtherNames = Readonly<Record<string, string>>;

const OPTIONS = {
  coerceTypes: false,
  useDefaults: true,
  removeAdditional: false,
  strict: true,
  // Keywords that do not affect validation: of the document (document-schemas), and `OtherNames`.
  keywords: ['inDocument', 'otherNames', 'exampleNames'] as string[],
  formats: { 'date-time': (text: string) => parseMoment(text) !== undefined },
} as const;
const quickValidator = new Ajv(OPTIONS);
// Verbose errors contain their schema, which has the valid names.
const fullValidator = new Ajv({ ...OPTIONS, allErrors: true, verbose: true });

/**
 * Returns a validator for Fastify. It converts no types, except integers in a query. It finds all faults, at
 * most 100 in a body. It compiles the schema at the first request, because compiling all would delay the
 * start.
 */
export function requestValidator({ schema, httpPart }: { schema: unknown; httpPart?: string }): ValidateFunction {
  if (httpPart !== 'querystring') return bodyValidator(schema as TSchema);
  let validate: ValidateFunction | undefined;
  const properties = Object.entries((schema as { properties?: Record<string, { type?: string }> }).properties ?? {});
  const namesOf = (type: string) => properties.filter(([, one]) => one.type === type).map(([name]) => name);
  const [integers, lists] = [namesOf('integer'), namesOf('array')];
  return ((query: Record<string, unknown>) => {
    // Query parameters are text. Digits become a number.
    for (const name of integers) if (INTEGER.test(String(query[name]))) query[name] = toInteger(String(query[name]));
    const repeated = Object.keys(query).filter((name) => Array.isArray(query[name]) && !lists.includes(name));
    for (const name of lists) if (query[name] !== undefined) query[name] = splitList(query[name] as string | string[]);
    validate ??= fullValidator.compile({ additionalProperties: false, ...(schema as TSchema) });
    if (validate(query)) return true;
    return { error: withRepeated(repeated, firstOfLists(lists, validate.errors ?? [])) };
  }) as unknown as ValidateFunction;
}

/** Splits a list at commas. Generated clients repeat the parameter instead. */
function splitList(given: string | readonly string[]): string[] {
  return [...new Set([given].flat().flatMap((text) => text.split(',')))];
}

/** Replaces the errors of the values of a list by the first of them, as an error of its parameter. */
function firstOfLists(lists: readonly string[], errors: readonly ErrorObject[]): readonly ErrorObject[] {
  if (lists.length === 0) return errors;
  const parameterOf = ({ instancePath }: ErrorObject) => lists.find((name) => instancePath.startsWith(`/${name}/`));
  const firstOf = (name: string) => errors.find((error) => parameterOf(error) === name);
  return errors.flatMap((error) => {
    const name = parameterOf(error);
    if (name === undefined) return [error];
    return firstOf(name) === error ? [{ ...error, instancePath: `/${name}` }] : [];
  });
}

/** Replaces all errors of a parameter that was given more than once by one. */
function withRepeated(repeated: readonly string[], errors: readonly ErrorObject[]): Partial<ErrorObject>[] {
  const isOf = (error: ErrorObject, name: string) => error.instancePath === `/${escapePointer(name)}`;
  const refused = repeated.filter((name) => errors.some((error) => isOf(error, name)));
  const others = errors.filter((error) => !refused.some((name) => isOf(error, name)));
  return [
    ...refused.map((name) => ({ keyword: 'repeated', instancePath: `/${escapePointer(name)}`, params: {} })),
    ...others,
  ];
}

/** Checks a body quickly first. Only an invalid one is checked again for all of its faults. */
function bodyValidator(schema: TSchema): ValidateFunction {
  let isValid: ValidateFunction | undefined;
  let validate: ValidateFunction | undefined;
  const judge = (body: unknown): boolean => {
    judge.errors = null;
    isValid ??= quickValidator.compile(schema);
    if (isValid(body)) return true;
    cutLists(schema, body, (part) => quickValidator.compile(part), { faulty: VIOLATIONS_LISTED_MAX });
    validate ??= fullValidator.compile(schema);
    validate(body);
    judge.errors = validate.errors ?? null;
    return false;
  };
  judge.errors = null as ErrorObject[] | null;
  return judge as unknown as ValidateFunction;
}

function toInteger(digits: string): number {
  return Math.max(Number.MIN_SAFE_INTEGER, Math.min(Number.MAX_SAFE_INTEGER, Number(digits)));
}

/** Gives an empty query schema to routes without query parameters, so that unknown parameters are refused. */
export function refuseUnknownParameters(route: RouteOptions): void {
  route.schema = { querystring: Type.Object({}), ...route.schema };
}

/** Translates the validator's errors into violations, without values, which may be personal data. */
export function schemaViolations(errors: readonly ErrorObject[], part: 'body' | 'parameters'): Violation[] {
  // A wrapped order has an unknown name and lacks all others.
  const isUnknownName = ({ keyword, instancePath }: ErrorObject) =>
    keyword === 'additionalProperties' && instancePath === '';
  const { true: unknown = [], false: others = [] } = Object.groupBy(errors, (error) => `${isUnknownName(error)}`);
  return [...unknown, ...others]
    .slice(0, VIOLATIONS_LISTED_MAX)
    .map((error) => ({ pointer: pointerOf(error, part), ...describe(error, part) }));
}

function pointerOf(error: ErrorObject, part: 'body' | 'parameters'): string {
  const { missingProperty, additionalProperty } = error.params as Record<string, string | undefined>;
  const name = missingProperty ?? additionalProperty;
  const names = error.instancePath.split('/').slice(1).map(unescapePointer);
  // A client chooses the names in `metadata`, so they may be long.
  const steps = [...names, ...(name === undefined ? [] : [name])].map((one) => cut(one, NAME_IN_POINTER_LENGTH_MAX));
  const pointer = steps.map((step) => `/${escapePointer(step)}`).join('');
  return part === 'body' ? pointer : pointer.slice(1);
}

/** The code and the message of each keyword, without the subject of the message. */
type Limits = { type: string; limit: number; pattern: string };
const SENTENCES: Readonly<Record<string, (params: Limits) => [code: string, rest: string]>> = {
  type: ({ type }) => ['wrong_type', `must be ${article(type)}.`],
  minLength: ({ limit }) => ['too_short', `must have at least ${count(limit, 'character')}.`],
  maxLength: ({ limit }) => ['too_long', `must have at most ${count(limit, 'character')}.`],
  minItems: ({ limit }) => ['too_few_items', `must have at least ${count(limit, 'element')}.`],
  maxItems: ({ limit }) => ['too_many_items', `must have at most ${count(limit, 'element')}.`],
  maxProperties: ({ limit }) => ['too_many_keys', `must have at most ${count(limit, 'key')}.`],
  minimum: ({ limit }) => ['too_small', `must be at least ${limit}.`],
  maximum: ({ limit }) => ['too_large', `must be at most ${limit}.`],
  repeated: () => ['given_twice', 'is given twice.'],
  pattern: ({ pattern }) =>
    pattern === PRINTABLE || pattern === SEVERAL_LINES
      ? ['invalid_characters', 'must not hold control characters or broken Unicode.']
      : ['invalid', `must match ${pattern}`],
  format: () => [
    'invalid_timestamp',
    'must be an ISO 8601 date and time with a time zone, such as 2026-01-31T12:00:00Z.',
  ],
};

function describe(error: ErrorObject, part: 'body' | 'parameters'): Omit<Violation, 'pointer'> {
  const { keyword, params, parentSchema = {}, data } = error;
  const others: OtherNames = parentSchema.otherNames ?? {};
  const name = nameOf(error.instancePath);
  const subject = name !== undefined ? `"${name}"` : part === 'body' ? 'The body' : 'The request';
  if (keyword === 'required')
    return {
      code: 'required',
      message: `"${params.missingProperty}" is required${name !== undefined ? ` in ${subject}` : ''}.`,
    };
  if (keyword === 'additionalProperties')
    return unknownName(params.additionalProperty, writableNames(parentSchema), others, part);
  if (keyword === 'enum') {
    const { allowedValues: allowed } = params;
    const hint = typeof data === 'string' ? hintAt(data, allowed, others) : undefined;
    return {
      code: 'not_allowed',
      message: `${subject} must be one of ${list(allowed)}.${hint ? ` ${hint}` : ''}`,
      allowed,
    };
  }
  const [code, rest] = SENTENCES[keyword]?.(params as Limits) ?? ['invalid', `${error.message}.`];
  const ofArray = keyword === 'type' && Array.isArray(data) && others[''];
  return { code, message: `${subject} ${rest}${ofArray ? ` ${ofArray}` : ''}` };
}

/** Returns a sentence with our name or value for one of another system or a typo, if there is one. */
function hintAt(given: string, known: readonly string[], others: OtherNames): string | undefined {
  const folded = given
    .slice(0, NAME_IN_MESSAGE_LENGTH_MAX)
    .toLowerCase()
    .replace(/[^a-z\d]/g, '');
  const other = folded !== '' && Object.hasOwn(others, folded) ? others[folded] : undefined;
  if (other?.endsWith('.')) return other;
  const nearest = other ?? nearestName(given, known);
  return nearest && `Did you mean "${nearest}"?`;
}

function unknownName(
  name: string,
  known: readonly string[],
  others: OtherNames,
  part: 'body' | 'parameters',
): Omit<Violation, 'pointer'> {
  const [code, kind] = part === 'body' ? ['unknown_property', 'property'] : ['unknown_parameter', 'parameter'];
  const hint = hintAt(name, known, others) ?? (known.length > 0 ? `Known: ${list(known)}.` : 'None is known here.');
  return { code, message: `There is no ${kind} "${printable(name)}" here. ${hint}`, allowed: known };
}

/** Returns the name of the value at a path, such as `quantity` or `items[3]`; undefined for the whole. */
function nameOf(instancePath: string): string | undefined {
  const name = /\/([^/]+(?:\/\d+)?|)$/.exec(instancePath)?.[1]?.replace(/\/(\d+)$/, '[$1]');
  return name === undefined ? undefined : printable(unescapePointer(name));
}

function printable(name: string): string {
  return cut(name, NAME_IN_MESSAGE_LENGTH_MAX).replace(/[^\P{C}]/gu, '�');
}

function writableNames(schema: AnySchemaObject): string[] {
  const properties: Record<string, { readOnly?: boolean }> = schema.properties ?? {};
  return Object.entries(properties)
    .filter(([, property]) => !property.readOnly)
    .map(([name]) => name);
}

function article(type: string): string {
  return { integer: 'a whole number', object: 'a JSON object', array: 'a JSON array' }[type] ?? `a ${type}`;
}

function list(values: readonly unknown[]): string {
  const list = values.slice(0, ALLOWED_IN_MESSAGE_MAX).join(', ');
  return values.length > ALLOWED_IN_MESSAGE_MAX ? `${list}, …` : list;
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}

function cut(name: string, lengthMax: number): string {
  return name.length > lengthMax ? `${name.slice(0, lengthMax).toWellFormed()}…` : name;
}

function escapePointer(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1');
}

function unescapePointer(step: string): string {
  return step.replaceAll('~1', '/').replaceAll('~0', '~');
}

type IsValid = (value: unknown) => boolean;

/**
 * Shortens the lists of a body after `left.faulty` faulty elements, which limits the cost. Each list keeps
 * one element, so that none seems empty.
 */
function cutLists(
  schema: TSchema,
  value: unknown,
  compile: (schema: TSchema) => IsValid,
  left: { faulty: number },
): void {
  if (typeof value !== 'object' || value === null) return;
  const { properties = {}, items } = schema as { properties?: Record<string, TSchema>; items?: TSchema };
  if (!Array.isArray(value)) {
    for (const [name, property] of Object.entries(properties)) {
      if (Object.hasOwn(value, name)) cutLists(property, (value as Record<string, unknown>)[name], compile, left);
    }
    return;
  }
  if (!items) return;
  const isValid = compile(items);
  for (const [index, element] of value.entries()) {
    if (left.faulty === 0 && index > 0) {
      value.length = index;
      return;
    }
    if (isValid(element)) continue;
    const before = left.faulty;
    cutLists(items, element, compile, left);
    // Faults in nested lists were counted by the call above.
    if (left.faulty === before) left.faulty = Math.max(0, before - 1);
  }
}
