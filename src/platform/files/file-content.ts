import type { FileHandle } from 'node:fs/promises';

/** Images with more pixels are refused: decoded as RGBA they take 1.6 GB. */
export const PIXELS_MAX = 400_000_000;
const WINDOW_BYTES = 64 * 1024;

/** Reads small parts of a file, of whatever size, through one window of memory. */
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

  /** The bytes from `position` on, fewer where the file ends or at 64 KiB. They are valid until the next read. */
  async read(position: number, length: number): Promise<Buffer> {
    const from = Math.max(0, position);
    const to = Math.min(from + Math.min(length, WINDOW_BYTES), this.bytes);
    if (from >= to) return Buffer.alloc(0);
    if (from < this.#start || to > this.#end) await this.#move(from);
    return this.#buffer.subarray(from - this.#start, Math.max(from, Math.min(to, this.#end)) - this.#start);
  }

  /** A copy of the bytes from `begin` to before `end`, past the window; several may be under way. Zeros stand for what the file has not. */
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

/** Why a file cannot be used although it begins as its media type does. */
type FileFault =
  | 'unreadable'
  | 'too_many_pixels'
  | 'encrypted'
  | 'no_pages'
  | 'too_complex'
  /** It has content that is not allowed: `problem` names it. */
  | 'not_printable';

/** What the bytes of a file say it is, whatever its name or its server said. */
export interface FileContent {
  /** Undefined where the bytes begin as none of these, or where reading them took too much. */
  mediaType: MediaType | undefined;
  bytes: number;
  fault?: FileFault;
  /** The cause and the remedy in words for the customer, set for the fault `not_printable`. */
  problem?: string;
  /** Pixels, of an image. */
  width?: number;
  height?: number;
  /** Pixels per inch that an image says of itself; the lower number where they differ across and down. */
  dpi?: number;
  /** Whether an image may have transparent pixels. */
  hasAlpha?: boolean;
  /** Of a PDF. */
  pages?: number;
  /** Millimeters, of the first page of a PDF as it is shown. */
  widthMm?: number;
  heightMm?: number;
}

/** What an inspection of one format finds beside the media type and the size. */
export type Findings = Omit<FileContent, 'mediaType' | 'bytes'>;
