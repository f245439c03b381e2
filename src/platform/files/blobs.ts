import type { Readable } from 'node:stream';
import { type Dependency, isDiskFault } from '../observability/fault-log.ts';

export type StoredFile = { bytes: number; modified: Date };

export interface BlobPage {
  /** Names of blobs, and a function that reads the state of each; undefined if the blob is gone. */
  blobs: { sha256: string; findFile: () => Promise<StoredFile | undefined> }[];
  /** The start of the next page; undefined after the last one. */
  next: string | undefined;
}

/** Stores files under their SHA-256, complete or not at all, durable when `put` has resolved. */
export interface BlobStore {
  /**
   * Stores the file at `path`, which must not change any more. An existing blob stays. Rejects with
   * BlobStoreError if the content has another hash.
   */
  put(sha256: string, path: string): Promise<void>;
  /** Returns a stream, which the caller reads to its end or destroys. Rejects with BlobMissingError. */
  read(sha256: string): Promise<Readable>;
  delete(sha256: string): Promise<void>;
  /** Lists the blobs page by page, starting from ''. A bucket returns one empty page. */
  list(from: string): Promise<BlobPage>;
  /** Removes incomplete files of crashes from before this time. A dry run only counts them. */
  removeLeftovers(before: Date, dryRun: boolean): Promise<{ files: number; bytes: number }>;
  /** Closes connections. Nothing may be put or read any more. */
  close(): Promise<void>;
}

export class BlobStoreError extends Error {
  readonly dependency: Dependency | undefined;

  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'BlobStoreError';
    this.dependency = isDiskFault(options?.cause) ? 'disk' : 'file_store';
  }
}

export class BlobMissingError extends BlobStoreError {
  override readonly dependency = undefined;

  constructor(sha256: string, options?: ErrorOptions) {
    super(`There is no blob ${sha256}.`, options);
    this.name = 'BlobMissingError';
  }
}

/** Returns the hash, which becomes part of a path. Throws if it is not a hash. */
export function blobName(sha256: string): string {
  if (!/^[0-9a-f]{64}$/.test(sha256)) throw new BlobStoreError('A blob is named by 64 hexadecimal digits.');
  return sha256;
}
