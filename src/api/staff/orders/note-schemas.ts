import { Type } from 'typebox';
import { stringField, Timestamp, titledObject } from '../../../platform/http/api-document.ts';
import type { Note as StoredNote } from '../../../staff/note-store.ts';
import { message, strictObject, text } from '../fields/operator-schemas.ts';
import { withoutNulls } from '../fields/staff-requests.ts';

export const noteId = stringField('Identifier of the note.');

export const OPERATOR_ID = '019a5c7e-3b1f-7c2d-8e4a-5f6071829304';

export const assigneeSchema = titledObject('OrderAssignee', 'The person who looks after an order.', {
  operatorId: stringField('Identifier of the account.', OPERATOR_ID),
  name: stringField('Name of the person at that time.', 'Ada Lovelace'),
});

export const NoteRequest = strictObject('NoteRequest', 'A note for colleagues.', {
  text: message('Text of the note. It may have several lines.', 'Ada calls back on Monday.'),
});

const MENTIONS_MAX = 10;
export const OrderNoteRequest = strictObject('OrderNoteRequest', 'A note about an order for colleagues.', {
  ...NoteRequest.properties,
  mentions: Type.Optional(
    Type.Array(Type.String({ description: 'operatorId of a person.', maxLength: 100 }), {
      maxItems: MENTIONS_MAX,
      uniqueItems: true,
      description: 'People who are alerted of the note.',
      examples: [[]],
    }),
  ),
});

const NOTE = {
  noteId: '0198c0df-33cc-7d44-8e55-f66071829304',
  text: 'Ada calls back on Monday.',
  created: '2026-01-31T12:00:00.000Z',
  authorId: '019a5c7e-3b1f-7c2d-8e4a-5f6071829304',
  authorName: 'Ada Lovelace',
};
export const CORRECTED_NOTE = { ...NOTE, changed: '2026-01-31T12:05:00.000Z' };

export const NoteSchema = titledObject(
  'Note',
  'A note by staff for colleagues. Customers cannot read it.',
  {
    noteId,
    text: stringField('Text of the note.'),
    created: Timestamp('When it was written.'),
    changed: Type.Optional(Timestamp('When it was last corrected. Absent: never.')),
    authorId: Type.Optional(stringField('Id of the author: operatorId of a person, clientId of a program.')),
    authorName: Type.Optional(stringField('Name of the author at that time.')),
    mentions: Type.Optional(
      Type.Array(Type.String(), { description: 'Names of the people who are alerted of it. Absent: nobody.' }),
    ),
  },
  NOTE,
);

export function noteAnswer({ noteId, text, created, changed, authorId, authorName, mentions }: StoredNote) {
  return withoutNulls({ noteId, text, created, changed, authorId, authorName, mentions: mentions ?? null });
}

const TAGS_AT_ONCE_MAX = 10;
const TAG_LENGTH_MAX = 30;
const tag = text(TAG_LENGTH_MAX, 'A tag: a few words of staff.', 'gift');
const tags = (description: string) =>
  Type.Optional(Type.Array(tag, { maxItems: TAGS_AT_ONCE_MAX, description, examples: [['gift']] }));
/** The changes of assignee and tags. */
export const MarkFields = {
  assigneeId: Type.Optional(
    Type.String({
      maxLength: 100,
      description: 'operatorId of the person who looks after them. Empty: nobody.',
      examples: [''],
    }),
  ),
  addTags: tags('Tags to add.'),
  removeTags: tags('Tags to remove.'),
};
