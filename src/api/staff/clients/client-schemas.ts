import { Type } from 'typebox';
import { CLIENT_NAME_LENGTH_MAX } from '../../../clients/manage-clients.ts';
import {
  annotate,
  booleanField,
  integerFrom,
  integerIn,
  oneOf,
  stringField,
  Timestamp,
  titledObject,
} from '../../../platform/http/api-document.ts';
import { WEEK } from '../../../platform/settings/setting-values.ts';
import { NUMBER_PLACE } from '../../../shipping/tracking-rules.ts';
import { ROLES } from '../../../staff/role-rules.ts';
import { CODE_LENGTH_MAX, clientId, strictObject, text } from '../fields/operator-schemas.ts';

export const MODES = ['live', 'sandbox'] as const;
export const SCOPES = ['fulfillment', 'operator'] as const;
export const STATUSES = ['active', 'disabled'] as const;
const CARRIER_NAME_LENGTH_MAX = 200;
/** A pattern and an encoded tracking number together stay below the limit of a `trackingUrl`. */
const TRACKING_URL_PATTERN_LENGTH_MAX = 500;
const SECRET_ID = '0198c0df-66ff-7077-8182-9304a5b6c7d8';

const carrierId = stringField('Identifier of the carrier, for `shipping.carrierId` of an order.', 'dhl-paket');

const clientFields = {
  clientId,
  name: stringField('Name of the customer.', 'Test Shop'),
  mode: oneOf(MODES, 'sandbox: for tests; its orders never reach production.'),
  scope: oneOf(SCOPES, "fulfillment: a customer. operator: the center's own systems."),
  role: Type.Optional(oneOf(ROLES, 'Role, which gives permissions. Only with the scope operator.')),
  status: oneOf(STATUSES, 'disabled: the client gets no tokens, and its tokens are invalid.'),
  created: Timestamp('When it was created.'),
  products: integerFrom(0, 'Number of its products.', 1),
  productVariants: integerFrom(0, 'Number of its product variants.', 15),
  secrets: integerFrom(0, 'Number of its valid secrets.', 1),
};

export const ListedClientSchema = titledObject('ListedClient', 'A client in a list.', clientFields);

const CUSTOMS_FORMS = ['BY_VALUE', 'CN22', 'CN23', 'NONE'] as const;
const CUSTOMS_FORM_WORDS =
  'Customs form for its parcels to destinations outside the EU zone. BY_VALUE: CN22 up to 300 SDR and 2 kg, CN23 above. NONE: the carrier makes its own form.';

export const CarrierSchema = titledObject('Carrier', 'A carrier.', {
  carrierId,
  name: stringField('Name of the carrier.', 'DHL Paket'),
  customsForm: oneOf(CUSTOMS_FORMS, CUSTOMS_FORM_WORDS, 'BY_VALUE'),
  trackingUrlPattern: stringField(
    `Tracking page of its parcels, which fills \`trackingUrl\` where a shipment has none. ${NUMBER_PLACE} stands for the number. Empty: none.`,
    'https://www.dhl.de/en/privatkunden/pakete-empfangen/verfolgen.html?piececode={trackingNumber}',
  ),
});

const PRODUCTION_DAYS_MAX = 60;
const terms = {
  productionDays: Type.Optional(
    integerIn(
      1,
      PRODUCTION_DAYS_MAX,
      'Working days from the cut-off until an order is due. Given together with `cutOff`. Absent: the setting `PRODUCTION_HOURS` decides.',
      2,
    ),
  ),
  cutOff: Type.Optional(
    Type.String({
      pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$',
      ...annotate(
        'Time of the day in the zone of the center. An order that is assigned later counts for the next working day. Orders are due at this time.',
        ['14:00'],
      ),
    }),
  ),
  workingDays: Type.Optional(
    Type.Array(oneOf(WEEK, 'A day of the week.'), {
      minItems: 1,
      maxItems: WEEK.length,
      uniqueItems: true,
      ...annotate('Days that count. Public holidays never count. Absent: the working days of the center.', [
        ['MON', 'TUE', 'WED', 'THU', 'FRI'],
      ]),
    }),
  ),
  mayRush: booleanField('Whether its orders may ask for `priority: RUSH`.'),
};
const REFUSES_ARTWORK = 'Whether doubtful artwork puts an order into ERROR, instead of a warning.';
const BUYS_LABELS = 'Whether it may ask for labels of announced returns, which the center buys.';
const SHOWS_CHARGES = 'Whether `charges` of its shipped orders are shown to the client.';
export const TERMS_EXAMPLE = {
  productionDays: 2,
  cutOff: '14:00',
  workingDays: ['MON', 'TUE', 'WED', 'THU', 'FRI'],
  mayRush: true,
  showsCharges: false,
};
const TermsSchema = titledObject(
  'Contract',
  'What is agreed.',
  {
    ...terms,
    showsCharges: booleanField(SHOWS_CHARGES),
    refusesArtwork: Type.Optional(booleanField(`${REFUSES_ARTWORK} Absent: false.`)),
    buysReturnLabels: Type.Optional(booleanField(`${BUYS_LABELS} Absent: false.`)),
  },
  TERMS_EXAMPLE,
);
export const TermsRequest = {
  ...strictObject('ContractTermsRequest', 'What is agreed. It replaces the present terms.', {
    ...terms,
    showsCharges: Type.Optional(booleanField(`${SHOWS_CHARGES} Default: false.`)),
    refusesArtwork: Type.Optional(booleanField(`${REFUSES_ARTWORK} Default: false.`)),
    buysReturnLabels: Type.Optional(booleanField(`${BUYS_LABELS} Default: false.`)),
  }),
  examples: [TERMS_EXAMPLE],
};

