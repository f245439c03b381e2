import type { DueQuery } from '../database/due-query.ts';
import { columnsOf } from '../database/statement-parts.ts';
import { type Connection, queryCount } from '../database/transaction.ts';
import type { Actor } from './actor.ts';

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

export interface AuditEntry {
  entryId: string;
  occurred: Date;
  actor: Actor;
  action: string;
  subjectKind: SubjectKind;
  subjectId: string | null;
  detail: string | null;
}

export interface AuditFilter {
  actorId?: string | undefined;
  subjectKind?: SubjectKind | undefined;
  subjectId?: string | undefined;
  /** Exclusive. */
  from?: Date | undefined;
  /** Inclusive. */
  to?: Date | undefined;
  /** The last entry of the previous page. */
  after?: { occurred: Date; entryId: string } | undefined;
  limit: number;
}

/** Inserts audit entries. Skips entries whose ids are stored already, so a transaction may be repeated. */
export async function insertAudit(connection: Connection, entries: readonly AuditEntry[]): Promise<void> {
  const actors = entries.map(({ actor }) => actor);
  await connection.query({
    name: 'insert-audit',
    text: `insert into audit (entry_id, occurred, actor_kind, actor_id, actor_name, action, subject_kind, subject_id, detail)
           select * from unnest($1::text[], $2::timestamptz[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[], $9::text[])
           on conflict (entry_id) do nothing`,
    values: [
      ...columnsOf(entries, 'entryId', 'occurred'),
      ...columnsOf(actors, 'kind', 'id', 'name'),
      ...columnsOf(entries, 'action', 'subjectKind', 'subjectId', 'detail'),
    ],
  });
}

/** Returns a query for the job key `old`, which is due if there are entries from before `moment`. */
export function dueAuditBefore(moment: Date): DueQuery {
  return {
    text: `select 'old' as key from audit where occurred < $1 order by occurred limit 1`,
    values: [moment],
  };
}

/** Deletes at most `limit` entries from before `moment`, oldest first. Returns how many it deleted. */
export async function deleteAuditBefore(connection: Connection, moment: Date, limit: number): Promise<number> {
  return queryCount(connection, {
    text: `delete from audit where entry_id in (
             select entry_id from audit where occurred < $1 order by occurred, entry_id limit $2)`,
    values: [moment, limit],
  });
}

/** Erases the details of an order's entries except status and version. `subjectId` is `clientId/orderId`. */
export async function eraseOrderDetails(connection: Connection, subjectId: string): Promise<void> {
  await connection.query({
    name: 'erase-order-details',
    text: `update audit
           set detail = nullif(json_strip_nulls(json_build_object('status', detail::json->'status', 'version', detail::json->'version'))::text, '{}')
           where subject_kind = 'order' and subject_id = $1 and detail is not null`,
    values: [subjectId],
  });
}

export interface ListedAuditEntry extends AuditEntry {
  /** The current name of the subject. For an order or a webhook endpoint it is the client's name. */
  subjectName: string | null;
}

/** Lists at most `filter.limit` entries that match the filter, latest first. */
export async function listAudit(connection: Connection, filter: AuditFilter): Promise<ListedAuditEntry[]> {
  const { actorId, subjectKind, subjectId, from, to, after, limit } = filter;
  const conditions: string[] = [];
  const values: unknown[] = [limit];
  const where = (condition: (parameter: string) => string, value: unknown) => {
    if (value !== undefined) conditions.push(condition(`$${values.push(value)}`));
  };
  where((one) => `actor_id = ${one}`, actorId);
  where((one) => `subject_kind = ${one}`, subjectKind);
  where((one) => `subject_id = ${one}`, subjectId);
  where((one) => `occurred > ${one}`, from);
  where((one) => `occurred <= ${one}`, to);
  if (after) {
    conditions.push(`(occurred, entry_id) < ($${values.push(after.occurred)}, $${values.push(after.entryId)})`);
  }
  const { rows } = await connection.query<
    Omit<ListedAuditEntry, 'actor'> & { actorKind: Actor['kind']; actorId: string | null; actorName: string | null }
  >({
    text: `select entry_id as "entryId", occurred, actor_kind as "actorKind", actor_id as "actorId", actor_name as "actorName", action,
                  subject_kind as "subjectKind", subject_id as "subjectId", detail,
                  case subject_kind
                    when 'client' then (select name from clients where client_id = subject_id)
                    when 'order' then (select name from clients where client_id = split_part(subject_id, '/', 1))
                    when 'webhook_endpoint' then (select name from clients where client_id = split_part(subject_id, '/', 1))
                    when 'operator' then (select name from operators where operator_id = subject_id)
                    when 'station' then (select name from stations where station_id = subject_id)
                    when 'carrier' then (select name from carriers where carrier_id = subject_id)
                    when 'printer' then (select name from printers where printer_id = subject_id)
                    when 'label_provider' then (select name from label_providers where provider_id = subject_id)
                    when 'machine' then (select name from machines where machine_id = subject_id)
                    when 'article' then (select title from articles where manufacturer_code = subject_id)
                  end as "subjectName"
           from audit ${conditions.length > 0 ? `where ${conditions.join(' and ')}` : ''}
           order by occurred desc, entry_id desc limit $1`,
    values,
  });
  return rows.map(({ actorKind, actorId: id, actorName: name, ...entry }) => ({
    ...entry,
    actor: { kind: actorKind, id, name },
  }));
}
