import type { Readable } from 'node:stream';

/** Keeps files under the SHA-256 of their content. Each is whole or absent, and durable once `put` has resolved. */
export interface BlobStore {
  /** Keeps a copy of the file at `path`. Kept already, it stays. Rejects with BlobStoreError when the content has another hash. */
  put(sha256: string, path: string): Promise<void>;
  /** The content from its start. Rejects with BlobMissingError. The caller reads the stream to its end or destroys it. */
  read(sha256: string): Promise<Readable>;
  /** Ends its connections, once nothing is put or read any more. */
  close(): Promise<void>;
}

/** A blob could not be kept or read. */
export class BlobStoreError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'BlobStoreError';
  }
}

/** The store has no blob of that hash. */
export class BlobMissingError extends BlobStoreError {
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
