import { Type } from 'typebox';

/** A header and claims, with a signature that is none. */
const EXAMPLE_TOKEN = 'eyJhbGciOiJFUzI1NiIsInR5cCI6ImF0K2p3dCJ9.eyJzY29wZSI6ImZ1bGZpbGxtZW50In0.c2lnbmF0dXJl';
const EXAMPLE_SECRET = 'platen_Gj-ggHqsXIssYs3neKuRhGVt_dPtU3hryeZ2Z3l-FUA';
const EXAMPLE_CLIENT_ID = '5b0f6c1e-3f0a-4d8e-9a4b-0c9d6f1f2a11';

export const TokenRequestSchema = Type.Object(
  {
    grant_type: Type.Unsafe<'client_credentials'>({
      type: 'string',
      enum: ['client_credentials'],
      description: 'The OAuth 2.0 grant (RFC 6749, 4.4).',
    }),
    client_id: Type.Optional(
      Type.String({
        description: 'Client id. May come by HTTP Basic instead.',
        examples: [EXAMPLE_CLIENT_ID],
      }),
    ),
    client_secret: Type.Optional(
      Type.String({
        description: 'Client secret. May come by HTTP Basic instead.',
        examples: [EXAMPLE_SECRET],
      }),
    ),
    scope: Type.Optional(
      Type.String({ description: 'May be left out: a client has one scope.', examples: ['fulfillment'] }),
    ),
  },
  {
    title: 'TokenRequest',
    description: 'A request for a token; parameters that are not known are ignored.',
    examples: [
      {
        grant_type: 'client_credentials',
        client_id: EXAMPLE_CLIENT_ID,
        client_secret: EXAMPLE_SECRET,
      },
    ],
  },
);

export const TokenSchema = Type.Object(
  {
    access_token: Type.String({
      description: 'JWT access token (RFC 9068). Send it as `Authorization: Bearer …` until it expires.',
      examples: [EXAMPLE_TOKEN],
    }),
    token_type: Type.Unsafe<'Bearer'>({
      type: 'string',
      enum: ['Bearer'],
      description: 'How the token is sent (RFC 6750).',
    }),
    expires_in: Type.Integer({ description: 'Lifetime in seconds.', examples: [3600] }),
    scope: Type.String({ description: 'What the token may be used for.', examples: ['fulfillment'] }),
  },
  { title: 'Token', description: 'An access token (RFC 6749, 5.1).' },
);

export const KeySetSchema = Type.Object(
  {
    keys: Type.Array(
      Type.Object(
        {
          kty: Type.String({ description: 'Key type.', examples: ['EC'] }),
          crv: Type.String({ description: 'Curve.', examples: ['P-256'] }),
          x: Type.String({
            description: 'X coordinate, base64url.',
            examples: ['4jzkoo5JRPKp1VxK3Jg8jBkSmuXtUeWoLKgXuhiANXU'],
          }),
          y: Type.String({
            description: 'Y coordinate, base64url.',
            examples: ['IQdOQcjUjMNaDpu1Z2S5LR8YPOUR9CG94dcxu3In6ew'],
          }),
          kid: Type.String({
            description: 'Key id, as in the header of a token.',
            examples: ['MEWu2X6m1FCwy-fE'],
          }),
          alg: Type.String({ description: 'Algorithm.', examples: ['ES256'] }),
          use: Type.String({ description: 'sig: for signatures.', examples: ['sig'] }),
        },
        { title: 'PublicKey', description: 'A public key that tokens are verified with.' },
      ),
      { description: 'Keys that sign now, will sign next, or signed recently.' },
    ),
  },
  { title: 'KeySet', description: 'JSON Web Key Set (RFC 7517).' },
);

const address = (description: string, path: string) =>
  Type.String({ format: 'uri', description, examples: [`http://localhost:8080${path}`] });
const issuerMetadata = {
  issuer: address('AUTH_URL; `iss` of the tokens.', ''),
  token_endpoint: address('Address of the token endpoint.', '/oauth/token'),
  jwks_uri: address('Address of the public keys.', '/.well-known/jwks.json'),
  grant_types_supported: Type.Array(Type.String(), {
    description: 'client_credentials.',
    examples: [['client_credentials']],
  }),
  response_types_supported: Type.Array(Type.String(), {
    description: 'Empty: there is no authorization endpoint.',
    examples: [[]],
  }),
  token_endpoint_auth_methods_supported: Type.Array(Type.String(), {
    description: 'How a client may authenticate: by HTTP Basic, or in the body.',
    examples: [['client_secret_basic', 'client_secret_post']],
  }),
  scopes_supported: Type.Array(Type.String(), {
    description: 'The scopes; a client has one of them.',
    examples: [['fulfillment', 'operator']],
  }),
};

export const IssuerMetadataSchema = Type.Object(issuerMetadata, {
  title: 'IssuerMetadata',
  description: 'Authorization server metadata (RFC 8414).',
});

export const OpenIdMetadataSchema = Type.Object(
  {
    ...issuerMetadata,
    subject_types_supported: Type.Array(Type.String(), {
      description: 'public: `sub` is the client id, the same for every reader.',
      examples: [['public']],
    }),
    id_token_signing_alg_values_supported: Type.Array(Type.String(), {
      description:
        'What tokens are signed with. Some libraries take it for access tokens, too; there are no ID tokens.',
      examples: [['ES256']],
    }),
  },
  {
    title: 'OpenIdMetadata',
    description: 'The metadata, with what OpenID Connect Discovery 1.0 asks for beside it.',
  },
);
