import { type ApiConnection, type CallOptions, pathSegment } from './api-connection.ts';
import type { FileCheck, FileCheckRequest, UploadedFile } from './api-types.ts';

/** /v1/files: artwork that is checked before ordering, and uploads. */
export class Files {
  readonly #api: ApiConnection;

  /** @internal */
  constructor(api: ApiConnection) {
    this.#api = api;
  }

  /** POST /v1/files/checks judges artwork as an order would. Its refusals are in the answer. */
  async check(request: FileCheckRequest, options?: CallOptions): Promise<FileCheck> {
    return (await this.#api.post('/v1/files/checks', request, options)).body as FileCheck;
  }

  /** POST /v1/files stores a file, of at most 256 MiB, for orders to name its `url`. Idempotent. */
  async upload(content: Uint8Array | Blob, options?: CallOptions): Promise<UploadedFile> {
    return (await this.#api.postFile('/v1/files', content, options)).body as UploadedFile;
  }

  /** GET /v1/files/{fileId} reads a file that you uploaded. */
  async get(fileId: string, options?: CallOptions): Promise<Uint8Array> {
    return this.#api.getFile(`/v1/files/${pathSegment('fileId', fileId)}`, options);
  }
}
