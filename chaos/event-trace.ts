/** Key of events that affect the whole world: faults and starts. */
export const WORLD = '';

/** Maximum number of printed lines for one order. The last ones are kept. */
const LINES_MAX = 200;

interface Line {
  at: number;
  key: string;
  text: string;
}

/** Records all events with times, to print the history of one order. */
export class EventTrace {
  readonly #began = performance.now();
  readonly #lines: Line[] = [];
  readonly #onWorld: (line: string) => void;

  constructor(onWorld: (line: string) => void = () => {}) {
    this.#onWorld = onWorld;
  }

  /** Returns the milliseconds since the start. */
  now(): number {
    return Math.round(performance.now() - this.#began);
  }

  add(key: string, text: string): void {
    const line = { at: this.now(), key, text };
    this.#lines.push(line);
    if (key === WORLD) this.#onWorld(lineOf(line));
  }

  /** Returns the events of the order, and those of the world since its creation. */
  of(key: string): string[] {
    const first = this.#lines.find((line) => line.key === key)?.at ?? 0;
    const last = this.#lines.findLast((line) => line.key === key)?.at ?? Infinity;
    return this.#lines
      .filter((line) => line.key === key || (line.key === WORLD && line.at >= first && line.at <= last))
      .slice(-LINES_MAX)
      .map(lineOf);
  }

  /** Returns the events of the world. */
  world(): string[] {
    return this.#lines.filter(({ key }) => key === WORLD).map(lineOf);
  }
}

function lineOf({ at, text }: Line): string {
  return `${(at / 1_000).toFixed(3).padStart(9)} s  ${text}`;
}
