import { type ApiConnection, type CallOptions, type KeyedOptions, pathSegment } from './api-connection.ts';
import type { AnnounceReturnRequest, Return } from './api-types.ts';
import { type CursorQuery, type List, plainList } from './list.ts';

/** /v1/returns */
export class Returns {
  readonly #api: ApiConnection;

  /** @internal */
  constructor(api: ApiConnection) {
    this.#api = api;
  }

  /** GET /v1/returns lists your returns, newest first. */
  list(query: CursorQuery = {}, options?: CallOptions): List<Return> {
    return plainList(this.#api, '/v1/returns', query, options);
  }

  /** POST /v1/returns announces pieces that come back. Sent again after a lost answer, it counts once. */
  async announce(request: AnnounceReturnRequest, options?: KeyedOptions): Promise<Return> {
    return (await this.#api.postWithKey('/v1/returns', request, options)).body as Return;
  }

  /** GET /v1/returns/{returnId} reads one return. */
  async get(returnId: string, options?: CallOptions): Promise<Return> {
    return (await this.#api.get(returnPath(returnId), {}, options)).body as Return;
  }

  /** POST /v1/returns/{returnId}/withdraw ends an announced return that has not arrived. Idempotent. */
  async withdraw(returnId: string, options?: CallOptions): Promise<Return> {
    return (await this.#api.post(`${returnPath(returnId)}/withdraw`, {}, options)).body as Return;
  }

  /** GET /v1/returns/{returnId}/label reads the label for the way back, a PDF, once it is READY. */
  async label(returnId: string, options?: CallOptions): Promise<Uint8Array> {
    return this.#api.getFile(`${returnPath(returnId)}/label`, options);
  }
}

function returnPath(returnId: string): string {
  return `/v1/returns/${pathSegment('returnId', returnId)}`;
}
