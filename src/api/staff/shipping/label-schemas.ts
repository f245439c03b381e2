import { Type } from 'typebox';
import { PARCEL_PROBLEMS } from '../../../packing/parcel-paper-rules.ts';
import {
  booleanField,
  integerField,
  oneOf,
  stringField,
  Timestamp,
  titledObject,
} from '../../../platform/http/api-document.ts';
import {
  CLIENT_ID,
  clientName,
  namedOrderFields,
  SENTENCE,
  SentenceSchema,
  staffPaging,
  strictObject,
} from '../fields/operator-schemas.ts';
import { PARCEL_CODE } from '../packing/parcel-schemas.ts';
import { money } from './label-provider-schemas.ts';

const NOW = '2026-01-31T12:00:00.000Z';
const DAY = '2026-01-31';
const problem = oneOf(PARCEL_PROBLEMS, 'Why there is no label. `getParcel` describes the names.', 'label_refused');

export const OPEN_LABEL_STATES = ['COMING', 'FAILED', 'VOIDING', 'NOT_VOIDED'] as const;
export const OpenLabelSchema = titledObject(
  'OpenLabel',
  'A label that is not on a parcel yet, or is to be voided.',
  {
    code: stringField('Scanned code of the parcel.', PARCEL_CODE),
    ...namedOrderFields,
    station: stringField('Name of the station that packed the parcel.', 'pack-1'),
    state: oneOf(
      OPEN_LABEL_STATES,
      'COMING: it is being bought, also again after a failure. FAILED: a person must act. VOIDING: it was given up, and the provider is asked to void it. NOT_VOIDED: the provider refused to void it, so it is paid.',
      'FAILED',
    ),
    asked: Timestamp('When the label was requested.'),
    providerName: Type.Optional(stringField('Name of the label provider.', 'Own labels')),
    service: Type.Optional(stringField('Service in the words of the provider.', 'dhl:standard')),
    attempts: integerField('Failed attempts in a row.', 1),
    nextAttempt: Type.Optional(Timestamp('When the next attempt starts. Absent: no attempt is planned.')),
    cost: Type.Optional(money('The price, after it was bought.')),
    isTest: booleanField('Whether the label is a test and not for shipping.', false),
    problem: Type.Optional(problem),
    details: Type.Array(Type.String(), { description: 'The problem, as sentences.' }),
    detailSentences: Type.Array(SentenceSchema, { description: 'The sentences with codes and values.' }),
  },
  {
    ...{
      code: PARCEL_CODE,
      clientId: CLIENT_ID,
      clientName: 'Test Shop',
      orderId: 'SHOP-10001',
      station: 'pack-1',
      state: 'FAILED',
    },
    ...{
      asked: NOW,
      attempts: 1,
      isTest: false,
      problem: 'label_refused',
      details: [SENTENCE.message],
      detailSentences: [SENTENCE],
    },
  },
);
export const OpenLabelQuery = Type.Object({ problem: Type.Optional(problem), ...staffPaging });

export const RetryLabelsRequest = strictObject(
  'RetryLabelsRequest',
  'The cause whose labels are bought again.',
  { problem },
  { problem: 'label_provider_unreachable' },
);
export const RetriedLabelsSchema = titledObject(
  'RetriedLabels',
  'Labels that are bought again now.',
  { parcels: integerField('Number of their parcels, at most 1,000 at once, and 100 for `label_is_test`.', 0) },
  { parcels: 0 },
);

const day = (description: string) =>
  Type.Optional(
    Type.String({
      pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}$',
      description: `${description} A day in the time zone of the center.`,
      examples: [DAY],
    }),
  );
export const LabelCostQuery = Type.Object({
  from: day('First day. Absent: the first day of the month of the last one.'),
  to: day('Last day. Absent: today.'),
});
export const LabelCostsSchema = titledObject(
  'LabelCosts',
  'Costs of bought labels by month, client and currency. Voided and test labels are left out.',
  {
    from: stringField('First day.', '2026-01-01'),
    to: stringField('Last day.', DAY),
    costs: Type.Array(
      titledObject('ClientLabelCosts', 'The labels of a client in one month.', {
        month: stringField('The month in the time zone of the center.', '2026-01'),
        clientId: stringField('The client.', CLIENT_ID),
        clientName,
        currency: Type.Optional(stringField('ISO 4217. Absent: the provider gave no price.', 'EUR')),
        labels: integerField('Number of labels.', 12),
        cost: Type.Number({ description: 'Sum of their prices.', examples: [59.88] }),
      }),
      { description: 'Sorted by month and name of the client.' },
    ),
  },
);
