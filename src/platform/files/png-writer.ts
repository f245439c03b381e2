import { once } from 'node:events';
import { type FileHandle, open } from 'node:fs/promises';
import { createDeflate, type Deflate } from 'node:zlib';
import { PNG_SIGNATURE } from './inspect-picture.ts';
import { pngChunk, resolutionOf } from './png-chunks.ts';

const CHANNELS = 4;
/** Higher levels take a multiple of the time and save some percent. */
export const COMPRESSION_LEVEL = 2;
const PERCEPTUAL = 0;

/** Writes an image row by row, so that the whole image is never in memory: RGBA of 8 bits, in sRGB. */
export class PngWriter {
  readonly #file: FileHandle;
  readonly #deflate: Deflate;
  readonly #rowBytes: number;
  readonly #written: Promise<void>;

  private constructor(file: FileHandle, width: number) {
    this.#file = file;
    this.#rowBytes = width * CHANNELS;
    this.#deflate = createDeflate({ level: COMPRESSION_LEVEL });
    this.#written = this.#writeData();
    // A failed write is thrown by `end`.
    this.#written.catch(() => {});
  }

  static async open(path: string, width: number, height: number, perMeter: number): Promise<PngWriter> {
    const header = Buffer.alloc(13);
    header.writeUInt32BE(width, 0);
    header.writeUInt32BE(height, 4);
    // 8 bits, RGBA, deflate, filters, not interlaced (PNG Third Edition, 11.2.1).
    header.set([8, 6, 0, 0, 0], 8);
    const file = await open(path, 'w');
    const chunks = [
      pngChunk('IHDR', header),
      pngChunk('sRGB', Buffer.of(PERCEPTUAL)),
      pngChunk('pHYs', resolutionOf(perMeter)),
    ];
    await file.write(Buffer.concat([PNG_SIGNATURE, ...chunks]));
    return new PngWriter(file, width);
  }

  /** Writes whole rows. */
  async write(rows: Buffer): Promise<void> {
    const count = rows.length / this.#rowBytes;
    // Each row begins with its filter: 0, none.
    const lines = Buffer.alloc(rows.length + count);
    for (let row = 0; row < count; row += 1) {
      rows.copy(lines, row * (this.#rowBytes + 1) + 1, row * this.#rowBytes, (row + 1) * this.#rowBytes);
    }
    if (!this.#deflate.write(lines)) await Promise.race([once(this.#deflate, 'drain'), this.#written]);
  }

  async end(): Promise<void> {
    this.#deflate.end();
    try {
      await this.#written;
      await this.#file.write(pngChunk('IEND', Buffer.alloc(0)));
    } finally {
      await this.#file.close();
    }
  }

  async #writeData(): Promise<void> {
    for await (const data of this.#deflate) await this.#file.write(pngChunk('IDAT', data));
  }
}
