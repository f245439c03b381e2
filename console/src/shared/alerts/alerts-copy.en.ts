import { reasons } from '../copy/order-words.en.ts';
import type { AlertKind } from './alerts-api.ts';

export const copy = {
  title: 'Alerts',
  none: 'Nothing needs a person now.',
  unread: 'New',
  choose: 'Choose alerts',
  more: (alerts: string) => `and ${alerts} more`,
  /** One alert. */
  one: {
    ORDER_ERROR: 'Order in error',
    CANCELLATION_ASKED: 'Customer asks to cancel',
    ORDERS_LATE: 'Late orders',
    STOCK_LOW: 'Stock below its minimum',
    LABEL_FAILED: 'Label failed',
    PRINTER_STOPPED: 'Printer stopped',
    CONNECTION_STOPPED: 'Connection stopped',
    BACKUP_FAILED: 'Backup failed',
    MENTION: 'You are mentioned in a note',
  } as Record<string, string>,
  /** Codes of errors. */
  reasons: reasons as Record<string, string>,
  orders: (orders: string) => `Open and due: ${orders}`,
  stock: (available: string, minimum: string) => `${available} available, minimum ${minimum}`,
  choice: {
    kinds: {
      ORDER_ERROR: 'Orders in error',
      CANCELLATION_ASKED: 'Customers who ask to cancel an order',
      ORDERS_LATE: 'Late orders, in the morning of working days',
      STOCK_LOW: 'Stock below its minimum',
      LABEL_FAILED: 'Labels that cannot be bought or voided',
      PRINTER_STOPPED: 'Printers that cannot print',
      CONNECTION_STOPPED: 'Webhooks that were disabled, and shop connections that are silent',
      BACKUP_FAILED: 'Backups that fail or are damaged',
      MENTION: 'Notes that mention you',
    } satisfies Record<AlertKind, string>,
    kind: 'Kind',
    bell: 'Bell',
    mail: 'E-mail',
    inBell: (kind: string) => `Bell: ${kind}`,
    byMail: (kind: string) => `E-mail: ${kind}`,
    address: 'E-mail address',
    times: 'When',
    atOnce: 'At once, collected for half a minute',
    daily: 'Once a day: at 7:00 on working days, what is still open',
    notSet: 'The center has no mail server, so no e-mail is sent. An admin sets SMTP_URL.',
    lastSent: (moment: string) => `Last e-mail: ${moment}`,
    lastFailed: (moment: string, error: string) => `The e-mail of ${moment} was not sent yet: ${error}`,
    save: 'Save',
    saved: 'Saved.',
    needsAddress: 'Enter an e-mail address.',
  },
};
