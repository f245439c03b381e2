const MANY = 50;

/** Whether so much was found that more is looked for at once. What comes after little waits for the next look, which finds more then. */
export function areMany(found: readonly { document: string }[], bytesMax: number): boolean {
  const bytes = found.reduce((sum, { document }) => sum + document.length, 0);
  return found.length >= MANY || bytes > bytesMax / 2;
}
