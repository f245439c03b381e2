import { Type } from 'typebox';
import { scanCodeOf } from '../../../platform/formats/scan-codes.ts';
import {
  booleanField,
  integerField,
  integerIn,
  oneOf,
  stringField,
  Timestamp,
  titledObject,
} from '../../../platform/http/api-document.ts';
import { sentence } from '../../../production/floor-sentences.ts';
import { PROVIDER_KINDS } from '../../../shipping/labels/label-provider.ts';
import {
  CLIENT_ID,
  CODE_LENGTH_MAX,
  orderFields,
  SentenceSchema,
  strictObject,
  text,
} from '../fields/operator-schemas.ts';

const NAME_LENGTH_MAX = 80;
const ADDRESS_LENGTH_MAX = 1_000;
const SECRET_LENGTH_MAX = 500;
const FIELD_LENGTH_MAX = 200;
const RULES_MAX = 200;
const LISTED_MAX = 500;
const PACKAGES_MAX = 200;
const MM_MAX = 5_000;
const GRAMS_MAX = 1_000_000;
const DAYS_MAX = 60;
const VALUE_MAX = 10_000_000;

export const PROVIDER_ID = '019a5c7e-3b1f-7c2d-8e4a-5f6071829311';
const NEWS_URL = `http://localhost:8080/operator/v1/parcel-news/${PROVIDER_ID}/oHJ4xP0vW9c`;
const PACKAGE_ID = '019a5c7e-3b1f-7c2d-8e4a-5f6071829322';
const PACKAGE_CODE = scanCodeOf('package', 31);
const NOW = '2026-01-31T12:00:00.000Z';

const providerId = stringField('Identifier of the label provider.', PROVIDER_ID);
export const ProviderParams = Type.Object({ providerId });

export const NewsParams = Type.Object({ providerId, secret: stringField('The secret of `newsUrl`.', 'oHJ4xP0vW9c') });
/** The core knows no provider's form of news. */
export const NewsRequest = Type.Object(
  {},
  {
    description: 'News of a parcel, in any form.',
    additionalProperties: true,
    examples: [{ trackingNumber: 'JD014600003SE' }],
  },
);

const name = text(NAME_LENGTH_MAX, 'Name of the label provider. Unique.', 'Sendcloud');
const kind = oneOf(
  PROVIDER_KINDS,
  'HTTP: a server that follows the contract of the guide to postage. SENDCLOUD: Sendcloud, API v3. EASYPOST: EasyPost, API v2.',
  'HTTP',
);
const address = text(
  ADDRESS_LENGTH_MAX,
  'URL of the provider. Required for HTTP; absent for the usual address of the other kinds. Private addresses are allowed.',
  'http://10.0.0.9:9000',
);
const isTest = booleanField(
  'Whether its labels are for tests and not for shipping. A key of EasyPost decides by itself.',
  false,
);
const field = (description: string, example: string) => Type.Optional(text(FIELD_LENGTH_MAX, description, example));
const SENDER = {
  street: 'Werkstraße 1',
  city: 'Hamburg',
  postalCode: '20095',
  country: 'DE',
  phoneNumber: '+49401234',
};
const sender = titledObject('LabelSender', 'The address from which parcels are sent.', {
  personName: field('Name of a person.', 'Ada Lovelace'),
  company: field('Name of the company. Absent: the name of the client.', 'Print Shop'),
  street: text(FIELD_LENGTH_MAX, 'Street and house number.', SENDER.street),
  addressLine2: field('Second line of the address.', 'Gate 2'),
  city: text(FIELD_LENGTH_MAX, 'City.', SENDER.city),
  postalCode: field('Postal code.', SENDER.postalCode),
  state: field('State or province.', 'HH'),
  country: Type.String({ pattern: '^[A-Z]{2}$', description: 'ISO 3166-1 alpha-2 code.', examples: ['DE'] }),
  phoneNumber: field('Phone number. Some carriers require it.', SENDER.phoneNumber),
  email: field('E-mail address.', 'shipping@example.com'),
});
const credentials = strictObject('LabelCredentials', 'Credentials. They are encrypted, and no answer contains them.', {
  user: Type.Optional(text(SECRET_LENGTH_MAX, 'SENDCLOUD: the public key. Other kinds: absent.')),
  secret: text(SECRET_LENGTH_MAX, 'HTTP: the bearer token. SENDCLOUD: the secret key. EASYPOST: the API key.'),
});

