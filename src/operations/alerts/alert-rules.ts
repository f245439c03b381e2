import { mayDo, type Role } from '../../staff/role-rules.ts';
import { ALERT_KINDS, type Alert, type AlertKind, type Cause } from './alert-kinds.ts';

export const TIMES = ['AT_ONCE', 'DAILY'] as const;

export interface Choice {
  /** Kinds in the bell of the console. */
  bell: AlertKind[];
  /** Kinds that are sent. */
  mail: AlertKind[];
  address: string | null;
  times: (typeof TIMES)[number];
  seen: Date;
  composed: Date;
}

export interface Recipient extends Pick<Choice, 'times' | 'composed'> {
  recipient: string;
  kinds: AlertKind[];
  /** Null for the webhook of the center. */
  role: Role | null;
  language: string | null;
  /** A message waits until the server accepts it. */
  isWaiting: boolean;
}

export interface Message {
  messageId: string;
  recipient: string;
  subject: string;
  text: string;
  created: Date;
}

/** The choice of a person who has made none. */
export const USUAL_CHOICE: Choice = {
  ...{ bell: [...ALERT_KINDS], mail: [], address: null, times: 'AT_ONCE' },
  ...{ seen: new Date(0), composed: new Date(0) },
};

/** Returns the causes without an open alert, and the open alerts whose cause is gone. */
export function compareCauses<Open extends Pick<Alert, 'kind' | 'cause'>>(
  causes: readonly Cause[],
  open: readonly Open[],
): { begun: Cause[]; gone: Open[] } {
  const key = ({ kind, cause }: Pick<Cause, 'kind' | 'cause'>) => `${kind} ${cause}`;
  const [present, known] = [new Set(causes.map(key)), new Set(open.map(key))];
  return {
    begun: causes.filter((one) => !known.has(key(one))),
    gone: open.filter((one) => !present.has(key(one))),
  };
}

/** Time in which further alerts join the same message. */
const GATHER_MS = 30_000;
/** Shortest time between two messages to one recipient. */
const PAUSE_MS = 5 * 60_000;

/** Returns the alerts of the recipient's next message; none if it is not due. */
export function alertsToSend<One extends Alert>(
  { kinds, role, recipient, times, composed, isWaiting }: Recipient,
  alerts: readonly (One & { operatorId: string | null })[],
  { now, morning }: { now: Date; morning: Date },
): One[] {
  if (isWaiting || (role !== null && !mayDo(role, 'alerts.read'))) return [];
  const wanted = alerts.filter(
    ({ kind, begun, operatorId }) =>
      begun > composed && kinds.includes(kind) && (operatorId === null || operatorId === recipient),
  );
  const [first] = wanted;
  if (!first) return [];
  if (times === 'DAILY') return composed < morning ? wanted : [];
  const due = Math.max(first.begun.getTime() + GATHER_MS, composed.getTime() + PAUSE_MS);
  return due <= now.getTime() ? wanted : [];
}

const RETRY_MINUTES = [1, 2, 5, 10, 20, 30] as const;
const GIVE_UP_MS = 3 * 86_400_000;

/** Returns when a message is tried again after this number of attempts; undefined: it is given up. */
export function nextAttempt(attempts: number, created: Date, now: Date): Date | undefined {
  if (now.getTime() - created.getTime() >= GIVE_UP_MS) return undefined;
  const minutes = RETRY_MINUTES[Math.min(attempts, RETRY_MINUTES.length) - 1] ?? RETRY_MINUTES[0];
  return new Date(now.getTime() + minutes * 60_000);
}
