// Makes a source map small: Node keeps those of all loaded files in memory, and at the first error that is written to the log it makes an array of each of their entries.

const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const BITS = 5;
const MORE = 1 << BITS;
/** Of an entry that leads to a source: its column, and then file, line and column there. A fifth one would be a name. */
const FIELDS = 4;

/** The same map (ECMA-426) by lines: an error is led to the right line of the right file, but no longer to the column in it, and the map holds neither the sources' texts nor names. */
export function thinSourceMap({ version, file, sourceRoot, sources, mappings }) {
  const now = { source: 0, line: 0, column: 0 };
  const written = { source: 0, line: 0, column: 0 };
  const lines = mappings.split(';').map((text) => {
    let column = 0;
    let writtenColumn = 0;
    let last;
    const kept = [];
    for (const fields of text === '' ? [] : text.split(',').map(readNumbers)) {
      column += fields[0];
      const isOfSource = fields.length >= FIELDS;
      if (isOfSource) {
        now.source += fields[1];
        now.line += fields[2];
        now.column += fields[3];
      }
      const place = isOfSource ? `${now.source} ${now.line}` : 'none';
      if (place === last) continue;
      last = place;
      const entry = [column - writtenColumn];
      writtenColumn = column;
      if (isOfSource) {
        entry.push(now.source - written.source, now.line - written.line, now.column - written.column);
        Object.assign(written, now);
      }
      kept.push(entry.map(writeNumber).join(''));
    }
    return kept.join(',');
  });
  return { version, file, sourceRoot, sources, names: [], mappings: lines.join(';') };
}

/** Numbers as groups of six bits, the least first; the lowest bit of a number is its sign. */
function readNumbers(text) {
  const numbers = [];
  let number = 0;
  let shift = 0;
  for (const digit of text) {
    const value = DIGITS.indexOf(digit);
    number |= (value & (MORE - 1)) << shift;
    shift += BITS;
    if (value & MORE) continue;
    numbers.push(number & 1 ? -(number >>> 1) : number >>> 1);
    number = 0;
    shift = 0;
  }
  return numbers;
}

function writeNumber(number) {
  let left = number < 0 ? (-number << 1) | 1 : number << 1;
  let text = '';
  do {
    const digit = left & (MORE - 1);
    left >>>= BITS;
    text += DIGITS[left > 0 ? digit | MORE : digit];
  } while (left > 0);
  return text;
}
