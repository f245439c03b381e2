import type { OrderKey } from '../orders/document/order-store.ts';
import type { Actor } from '../platform/audit/actor.ts';
import { risingId } from '../platform/database/rising-ids.ts';
import type { Connection } from '../platform/database/transaction.ts';
import type { Piece } from './piece-store.ts';

export interface PieceEvent {
  eventId: string;
  /** Of the piece. */
  code: string;
  type: string;
  occurred: Date;
  station: string | null;
  actorId: string | null;
  actorName: string | null;
  reason: string | null;
}

/** Events of an order's pieces that are read at once. */
export const PIECE_EVENTS_MAX = 1_000;

/** What happened to the pieces of the order, the latest first. */
export async function listPieceEvents(
  connection: Connection,
  { clientId, orderId }: OrderKey,
): Promise<PieceEvent[]> {
  const { rows } = await connection.query<PieceEvent>({
    name: 'list-piece-events',
    text: `select event_id as "eventId", code, type, occurred, station, actor_id as "actorId", actor_name as "actorName", reason
           from piece_events where client_id = $1 and order_id = $2 order by event_id desc limit ${PIECE_EVENTS_MAX}`,
    values: [clientId, orderId],
  });
  return rows;
}

export interface NewPieceEvent {
  piece: Pick<Piece, 'clientId' | 'orderId' | 'code'>;
  type: string;
  reason?: string | undefined;
}

/** Records what happened to a piece. */
export async function insertPieceEvent(
  connection: Connection,
  { piece, type, reason }: NewPieceEvent,
  { station, stationId, by, now }: { station: string | null; stationId: string | null; by: Actor; now: Date },
): Promise<void> {
  await connection.query({
    name: 'insert-piece-event',
    text: `insert into piece_events (client_id, order_id, event_id, code, type, occurred, station, station_id, actor_id, actor_name, reason)
           values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
    values: [
      piece.clientId,
      piece.orderId,
      risingId(),
      piece.code,
      type,
      now,
      station,
      stationId,
      by.id,
      by.name,
      reason ?? null,
    ],
  });
}
