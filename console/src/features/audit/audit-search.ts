import { beginOfDay, endOfDay, TIME_ZONE } from '../../shared/copy/center-days.ts';
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
  'label_provider',
  'machine',
  'batch',
  'bins',
  'hand_over',
  'service',
] as const;
export type SubjectKind = (typeof SUBJECT_KINDS)[number];

export const readAuditSearch = searchReader({
  /** The operatorId of a person or the clientId of a program. */
  person: readText,
  kind: oneOf(SUBJECT_KINDS),
  /** The ID of the subject. */
  which: readText,
  /** Days in the time zone of the center. */
  from: readDay,
  to: readDay,
  cursor: readText,
});
export type AuditSearch = ReturnType<typeof readAuditSearch>;

/**
 * Returns the query parameters of the API. A day includes its first and last millisecond; the API excludes
 * `from`.
 */
export function auditParameters({ person, kind, which, from, to, cursor }: AuditSearch, timeZone = TIME_ZONE) {
  const subject = kind && which ? `${kind}:${which}` : (kind ?? which);
  return {
    ...(person && { person }),
    ...(subject && { subject }),
    ...(from && { from: new Date(beginOfDay(from, timeZone) - 1).toISOString() }),
    ...(to && { to: new Date(endOfDay(to, timeZone) - 1).toISOString() }),
    ...(cursor && { cursor }),
  };
}
