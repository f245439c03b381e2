import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createLocalJWKSet, decodeJwt, decodeProtectedHeader, jwtVerify } from 'jose';
import * as oauth from 'oauth4webapi';
import { startTestServer, type TestServer } from '../../test/support/test-server.ts';

const ISSUER = 'http://auth.platen.test';
const AUDIENCE = 'http://platen.test';

let server: TestServer;
before(async () => {
  server = await startTestServer({ AUTH_URL: `${ISSUER}/`, TOKEN_TTL_SECONDS: '120' });
});
after(() => server.close());

const keySet = async () => (await server.send('/.well-known/jwks.json')).json;

test('a token is a JWT as in RFC 9068 that the published keys verify', async () => {
  const { token, client } = await server.token();
  const { payload, protectedHeader } = await jwtVerify(token, createLocalJWKSet(await keySet()), {
    issuer: ISSUER,
    audience: AUDIENCE,
    typ: 'at+jwt',
    algorithms: ['ES256'],
    subject: client.clientId,
    requiredClaims: ['iss', 'exp', 'aud', 'sub', 'client_id', 'iat', 'jti', 'scope'],
  });
  assert.deepEqual(Object.keys(protectedHeader).sort(), ['alg', 'kid', 'typ']);
  assert.equal(payload.client_id, client.clientId);
  assert.equal(payload.scope, 'fulfillment');
  assert.equal(payload.exp, (payload.iat as number) + 120);
  assert.ok(Math.abs((payload.iat as number) - Date.now() / 1000) < 60);
});

test('each token has a unique id, and the scope of its client', async () => {
  const { token, client } = await server.token({ scope: 'operator' });
  const { clientId, clientSecret } = client;
  const body = { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret };
  const { json } = await server.send('/oauth/token', { body });
  assert.equal(json.scope, 'operator');
  assert.equal(decodeJwt(token).scope, 'operator');
  assert.notEqual(decodeJwt(token).jti, decodeJwt(json.access_token).jti);
});

test('the key set has public keys only, named as the tokens name them', async () => {
  const { token } = await server.token();
  const { keys } = await keySet();
  assert.equal(keys.length, 1);
  const [{ kid, x, y, ...rest }] = keys;
  assert.deepEqual(rest, { kty: 'EC', crv: 'P-256', alg: 'ES256', use: 'sig' });
  assert.ok(x && y);
  assert.equal(decodeProtectedHeader(token).kid, kid);
});

test('the metadata lists the endpoints under the address of the issuer', async () => {
  const answer = await server.send('/.well-known/oauth-authorization-server');
  assert.equal(answer.status, 200);
  assert.deepEqual(answer.json, {
    issuer: ISSUER,
    token_endpoint: `${ISSUER}/oauth/token`,
    jwks_uri: `${ISSUER}/.well-known/jwks.json`,
    grant_types_supported: ['client_credentials'],
    response_types_supported: [],
    token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post'],
    scopes_supported: ['fulfillment', 'orders:read', 'orders:write', 'catalog:read', 'webhooks:manage', 'operator'],
  });
});

test('OpenID libraries find the same metadata at their path, with the fields that they require', async () => {
  const { json } = await server.send('/.well-known/openid-configuration');
  const { subject_types_supported, id_token_signing_alg_values_supported, ...rest } = json;
  assert.deepEqual(rest, (await server.send('/.well-known/oauth-authorization-server')).json);
  assert.deepEqual(subject_types_supported, ['public']);
  const { token } = await server.token();
  assert.deepEqual(id_token_signing_alg_values_supported, [decodeProtectedHeader(token).alg]);
});

test('keys and metadata may be kept for five minutes', async () => {
  for (const path of [
    '/.well-known/jwks.json',
    '/.well-known/oauth-authorization-server',
    '/.well-known/openid-configuration',
  ]) {
    assert.equal((await server.send(path)).headers.get('cache-control'), 'public, max-age=300');
  }
});

test('an OAuth library finds the endpoint by itself and gets tokens with both ways of authentication', async () => {
  const { clientId, clientSecret } = await server.newClient();
  const options = {
    [oauth.allowInsecureRequests]: true,
    // The issuer's name leads to the server under test.
    [oauth.customFetch]: (url: string, init: object) => fetch(url.replace(ISSUER, server.url), init),
  };
  const issuer = new URL(ISSUER);
  const discovery = await oauth.discoveryRequest(issuer, { algorithm: 'oauth2', ...options });
  const found = await oauth.processDiscoveryResponse(issuer, discovery);
  const client = { client_id: clientId };
  for (const authenticate of [oauth.ClientSecretBasic, oauth.ClientSecretPost]) {
    const answer = await oauth.clientCredentialsGrantRequest(
      found,
      client,
      authenticate(clientSecret),
      { scope: 'fulfillment' },
      options,
    );
    const { access_token: token, token_type: type } = await oauth.processClientCredentialsResponse(
      found,
      client,
      answer,
    );
    assert.equal(type, 'bearer');
    const api = await oauth.protectedResourceRequest(
      token,
      'GET',
      new URL('/v1/orders', server.url),
      undefined,
      undefined,
      options,
    );
    assert.equal(api.status, 200);
    // The library as the API: it verifies the token as RFC 9068 tells.
    const request = new Request(`${AUDIENCE}/v1/orders`, { headers: { authorization: `Bearer ${token}` } });
    const claims = await oauth.validateJwtAccessToken(found, request, AUDIENCE, options);
    assert.equal(claims.client_id, clientId);
  }
});

test('a library tells a refused client as invalid_client, however the client authenticated', async () => {
  const { clientId } = await server.newClient();
  const as = { issuer: ISSUER, token_endpoint: `${server.url}/oauth/token` };
  const client = { client_id: clientId };
  const options = { [oauth.allowInsecureRequests]: true };
  const refusal = async (authenticate: oauth.ClientAuth): Promise<unknown> => {
    const answer = await oauth.clientCredentialsGrantRequest(as, client, authenticate, {}, options);
    return oauth.processClientCredentialsResponse(as, client, answer).catch((error) => error);
  };
  const posted = await refusal(oauth.ClientSecretPost('wrong'));
  assert.ok(posted instanceof oauth.ResponseBodyError, String(posted));
  assert.deepEqual([posted.status, posted.error], [401, 'invalid_client']);
  // RFC 6749, 5.2: who tried HTTP Basic must be challenged; the library then reads nothing but the challenge.
  const challenged = await refusal(oauth.ClientSecretBasic('wrong'));
  assert.ok(challenged instanceof oauth.WWWAuthenticateChallengeError, String(challenged));
  assert.equal(challenged.cause[0]!.parameters.error, 'invalid_client');
});
