const BYTES = 16;

/** An id of its own for each scan, also where the page came without https, whose browser has no randomUUID. */
export function newScanId(): string {
  return [...crypto.getRandomValues(new Uint8Array(BYTES))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');
}
