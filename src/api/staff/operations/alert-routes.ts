import { type Static, Type } from 'typebox';
import type { Choice } from '../../../operations/alerts/alert-rules.ts';
import {
  type ChosenAlerts,
  chooseAlerts,
  endAlertOf,
  readAlertsUntil,
  readBell,
  readChoice,
  readLastMail,
} from '../../../operations/alerts/choose-alerts.ts';
import { changeAnswers, readAnswers, stringField, WITH_BODY } from '../../../platform/http/api-document.ts';
import { sendJson } from '../../../platform/http/etag.ts';
import { routeTable, routeUnder } from '../../../platform/http/route-table.ts';
import type { Config } from '../../../platform/settings/config.ts';
import { emptyAnswers } from '../fields/operator-schemas.ts';
import { type StaffContext, withoutNulls } from '../fields/staff-requests.ts';
import { sessionOf } from '../staff/require-staff.ts';
import { AlertChoiceRequest, AlertChoiceSchema, BellSchema, ReadAlertsRequest } from './alert-schemas.ts';

type AlertContext = StaffContext & { config: Pick<Config, 'MAIL'> };

const route = routeUnder<AlertContext>('Alerts');
const ALERTS = '/operator/v1/alerts';
const CHOICE = '/operator/v1/me/alerts';

const getBell = route({
  operationId: 'listAlerts',
  summary: 'Read your open alerts',
  description: 'Returns the open alerts of the kinds that you chose. An alert ends when its cause ends.',
  response: readAnswers('The alerts.', BellSchema, 'people_only'),
  handler: async ({ pool }, request, reply) => {
    const { alerts, ...counts } = await readBell(pool, sessionOf(request).operatorId);
    const listed = alerts.map(({ alertId, kind, begun, isUnread: unread, path, facts }) => ({
      ...{ alertId, kind, begun, unread, path },
      facts: withoutNulls(facts),
    }));
    return sendJson(request, reply, { ...counts, alerts: listed });
  },
});

const postRead = route({
  operationId: 'readAlerts',
  summary: 'Mark your alerts as read',
  description: 'Marks the alerts that began by this moment. Idempotent: sending it again changes nothing.',
  body: ReadAlertsRequest,
  response: emptyAnswers('The alerts are read.', 'people_only', ...WITH_BODY),
  handler: async ({ pool, clock }, request, reply) => {
    const until = new Date(Math.min(Date.parse(request.body.until), clock().getTime()));
    await readAlertsUntil(pool, sessionOf(request).operatorId, until);
    return reply.code(204).send();
  },
});

const postDone = route({
  operationId: 'endAlert',
  summary: 'End an alert that concerns only you',
  description:
    'Ends the alert about a note that mentions you. Other alerts stay until their cause is gone. Idempotent.',
  params: Type.Object({ alertId: stringField('The alert.', '0198c0df-33cc-7d44-8e55-f66071829304') }),
  response: { ...emptyAnswers('The alert has ended.', 'people_only') },
  handler: async ({ pool, clock }, request, reply) => {
    await endAlertOf(pool, request.params.alertId, { operatorId: sessionOf(request).operatorId, now: clock() });
    return reply.code(204).send();
  },
});

const getChoice = route({
  operationId: 'getAlertChoice',
  summary: 'Read which alerts you want',
  description: 'Returns your choice, and the state of the last e-mail to you.',
  response: readAnswers('The choice.', AlertChoiceSchema, 'people_only'),
  handler: async ({ pool, config }, request, reply) => {
    const { operatorId } = sessionOf(request);
    const choice = await readChoice(pool, operatorId);
    return sendJson(request, reply, await answerOf({ pool, config }, operatorId, choice));
  },
});

const putChoice = route({
  config: { moreFaults: ({ body }) => choiceFaults(Object(body)) },
  operationId: 'chooseAlerts',
  summary: 'Choose your alerts',
  description: 'Replaces your choice. Idempotent: sending it again changes nothing.',
  body: AlertChoiceRequest,
  response: changeAnswers('The choice.', AlertChoiceSchema, 'people_only'),
  handler: async ({ pool, config, clock }, request) => {
    const { operatorId } = sessionOf(request);
    const choice = await chooseAlerts(pool, operatorId, request.body as ChosenAlerts, clock());
    return answerOf({ pool, config }, operatorId, choice);
  },
});

function choiceFaults({ mail, address }: Partial<Static<typeof AlertChoiceRequest>>) {
  if (!Array.isArray(mail) || mail.length === 0 || address !== undefined) return [];
  return [{ pointer: '/address', code: 'required', message: '"address" is required, because "mail" has kinds.' }];
}

async function answerOf(
  { pool, config }: Pick<AlertContext, 'pool' | 'config'>,
  operatorId: string,
  { bell, mail, address, times }: Choice,
) {
  const last = await readLastMail(pool, operatorId);
  return {
    ...{ bell, mail, times, ...(address !== null && { address }) },
    mailIsSet: config.MAIL !== undefined,
    ...(last && { lastMail: withoutNulls(last) }),
  };
}

export const alertRoutes = routeTable<AlertContext>([
  ['GET', ALERTS, getBell, { verb: 'alerts.read' }],
  ['POST', `${ALERTS}/read`, postRead, { verb: 'alerts.read' }],
  ['POST', `${ALERTS}/:alertId/done`, postDone, { verb: 'alerts.read' }],
  ['GET', CHOICE, getChoice, { verb: 'alerts.read' }],
  ['PUT', CHOICE, putChoice, { verb: 'alerts.read' }],
]);
