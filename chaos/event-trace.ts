/** What concerns the whole world and no order: faults, starts. */
export const WORLD = '';

/** Lines of one order that are told at most, from its end. */
const LINES_MAX = 200;

interface Line {
  at: number;
  key: string;
  text: string;
}

/** Everything that happened, with times, so that what went wrong with one order can be told alone. */
export class EventTrace {
  readonly #began = performance.now();
  readonly #lines: Line[] = [];
  readonly #onWorld: (line: string) => void;

  constructor(onWorld: (line: string) => void = () => {}) {
    this.#onWorld = onWorld;
  }

  /** In ms since the beginning. */
  now(): number {
    return Math.round(performance.now() - this.#began);
  }

  add(key: string, text: string): void {
    const line = { at: this.now(), key, text };
    this.#lines.push(line);
    if (key === WORLD) this.#onWorld(lineOf(line));
  }

  /** What happened to the order, and to the world from its beginning on. */
  of(key: string): string[] {
    const first = this.#lines.find((line) => line.key === key)?.at ?? 0;
    const last = this.#lines.findLast((line) => line.key === key)?.at ?? Infinity;
    return this.#lines
      .filter((line) => line.key === key || (line.key === WORLD && line.at >= first && line.at <= last))
      .slice(-LINES_MAX)
      .map(lineOf);
  }

  /** What happened to the world. */
  world(): string[] {
    return this.#lines.filter(({ key }) => key === WORLD).map(lineOf);
  }
}

function lineOf({ at, text }: Line): string {
  return `${(at / 1_000).toFixed(3).padStart(9)} s  ${text}`;
}
