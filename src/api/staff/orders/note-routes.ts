import type { Pool } from 'pg';
import { type Static, type TObject, Type } from 'typebox';
import { findArticle } from '../../../catalog/catalog-store.ts';
import type { Caller } from '../../../clients/access-tokens.ts';
import { findOrderOfClient } from '../../../orders/staff/staff-order-store.ts';
import { actorOf } from '../../../platform/audit/actor.ts';
import { withRetry } from '../../../platform/database/transaction.ts';
import type { ErrorName } from '../../../platform/errors/errors.ts';
import {
  answer,
  changeAnswers,
  emptyAnswer,
  errorAnswers,
  rateLimitHeaders,
  readAnswers,
  WITH_BODY,
  withExample,
} from '../../../platform/http/api-document.ts';
import { sendJson } from '../../../platform/http/etag.ts';
import { type RouteRow, routeTable, routeUnder } from '../../../platform/http/route-table.ts';
import {
  addNote,
  correctNote,
  type Notebook,
  notesOfArticle,
  notesOfOrder,
  removeNote,
} from '../../../staff/keep-notes.ts';
import { listNotes } from '../../../staff/note-store.ts';
import { listColleagues } from '../../../staff/operator-store.ts';
import { mayDo, rolesThatMay, type Verb } from '../../../staff/role-rules.ts';
import { ArticleParams } from '../catalog/staff-catalog-schemas.ts';
import { OrderKeyParams } from '../fields/operator-schemas.ts';
import { refuseBlankTexts, type StaffContext, unknownPerson } from '../fields/staff-requests.ts';
import { CORRECTED_NOTE, NoteRequest, NoteSchema, noteAnswer, noteId, OrderNoteRequest } from './note-schemas.ts';

interface Subject {
  path: string;
  params: TObject;
  tag: string;
  id: string;
  noun: string;
  listed: string;
  written: string;
  notFound: ErrorName;
  refusals: readonly ErrorName[];
  read: Verb;
  note: Verb;
  body: typeof NoteRequest | typeof OrderNoteRequest;
  /** Throws `notFound` for a key that the database cannot hold. */
  notebookOf: (params: Record<string, string>) => Notebook;
  exists: (pool: Pool, params: Record<string, string>) => Promise<boolean>;
}

const ORDER: Subject = {
  path: '/operator/v1/orders/:clientId/:orderId/notes',
  params: OrderKeyParams,
  tag: 'Orders',
  id: 'OrderNote',
  noun: 'an order',
  listed: 'Lists the notes, oldest first.',
  written: 'The note is for colleagues. The client of the order cannot read it.',
  notFound: 'order_not_found',
  body: OrderNoteRequest,
  refusals: ['order_not_changeable'],
  read: 'orders.read',
  note: 'orders.note',
  notebookOf: ({ clientId = '', orderId = '' }) => {
    return notesOfOrder({ clientId, orderId });
  },
  exists: async (pool, { clientId = '', orderId = '' }) =>
    (await findOrderOfClient(pool, clientId, orderId)) !== undefined,
};

const ARTICLE: Subject = {
  path: '/operator/v1/articles/:manufacturerCode/notes',
  params: ArticleParams,
  tag: 'Catalogue',
  id: 'ArticleNote',
  noun: 'an article',
  listed: 'Lists the notes, oldest first. Orders of its variants return them as `articleNotes`.',
  written: 'The note is for colleagues who work on pieces of the article. Customers cannot read it.',
  notFound: 'article_not_found',
  body: NoteRequest,
  refusals: [],
  read: 'catalog.read',
  note: 'catalog.note',
  notebookOf: ({ manufacturerCode = '' }) => {
    return notesOfArticle(manufacturerCode);
  },
  exists: async (pool, { manufacturerCode = '' }) => (await findArticle(pool, '', manufacturerCode)) !== undefined,
};

const noteFaults = refuseBlankTexts('text');

/** Returns the path parameters by name. Each subject has its own schema for them. */
const keyOf = (given: unknown) => given as Record<string, string>;

