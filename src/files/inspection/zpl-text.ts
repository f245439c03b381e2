/**
 * Control characters that text for printers has: STX, ETX, tab, line feed, vertical tab, form feed, carriage return, escape, and US,
 * which may stand for the delimiter.
 */
const TEXT_CONTROLS: ReadonlySet<number> = new Set([0x02, 0x03, 0x09, 0x0a, 0x0b, 0x0c, 0x0d, 0x1b, 0x1f]);
/** RS and DLE stand for ^ and ~ whatever these were changed to; drivers begin with the latter. */
const FIXED_PREFIXES: ReadonlySet<string> = new Set(['\x1e', '\x10']);
const SPACE = 0x20;
/** The longest beginning of a command that says how many bytes of no text follow, such as `~DYR:NAME,B,BMP,123456789,1234,`. */
const COMMAND_BYTES_MAX = 64;
/** Begins other languages, in which ZPL may be quoted: markup, JSON, RTF, PostScript. */
const OTHER_LANGUAGE = /^[<{[%]/;
const [XA, XZ, CC, CT, CD, GF, DY] = ['XA', 'XZ', 'CC', 'CT', 'CD', 'GF', 'DY'].map((name) =>
  commandCode(name.charCodeAt(0), name.charCodeAt(1)),
);
const BYTE_ORDER_MARK = /^\u00ef\u00bb\u00bf/;

/**
 * Reads text in ZPL II (Zebra's programming guide) as it comes by, in parts of any size, each byte once. A label reaches from ^XA to ^XZ.
 * What stands in front of it is passed over, as printers do: settings and graphics that drivers send, comments.
 */
export class ZplText {
  /** Whether a label has begun. */
  hasLabel = false;
  /** Whether a label has begun that has not ended. */
  isOpen = false;
  /** What begins a command, and what is between its parameters; `^CC`, `^CT` and `^CD` change them. */
  #format = '^';
  #control = '~';
  #delimiter = ',';
  #hasBegun = false;
  /** The end of what came, too little to know a command by. */
  #rest = '';
  /** Bytes of a graphic that are no text and are still to come. */
  #binary = 0;

  /** Takes the next bytes. False when they are not of text in ZPL. */
  take(part: Buffer): boolean {
    return this.#read(this.#rest + part.toString('latin1'), false);
  }

  /** Says that nothing more comes. False as above. */
  end(): boolean {
    return this.#read(this.#rest, true);
  }

  #read(text: string, isEnd: boolean): boolean {
    this.#rest = '';
    if (!this.#hasBegun) {
      const start = text.replace(BYTE_ORDER_MARK, '').trimStart();
      this.#hasBegun = start !== '';
      if (OTHER_LANGUAGE.test(start)) return false;
    }
    for (let at = 0; at < text.length; ) {
      const character = text[at] as string;
      if (this.#binary > 0) {
        const skipped = Math.min(this.#binary, text.length - at);
        this.#binary -= skipped;
        at += skipped;
      } else if (character === this.#format || character === this.#control || FIXED_PREFIXES.has(character)) {
        if (text.length - at < COMMAND_BYTES_MAX && !isEnd) {
          this.#rest = text.slice(at);
          return true;
        }
        at += this.#follow(text, at);
      } else {
        const code = text.charCodeAt(at);
        if (code < SPACE && !TEXT_CONTROLS.has(code)) return false;
        at += 1;
      }
    }
    return true;
  }

  /** Follows the command at the position; answers how many characters are done with. */
  #follow(text: string, at: number): number {
    const given = text[at + 3];
    switch (commandCode(text.charCodeAt(at + 1), text.charCodeAt(at + 2))) {
      case XA:
        this.hasLabel = this.isOpen = true;
        return 3;
      case XZ:
        this.isOpen = false;
        return 3;
      case CC:
        this.#format = given ?? this.#format;
        return 4;
      case CT:
        this.#control = given ?? this.#control;
        return 4;
      case CD:
        this.#delimiter = given ?? this.#delimiter;
        return 4;
      case GF:
        return this.#graphic(text.slice(at, at + COMMAND_BYTES_MAX), { form: 0, bytes: 1, data: 4 });
      case DY:
        return this.#graphic(text.slice(at, at + COMMAND_BYTES_MAX), { form: 1, bytes: 3, data: 5 });
      default:
        return 1;
    }
  }

  /** The data of ^GF and ~DY may be no text, and then say in the parameters in front of them how many bytes they are. */
  #graphic(command: string, at: { form: number; bytes: number; data: number }): number {
    const parameters = command.slice(3).split(this.#delimiter);
    if (parameters.length <= at.data) return 1;
    const form = parameters[at.form]!.trim().toUpperCase();
    // A downloaded PNG comes as it is, or as text.
    const isBinary =
      form === 'B' || form === 'C' || (form === 'P' && parameters[at.data]!.startsWith('\x89'));
    if (!isBinary || !/^\s*\d{1,9}\s*$/.test(parameters[at.bytes]!)) return 1;
    this.#binary = Number(parameters[at.bytes]);
    return 3 + parameters.slice(0, at.data).join(this.#delimiter).length + 1;
  }
}

/** The name of a command as a number, in either case. A file may be full of them, so no text is made for each. */
function commandCode(first: number, second: number): number {
  return (first | 0x20) * 0x100 + (second | 0x20);
}
