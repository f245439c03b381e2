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
  WITH_BODY,
} from '../../http/api-document.ts';
import { sendJson } from '../../http/etag.ts';
import { orderNotFound } from '../../http/not-found-errors.ts';
import { registerRoutes, route } from '../../http/route-table.ts';
import { addNote, correctNote, removeNote } from '../../notes/keep-notes.ts';
import type { OrderKey } from '../../orders/document/order-store.ts';
import { notesOfOrder } from '../../orders/staff/note-orders.ts';
import { listNotes } from '../../orders/staff/order-note-store.ts';
import { findOrderOfClient } from '../../orders/staff/staff-order-store.ts';
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
import { OrderKeyParams } from '../fields/operator-schemas.ts';

const NOTES = '/operator/v1/orders/:clientId/:orderId/notes';

const NoteParams = Type.Object({ ...OrderKeyParams.properties, noteId });
interface NoteRouteOptions {
  pool: Pool;
  clock: () => Date;
}

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
    return sendJson(request, reply, JSON.stringify(notes.map(shownNote)));
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
      ...errorAnswers('order_not_found', 'order_not_changeable', 'too_many_notes', ...WITH_BODY),
    },
  },
  handler: async ({ pool, clock }: NoteRouteOptions, { params, body, caller }, reply) => {
    const notebook = notesOfOrder(storable(params));
    const note = await addNote(pool, notebook, body.text, { by: actorOf(caller), now: clock() });
    reply.code(201);
    return shownNote(note);
  },
});

const putNote = route({
  config: noteFaults,
  schema: {
    tags: ['Orders'],
    operationId: 'correctOrderNote',
    summary: 'Correct a note about an order',
    description: "One's own; an admin that of anybody. Idempotent: sending it again changes nothing.",
    params: NoteParams,
    body: NoteRequest,
    response: {
      200: answer('The note.', NoteSchema, rateLimitHeaders, CORRECTED_NOTE),
      ...errorAnswers('order_not_found', 'note_not_found', ...WITH_BODY),
    },
  },
  handler: async ({ pool, clock }: NoteRouteOptions, { params, body, caller }) =>
    shownNote(
      await correctNote(
        pool,
        notesOfOrder(storable(params)),
        { noteId: storableNote(params.noteId), text: body.text },
        noteDoing(caller, clock()),
      ),
    ),
});

const deleteOneNote = route({
  schema: {
    tags: ['Orders'],
    operationId: 'deleteOrderNote',
    summary: 'Delete a note about an order',
    description: "One's own; an admin that of anybody. It is gone.",
    params: NoteParams,
    response: {
      204: emptyAnswer('It is gone.', rateLimitHeaders),
      ...errorAnswers('order_not_found', 'note_not_found'),
    },
  },
  handler: async ({ pool, clock }: NoteRouteOptions, { params, caller }, reply) => {
    const notebook = notesOfOrder(storable(params));
    await removeNote(pool, notebook, storableNote(params.noteId), noteDoing(caller, clock()));
    return reply.code(204).send();
  },
});

/** Throws `order_not_found` for a key that no order can have. */
function storable({ clientId, orderId }: OrderKey): OrderKey {
  if (!isStorable(clientId) || !isStorable(orderId)) throw orderNotFound();
  return { clientId, orderId };
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
