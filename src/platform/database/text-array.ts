/** The type `text` in PostgreSQL's catalogue. */
const TEXT_OID = 25;
/** Dimensions, whether there is a null, type of the elements; then size and lower bound of the dimension. */
const HEAD_BYTES = 5 * 4;
const LENGTH_BYTES = 4;
const NULL_LENGTH = -1;

/**
 * A parameter `text[]` in PostgreSQL's binary form (array_recv). As text, every quote in every element is escaped on our side and taken
 * out again by PostgreSQL, which for JSON texts costs more than all else about the statement.
 */
export function textArray(values: readonly (string | null)[]): Buffer {
  let bytes = HEAD_BYTES;
  for (const value of values) bytes += LENGTH_BYTES + (value === null ? 0 : Buffer.byteLength(value));
  const array = Buffer.allocUnsafe(bytes);
  // An empty array has no dimension.
  array.writeInt32BE(values.length === 0 ? 0 : 1, 0);
  array.writeInt32BE(values.includes(null) ? 1 : 0, 4);
  array.writeInt32BE(TEXT_OID, 8);
  array.writeInt32BE(values.length, 12);
  array.writeInt32BE(1, 16);
  let at = HEAD_BYTES;
  for (const value of values) {
    const length = value === null ? NULL_LENGTH : array.write(value, at + LENGTH_BYTES);
    array.writeInt32BE(length, at);
    at += LENGTH_BYTES + Math.max(0, length);
  }
  return values.length === 0 ? array.subarray(0, 12) : array;
}