function routesOf(subject: Subject): RouteRow<StaffContext>[] {
  const { path, params, id, noun, notFound, notebookOf } = subject;
  const route = routeUnder<StaffContext>(subject.tag);
  const noteParams = Type.Object({ ...params.properties, noteId });
  const readNoteId = (given: unknown) => {
    const { noteId = '' } = keyOf(given);
    return noteId;
  };
  const describeChange = (caller: Caller, now: Date) => {
    return { by: actorOf(caller), now, mayChangeOthers: mayDo(caller.role, 'notes.change') };
  };

  const getNotes = route({
    operationId: `list${id}s`,
    summary: `Read the notes about ${noun}`,
    description: subject.listed,
    params,
    response: readAnswers('The notes, at most 200.', Type.Array(NoteSchema), notFound),
    handler: async ({ pool }, request, reply) => {
      const notebook = notebookOf(keyOf(request.params));
      const notes = await withRetry(() => listNotes(pool, notebook.notes));
      const isThere = notes.length > 0 || (await withRetry(() => subject.exists(pool, keyOf(request.params))));
      if (!isThere) throw notebook.notFound();
      return sendJson(request, reply, notes.map(noteAnswer));
    },
  });

  const postNote = route({
    config: noteFaults,
    operationId: `add${id}`,
    summary: `Write a note about ${noun}`,
    description: subject.written,
    params,
    body: subject.body,
    response: {
      201: answer('The note.', NoteSchema, rateLimitHeaders),
      ...errorAnswers(notFound, ...subject.refusals, 'too_many_notes', ...WITH_BODY),
    },
    handler: async ({ pool, clock }, { params: given, body, caller }, reply) => {
      const doing = { by: actorOf(caller), now: clock() };
      const { text, mentions: wanted = [] } = body as Static<typeof OrderNoteRequest>;
      const people =
        wanted.length === 0 ? [] : await withRetry(() => listColleagues(pool, rolesThatMay('alerts.read')));
      const mentions = people.filter(({ operatorId }) => wanted.includes(operatorId));
      if (mentions.length < wanted.length) throw unknownPerson('/mentions');
      const note = await addNote(pool, notebookOf(keyOf(given)), { text, mentions }, doing);
      reply.code(201);
      return noteAnswer(note);
    },
  });

  const putNote = route({
    config: noteFaults,
    operationId: `correct${id}`,
    summary: `Correct a note about ${noun}`,
    description: 'Only the author or an admin may correct a note. Idempotent: sending it again changes nothing.',
    params: noteParams,
    body: NoteRequest,
    response: withExample(CORRECTED_NOTE, changeAnswers('The note.', NoteSchema, notFound, 'note_not_found')),
    handler: async ({ pool, clock }, { params: given, body, caller }) => {
      const correction = { noteId: readNoteId(given), text: body.text };
      const doing = describeChange(caller, clock());
      return noteAnswer(await correctNote(pool, notebookOf(keyOf(given)), correction, doing));
    },
  });

  const deleteOneNote = route({
    operationId: `delete${id}`,
    summary: `Delete a note about ${noun}`,
    description: 'Only the author or an admin may delete a note. It cannot be restored.',
    params: noteParams,
    response: {
      204: emptyAnswer('The note is deleted.', rateLimitHeaders),
      ...errorAnswers(notFound, 'note_not_found'),
    },
    handler: async ({ pool, clock }, { params: given, caller }, reply) => {
      const doing = describeChange(caller, clock());
      await removeNote(pool, notebookOf(keyOf(given)), readNoteId(given), doing);
      return reply.code(204).send();
    },
  });

  return [
    ['GET', path, getNotes, { verb: subject.read }],
    ['POST', path, postNote, { verb: subject.note }],
    ['PUT', `${path}/:noteId`, putNote, { verb: subject.note }],
    ['DELETE', `${path}/:noteId`, deleteOneNote, { verb: subject.note }],
  ];
}

export const noteRoutes = routeTable<StaffContext>([...routesOf(ORDER), ...routesOf(ARTICLE)]);
