/** The kinds of causes that a person should look into. */
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
] as const;
export type AlertKind = (typeof ALERT_KINDS)[number];

/** Names and keys of a cause. They contain no data of recipients. */
export interface AlertFacts {
  clientId?: string;
  clientName?: string;
  orderId?: string;
  /** Name of the printer, the variant or the connected shop; of a mention, the author of the note. */
  name?: string;
  stockKind?: string;
  /** Code of the variant or the parcel. */
  code?: string;
  /** Code of the order's error. */
  reason?: string;
  endpointId?: string;
  orders?: number;
  available?: number;
  minimum?: number;
}

export interface Cause {
  kind: AlertKind;
  cause: string;
  facts: AlertFacts;
  /** The person whom it concerns; absent: everybody who chose the kind. */
  operatorId?: string | null;
}

export interface Alert extends Cause {
  alertId: string;
  begun: Date;
}

/** Returns the address of the page in the console that shows the cause, below `/console`. */
export function pathOf({ kind, facts }: Pick<Cause, 'kind' | 'facts'>): string {
  const { clientId = '', orderId = '', stockKind = '', code = '', endpointId } = facts;
  const key = (...parts: string[]) => parts.map(encodeURIComponent).join('/');
  switch (kind) {
    case 'ORDER_ERROR':
    case 'CANCELLATION_ASKED':
    case 'LABEL_FAILED':
    case 'MENTION':
      return `/orders/${key(clientId, orderId)}`;
    case 'STOCK_LOW':
      return `/stock/${key(stockKind, code)}`;
    case 'CONNECTION_STOPPED':
      return endpointId === undefined ? `/clients/${key(clientId)}` : `/webhooks/${key(clientId, endpointId)}`;
    default:
      return PAGES[kind];
  }
}

/** The list in the console that shows all causes of a kind. */
export const PAGES: Readonly<Record<AlertKind, string>> = {
  ORDER_ERROR: '/orders?status=ERROR',
  CANCELLATION_ASKED: '/orders?cancellation=requested',
  ORDERS_LATE: '/orders?due=LATE',
  STOCK_LOW: '/stock?belowMinimum=true',
  LABEL_FAILED: '/problems',
  PRINTER_STOPPED: '/printers',
  MACHINE_STOPPED: '/machines',
  CONNECTION_STOPPED: '/webhooks',
  BACKUP_FAILED: '/today',
  MENTION: '/orders',
};
