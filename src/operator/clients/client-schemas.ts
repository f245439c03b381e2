import { Type } from 'typebox';
import { CLIENT_NAME_LENGTH_MAX } from '../../clients/manage-clients.ts';
import { Timestamp } from '../../http/api-document.ts';
import { ROLES } from '../../people/role-rules.ts';
import { CODE_LENGTH_MAX, clientId, oneOf, strictObject, text } from '../fields/operator-schemas.ts';

export const MODES = ['live', 'sandbox'] as const;
export const SCOPES = ['fulfillment', 'operator'] as const;
export const STATUSES = ['active', 'disabled'] as const;
const CARRIER_NAME_LENGTH_MAX = 200;

const carrierId = Type.String({
  description: 'What an order names as shipping.carrierId.',
  examples: ['dhl-paket'],
});

const clientFields = {
  clientId,
  name: Type.String({ description: 'Name of the customer.', examples: ['Test Shop'] }),
  mode: oneOf(MODES, 'sandbox: for tests; its orders never reach production.'),
  scope: oneOf(SCOPES, "fulfillment: a customer. operator: the center's own systems."),
  role: Type.Optional(oneOf(ROLES, 'With the scope operator: what it may do.')),
  status: oneOf(STATUSES, 'A disabled client gets no tokens, and those it has end.'),
  created: Timestamp('When it was made.'),
  products: Type.Integer({ description: 'Products it has.' }),
  productVariants: Type.Integer({ description: 'Product variants it has.' }),
  secrets: Type.Integer({ description: 'Secrets that are valid.' }),
};

export const ListedClientSchema = Type.Object(clientFields, {
  title: 'ListedClient',
  description: 'A client in a list.',
});

export const CarrierSchema = Type.Object(
  { carrierId, name: Type.String({ description: 'Name of the carrier.', examples: ['DHL Paket'] }) },
  { title: 'Carrier', description: 'A carrier.' },
);

export const ClientSchema = Type.Object(
  {
    ...clientFields,
    carriers: Type.Array(
      Type.Object(
        {
          carrierId,
          name: Type.String({ description: 'Name of the carrier.' }),
          default: Type.Boolean({ description: 'Whether orders that name no carrier ship with it.' }),
        },
        { title: 'ContractedCarrier', description: 'A carrier that a client has a contract with.' },
      ),
      { description: 'The carriers that it has a contract with.' },
    ),
  },
  { title: 'Client', description: 'A client.' },
);

export const NewClientRequest = strictObject('NewClientRequest', 'A client to be made.', {
  name: text(CLIENT_NAME_LENGTH_MAX, 'Name of the customer.', 'Test Shop'),
  mode: Type.Optional(oneOf(MODES, 'Default: live.')),
  scope: Type.Optional(oneOf(SCOPES, 'Default: fulfillment.')),
  role: Type.Optional(oneOf(ROLES, 'With the scope operator: what it may do. Default: admin.')),
});

export const ClientChangeRequest = strictObject('ClientChangeRequest', 'A change of a client.', {
  name: text(CLIENT_NAME_LENGTH_MAX, 'Name of the customer.', 'Test Shop'),
});

export const NewSecretSchema = Type.Object(
  { clientId, clientSecret: Type.String({ description: 'Shown this once; only its hash is kept.' }) },
  { title: 'NewSecret', description: 'The id and a new secret of a client.' },
);

export const RotateRequest = strictObject('RotateSecretRequest', 'How the secret is rotated.', {
  revokeOthers: Type.Optional(
    Type.Boolean({
      description:
        'End every other secret, and the tokens it was exchanged for, at once. Default: false, the one before stays valid beside it.',
    }),
  ),
});

export const CarrierRequest = strictObject('CarrierRequest', 'A carrier.', {
  name: text(CARRIER_NAME_LENGTH_MAX, 'Name of the carrier.', 'DHL Paket'),
});

export const ContractRequest = strictObject('ContractRequest', 'A contract with a carrier.', {
  default: Type.Optional(
    Type.Boolean({
      description:
        'Whether orders that name no carrier ship with it. Absent: stays as it is, at first false.',
    }),
  ),
});

export const CarrierParams = Type.Object({
  carrierId: text(CODE_LENGTH_MAX, 'Identifier of the carrier, percent-encoded.', 'dhl-paket'),
});
export const ContractParams = Type.Object({ clientId, carrierId: CarrierParams.properties.carrierId });
export const AssignmentParams = Type.Object({
  clientId,
  productId: text(CODE_LENGTH_MAX, 'Identifier of the product, percent-encoded.', 'P-100'),
});
