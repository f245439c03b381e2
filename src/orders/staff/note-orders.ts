import { ApiError } from '../../errors.ts';
import { orderNotFound } from '../../http/not-found-errors.ts';
import type { Notebook } from '../../notes/keep-notes.ts';
import type { OrderKey } from '../document/order-store.ts';
import { deleteNote, findNote, insertNote, lockOrderForNote, updateNote } from './order-note-store.ts';

const ERASED = 'The personal data of the order was erased; nothing more is written about it.';

/** What staff write about the order. Throws `order_not_changeable` where it would bring back what was erased. */
export function notesOfOrder({ clientId, orderId }: OrderKey): Notebook {
  return {
    subject: ['order', `${clientId}/${orderId}`],
    notFound: orderNotFound,
    lock: async (connection) => {
      const order = await lockOrderForNote(connection, clientId, orderId);
      if (order?.isErased) throw new ApiError('order_not_changeable', ERASED);
      return order !== undefined;
    },
    insert: (connection, note, max) => insertNote(connection, clientId, orderId, note, max),
    find: (connection, noteId) => findNote(connection, clientId, orderId, noteId),
    update: (connection, note) => updateNote(connection, clientId, orderId, note),
    delete: (connection, noteId) => deleteNote(connection, clientId, orderId, noteId),
  };
}
