import { readOneOf, readText } from '../../shared/list/text-search.ts';

export const SUBJECT_KINDS = [
  'order',
  'stock',
  'client',
  'carrier',
  'catalog',
  'article',
  'operator',
  'station',
  'webhook_endpoint',
  'printer',
  'batch',
  'bins',
  'hand_over',
  'service',
] as const;
export type SubjectKind = (typeof SUBJECT_KINDS)[number];

/** The whole state of the list, as it stands in the address. */
export interface AuditSearch {
  /** operatorId, or clientId of a program. */
  person?: string | undefined;
  kind?: SubjectKind | undefined;
  /** Which one of the kind. */
  which?: string | undefined;
  /** Days, as 2026-11-22, by the clock of the machine. */
  from?: string | undefined;
  to?: string | undefined;
  cursor?: string | undefined;
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** What the address asks for; what it says wrongly is left out. */
export function readAuditSearch(search: Record<string, unknown>): AuditSearch {
  const day = (value: unknown) => {
    const text = readText(value);
    return text && DAY.test(text) && !Number.isNaN(Date.parse(text)) ? text : undefined;
  };
  const read: AuditSearch = {
    person: readText(search.person),
    kind: readOneOf(search.kind, SUBJECT_KINDS),
    which: readText(search.which),
    from: day(search.from),
    to: day(search.to),
    cursor: readText(search.cursor),
  };
  return Object.fromEntries(Object.entries(read).filter(([, value]) => value !== undefined));
}

/** The same as the API asks for it: a day lasts from its first moment, which `from` leaves out there, to its last. */
export function auditParameters({ person, kind, which, from, to, cursor }: AuditSearch) {
  const subject = kind && which ? `${kind}:${which}` : (kind ?? which);
  return {
    ...(person && { person }),
    ...(subject && { subject }),
    ...(from && { from: new Date(new Date(`${from}T00:00`).getTime() - 1).toISOString() }),
    ...(to && { to: new Date(`${to}T23:59:59.999`).toISOString() }),
    ...(cursor && { cursor }),
  };
}
