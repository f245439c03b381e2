import { randomUUIDv7 } from 'node:crypto';
import type { Pool } from 'pg';
import { type Deed, type Doing, recordAudit } from '../audit/record-audit.ts';
import { type Connection, inTransaction } from '../database/transaction.ts';
import { ApiError } from '../errors.ts';
import { noteNotFound } from '../http/not-found-errors.ts';

export interface Note {
  /** UUIDv7. */
  noteId: string;
  text: string;
  created: Date;
  /** When it was last corrected. */
  changed: Date | null;
  /** operatorId of a person, clientId of a program. */
  authorId: string | null;
  authorName: string | null;
}

/** The notes about one thing, such as an order, and how they are stored. */
export interface Notebook {
  /** What they are about, as the record names it; an action is called after its kind, as `order.note_added`. */
  subject: Deed['subject'];
  /** What is thrown when the thing is not there. */
  notFound: () => ApiError;
  /** Locks the thing against others' notes at once; answers whether it is there. */
  lock(connection: Connection): Promise<boolean>;
  /** Undefined when there are `max` already; the same one twice is as once. */
  insert(connection: Connection, note: Omit<Note, 'changed'>, max: number): Promise<Note | undefined>;
  /** Locks it. */
  find(connection: Connection, noteId: string): Promise<Note | undefined>;
  update(connection: Connection, note: Pick<Note, 'noteId' | 'text' | 'changed'>): Promise<Note | undefined>;
  delete(connection: Connection, noteId: string): Promise<void>;
}

export interface NoteDoing extends Doing {
  /** Also those that somebody else wrote. */
  mayChangeOthers: boolean;
}

/** About one thing. */
const NOTES_MAX = 200;

/** Writes a note. Throws what the notebook throws where the thing is not there, and `too_many_notes`. */
export async function addNote(
  pool: Pool,
  notebook: Notebook,
  text: string,
  { by, now }: Doing,
): Promise<Note> {
  // Made once: the transaction may run again after it was committed.
  const noteId = randomUUIDv7();
  const note = { noteId, text, created: now, authorId: by.id, authorName: by.name };
  return inTransaction(pool, async (connection) => {
    if (!(await notebook.lock(connection))) throw notebook.notFound();
    const made = await notebook.insert(connection, note, NOTES_MAX);
    if (!made) throw tooManyNotes();
    await recordAudit(connection, by, now, { entryId: noteId, ...deed(notebook, 'added', noteId) });
    return made;
  });
}

/** Corrects a note; the same text again changes nothing. Throws `note_not_found`, `not_permitted`. */
export async function correctNote(
  pool: Pool,
  notebook: Notebook,
  { noteId, text }: Pick<Note, 'noteId' | 'text'>,
  doing: NoteDoing,
): Promise<Note> {
  const { by, now } = doing;
  return inTransaction(pool, async (connection) => {
    const before = await requireChangeable(connection, notebook, noteId, doing);
    if (before.text === text) return before;
    await recordAudit(connection, by, now, deed(notebook, 'changed', noteId, before));
    return (await notebook.update(connection, { noteId, text, changed: now })) ?? before;
  });
}

/** Deletes a note. Throws `note_not_found`, `not_permitted`. */
export async function removeNote(
  pool: Pool,
  notebook: Notebook,
  noteId: string,
  doing: NoteDoing,
): Promise<void> {
  const { by, now } = doing;
  await inTransaction(pool, async (connection, { mayBeDone }) => {
    if (mayBeDone && !(await notebook.find(connection, noteId))) return;
    const before = await requireChangeable(connection, notebook, noteId, doing);
    await notebook.delete(connection, noteId);
    await recordAudit(connection, by, now, deed(notebook, 'deleted', noteId, before));
  });
}

/** The record says which note, and whose it was, but never what was written: a note that was deleted is gone. */
function deed(
  { subject }: Notebook,
  what: 'added' | 'changed' | 'deleted',
  noteId: string,
  before?: Pick<Note, 'authorName'>,
): Deed {
  const author = before && before.authorName !== null && { authorName: before.authorName };
  return { action: `${subject[0]}.note_${what}`, subject, detail: { noteId, ...author } };
}

async function requireChangeable(
  connection: Connection,
  notebook: Notebook,
  noteId: string,
  { by, mayChangeOthers }: NoteDoing,
): Promise<Note> {
  const note = await notebook.find(connection, noteId);
  if (!note) throw noteNotFound();
  if (mayChangeOthers || note.authorId === by.id) return note;
  throw new ApiError('not_permitted', 'Only whoever wrote the note, or an admin, may change it.');
}

function tooManyNotes(): ApiError {
  return new ApiError('too_many_notes', `There are ${NOTES_MAX} notes about it. Delete one of them first.`);
}