export const NewProviderRequest = strictObject(
  'NewLabelProviderRequest',
  'A new label provider.',
  {
    name,
    kind,
    address: Type.Optional(address),
    isTest: Type.Optional(isTest),
    sender,
    credentials: Type.Optional(credentials),
  },
  {
    name: 'Own labels',
    kind: 'HTTP',
    address: 'http://10.0.0.9:9000',
    sender: SENDER,
    credentials: { secret: 'a-token' },
  },
);
export const ProviderChangeRequest = strictObject(
  'LabelProviderChangeRequest',
  'The fields to change. Absent fields keep their value. `null` deletes the credentials or the address.',
  {
    name: Type.Optional(name),
    address: Type.Optional(
      Type.Union([address, Type.Null()], { description: 'URL of the provider. Null: the usual address of its kind.' }),
    ),
    isTest: Type.Optional(isTest),
    sender: Type.Optional(sender),
    credentials: Type.Optional(
      Type.Union([credentials, Type.Null()], { description: 'New credentials. Null deletes them.' }),
    ),
  },
  { isTest: true },
);
export const ProviderSchema = titledObject(
  'LabelProvider',
  'A service from which Platen buys labels. Only callers who may change it see its address.',
  {
    providerId,
    name,
    kind,
    address: Type.Optional(address),
    isTest,
    sender,
    hasCredentials: booleanField('Whether credentials are stored.', true),
    newsUrl: Type.Optional(
      stringField(
        'Where the provider may report news of parcels. It contains a secret. Only callers who may change the provider see it.',
        NEWS_URL,
      ),
    ),
    created: Timestamp('When it was added.'),
  },
  {
    providerId: PROVIDER_ID,
    name: 'Own labels',
    kind: 'HTTP',
    address: 'http://10.0.0.9:9000',
    isTest: false,
    sender: SENDER,
    hasCredentials: true,
    newsUrl: NEWS_URL,
    created: NOW,
  },
);
export const ProviderTestSchema = titledObject(
  'LabelProviderTest',
  'The result of a test. Nothing is bought.',
  {
    works: booleanField('Whether the provider has answered and accepts the credentials.', true),
    sentence: Type.Optional(SentenceSchema),
  },
  {
    works: false,
    sentence: sentence('label_provider_unreachable', { provider: 'Own labels', message: 'no connection' }),
  },
);

const list = (description: string, length: number, example: string) =>
  Type.Optional(
    Type.Array(text(length, 'One of them.', example), {
      minItems: 1,
      maxItems: LISTED_MAX,
      uniqueItems: true,
      description,
    }),
  );
const grams = (description: string) => Type.Optional(integerIn(0, GRAMS_MAX, description, 2_000));
const value = (description: string) =>
  Type.Optional(Type.Number({ minimum: 0, maximum: VALUE_MAX, description, examples: [500] }));
const when = strictObject('LabelRuleConditions', 'Conditions of a rule. All of them must hold.', {
  clientIds: list('Clients of the order.', CODE_LENGTH_MAX, CLIENT_ID),
  carrierIds: list('Carriers that the order names.', CODE_LENGTH_MAX, 'dhl-paket'),
  countries: Type.Optional(
    Type.Array(Type.String({ pattern: '^[A-Z]{2}$', description: 'ISO 3166-1 alpha-2 code.', examples: ['DE'] }), {
      minItems: 1,
      maxItems: LISTED_MAX,
      uniqueItems: true,
      description: 'Countries of the recipient.',
    }),
  ),
  zone: Type.Optional(
    oneOf(['EU', 'OUTSIDE_EU'], 'Whether the recipient is in the customs zone of the European Union.'),
  ),
  weightGramsMin: grams('Minimum weight of the parcel with its package, in grams.'),
  weightGramsMax: grams('Maximum weight of the parcel with its package, in grams.'),
  valueMin: value('Minimum value of the goods. Orders without prices fit no rule with a value.'),
  valueMax: value('Maximum value of the goods.'),
  currency: Type.Optional(
    Type.String({ pattern: '^[A-Z]{3}$', description: 'Currency of the value, ISO 4217.', examples: ['EUR'] }),
  ),
});
const RULE = { providerId: PROVIDER_ID, service: 'dhl:standard', carrierId: 'dhl-paket', when: { countries: ['FR'] } };
const LabelRuleSchema = titledObject(
  'LabelRule',
  'A rule that chooses the label provider and its service.',
  {
    providerId,
    service: Type.Optional(
      text(
        FIELD_LENGTH_MAX,
        'Service in the words of the provider. Absent: the cheapest one that it offers.',
        'dhl:standard',
      ),
    ),
    withinDays: Type.Optional(
      integerIn(0, DAYS_MAX, 'Maximum days until delivery by the cheapest service. Absent: any number of days.', 3),
    ),
    carrierId: Type.Optional(
      text(
        CODE_LENGTH_MAX,
        'Carrier whose hand-over list takes the parcel. Absent: the carrier of the order.',
        'dhl-paket',
      ),
    ),
    when: Type.Optional(when),
  },
  RULE,
);
export const LabelRulesRequest = strictObject(
  'LabelRulesRequest',
  'All rules in their order. Without rules, no label is bought.',
  {
    rules: Type.Array(LabelRuleSchema, {
      maxItems: RULES_MAX,
      description: 'The first rule that fits a parcel decides.',
    }),
  },
  { rules: [RULE] },
);
export const LabelRulesSchema = titledObject(
  'LabelRules',
  'All rules in their order.',
  { rules: Type.Array(LabelRuleSchema, { description: 'The first rule that fits a parcel decides.' }) },
  { rules: [RULE] },
);

