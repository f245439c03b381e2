import { join } from 'node:path';
import type { Config } from '../config.ts';
import { s3BlobStore } from './blob-bucket.ts';
import { folderBlobStore } from './blob-folder.ts';
import type { BlobStore } from './blobs.ts';

/** The blob store that the settings name: the bucket, or a folder under DATA_DIR. */
export function openBlobs({ S3, DATA_DIR }: Pick<Config, 'S3' | 'DATA_DIR'>): BlobStore {
  return S3 ? s3BlobStore(S3) : folderBlobStore(join(DATA_DIR, 'files'));
}
