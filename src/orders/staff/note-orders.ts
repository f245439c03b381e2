import { randomUUIDv7 } from 'node:crypto';
import type { Pool } from 'pg';
import { type Doing, recordAudit } from '../../audit/record-audit.ts';
import { type Connection, inTransaction } from '../../database/transaction.ts';
import { ApiError } from '../../errors.ts';
import { noteNotFound, orderNotFound } from '../../http/not-found-errors.ts';
import type { OrderKey } from '../document/order-store.ts';
import {
  deleteNote,
  findNote,
  insertNote,
  lockOrderForNote,
  type OrderNote,
  updateNote,
} from './order-note-store.ts';

/** Of one order. */
const NOTES_MAX = 200;

/** Writes a note about an order. Throws `order_not_found`, `too_many_notes`. */
export async function addNote(
  pool: Pool,
  { clientId, orderId }: OrderKey,
  text: string,
  { by, now }: Doing,
): Promise<OrderNote> {
  // Made once: the transaction may run again after it was committed.
  const noteId = randomUUIDv7();
  const note = { noteId, text, created: now, authorId: by.id, authorName: by.name };
  return inTransaction(pool, async (connection) => {
    if (!(await lockOrderForNote(connection, clientId, orderId))) throw orderNotFound();
    const made = await insertNote(connection, clientId, orderId, note, NOTES_MAX);
    if (!made) throw tooManyNotes();
    const subject = ['order', `${clientId}/${orderId}`] as const;
    await recordAudit(connection, by, now, { entryId: noteId, action: 'order.note_added', subject });
    return made;
  });
}

/** Corrects a note of one's own. Throws `note_not_found`, `not_permitted`. */
export async function correctNote(
  pool: Pool,
  key: OrderKey & { noteId: string },
  text: string,
  { by, now }: Doing,
): Promise<OrderNote> {
  const { clientId, orderId, noteId } = key;
  return inTransaction(pool, async (connection) => {
    const before = await requireOwn(connection, key, by.id);
    if (before.text === text) return before;
    const subject = ['order', `${clientId}/${orderId}`] as const;
    await recordAudit(connection, by, now, { action: 'order.note_changed', subject });
    return (await updateNote(connection, clientId, orderId, { noteId, text, changed: now })) ?? before;
  });
}

/** Deletes a note of one's own. Throws `note_not_found`, `not_permitted`. */
export async function removeNote(
  pool: Pool,
  key: OrderKey & { noteId: string },
  { by, now }: Doing,
): Promise<void> {
  const { clientId, orderId, noteId } = key;
  await inTransaction(pool, async (connection, { mayBeDone }) => {
    if (mayBeDone && !(await findNote(connection, clientId, orderId, noteId))) return;
    await requireOwn(connection, key, by.id);
    await deleteNote(connection, clientId, orderId, noteId);
    const subject = ['order', `${clientId}/${orderId}`] as const;
    await recordAudit(connection, by, now, { action: 'order.note_deleted', subject });
  });
}

async function requireOwn(
  connection: Connection,
  { clientId, orderId, noteId }: OrderKey & { noteId: string },
  authorId: string | null,
): Promise<OrderNote> {
  const note = await findNote(connection, clientId, orderId, noteId);
  if (!note) throw noteNotFound();
  if (note.authorId === authorId) return note;
  throw new ApiError('not_permitted', 'Only whoever wrote the note may change it.');
}

function tooManyNotes(): ApiError {
  return new ApiError('too_many_notes', `The order has ${NOTES_MAX} notes. Delete one of them first.`);
}
