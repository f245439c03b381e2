import type { FastifyInstance } from 'fastify';
import type { Pool } from 'pg';
import { Type } from 'typebox';
import { actorOf } from '../../audit/actor.ts';
import { findArticle } from '../../catalog/catalog-store.ts';
import { listArticleNotes } from '../../catalog/notes/article-note-store.ts';
import { notesOfArticle } from '../../catalog/notes/note-articles.ts';
import { withRetry } from '../../database/transaction.ts';
import {
  answer,
  emptyAnswer,
  errorAnswers,
  etagHeader,
  notModified,
  rateLimitHeaders,
  WITH_BODY,
} from '../../http/api-document.ts';
import { sendJson } from '../../http/etag.ts';
import { articleNotFound } from '../../http/not-found-errors.ts';
import { registerRoutes, route } from '../../http/route-table.ts';
import { addNote, correctNote, removeNote } from '../../notes/keep-notes.ts';
import {
  CORRECTED_NOTE,
  NoteRequest,
  NoteSchema,
  noteDoing,
  noteFaults,
  noteId,
  shownNote,
  storableNote,
} from '../fields/note-fields.ts';
import { ArticleParams } from './catalog-list-schemas.ts';
import { canBeFound } from './catalog-search.ts';

const NOTES = '/operator/v1/articles/:manufacturerCode/notes';

const NoteParams = Type.Object({ ...ArticleParams.properties, noteId });

interface ArticleNoteOptions {
  pool: Pool;
  clock: () => Date;
}

const getNotes = route({
  schema: {
    tags: ['Catalogue'],
    operationId: 'listArticleNotes',
    summary: 'Read the notes about an article',
    description: 'Oldest first. Orders of its variants show them as `articleNotes`.',
    params: ArticleParams,
    response: {
      200: answer('The notes, at most 200.', Type.Array(NoteSchema), { ...etagHeader, ...rateLimitHeaders }),
      ...notModified,
      ...errorAnswers('article_not_found'),
    },
  },
  handler: async ({ pool }: ArticleNoteOptions, request, reply) => {
    const code = storableCode(request.params.manufacturerCode);
    const notes = await withRetry(() => listArticleNotes(pool, code));
    const isThere = notes.length > 0 || (await withRetry(() => findArticle(pool, code)));
    if (!isThere) throw articleNotFound();
    return sendJson(request, reply, JSON.stringify(notes.map(shownNote)));
  },
});

const postNote = route({
  config: noteFaults,
  schema: {
    tags: ['Catalogue'],
    operationId: 'addArticleNote',
    summary: 'Write a note about an article',
    description: 'For colleagues who work on its pieces: no customer reads it.',
    params: ArticleParams,
    body: NoteRequest,
    response: {
      201: answer('The note.', NoteSchema, rateLimitHeaders),
      ...errorAnswers('article_not_found', 'too_many_notes', ...WITH_BODY),
    },
  },
  handler: async ({ pool, clock }: ArticleNoteOptions, { params, body, caller }, reply) => {
    const notebook = notesOfArticle(storableCode(params.manufacturerCode));
    const note = await addNote(pool, notebook, body.text, { by: actorOf(caller), now: clock() });
    reply.code(201);
    return shownNote(note);
  },
});

const putNote = route({
  config: noteFaults,
  schema: {
    tags: ['Catalogue'],
    operationId: 'correctArticleNote',
    summary: 'Correct a note about an article',
    description: "One's own; an admin that of anybody. Idempotent: sending it again changes nothing.",
    params: NoteParams,
    body: NoteRequest,
    response: {
      200: answer('The note.', NoteSchema, rateLimitHeaders, CORRECTED_NOTE),
      ...errorAnswers('article_not_found', 'note_not_found', ...WITH_BODY),
    },
  },
  handler: async ({ pool, clock }: ArticleNoteOptions, { params, body, caller }) =>
    shownNote(
      await correctNote(
        pool,
        notesOfArticle(storableCode(params.manufacturerCode)),
        { noteId: storableNote(params.noteId), text: body.text },
        noteDoing(caller, clock()),
      ),
    ),
});

const deleteOneNote = route({
  schema: {
    tags: ['Catalogue'],
    operationId: 'deleteArticleNote',
    summary: 'Delete a note about an article',
    description: "One's own; an admin that of anybody. It is gone.",
    params: NoteParams,
    response: {
      204: emptyAnswer('It is gone.', rateLimitHeaders),
      ...errorAnswers('article_not_found', 'note_not_found'),
    },
  },
  handler: async ({ pool, clock }: ArticleNoteOptions, { params, caller }, reply) => {
    const notebook = notesOfArticle(storableCode(params.manufacturerCode));
    await removeNote(pool, notebook, storableNote(params.noteId), noteDoing(caller, clock()));
    return reply.code(204).send();
  },
});

/** Throws `article_not_found` for a code that no article can have. */
function storableCode(manufacturerCode: string): string {
  if (!canBeFound(manufacturerCode)) throw articleNotFound();
  return manufacturerCode;
}

/** /operator/v1/articles/{manufacturerCode}/notes: what staff write for each other. */
export async function articleNoteRoutes(app: FastifyInstance, options: ArticleNoteOptions): Promise<void> {
  registerRoutes(app, options, [
    ['GET', NOTES, getNotes, { verb: 'catalog.read' }],
    ['POST', NOTES, postNote, { verb: 'catalog.note' }],
    ['PUT', `${NOTES}/:noteId`, putNote, { verb: 'catalog.note' }],
    ['DELETE', `${NOTES}/:noteId`, deleteOneNote, { verb: 'catalog.note' }],
  ]);
}
