import { Type } from 'typebox';
import { CUSTOMER_SCOPES } from '../../clients/scope-rules.ts';
import { integerField, oneOf, stringField, titledObject } from '../../platform/http/api-document.ts';

/** A header and claims with an invalid signature. */
const EXAMPLE_TOKEN = 'eyJhbGciOiJFUzI1NiIsInR5cCI6ImF0K2p3dCJ9.eyJzY29wZSI6ImZ1bGZpbGxtZW50In0.c2lnbmF0dXJl';
const EXAMPLE_SECRET = 'platen_Gj-ggHqsXIssYs3neKuRhGVt_dPtU3hryeZ2Z3l-FUA';
const EXAMPLE_CLIENT_ID = '5b0f6c1e-3f0a-4d8e-9a4b-0c9d6f1f2a11';

const only = <T extends string>(value: T, description: string) => oneOf<T>([value], description);
const list = (description: string, ...examples: string[]) =>
  Type.Array(Type.String(), { description, examples: [examples] });

export const TokenRequestSchema = titledObject(
  'TokenRequest',
  'A request for a token. Unknown parameters are ignored.',
  {
    grant_type: only('client_credentials', 'The OAuth 2.0 grant (RFC 6749, 4.4).'),
    client_id: Type.Optional(stringField('Client id. Required without HTTP Basic.', EXAMPLE_CLIENT_ID)),
    client_secret: Type.Optional(stringField('Client secret. Required without HTTP Basic.', EXAMPLE_SECRET)),
    scope: Type.Optional(
      stringField(
        'Scopes, separated by spaces, to limit the token: orders:read, orders:write, catalog:read, webhooks:manage. Without it, the token gets all that its secret may have.',
        'orders:read catalog:read',
      ),
    ),
  },
  { grant_type: 'client_credentials', client_id: EXAMPLE_CLIENT_ID, client_secret: EXAMPLE_SECRET },
);

export const TokenSchema = titledObject('Token', 'An access token (RFC 6749, 5.1).', {
  access_token: stringField(
    'JWT access token (RFC 9068). Send it as `Authorization: Bearer …` until it expires.',
    EXAMPLE_TOKEN,
  ),
  token_type: only('Bearer', 'The scheme of the Authorization header (RFC 6750).'),
  expires_in: integerField('Lifetime in seconds.', 3600),
  scope: stringField(
    'The scope of the token: fulfillment, which contains all scopes, or its scopes separated by spaces.',
    'fulfillment',
  ),
});

export const KeySetSchema = titledObject('KeySet', 'JSON Web Key Set (RFC 7517).', {
  keys: Type.Array(
    titledObject('PublicKey', 'A public key that verifies tokens.', {
      kty: stringField('Key type.', 'EC'),
      crv: stringField('Curve.', 'P-256'),
      x: stringField('X coordinate, base64url.', '4jzkoo5JRPKp1VxK3Jg8jBkSmuXtUeWoLKgXuhiANXU'),
      y: stringField('Y coordinate, base64url.', 'IQdOQcjUjMNaDpu1Z2S5LR8YPOUR9CG94dcxu3In6ew'),
      kid: stringField('Key id, as in the header of a token.', 'MEWu2X6m1FCwy-fE'),
      alg: stringField('Algorithm.', 'ES256'),
      use: stringField('Use of the key. sig: it verifies signatures.', 'sig'),
    }),
    { description: 'The key that signs now, the next one, and recent ones whose tokens are still valid.' },
  ),
});

const address = (description: string, path: string) =>
  Type.String({ format: 'uri', description, examples: [`http://localhost:8080${path}`] });
const issuerMetadata = {
  issuer: address('Identifier of the issuer, as in the claim `iss` of the tokens.', ''),
  token_endpoint: address('Address of the token endpoint.', '/oauth/token'),
  jwks_uri: address('Address of the public keys.', '/.well-known/jwks.json'),
  grant_types_supported: list('Supported grants: only client_credentials.', 'client_credentials'),
  response_types_supported: list('Empty: there is no authorization endpoint.'),
  token_endpoint_auth_methods_supported: list(
    'How a client authenticates: by HTTP Basic, or in the body.',
    'client_secret_basic',
    'client_secret_post',
  ),
  scopes_supported: list('All scopes.', 'fulfillment', ...CUSTOMER_SCOPES, 'operator'),
};

export const IssuerMetadataSchema = titledObject(
  'IssuerMetadata',
  'Authorization server metadata (RFC 8414).',
  issuerMetadata,
);

export const OpenIdMetadataSchema = titledObject(
  'OpenIdMetadata',
  'The issuer metadata, with the fields that OpenID Connect Discovery 1.0 requires.',
  {
    ...issuerMetadata,
    subject_types_supported: list('public: `sub` is the client id, the same for every reader.', 'public'),
    id_token_signing_alg_values_supported: list(
      'Algorithm that signs tokens. Some libraries apply it to access tokens; there are no ID tokens.',
      'ES256',
    ),
  },
);
