const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPENING: ReadonlySet<number> = new Set([0x5b, 0x7b]);
const CLOSING: ReadonlySet<number> = new Set([0x5d, 0x7d]);
const COMMA = 0x2c;

/**
 * Returns the members with these names of an object that JSON.stringify wrote, each as `"name":value`. Their
 * values are neither parsed nor written again.
 */
export function pickMembers(json: string, names: ReadonlySet<string>): string[] {
  const found: string[] = [];
  for (let at = 1; json.charCodeAt(at) === QUOTE; ) {
    const nameEnd = endOfString(json, at);
    const end = endOfValue(json, nameEnd + 1);
    if (names.has(json.slice(at + 1, nameEnd - 1))) found.push(json.slice(at, end));
    at = end + 1;
  }
  return found;
}

function endOfString(json: string, start: number): number {
  for (let quote = json.indexOf('"', start + 1); quote >= 0; quote = json.indexOf('"', quote + 1)) {
    let escapes = 0;
    while (json.charCodeAt(quote - 1 - escapes) === BACKSLASH) escapes++;
    if (escapes % 2 === 0) return quote + 1;
  }
  return json.length;
}

function endOfValue(json: string, start: number): number {
  let depth = 0;
  for (let at = start; at < json.length; at++) {
    const sign = json.charCodeAt(at);
    if (sign === QUOTE) at = endOfString(json, at) - 1;
    else if (OPENING.has(sign)) depth++;
    else if (depth === 0 && (sign === COMMA || CLOSING.has(sign))) return at;
    else if (CLOSING.has(sign)) depth--;
  }
  return json.length;
}
