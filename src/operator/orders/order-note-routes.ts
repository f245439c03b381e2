import type { FastifyInstance } from 'fastify';
import type { Pool } from 'pg';
import { Type } from 'typebox';
import { actorOf } from '../../audit/actor.ts';
import { isStorable } from '../../database/storable.ts';
import { withRetry } from '../../database/transaction.ts';
import {
  answer,
  emptyAnswer,
  errorAnswers,
  etagHeader,
  notModified,
  rateLimitHeaders,
  Timestamp,
  WITH_BODY,
} from '../../http/api-document.ts';
import { sendJson } from '../../http/etag.ts';
import { noteNotFound, orderNotFound } from '../../http/not-found-errors.ts';
import { registerRoutes, route } from '../../http/route-table.ts';
import type { OrderKey } from '../../orders/document/order-store.ts';
import { addNote, correctNote, removeNote } from '../../orders/staff/note-orders.ts';
import { listNotes, type OrderNote } from '../../orders/staff/order-note-store.ts';
import { findOrderOfClient } from '../../orders/staff/staff-order-store.ts';
import { blankFaults } from '../fields/blank-faults.ts';
import { message, OrderKeyParams, strictObject } from '../fields/operator-schemas.ts';

const NOTES = '/operator/v1/orders/:clientId/:orderId/notes';

const NoteParams = Type.Object({
  ...OrderKeyParams.properties,
  noteId: Type.String({ description: 'Identifier of the note.' }),
});
const NoteRequest = strictObject('OrderNoteRequest', 'A note about an order.', {
  text: message('What colleagues should know; also in several lines.', 'Ada calls back on Monday.'),
});
const NOTE = {
  noteId: '0198c0df-33cc-7d44-8e55-f66071829304',
  text: 'Ada calls back on Monday.',
  created: '2026-01-31T12:00:00.000Z',
  authorId: '019a5c7e-3b1f-7c2d-8e4a-5f6071829304',
  authorName: 'Ada Lovelace',
};
const NoteSchema = Type.Object(
  {
    noteId: NoteParams.properties.noteId,
    text: Type.String({ description: 'What was written.' }),
    created: Timestamp('When it was written.'),
    changed: Type.Optional(Timestamp('When it was last corrected; absent: never.')),
    authorId: Type.Optional(
      Type.String({ description: 'Who wrote it: operatorId of a person, clientId of a program.' }),
    ),
    authorName: Type.Optional(Type.String({ description: 'The name they had then.' })),
  },
  {
    title: 'OrderNote',
    description: 'What staff wrote about an order; customers never read it.',
    examples: [NOTE],
  },
);

interface NoteRouteOptions {
  pool: Pool;
  clock: () => Date;
}

const noteFaults = {
  moreFaults: ({ body }: { body: unknown }) => blankFaults({ '/text': Object(body).text }),
};

const getNotes = route({
  schema: {
    tags: ['Orders'],
    operationId: 'listOrderNotes',
    summary: 'Read the notes about an order',
    description: 'Oldest first.',
    params: OrderKeyParams,
    response: {
      200: answer('The notes, at most 200.', Type.Array(NoteSchema), { ...etagHeader, ...rateLimitHeaders }),
      ...notModified,
      ...errorAnswers('order_not_found'),
    },
  },
  handler: async ({ pool }: NoteRouteOptions, request, reply) => {
    const { clientId, orderId } = storable(request.params);
    const notes = await withRetry(() => listNotes(pool, clientId, orderId));
    const isThere = notes.length > 0 || (await withRetry(() => findOrderOfClient(pool, clientId, orderId)));
    if (!isThere) throw orderNotFound();
    return sendJson(request, reply, JSON.stringify(notes.map(shown)));
  },
});

const postNote = route({
  config: noteFaults,
  schema: {
    tags: ['Orders'],
    operationId: 'addOrderNote',
    summary: 'Write a note about an order',
    description: 'For colleagues: its client never reads it.',
    params: OrderKeyParams,
    body: NoteRequest,
    response: {
      201: answer('The note.', NoteSchema, rateLimitHeaders),
      ...errorAnswers('order_not_found', 'too_many_notes', ...WITH_BODY),
    },
  },
  handler: async ({ pool, clock }: NoteRouteOptions, { params, body, caller }, reply) => {
    const key = storable(params);
    const note = await addNote(pool, key, body.text, { by: actorOf(caller), now: clock() });
    reply.code(201);
    return shown(note);
  },
});

const putNote = route({
  config: noteFaults,
  schema: {
    tags: ['Orders'],
    operationId: 'correctOrderNote',
    summary: "Correct one's own note",
    description: 'Idempotent: sending it again changes nothing.',
    params: NoteParams,
    body: NoteRequest,
    response: {
      200: answer('The note.', NoteSchema, rateLimitHeaders, {
        ...NOTE,
        changed: '2026-01-31T12:05:00.000Z',
      }),
      ...errorAnswers('order_not_found', 'note_not_found', ...WITH_BODY),
    },
  },
  handler: async ({ pool, clock }: NoteRouteOptions, { params, body, caller }) =>
    shown(await correctNote(pool, noteKey(params), body.text, { by: actorOf(caller), now: clock() })),
});

const deleteOneNote = route({
  schema: {
    tags: ['Orders'],
    operationId: 'deleteOrderNote',
    summary: "Delete one's own note",
    description: 'It is gone.',
    params: NoteParams,
    response: {
      204: emptyAnswer('It is gone.', rateLimitHeaders),
      ...errorAnswers('order_not_found', 'note_not_found'),
    },
  },
  handler: async ({ pool, clock }: NoteRouteOptions, { params, caller }, reply) => {
    await removeNote(pool, noteKey(params), { by: actorOf(caller), now: clock() });
    return reply.code(204).send();
  },
});

/** Throws `order_not_found` for a key that no order can have. */
function storable({ clientId, orderId }: OrderKey): OrderKey {
  if (!isStorable(clientId) || !isStorable(orderId)) throw orderNotFound();
  return { clientId, orderId };
}

function noteKey({ clientId, orderId, noteId }: { clientId: string; orderId: string; noteId: string }) {
  if (!isStorable(noteId)) throw noteNotFound();
  return { ...storable({ clientId, orderId }), noteId };
}

function shown({ noteId, text, created, changed, authorId, authorName }: OrderNote) {
  return {
    noteId,
    text,
    created,
    ...(changed && { changed }),
    ...(authorId !== null && { authorId }),
    ...(authorName !== null && { authorName }),
  };
}

/** /operator/v1/orders/{clientId}/{orderId}/notes: what staff write for each other. */
export async function orderNoteRoutes(app: FastifyInstance, options: NoteRouteOptions): Promise<void> {
  registerRoutes(app, options, [
    ['GET', NOTES, getNotes, { verb: 'orders.read' }],
    ['POST', NOTES, postNote, { verb: 'orders.note' }],
    ['PUT', `${NOTES}/:noteId`, putNote, { verb: 'orders.note' }],
    ['DELETE', `${NOTES}/:noteId`, deleteOneNote, { verb: 'orders.note' }],
  ]);
}
