import type { Connection } from '../database/transaction.ts';
import type { OrderKey } from './production-keys.ts';

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
