import { ApiError } from '../errors/errors.ts';

/** Levels of lists and objects. Valid bodies have fewer than ten. */
const DEPTH_MAX = 64;
/** The limit of one object. Valid bodies have fewer than thirty. */
const PROPERTIES_MAX = 1_000;
/** The limit of one body. The largest valid order has about 100,000. */
const VALUES_MAX = 131_072;

const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const BACKSLASH = 0x5c;
const LIST_OPEN = 0x5b;
const LIST_CLOSE = 0x5d;
const OBJECT_OPEN = 0x7b;
const OBJECT_CLOSE = 0x7d;

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Parses JSON. Throws `invalid_json` without quoting the body, `body_too_large` above `valuesMax` values. */
export function parseJson(body: Uint8Array, valuesMax = VALUES_MAX): unknown {
  let text: string;
  try {
    text = utf8.decode(body);
  } catch {
    throw new ApiError('invalid_json', 'The body is not valid UTF-8.');
  }
  const names = countNames(body, valuesMax);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    if (text.trim() === '') throw new ApiError('invalid_json', 'The body is empty; a JSON object is expected.');
    const { message } = error as Error;
    // Uses only the position, because V8's message quotes the body, which may contain personal data.
    const place = /at position \d+( \(line \d+ column \d+\))?/.exec(message)?.[0];
    const fault = message.startsWith('Unexpected end') ? ': it ends too early' : place ? ` ${place}` : '';
    throw new ApiError('invalid_json', `The body is not valid JSON${fault}.`);
  }
  if (names !== countProperties(value)) {
    throw new ApiError('invalid_json', 'An object in the body has the same property name twice.');
  }
  return value;
}

/** Counts the names (colons outside of strings). Throws for too much nesting or too many values. */
function countNames(text: Uint8Array, valuesMax: number): number {
  let names = 0;
  let values = 0;
  let depth = 0;
  const namesAt = new Uint32Array(DEPTH_MAX + 1);
  for (let at = 0; at < text.length; at++) {
    switch (text[at]) {
      case QUOTE:
        for (at++; at < text.length && text[at] !== QUOTE; at++) if (text[at] === BACKSLASH) at++;
        break;
      case OBJECT_OPEN:
      case LIST_OPEN:
        values++;
        if (++depth > DEPTH_MAX)
          throw new ApiError('invalid_json', `The body is nested more than ${DEPTH_MAX} levels deep.`);
        namesAt[depth] = 0;
        break;
      case OBJECT_CLOSE:
      case LIST_CLOSE:
        if (depth > 0) depth--;
        break;
      case COLON:
        names++;
        if (++namesAt[depth]! > PROPERTIES_MAX) throw tooMany(PROPERTIES_MAX, 'properties in one object');
        break;
      case COMMA:
        if (++values > valuesMax) throw tooMany(valuesMax, 'values');
        break;
    }
  }
  return names;
}

function tooMany(max: number, what: string): ApiError {
  return new ApiError('body_too_large', `The body has more than ${max.toLocaleString('en')} ${what}.`);
}

function countProperties(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  let properties = 0;
  if (Array.isArray(value)) {
    for (const element of value) properties += countProperties(element);
    return properties;
  }
  for (const name in value) properties += 1 + countProperties((value as Record<string, unknown>)[name]);
  return properties;
}
