import { formatCount } from '../../platform/errors/wording.ts';
import { ALERT_KINDS, type Alert, type AlertFacts, type AlertKind, PAGES, pathOf } from './alert-kinds.ts';

/** A list of more alerts of one kind is cut. */
const LISTED_MAX = 10;

interface Words {
  kinds: Record<AlertKind, string>;
  of: (kind: AlertKind, facts: AlertFacts) => string;
  subject: (first: string, others: number) => string;
  more: (alerts: string) => string;
  choose: string;
  late: (orders: string) => string;
}

const line = (...parts: (string | undefined)[]) => parts.filter(Boolean).join(', ');

const WORDS: Readonly<Record<'en' | 'de', Words>> = {
  en: {
    kinds: {
      ORDER_ERROR: 'Orders in error',
      CANCELLATION_ASKED: 'Customers ask to cancel',
      ORDERS_LATE: 'Late orders',
      STOCK_LOW: 'Stock below its minimum',
      LABEL_FAILED: 'Labels that failed',
      PRINTER_STOPPED: 'Printers that stopped',
      MACHINE_STOPPED: 'Machines that get no files',
      CONNECTION_STOPPED: 'Webhooks and shop connections that stopped',
      BACKUP_FAILED: 'Backups that fail',
      MENTION: 'Notes that mention you',
    },
    of: (kind, facts) =>
      kind === 'STOCK_LOW'
        ? `${line(facts.code, facts.name)}: ${facts.available} available, minimum ${facts.minimum}`
        : describe(kind, facts, WORDS.en),
    late: (orders) => `Late orders: ${orders}`,
    subject: (first, others) => (others === 0 ? first : `${first}, and more`),
    more: (alerts) => `and ${alerts} more`,
    choose: 'Choose your alerts',
  },
  de: {
    kinds: {
      ORDER_ERROR: 'Aufträge mit Fehler',
      CANCELLATION_ASKED: 'Kunden bitten um Stornierung',
      ORDERS_LATE: 'Verspätete Aufträge',
      STOCK_LOW: 'Bestand unter dem Minimum',
      LABEL_FAILED: 'Fehlgeschlagene Etiketten',
      PRINTER_STOPPED: 'Angehaltene Drucker',
      MACHINE_STOPPED: 'Maschinen ohne Dateien',
      CONNECTION_STOPPED: 'Angehaltene Webhooks und Shop-Verbindungen',
      BACKUP_FAILED: 'Fehlgeschlagene Sicherungen',
      MENTION: 'Notizen, die Sie nennen',
    },
    of: (kind, facts) =>
      kind === 'STOCK_LOW'
        ? `${line(facts.code, facts.name)}: ${facts.available} verfügbar, Minimum ${facts.minimum}`
        : describe(kind, facts, WORDS.de),
    late: (orders) => `Verspätete Aufträge: ${orders}`,
    subject: (first, others) => (others === 0 ? first : `${first} und mehr`),
    more: (alerts) => `und ${alerts} weitere`,
    choose: 'Meldungen auswählen',
  },
};

function describe(kind: AlertKind, facts: AlertFacts, words: Words): string {
  if (kind === 'ORDERS_LATE') return words.late(formatCount(facts.orders ?? 0));
  return line(facts.orderId, facts.name, facts.code, facts.clientName) || words.kinds[kind];
}

/** Writes one message about all these alerts, grouped by kind, with links to their causes. */
export function writeMessage(
  alerts: readonly Alert[],
  { language, baseUrl, center }: { language: string | null; baseUrl: string; center: string },
): { subject: string; text: string } {
  const words = WORDS[language === 'de' ? 'de' : 'en'];
  const link = (path: string) => `${baseUrl}/console${path}`;
  const groups = ALERT_KINDS.map((kind) => alerts.filter((one) => one.kind === kind)).filter((some) => some.length > 0);
  const parts = groups.map((some) => {
    const [first] = some as [Alert, ...Alert[]];
    const listed = some.slice(0, LISTED_MAX);
    const rest = some.length - listed.length;
    return [
      `${words.kinds[first.kind]} (${formatCount(some.length)})`,
      ...listed.map((one) => `- ${words.of(one.kind, one.facts)}\n  ${link(pathOf(one))}`),
      ...(rest > 0 ? [`- ${words.more(formatCount(rest))}\n  ${link(PAGES[first.kind])}`] : []),
    ].join('\n');
  });
  const [first] = groups as [Alert[], ...Alert[][]];
  const [one] = first as [Alert, ...Alert[]];
  const title =
    first.length === 1
      ? `${words.kinds[one.kind]}: ${words.of(one.kind, one.facts)}`
      : `${words.kinds[one.kind]}: ${formatCount(first.length)}`;
  const text = `${parts.join('\n\n')}\n\n${words.choose}: ${link('/account')}\n`;
  return { subject: `${center}: ${words.subject(title, groups.length - 1)}`, text };
}
