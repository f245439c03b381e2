/** Where pino writes its lines: what sonic-boom makes of them, and it counts the bytes of each. */
interface Destination {
  write(text: string): unknown;
}

/**
 * Hands lines on some at a time: for each text that it gets, the destination counts bytes and looks whether to write, which takes longer than making the
 * line. The last ones are handed on by `handOn`.
 */
export class LogLines {
  readonly #destination: Destination;
  readonly #lengthMax: number;
  #text = '';

  /** So many characters at most are handed on in one text, unless one line is longer. */
  constructor(destination: Destination, lengthMax: number) {
    this.#destination = destination;
    this.#lengthMax = lengthMax;
  }

  write(line: string): void {
    if (this.#text.length + line.length > this.#lengthMax) this.handOn();
    this.#text += line;
  }

  /** What was written so far. */
  handOn(): void {
    if (this.#text === '') return;
    this.#destination.write(this.#text);
    this.#text = '';
  }
}
