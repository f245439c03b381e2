import type { Readable } from 'node:stream';
import { type Dependency, isDiskFault } from '../observability/fault-log.ts';

/** Something that lies in the store. */
export interface StoredFile {
  bytes: number;
  modified: Date;
}

/** A part of what lies in the store. */
export interface BlobPage {
  /** Names of blobs, and how to look at each; undefined when it is gone. */
  blobs: { sha256: string; look: () => Promise<StoredFile | undefined> }[];
  /** Where the next page begins; undefined after the last one. */
  next: string | undefined;
}

/** Keeps files under the SHA-256 of their content. Each is whole or absent, and durable once `put` has resolved. */
export interface BlobStore {
  /**
   * Keeps the file at `path`, which nobody writes to from now on. Kept already, it stays. Rejects with BlobStoreError when the content has
   * another hash.
   */
  put(sha256: string, path: string): Promise<void>;
  /** The content from its start. Rejects with BlobMissingError. The caller reads the stream to its end or destroys it. */
  read(sha256: string): Promise<Readable>;
  /** Once it resolves the blob is gone, whether it was there or not. */
  delete(sha256: string): Promise<void>;
  /** What lies in the store, from '' on page by page. A store that cannot tell cheaply has one empty page. */
  list(from: string): Promise<BlobPage>;
  /** Removes what crashes left half written before the time given, or, for a dry run, tells of it. */
  removeLeftovers(before: Date, dryRun: boolean): Promise<{ files: number; bytes: number }>;
  /** Ends its connections, once nothing is put or read any more. */
  close(): Promise<void>;
}

/** A blob could not be kept or read. */
export class BlobStoreError extends Error {
  /** For the fault log. */
  readonly dependency: Dependency | undefined;

  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'BlobStoreError';
    this.dependency = isDiskFault(options?.cause) ? 'disk' : 'file_store';
  }
}

/** The store has no blob of that hash. */
export class BlobMissingError extends BlobStoreError {
  override readonly dependency = undefined;

  constructor(sha256: string, options?: ErrorOptions) {
    super(`There is no blob ${sha256}.`, options);
    this.name = 'BlobMissingError';
  }
}

/** The hash itself, once it is known to be one: it becomes part of a path. */
export function blobName(sha256: string): string {
  if (!/^[0-9a-f]{64}$/.test(sha256)) throw new BlobStoreError('A blob is named by 64 hexadecimal digits.');
  return sha256;
}
