/** The result of a command on standard output: one JSON text, or lines for people. */
export function print(json: boolean, value: unknown, lines: readonly string[]): void {
  process.stdout.write(json ? `${JSON.stringify(value)}\n` : lines.map((line) => `${line}\n`).join(''));
}
