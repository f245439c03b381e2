import { oneOf, readDay, readText, searchReader } from '../../shared/list/text-search.ts';

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

/** The state of the list in the address. */
export const readAuditSearch = searchReader({
  /** operatorId, or clientId of a program. */
  person: readText,
  kind: oneOf(SUBJECT_KINDS),
  /** Which one of the kind. */
  which: readText,
  /** Days by the clock of the machine. */
  from: readDay,
  to: readDay,
  cursor: readText,
});
export type AuditSearch = ReturnType<typeof readAuditSearch>;

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
