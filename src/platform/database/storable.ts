/** Whether PostgreSQL can hold the value as text: it knows no zero character and no half of a surrogate pair. */
export function isStorable(value: unknown): value is string {
  return typeof value === 'string' && value.isWellFormed() && !value.includes('\0');
}
