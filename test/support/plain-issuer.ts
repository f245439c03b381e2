import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { exportJWK, generateKeyPair, type JWK, SignJWT } from 'jose';

/** A key that signs tokens, and its public part. */
export interface TokenKey {
  header: { alg: string; kid: string };
  key: CryptoKey | Uint8Array;
  published: JWK | undefined;
}

export async function newKey(kid: string): Promise<TokenKey> {
  const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true });
  const published = { ...(await exportJWK(publicKey)), kid, use: 'sig' };
  return { header: { alg: 'ES256', kid }, key: privateKey, published };
}

/** An OpenID Connect provider without passwords. The test chooses its claims and keys. */
export class PlainIssuer {
  /** Claims of the next person who signs in. */
  claims: Record<string, unknown> = {};
  published: TokenKey[] = [];
  signsWith: TokenKey | undefined;
  /** All issued ID tokens. */
  readonly tokens: string[] = [];
  readonly #codes: Record<string, unknown>[] = [];
  readonly #server = createServer(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', this.issuer);
    if (pathname === '/authorize') {
      const back = new URL(searchParams.get('redirect_uri')!);
      const code = this.#codes.push({ ...this.claims, nonce: searchParams.get('nonce') }) - 1;
      back.search = String(new URLSearchParams({ code: `${code}`, state: searchParams.get('state')! }));
      return response.writeHead(303, { location: back.href }).end();
    }
    const answer = JSON.stringify(await this.#answer(pathname, request));
    return response.setHeader('content-type', 'application/json').end(answer);
  });

  async start(): Promise<void> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
  }

  get issuer(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  close(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }

  async #answer(pathname: string, request: IncomingMessage): Promise<unknown> {
    if (pathname === '/jwks') return { keys: this.published.map(({ published }) => published) };
    if (pathname === '/token') return this.#issue(new URLSearchParams(await text(request)));
    const { issuer } = this;
    return {
      issuer,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/token`,
      jwks_uri: `${issuer}/jwks`,
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['ES256', 'HS256'],
    };
  }

  async #issue(request: URLSearchParams): Promise<unknown> {
    const { header, key } = this.signsWith!;
    const token = await new SignJWT(this.#codes[Number(request.get('code'))])
      .setProtectedHeader(header)
      .setIssuer(this.issuer)
      .setAudience('platen')
      .setIssuedAt()
      .setExpirationTime('5m')
      .sign(key);
    this.tokens.push(token);
    return { access_token: 'of-nothing', token_type: 'Bearer', id_token: token };
  }
}
