import type { FileHandle } from 'node:fs/promises';

/** Larger images are refused. Decoded as RGBA they would take 1.6 GB. */
export const PIXELS_MAX = 400_000_000;
const WINDOW_BYTES = 64 * 1024;

/** Reads small parts of a file of any size through one buffer. */
export class FileWindow {
  readonly bytes: number;
  readonly #file: FileHandle;
  readonly #buffer = Buffer.allocUnsafe(WINDOW_BYTES);
  #start = 0;
  #end = 0;

  constructor(file: FileHandle, bytes: number) {
    this.#file = file;
    this.bytes = bytes;
  }

  /** Returns at most 64 KiB from `position`, fewer at the end of the file, valid until the next read. */
  async read(position: number, length: number): Promise<Buffer> {
    const from = Math.max(0, position);
    const to = Math.min(from + Math.min(length, WINDOW_BYTES), this.bytes);
    if (from >= to) return Buffer.alloc(0);
    if (from < this.#start || to > this.#end) await this.#move(from);
    return this.#buffer.subarray(from - this.#start, Math.max(from, Math.min(to, this.#end)) - this.#start);
  }

  /** Returns a copy of the bytes before `end`, without the buffer. Bytes after the file are zero. */
  async copy(begin: number, end: number): Promise<Uint8Array> {
    const bytes = new Uint8Array(end - begin);
    for (let at = 0; at < bytes.length; ) {
      const { bytesRead } = await this.#file.read(bytes, at, bytes.length - at, begin + at);
      if (bytesRead === 0) break;
      at += bytesRead;
    }
    return bytes;
  }

  async #move(start: number): Promise<void> {
    this.#start = this.#end = start;
    while (this.#end < Math.min(start + WINDOW_BYTES, this.bytes)) {
      const offset = this.#end - start;
      const { bytesRead } = await this.#file.read(this.#buffer, offset, WINDOW_BYTES - offset, this.#end);
      if (bytesRead === 0) return;
      this.#end += bytesRead;
    }
  }
}

export type MediaType = 'image/png' | 'image/jpeg' | 'application/pdf' | 'application/zpl' | 'text/html';

/** Why a file with a known media type cannot be used. */
type FileFault =
  | 'unreadable'
  | 'too_many_pixels'
  | 'encrypted'
  | 'no_pages'
  | 'too_complex'
  /** It has content that is not allowed, described by `problem`. */
  | 'not_printable';

/** The properties of a file according to its bytes. Its name and the headers of its server do not count. */
export interface FileContent {
  /** Undefined for an unknown type, or if reading the file took too much time or memory. */
  mediaType: MediaType | undefined;
  /** The name of an unusable type that is often sent, such as WebP. */
  otherType?: string | undefined;
  bytes: number;
  fault?: FileFault;
  /** The cause and the remedy, for the customer. Set for the fault `not_printable`. */
  problem?: string;
  width?: number;
  height?: number;
  /** Pixels per inch that an image declares. The lower number if they differ across and down. */
  dpi?: number;
  /** Whether an image may have transparent pixels. */
  hasAlpha?: boolean;
  /**
   * The area of the smallest rectangle around all visible pixels, as a fraction from 0 to 1 of the image. 0:
   * nothing is visible. Absent: not known.
   */
  visibleShare?: number;
  /** Whether no pixel of an image is transparent. Absent: not known. */
  isOpaque?: boolean;
  pages?: number;
  /** A label of ZPL as its printer gets it, in Latin-1. */
  printed?: string;
  /** Millimeters of the paper that takes every page of a PDF, upright if the first page is. */
  widthMm?: number;
  heightMm?: number;
}

export type Findings = Omit<FileContent, 'mediaType' | 'otherType' | 'bytes'>;
