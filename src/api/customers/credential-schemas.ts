import { Type } from 'typebox';
import type { ClientMode } from '../../clients/client-store.ts';
import { CUSTOMER_SCOPES, type CustomerScope } from '../../clients/scope-rules.ts';
import {
  booleanField,
  integerField,
  oneOf,
  openList,
  PRINTABLE,
  stringField,
  Timestamp,
  titledObject,
} from '../../platform/http/api-document.ts';

const NAME_LENGTH_MAX = 100;
const CREDENTIAL_ID = '0198c0de-7a3b-7c11-9d2e-5f60718293a4';
const NAME_EXAMPLE = 'accounting';
const NETWORKS_EXAMPLE = ['203.0.113.0/24', '2001:db8:12::/48'];
/** An address, or a network in CIDR notation, with up to 43 characters. */
const NETWORK_LENGTH_MAX = 49;

const CREDENTIAL_EXAMPLE = {
  credentialId: CREDENTIAL_ID,
  name: NAME_EXAMPLE,
  scopes: ['orders:read'],
  created: '2026-01-31T12:00:00.000Z',
};

const credentialId = stringField('Identifier of the credential. Its tokens have it as `secret_id`.', CREDENTIAL_ID);

export const CredentialParamsSchema = Type.Object({ credentialId });

const credentialFields = {
  credentialId,
  name: Type.Optional(stringField('Its name. Absent: the main credential.', NAME_EXAMPLE)),
  scopes: Type.Array(openList<CustomerScope | 'fulfillment'>(['fulfillment', ...CUSTOMER_SCOPES], 'A scope.'), {
    description: 'The scopes of its tokens. `fulfillment` contains all scopes.',
    examples: [['orders:read']],
  }),
  created: Timestamp('When it was created.'),
};

export const CredentialSchema = titledObject(
  'Credential',
  'A valid client secret. Its value is not stored.',
  {
    ...credentialFields,
    lastUsed: Type.Optional(
      Timestamp('When it or one of its tokens was last used, up to six minutes late. Absent: never yet.'),
    ),
  },
  { ...CREDENTIAL_EXAMPLE, lastUsed: '2026-02-01T09:30:00.000Z' },
);

export const NewCredentialSchema = titledObject(
  'NewCredential',
  'A new client secret.',
  {
    ...credentialFields,
    clientId: stringField('Your client id.', '5b0f6c1e3f0a'),
    clientSecret: stringField(
      'The secret. Only this answer contains it.',
      'platen_Gj-ggHqsXIssYs3neKuRhGVt_dPtU3hryeZ2Z3l-FUA',
    ),
  },
  {
    ...CREDENTIAL_EXAMPLE,
    clientId: '5b0f6c1e3f0a',
    clientSecret: 'platen_Gj-ggHqsXIssYs3neKuRhGVt_dPtU3hryeZ2Z3l-FUA',
  },
);

export const CredentialRequestSchema = Type.Object(
  {
    name: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: NAME_LENGTH_MAX,
        pattern: PRINTABLE,
        description: 'The program that gets the credential. Absent: the main credential is rotated.',
        examples: [NAME_EXAMPLE],
      }),
    ),
    scopes: Type.Optional(
      Type.Array(oneOf<CustomerScope>(CUSTOMER_SCOPES, 'A scope.', 'orders:read'), {
        minItems: 1,
        maxItems: CUSTOMER_SCOPES.length,
        description:
          'The only scopes that its tokens have. Absent: those of the newest credential with this name, or else all. Only with a name.',
        examples: [['orders:read']],
      }),
    ),
    revokePrevious: Type.Optional(
      booleanField('true: all other credentials of this name and their tokens end at once. Default: false.'),
    ),
  },
  {
    title: 'CredentialRequest',
    description: 'A new credential.',
    additionalProperties: false,
    examples: [{ name: NAME_EXAMPLE, scopes: ['orders:read'] }],
  },
);

export const RevokedCredentialSchema = titledObject('RevokedCredential', 'A credential that was revoked.', {
  credentialId,
  revoked: booleanField('Always true.', true),
});

export const NetworksSchema = Type.Object(
  {
    networks: Type.Array(Type.String({ maxLength: NETWORK_LENGTH_MAX, examples: [NETWORKS_EXAMPLE[0]] }), {
      maxItems: 50,
      description:
        'IP addresses, and networks in CIDR notation, from which your requests are accepted. At most 50. Empty: all.',
      examples: [NETWORKS_EXAMPLE],
    }),
  },
  {
    title: 'Networks',
    description: 'The networks from which your requests are accepted.',
    additionalProperties: false,
    examples: [{ networks: [] }],
  },
);

const used = (of: string, max: string, example: readonly [number, number]) =>
  titledObject(of, `${of} in use.`, {
    used: integerField('Number in use.', example[0]),
    max: integerField(max, example[1]),
  });

export const UsageSchema = titledObject('Usage', 'The use of your quota, and the limits of the API.', {
  mode: oneOf<ClientMode>(['live', 'sandbox'], 'sandbox: your orders never reach production.', 'live'),
  quota: Type.Optional(
    titledObject('Quota', 'The requests of the present window. Absent: requests are not limited.', {
      requests: integerField('Requests of one window. A request counts more for each full 16 KiB of its body.', 3_000),
      remaining: integerField('Requests that are left in the window. Other servers may have used some of them.', 2_990),
      windowSeconds: integerField('Length of a window in seconds.', 60),
      resetSeconds: integerField('Seconds until the next window.', 42),
    }),
  ),
  fileBytes: titledObject('FileBytes', 'Bytes of print files that were fetched for you on this day (UTC).', {
    used: integerField('Bytes fetched today.', 52_428_800),
    max: integerField('Largest number of bytes in a day. Further files are fetched the next day.', 107_374_182_400),
  }),
  webhookEndpoints: used('WebhookEndpointCount', 'Largest number of webhook endpoints.', [2, 20]),
  credentials: used('CredentialCount', 'Largest number of names of credentials.', [1, 20]),
  limits: titledObject('Limits', 'Limits of one request or order.', {
    bodyBytes: integerField('Bytes of a request body.', 1_048_576),
    itemsPerOrder: integerField('Items of an order.', 500),
    filesPerOrder: integerField('Different URLs of an order.', 200),
    fileBytesPerOrder: integerField('Bytes of all files of an order.', 2_147_483_648),
    ordersPerPage: integerField('Largest page of a list.', 500),
    networks: integerField('Networks in the allow-list.', 50),
  }),
});
