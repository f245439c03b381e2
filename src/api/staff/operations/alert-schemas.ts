import { Type } from 'typebox';
import { ALERT_KINDS, type AlertKind } from '../../../operations/alerts/alert-kinds.ts';
import { TIMES } from '../../../operations/alerts/alert-rules.ts';
import { BELL_ALERTS_MAX } from '../../../operations/alerts/choose-alerts.ts';
import {
  booleanField,
  integerField,
  oneOf,
  openList,
  stringField,
  Timestamp,
  titledObject,
} from '../../../platform/http/api-document.ts';
import { CLIENT_ID, namedOrderFields, strictObject } from '../fields/operator-schemas.ts';

const ADDRESS_LENGTH_MAX = 254;
/** One address, without a name, a list or spaces. */
const ADDRESS = "^[A-Za-z0-9.!#$%&'*+/=?^_{|}~-]+@[A-Za-z0-9.-]+$";

const { clientId, clientName, orderId } = namedOrderFields;
const FACTS = { clientId: CLIENT_ID, clientName: 'Test Shop', orderId: 'SHOP-10001' };
const AlertSchema = titledObject('Alert', 'A cause that a person should look into.', {
  alertId: stringField('Identifier of the alert, a UUID.'),
  kind: openList<AlertKind>(ALERT_KINDS, 'Kind of the cause.'),
  begun: Timestamp('When Platen found the cause.'),
  unread: booleanField('true: it began after the person last read the alerts.'),
  path: stringField('Page of the console about the cause, below `/console`.', `/orders/${CLIENT_ID}/SHOP-10001`),
  facts: titledObject('AlertFacts', 'Names and keys of the cause. They contain no data of recipients.', {
    clientId: Type.Optional(clientId),
    clientName: Type.Optional(clientName),
    orderId: Type.Optional(orderId),
    name: Type.Optional(stringField('Name of the printer, the variant or the connected shop.', 'Label printer')),
    stockKind: Type.Optional(oneOf(['ARTICLE', 'PRODUCT'], 'Kind of the variant.')),
    code: Type.Optional(stringField('Code of the variant or the parcel.', 'ST-CREATOR-BLK-M')),
    reason: Type.Optional(stringField('Code of the error of the order.', 'file_not_found')),
    endpointId: Type.Optional(stringField('The webhook endpoint.')),
    orders: Type.Optional(integerField('Number of late orders. 10,001 means more than 10,000.', 12)),
    available: Type.Optional(integerField('Pieces that were available.', 3)),
    minimum: Type.Optional(integerField('Minimum of the variant in pieces.', 20)),
  }),
});

export const BellSchema = titledObject(
  'Alerts',
  'The open alerts of a person.',
  {
    unread: integerField('Number of unread alerts. 1,000 means 1,000 or more.', 1),
    open: integerField('Number of open alerts. 1,000 means 1,000 or more.', 1),
    alerts: Type.Array(AlertSchema, { description: `The open alerts, the newest first, at most ${BELL_ALERTS_MAX}.` }),
  },
  {
    ...{ unread: 1, open: 1 },
    alerts: [
      {
        ...{ alertId: '0198c0df-33cc-7d44-8e55-f66071829304', kind: 'ORDER_ERROR', begun: '2026-01-31T12:00:00.000Z' },
        ...{ unread: true, path: `/orders/${CLIENT_ID}/SHOP-10001`, facts: FACTS },
      },
    ],
  },
);

export const ReadAlertsRequest = strictObject('ReadAlertsRequest', 'The alerts that were read.', {
  until: Timestamp('`begun` of the newest alert that was read.'),
});

const kinds = (description: string, ...examples: AlertKind[]) =>
  Type.Array(oneOf<AlertKind>(ALERT_KINDS, 'A kind.'), {
    uniqueItems: true,
    maxItems: ALERT_KINDS.length,
    description,
    examples: [examples],
  });
const chosen = {
  bell: kinds('Kinds in the bell of the console.', 'ORDER_ERROR', 'BACKUP_FAILED'),
  mail: kinds('Kinds that are sent by e-mail.', 'BACKUP_FAILED'),
  address: Type.Optional(
    Type.String({
      maxLength: ADDRESS_LENGTH_MAX,
      pattern: ADDRESS,
      description: 'E-mail address, without a name. Absent: no e-mail.',
      examples: ['ada@example.com'],
    }),
  ),
  times: oneOf(TIMES, 'AT_ONCE: within minutes. DAILY: at 7:00 on working days of the center.'),
};
const CHOSEN = {
  bell: ['ORDER_ERROR', 'BACKUP_FAILED'],
  mail: ['BACKUP_FAILED'],
  address: 'ada@example.com',
  times: 'AT_ONCE',
};

export const AlertChoiceRequest = strictObject('AlertChoiceRequest', 'The alerts that a person wants.', chosen, CHOSEN);

export const AlertChoiceSchema = titledObject(
  'AlertChoice',
  'The alerts that a person wants.',
  {
    ...chosen,
    mailIsSet: booleanField('Whether the center has a mail server (`SMTP_URL`).'),
    lastMail: Type.Optional(
      titledObject('LastAlertMail', 'The last e-mail that was tried.', {
        created: Timestamp('When it was written.'),
        sent: Type.Optional(Timestamp('When the mail server accepted it. Absent: not yet.')),
        lastError: Type.Optional(stringField('Why the last attempt failed.')),
      }),
    ),
  },
  { ...CHOSEN, mailIsSet: false },
);
