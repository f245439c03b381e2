const BYTES = 16;

/** Names one wish to print again, so that it is printed once however often it is sent. */
export function newReprintKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(BYTES));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
