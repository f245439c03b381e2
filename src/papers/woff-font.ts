import { inflateSync } from 'node:zlib';

const WOFF_SIGNATURE = 0x774f4646;
const WOFF_HEADER_BYTES = 44;
const WOFF_ENTRY_BYTES = 20;
const SFNT_HEADER_BYTES = 12;
const SFNT_ENTRY_BYTES = 16;
const FONT_BYTES_MAX = 64 * 1_048_576;

/**
 * The bytes of a TrueType font out of a WOFF file (W3C WOFF 1.0): its tables, inflated once. Of a WOFF itself the font library inflates a table
 * again for every letter. Other bytes are answered as they are.
 */
export function trueTypeOf(file: Buffer): Buffer {
  if (file.readUInt32BE(0) !== WOFF_SIGNATURE) return file;
  const count = file.readUInt16BE(12);
  const tables = Array.from({ length: count }, (_, index) => {
    const at = WOFF_HEADER_BYTES + index * WOFF_ENTRY_BYTES;
    const [start, packed, length] = [
      file.readUInt32BE(at + 4),
      file.readUInt32BE(at + 8),
      file.readUInt32BE(at + 12),
    ];
    const content = file.subarray(start, start + packed);
    const bytes = packed < length ? inflateSync(content, { maxOutputLength: FONT_BYTES_MAX }) : content;
    return { tag: file.subarray(at, at + 4), checksum: file.readUInt32BE(at + 16), bytes };
  });
  const header = Buffer.alloc(SFNT_HEADER_BYTES + count * SFNT_ENTRY_BYTES);
  file.copy(header, 0, 4, 8);
  header.writeUInt16BE(count, 4);
  let offset = header.length;
  const parts: Buffer[] = [header];
  tables.forEach(({ tag, checksum, bytes }, index) => {
    const at = SFNT_HEADER_BYTES + index * SFNT_ENTRY_BYTES;
    tag.copy(header, at);
    header.writeUInt32BE(checksum, at + 4);
    header.writeUInt32BE(offset, at + 8);
    header.writeUInt32BE(bytes.length, at + 12);
    const padding = Buffer.alloc((4 - (bytes.length % 4)) % 4);
    parts.push(bytes, padding);
    offset += bytes.length + padding.length;
  });
  return Buffer.concat(parts);
}
