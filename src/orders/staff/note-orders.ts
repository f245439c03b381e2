import { orderNotFound } from '../../http/not-found-errors.ts';
import type { Notebook } from '../../notes/keep-notes.ts';
import type { OrderKey } from '../document/order-store.ts';
import { deleteNote, findNote, insertNote, lockOrderForNote, updateNote } from './order-note-store.ts';

/** What staff write about the order. */
export function notesOfOrder({ clientId, orderId }: OrderKey): Notebook {
  return {
    subject: ['order', `${clientId}/${orderId}`],
    notFound: orderNotFound,
    lock: (connection) => lockOrderForNote(connection, clientId, orderId),
    insert: (connection, note, max) => insertNote(connection, clientId, orderId, note, max),
    find: (connection, noteId) => findNote(connection, clientId, orderId, noteId),
    update: (connection, note) => updateNote(connection, clientId, orderId, note),
    delete: (connection, noteId) => deleteNote(connection, clientId, orderId, noteId),
  };
}
