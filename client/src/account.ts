import { type ApiConnection, type CallOptions, pathSegment } from './api-connection.ts';
import type { Credential, CredentialRequest, Networks, NewCredential, Usage } from './api-types.ts';
import { type List, plainList } from './list.ts';

/** The credentials, networks and usage of your account. */
export class Account {
  readonly #api: ApiConnection;

  /** @internal */
  constructor(api: ApiConnection) {
    this.#api = api;
  }

  /** GET /v1/credentials lists your valid client secrets, newest first, without their values. */
  credentials(options?: CallOptions): List<Credential> {
    return plainList(this.#api, '/v1/credentials', {}, options);
  }

  /**
   * POST /v1/credentials creates a client secret, or rotates it. Only this call returns the secret. It is not
   * repeated after a lost response, because a second rotation would end the secret that is in use.
   */
  async createCredential(request: CredentialRequest = {}, options?: CallOptions): Promise<NewCredential> {
    return (await this.#api.postOnce('/v1/credentials', request, options)).body as NewCredential;
  }

  /** DELETE /v1/credentials/{credentialId} ends a secret, and its tokens within 5 seconds. */
  async revokeCredential(credentialId: string, options?: CallOptions): Promise<void> {
    await this.#api.delete(`/v1/credentials/${pathSegment('credentialId', credentialId)}`, options);
  }

  /** GET /v1/networks reads the networks from which your requests are accepted. Empty: all. */
  async networks(options?: CallOptions): Promise<Networks> {
    return (await this.#api.get('/v1/networks', {}, options)).body as Networks;
  }

  /** PUT /v1/networks replaces the allow-list, which must contain the address of this request. */
  async replaceNetworks(networks: readonly string[], options?: CallOptions): Promise<Networks> {
    return (await this.#api.put('/v1/networks', { networks }, options)).body as Networks;
  }

  /** GET /v1/usage reads the rest of your quota, and the limits of the API. */
  async usage(options?: CallOptions): Promise<Usage> {
    return (await this.#api.get('/v1/usage', {}, options)).body as Usage;
  }
}
