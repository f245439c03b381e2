import { type Connection, queryRow, queryRows } from '../platform/database/transaction.ts';

export interface Note {
  noteId: string;
  text: string;
  created: Date;
  changed: Date | null;
  /** operatorId of a person, clientId of a program. */
  authorId: string | null;
  authorName: string | null;
  /** Names of the people who are alerted of it. */
  mentions?: string[] | null;
}

const KEYS = { order_notes: ['client_id', 'order_id'], article_notes: ['manufacturer_code'] } as const;
export type NoteKey = { table: keyof typeof KEYS; key: readonly string[] };
const COLUMNS = 'note_id as "noteId", text, created, changed, author_id as "authorId", author_name as "authorName"';

const MENTIONED = `, (select array_agg(m.operator_name order by m.operator_name) from note_mentions m
  where m.client_id = order_notes.client_id and m.order_id = order_notes.order_id and m.note_id = order_notes.note_id) as mentions`;

/** Returns the condition on the key columns, whose values are the parameters from `first` on. */
function whereKey(table: NoteKey['table'], first: number): string {
  return KEYS[table].map((column, index) => `${column} = $${first + index}`).join(' and ');
}

/** Inserts a note, once. Returns undefined when there are `max` others already. */
export async function insertNote(
  connection: Connection,
  { table, key }: NoteKey,
  { noteId, text, created, authorId, authorName }: Omit<Note, 'changed'>,
  max: number,
): Promise<Note | undefined> {
  const columns = KEYS[table].join(', ');
  return queryRow<Note>(connection, {
    text: `insert into ${table} (note_id, text, created, author_id, author_name, ${columns})
           select $1, $2, $3, $4, $5, ${key.map((_, index) => `$${7 + index}`).join(', ')}
           where (select count(*) from ${table} where ${whereKey(table, 7)} and note_id <> $1) < $6
           on conflict (${columns}, note_id) do update set text = excluded.text returning ${COLUMNS}`,
    values: [noteId, text, created, authorId, authorName, max, ...key],
  });
}

export type Person = { operatorId: string; name: string };

/** Inserts the people whom a note about an order names. */
export async function insertMentions(
  connection: Connection,
  [clientId, orderId]: readonly string[],
  { noteId, created }: Pick<Note, 'noteId' | 'created'>,
  people: readonly Person[],
): Promise<void> {
  await connection.query({
    text: `insert into note_mentions (client_id, order_id, note_id, operator_id, operator_name, created)
           select $1, $2, $3, operator_id, operator_name, $4 from unnest($5::text[], $6::text[]) as p (operator_id, operator_name)
           on conflict do nothing`,
    values: [
      ...[clientId, orderId, noteId, created],
      ...[people.map(({ operatorId }) => operatorId), people.map(({ name }) => name)],
    ],
  });
}

/** Records that the person followed the alert about a note. */
export async function endMention(
  connection: Connection,
  [clientId, orderId]: readonly (string | undefined)[],
  { noteId, operatorId, now }: { noteId: string | undefined; operatorId: string; now: Date },
): Promise<void> {
  await connection.query({
    text: `update note_mentions set done = $5
           where client_id = $1 and order_id = $2 and note_id = $3 and operator_id = $4 and done is null`,
    values: [clientId, orderId, noteId, operatorId, now],
  });
}

/** Lists the notes, oldest first. */
export async function listNotes(connection: Connection, { table, key }: NoteKey): Promise<Note[]> {
  return queryRows<Note>(connection, {
    text: `select ${COLUMNS}${table === 'order_notes' ? MENTIONED : ''} from ${table}
           where ${whereKey(table, 1)} order by created, note_id`,
    values: [...key],
  });
}

export async function lockNote(connection: Connection, { table, key }: NoteKey, noteId: string) {
  return queryRow<Note>(connection, {
    text: `select ${COLUMNS} from ${table} where note_id = $1 and ${whereKey(table, 2)} for update`,
    values: [noteId, ...key],
  });
}

export async function updateNote(
  connection: Connection,
  { table, key }: NoteKey,
  { noteId, text, changed }: Pick<Note, 'noteId' | 'text' | 'changed'>,
): Promise<Note | undefined> {
  return queryRow<Note>(connection, {
    text: `update ${table} set text = $2, changed = $3 where note_id = $1 and ${whereKey(table, 4)}
           returning ${COLUMNS}`,
    values: [noteId, text, changed, ...key],
  });
}

export async function deleteNote(connection: Connection, { table, key }: NoteKey, noteId: string): Promise<void> {
  await connection.query({
    text: `delete from ${table} where note_id = $1 and ${whereKey(table, 2)}`,
    values: [noteId, ...key],
  });
}

export async function deleteNotesOfOrder(connection: Connection, clientId: string, orderId: string): Promise<void> {
  await connection.query({
    name: 'delete-notes',
    text: 'delete from order_notes where client_id = $1 and order_id = $2',
    values: [clientId, orderId],
  });
}

/** Locks the order against its deletion and other notes. Returns undefined when the order does not exist. */
export async function lockOrderForNote(connection: Connection, clientId: string, orderId: string) {
  return queryRow<{ isErased: boolean }>(connection, {
    text: `select personal_data_erased is not null as "isErased" from orders
           where client_id = $1 and order_id = $2 for no key update`,
    values: [clientId, orderId],
  });
}

/** Locks the article against other notes. Returns false when the article does not exist. */
export async function lockArticleForNote(connection: Connection, manufacturerCode: string): Promise<boolean> {
  const { rows } = await connection.query({
    text: 'select 1 from articles where manufacturer_code = $1 for no key update',
    values: [manufacturerCode],
  });
  return rows.length > 0;
}

interface NoteOfVariants extends Note {
  manufacturerCode: string;
  skus: string[];
}

/** Lists the notes about the articles of these variants, by article, oldest first; at most `limit`. */
export async function listNotesOfVariants(connection: Connection, skus: readonly string[], limit: number) {
  return queryRows<NoteOfVariants>(connection, {
    name: 'list-notes-of-variants',
    text: `select manufacturer_code as "manufacturerCode", skus, ${COLUMNS}
           from (select manufacturer_code, array_agg(sku order by sku) as skus
                 from article_variants where sku = any($1) group by manufacturer_code) named
           join article_notes using (manufacturer_code) order by manufacturer_code, created, note_id limit $2`,
    values: [skus, limit],
  });
}
