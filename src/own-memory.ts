/**
 * A copy with memory of its own, for what is kept for long. Node makes small buffers as parts of one of 64 KiB, and so does PostgreSQL's driver with all that it
 * receives at once: a hash of 32 bytes that is kept would keep all of it.
 */
export function ownMemory(bytes: Uint8Array): Buffer {
  const copy = Buffer.allocUnsafeSlow(bytes.length);
  copy.set(bytes);
  return copy;
}