export const money = (description: string) =>
  titledObject('LabelCost', description, {
    amount: Type.Number({ minimum: 0, description: 'The amount, with up to four decimals.', examples: [4.99] }),
    currency: stringField('ISO 4217.', 'EUR'),
  });
const RateSchema = titledObject('LabelRate', 'A service that the provider offers for the parcel.', {
  service: stringField('Service in the words of the provider.', 'dhl:standard'),
  carrier: stringField('Name of the carrier.', 'DHL Paket'),
  cost: Type.Optional(money('The price.')),
  days: Type.Optional(Type.Number({ description: 'Days until delivery.', examples: [2] })),
});
export const TryRulesRequest = strictObject('TryLabelRulesRequest', 'The order to try.', orderFields, {
  clientId: CLIENT_ID,
  orderId: 'SHOP-10001',
});
export const TriedRulesSchema = titledObject(
  'TriedLabelRules',
  'What the rules choose for the whole order as one parcel. Nothing is bought.',
  {
    place: Type.Optional(integerField('Place of the rule that decides, from 1. Absent: no label is bought.', 1)),
    providerId: Type.Optional(providerId),
    providerName: Type.Optional(stringField('Name of the provider.', 'Own labels')),
    service: Type.Optional(stringField('The chosen service. Absent: the provider offers none.', 'dhl:standard')),
    rate: Type.Optional(RateSchema),
    rates: Type.Array(RateSchema, { description: 'All offers of the provider.' }),
    weightGrams: Type.Optional(integerField('Weight of the parcel with its package, in grams.', 420)),
    sentences: Type.Array(SentenceSchema, { description: 'Why no service is chosen. Empty if one is.' }),
  },
  { rates: [], sentences: [sentence('label_no_rule')] },
);

const packageFields = {
  name: text(NAME_LENGTH_MAX, 'Name of the box or bag. Unique.', 'Mailer S'),
  lengthMm: integerIn(1, MM_MAX, 'Inner length in millimeters.', 350),
  widthMm: integerIn(1, MM_MAX, 'Inner width in millimeters.', 250),
  heightMm: integerIn(1, MM_MAX, 'Inner height in millimeters.', 50),
  weightGrams: integerIn(0, GRAMS_MAX, 'Weight of the empty package in grams.', 60),
};
const PACKAGE = { name: 'Mailer S', lengthMm: 350, widthMm: 250, heightMm: 50, weightGrams: 60 };
const packageId = text(CODE_LENGTH_MAX, 'Identifier of the package.', PACKAGE_ID);
const description = 'In their order. The first one is used unless a packer chooses another one.';
export const PackagesRequest = strictObject(
  'PackagesRequest',
  'All packages. Those without a packageId are new.',
  {
    packages: Type.Array(
      strictObject('WantedPackage', 'A box or bag.', { packageId: Type.Optional(packageId), ...packageFields }),
      { maxItems: PACKAGES_MAX, description },
    ),
  },
  { packages: [PACKAGE] },
);
export const PackagesSchema = titledObject(
  'Packages',
  'All packages.',
  {
    packages: Type.Array(
      titledObject('Package', 'A box or bag.', {
        packageId,
        code: stringField('Code that a packer scans to choose it. It is on the command sheets.', PACKAGE_CODE),
        ...packageFields,
      }),
      { description },
    ),
  },
  { packages: [{ packageId: PACKAGE_ID, code: PACKAGE_CODE, ...PACKAGE }] },
);
export const ParcelPackageRequest = strictObject(
  'ParcelPackageRequest',
  'The package and the weight of a parcel. Absent or null: the first package, and the weight of the catalogue.',
  {
    packageId: Type.Optional(
      Type.Union([packageId, Type.Null()], { description: 'The package. Null: the first one of the list.' }),
    ),
    weightGrams: Type.Optional(
      Type.Union([integerIn(1, GRAMS_MAX, 'Weight of the whole parcel in grams, as weighed.', 450), Type.Null()], {
        description: 'Weight of the whole parcel in grams. Null: the weight of the catalogue.',
      }),
    ),
  },
  { weightGrams: 450 },
);