export const CLIENT_EXAMPLE = {
  clientId: '4f5be5a8-5a25-4f0f-9a11-6a0b3a0e5d4c',
  name: 'Test Shop',
  mode: 'live',
  scope: 'fulfillment',
  status: 'active',
  created: '2026-01-31T12:00:00.000Z',
  products: 1,
  productVariants: 15,
  secrets: 1,
  carriers: [{ carrierId: 'dhl-paket', name: 'DHL Paket', default: true }],
  contract: { mayRush: false, showsCharges: false },
};
export const ClientSchema = titledObject(
  'Client',
  'A client.',
  {
    ...clientFields,
    carriers: Type.Array(
      titledObject('ContractedCarrier', 'A carrier that a client has a contract with.', {
        carrierId,
        name: stringField('Name of the carrier.', 'DHL Paket'),
        default: booleanField('Whether orders that name no carrier ship with it.'),
      }),
      { description: 'The carriers that the client has a contract with.' },
    ),
    contract: TermsSchema,
  },
  CLIENT_EXAMPLE,
);

export const NewClientRequest = strictObject('NewClientRequest', 'A new client.', {
  name: text(CLIENT_NAME_LENGTH_MAX, 'Name of the customer.', 'Test Shop'),
  mode: Type.Optional(oneOf(MODES, 'Default: live.')),
  scope: Type.Optional(oneOf(SCOPES, 'Default: fulfillment.')),
  role: Type.Optional(oneOf(ROLES, 'Role. Only with the scope operator. Default: admin.')),
  like: Type.Optional(text(128, 'The clientId of a customer whose products, carriers and terms it gets too.')),
});

export const ClientChangeRequest = Type.Object(
  {
    name: Type.Optional(text(CLIENT_NAME_LENGTH_MAX, 'Name of the customer.', 'Test Shop')),
    role: Type.Optional(oneOf(ROLES, 'Role. Only for a client with the scope operator.')),
  },
  {
    title: 'ClientChangeRequest',
    description: 'A change of a client. Absent fields stay.',
    additionalProperties: false,
    examples: [{ name: 'Test Shop' }],
  },
);

const secretId = stringField('Identifier of the secret. Its tokens have it as the claim `secret_id`.', SECRET_ID);

export const ListedSecretSchema = titledObject(
  'ClientSecret',
  'A valid secret. Its value is not stored.',
  {
    secretId,
    name: Type.Optional(stringField('Name that the client gave. Absent: the main secret.', 'accounting')),
    scopes: Type.Optional(
      Type.Array(Type.String(), {
        description: 'The only scopes of its tokens. Absent: the scope of the client.',
        examples: [['orders:read']],
      }),
    ),
    created: Timestamp('When it was created.'),
    lastUsed: Type.Optional(
      Timestamp('When it or one of its tokens was last used, up to six minutes late. Absent: never yet.'),
    ),
  },
  { secretId: SECRET_ID, created: '2026-01-31T12:00:00.000Z' },
);

export const SecretParams = Type.Object({ clientId, secretId });

export const NewSecretSchema = titledObject('NewSecret', 'The id and a new secret of a client.', {
  clientId,
  clientSecret: stringField(
    'The secret. It appears in this answer only, because only its hash is stored.',
    'platen_Gj-ggHqsXIssYs3neKuRhGVt_dPtU3hryeZ2Z3l-FUA',
  ),
});

export const RotateRequest = strictObject('RotateSecretRequest', 'Options of the rotation.', {
  revokeOthers: Type.Optional(
    booleanField(
      'true: ends all other secrets and their tokens at once. false: the previous secret stays valid. Default: false.',
    ),
  ),
});

export const CarrierRequest = strictObject('CarrierRequest', 'A carrier.', {
  name: text(CARRIER_NAME_LENGTH_MAX, 'Name of the carrier.', 'DHL Paket'),
  customsForm: Type.Optional(
    oneOf(CUSTOMS_FORMS, `${CUSTOMS_FORM_WORDS} Absent: it stays. Default of a new carrier: BY_VALUE.`),
  ),
  trackingUrlPattern: Type.Optional(
    Type.String({
      maxLength: TRACKING_URL_PATTERN_LENGTH_MAX,
      description: `Tracking page of its parcels, with ${NUMBER_PLACE} for the number. Empty: none. Absent: it stays. Default: the public page of DHL, Deutsche Post, UPS, FedEx, USPS, DPD, GLS and Hermes, which are known by id or name.`,
      examples: ['https://track.example.com/{trackingNumber}'],
    }),
  ),
});

export const ContractRequest = strictObject('ContractRequest', 'A contract with a carrier.', {
  default: Type.Optional(
    booleanField(
      'Whether orders that name no carrier ship with it. Absent: it stays. Default of a new contract: false.',
    ),
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
