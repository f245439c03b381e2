import { Type } from 'typebox';
import { actorOf } from '../../../platform/audit/actor.ts';
import { isStorable } from '../../../platform/database/statement-parts.ts';
import { noteNotFound } from '../../../platform/errors/errors.ts';
import { Timestamp } from '../../../platform/http/api-document.ts';
import type { NoteDoing } from '../../../staff/keep-notes.ts';
import type { Note as StoredNote } from '../../../staff/note-store.ts';
import { mayDo, type Role } from '../../../staff/role-rules.ts';
import { blankFaults, withoutNulls } from '../fields/field-faults.ts';
import { message, strictObject, stringField } from '../fields/operator-schemas.ts';

export const noteId = stringField('Identifier of the note.');

export const NoteRequest = strictObject('NoteRequest', 'A note for colleagues.', {
  text: message('What colleagues should know; also in several lines.', 'Ada calls back on Monday.'),
});

const NOTE = {
  noteId: '0198c0df-33cc-7d44-8e55-f66071829304',
  text: 'Ada calls back on Monday.',
  created: '2026-01-31T12:00:00.000Z',
  authorId: '019a5c7e-3b1f-7c2d-8e4a-5f6071829304',
  authorName: 'Ada Lovelace',
};
export const CORRECTED_NOTE = { ...NOTE, changed: '2026-01-31T12:05:00.000Z' };

export const NoteSchema = Type.Object(
  {
    noteId,
    text: stringField('What was written.'),
    created: Timestamp('When it was written.'),
    changed: Type.Optional(Timestamp('When it was last corrected; absent: never.')),
    authorId: Type.Optional(stringField('Who wrote it: operatorId of a person, clientId of a program.')),
    authorName: Type.Optional(stringField('The name they had then.')),
  },
  {
    title: 'Note',
    description: 'What staff wrote for each other; customers never read it.',
    examples: [NOTE],
  },
);

export const noteFaults = {
  moreFaults: ({ body }: { body: unknown }) => blankFaults({ '/text': Object(body).text }),
};

export function shownNote({ noteId, text, created, changed, authorId, authorName }: StoredNote) {
  return withoutNulls({ noteId, text, created, changed, authorId, authorName });
}

/** Throws `note_not_found` for a noteId that no note can have. */
export function storableNote(given: string): string {
  if (!isStorable(given)) throw noteNotFound();
  return given;
}

/** Returns who changes a note, and whether they may change the notes of others. */
export function noteDoing(
  caller: Parameters<typeof actorOf>[0] & { role: Role | null },
  now: Date,
): NoteDoing {
  return { by: actorOf(caller), now, mayChangeOthers: mayDo(caller.role, 'notes.change') };
}
