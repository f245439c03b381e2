import { randomUUIDv7 } from 'node:crypto';
import type { Pool } from 'pg';
import { type Deed, type Doing, recordAudit } from '../platform/audit/record-audit.ts';
import { type Connection, inTransaction } from '../platform/database/transaction.ts';
import { ApiError, articleNotFound, noteNotFound, orderNotFound } from '../platform/errors/errors.ts';
import {
  deleteNote,
  insertMentions,
  insertNote,
  lockArticleForNote,
  lockNote,
  lockOrderForNote,
  type Note,
  type NoteKey,
  type Person,
  updateNote,
} from './note-store.ts';

/** The notes that staff write for each other about one order or article. */
export interface Notebook {
  notes: NoteKey;
  /** The subject in the audit log. Actions are named after its kind, such as `order.note_added`. */
  subject: Deed['subject'];
  notFound: () => ApiError;
  /** Locks the order or article against other notes. Returns whether it exists. */
  lock(connection: Connection): Promise<boolean>;
}

interface NoteDoing extends Doing {
  /** Whether notes of other authors may be changed. */
  mayChangeOthers: boolean;
}

const NOTES_MAX = 200;
const ERASED = 'The personal data of the order was erased. No more notes can be added.';

/** Returns the notebook of an order. `lock` throws `order_not_changeable` if its data was erased. */
export function notesOfOrder({ clientId, orderId }: { clientId: string; orderId: string }): Notebook {
  return {
    notes: { table: 'order_notes', key: [clientId, orderId] },
    subject: ['order', `${clientId}/${orderId}`],
    notFound: orderNotFound,
    lock: async (connection) => {
      const order = await lockOrderForNote(connection, clientId, orderId);
      if (order?.isErased) throw new ApiError('order_not_changeable', ERASED);
      return order !== undefined;
    },
  };
}

export function notesOfArticle(manufacturerCode: string): Notebook {
  return {
    notes: { table: 'article_notes', key: [manufacturerCode] },
    subject: ['article', manufacturerCode],
    notFound: articleNotFound,
    lock: (connection) => lockArticleForNote(connection, manufacturerCode),
  };
}

/** Writes a note. Throws the notebook's `notFound` when its subject does not exist, and `too_many_notes`. */
export async function addNote(
  pool: Pool,
  notebook: Notebook,
  { text, mentions = [] }: { text: string; mentions?: readonly Person[] },
  { by, now }: Doing,
): Promise<Note> {
  // The id is made once, because the transaction may run again after it was committed.
  const noteId = randomUUIDv7();
  const note = { noteId, text, created: now, authorId: by.id, authorName: by.name };
  return inTransaction(pool, async (connection) => {
    if (!(await notebook.lock(connection))) throw notebook.notFound();
    const made = await insertNote(connection, notebook.notes, note, NOTES_MAX);
    if (!made) throw new ApiError('too_many_notes', `There are ${NOTES_MAX} notes about it. Delete one of them first.`);
    await recordAudit(connection, by, now, { entryId: noteId, ...deed(notebook, 'added', noteId) });
    if (mentions.length === 0) return made;
    await insertMentions(connection, notebook.notes.key, note, mentions);
    return { ...made, mentions: mentions.map(({ name }) => name) };
  });
}

/** Corrects a note. The same text again changes nothing. Throws `note_not_found`, `not_permitted`. */
export async function correctNote(
  pool: Pool,
  notebook: Notebook,
  { noteId, text }: Pick<Note, 'noteId' | 'text'>,
  doing: NoteDoing,
): Promise<Note> {
  const { by, now } = doing;
  return inTransaction(pool, async (connection) => {
    const before = await lockChangeable(connection, notebook, noteId, doing);
    if (before.text === text) return before;
    await recordAudit(connection, by, now, deed(notebook, 'changed', noteId, before));
    return (await updateNote(connection, notebook.notes, { noteId, text, changed: now })) ?? before;
  });
}

/** Deletes a note. Throws `note_not_found`, `not_permitted`. */
export async function removeNote(pool: Pool, notebook: Notebook, noteId: string, doing: NoteDoing): Promise<void> {
  const { by, now } = doing;
  await inTransaction(pool, async (connection, { mayBeDone }) => {
    if (mayBeDone && !(await lockNote(connection, notebook.notes, noteId))) return;
    const before = await lockChangeable(connection, notebook, noteId, doing);
    await deleteNote(connection, notebook.notes, noteId);
    await recordAudit(connection, by, now, deed(notebook, 'deleted', noteId, before));
  });
}

/** Returns the audit entry: the note and its author, but not the text, because a deleted note is gone. */
function deed(
  { subject }: Notebook,
  what: 'added' | 'changed' | 'deleted',
  noteId: string,
  before?: Pick<Note, 'authorName'>,
): Deed {
  const author = before && before.authorName !== null && { authorName: before.authorName };
  return { action: `${subject[0]}.note_${what}`, subject, detail: { noteId, ...author } };
}

async function lockChangeable(
  connection: Connection,
  { notes }: Notebook,
  noteId: string,
  { by, mayChangeOthers }: NoteDoing,
): Promise<Note> {
  const note = await lockNote(connection, notes, noteId);
  if (!note) throw noteNotFound();
  if (mayChangeOthers || note.authorId === by.id) return note;
  throw new ApiError('not_permitted', 'Only the author of the note, or an admin, may change it.');
}
