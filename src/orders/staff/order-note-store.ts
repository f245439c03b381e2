import type { Connection } from '../../database/transaction.ts';

export interface OrderNote {
  noteId: string;
  text: string;
  created: Date;
  /** When its author last corrected it. */
  changed: Date | null;
  authorId: string | null;
  authorName: string | null;
}

const COLUMNS =
  'note_id as "noteId", text, created, changed, author_id as "authorId", author_name as "authorName"';

/** Locks the order against its deletion and others' notes at once; answers whether its personal data was erased, or undefined when there is no such order. */
export async function lockOrderForNote(
  connection: Connection,
  clientId: string,
  orderId: string,
): Promise<{ isErased: boolean } | undefined> {
  const { rows } = await connection.query<{ isErased: boolean }>({
    text: `select personal_data_erased is not null as "isErased" from orders
           where client_id = $1 and order_id = $2 for no key update`,
    values: [clientId, orderId],
  });
  return rows[0];
}

/** Undefined when the order has `max` already; the same one twice is as once. */
export async function insertNote(
  connection: Connection,
  clientId: string,
  orderId: string,
  { noteId, text, created, authorId, authorName }: Omit<OrderNote, 'changed'>,
  max: number,
): Promise<OrderNote | undefined> {
  const { rows } = await connection.query<OrderNote>({
    text: `insert into order_notes (client_id, order_id, note_id, text, created, author_id, author_name)
           select $1, $2, $3, $4, $5, $6, $7
           where (select count(*) from order_notes where client_id = $1 and order_id = $2 and note_id <> $3) < $8
           on conflict (client_id, order_id, note_id) do update set text = excluded.text
           returning ${COLUMNS}`,
    values: [clientId, orderId, noteId, text, created, authorId, authorName, max],
  });
  return rows[0];
}

/** Oldest first. */
export async function listNotes(
  connection: Connection,
  clientId: string,
  orderId: string,
): Promise<OrderNote[]> {
  const { rows } = await connection.query<OrderNote>({
    text: `select ${COLUMNS} from order_notes where client_id = $1 and order_id = $2 order by created, note_id`,
    values: [clientId, orderId],
  });
  return rows;
}

export async function findNote(
  connection: Connection,
  clientId: string,
  orderId: string,
  noteId: string,
): Promise<OrderNote | undefined> {
  const { rows } = await connection.query<OrderNote>({
    text: `select ${COLUMNS} from order_notes where client_id = $1 and order_id = $2 and note_id = $3 for update`,
    values: [clientId, orderId, noteId],
  });
  return rows[0];
}

export async function updateNote(
  connection: Connection,
  clientId: string,
  orderId: string,
  { noteId, text, changed }: Pick<OrderNote, 'noteId' | 'text' | 'changed'>,
): Promise<OrderNote | undefined> {
  const { rows } = await connection.query<OrderNote>({
    text: `update order_notes set text = $4, changed = $5 where client_id = $1 and order_id = $2 and note_id = $3
           returning ${COLUMNS}`,
    values: [clientId, orderId, noteId, text, changed],
  });
  return rows[0];
}

export async function deleteNote(
  connection: Connection,
  clientId: string,
  orderId: string,
  noteId: string,
): Promise<void> {
  await connection.query({
    text: 'delete from order_notes where client_id = $1 and order_id = $2 and note_id = $3',
    values: [clientId, orderId, noteId],
  });
}

/** Deletes all notes about the order. */
export async function deleteNotes(connection: Connection, clientId: string, orderId: string): Promise<void> {
  await connection.query({
    name: 'delete-notes',
    text: 'delete from order_notes where client_id = $1 and order_id = $2',
    values: [clientId, orderId],
  });
}
