import { type FileHandle, open } from 'node:fs/promises';
import { crc32 } from 'node:zlib';
import { PNG_SIGNATURE } from './inspect-picture.ts';

/** Chunks that determine how the image looks (PNG Third Edition, 5.6), without texts, times and frames. */
const KEPT = new Set(['IHDR', 'PLTE', 'IDAT', 'IEND', 'tRNS', 'cHRM', 'gAMA', 'iCCP', 'sBIT', 'sRGB', 'cICP', 'bKGD']);
const HEAD_BYTES = 8;
const COPIED_AT_ONCE_BYTES = 1024 * 1024;
const METERS = 1;

/** Copies a PNG with this resolution in pixels per meter. Its pixels and its profile stay as they are. */
export async function copyPng(source: string, target: string, perMeter: number): Promise<void> {
  const [from, to] = [await open(source, 'r'), await open(target, 'w')];
  try {
    await to.write(PNG_SIGNATURE);
    const head = Buffer.alloc(HEAD_BYTES);
    const part = Buffer.allocUnsafe(COPIED_AT_ONCE_BYTES);
    for (let at = PNG_SIGNATURE.length; ; ) {
      if ((await from.read(head, 0, HEAD_BYTES, at)).bytesRead < HEAD_BYTES) return;
      const type = head.toString('latin1', 4);
      const end = at + head.readUInt32BE(0) + 12;
      if (KEPT.has(type)) await copyBytes(from, to, part, at, end);
      if (type === 'IHDR') await to.write(pngChunk('pHYs', resolutionOf(perMeter)));
      if (type === 'IEND') return;
      at = end;
    }
  } finally {
    await Promise.all([from.close(), to.close()]);
  }
}

async function copyBytes(from: FileHandle, to: FileHandle, part: Buffer, begin: number, end: number): Promise<void> {
  for (let at = begin; at < end; ) {
    const { bytesRead } = await from.read(part, 0, Math.min(part.length, end - at), at);
    if (bytesRead === 0) return;
    await to.write(part, 0, bytesRead);
    at += bytesRead;
  }
}

/** Returns the data of pHYs: pixels per meter across and down, and the unit. */
export function resolutionOf(perMeter: number): Buffer {
  const data = Buffer.alloc(9);
  data.writeUInt32BE(perMeter, 0);
  data.writeUInt32BE(perMeter, 4);
  data[8] = METERS;
  return data;
}

export function pngChunk(type: string, data: Uint8Array): Buffer {
  const chunk = Buffer.alloc(data.length + 12);
  chunk.writeUInt32BE(data.length, 0);
  chunk.write(type, 4, 'latin1');
  chunk.set(data, HEAD_BYTES);
  chunk.writeUInt32BE(crc32(chunk.subarray(4, -4)), data.length + HEAD_BYTES);
  return chunk;
}
