import { api, type Schemas } from '../api/operator-client.ts';
import { polledQuery } from '../api/query-client.ts';

export type Alert = Schemas['Alert'];
export type AlertKind = Schemas['AlertChoice']['bell'][number];

export const ALERTS_KEY = ['alerts'];

export const alertsQuery = polledQuery(ALERTS_KEY, '/operator/v1/alerts');

/** Marks the alerts that began by this moment as read. */
export const readAlerts = (until: string) => api.POST('/operator/v1/alerts/read', { body: { until } });

/** Ends an alert that concerns only this person, such as a mention. */
export const endAlert = (alertId: string) =>
  api.POST('/operator/v1/alerts/{alertId}/done', { params: { path: { alertId } } });

export const ALERT_CHOICE_KEY = ['alert-choice'];

export const alertChoiceQuery = polledQuery(ALERT_CHOICE_KEY, '/operator/v1/me/alerts');

export const chooseAlerts = (body: Schemas['AlertChoiceRequest']): Promise<Schemas['AlertChoice']> =>
  api.PUT('/operator/v1/me/alerts', { body });

/** In the order of the page. */
export const ALERT_KINDS = [
  'ORDER_ERROR',
  'CANCELLATION_ASKED',
  'ORDERS_LATE',
  'STOCK_LOW',
  'LABEL_FAILED',
  'PRINTER_STOPPED',
  'MACHINE_STOPPED',
  'CONNECTION_STOPPED',
  'BACKUP_FAILED',
  'MENTION',
] as const satisfies readonly AlertKind[];
