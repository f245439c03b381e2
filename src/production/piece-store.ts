import type { OrderKey } from '../orders/document/order-store.ts';
import type { Actor } from '../platform/audit/actor.ts';
import { risingId } from '../platform/database/rising-ids.ts';
import type { Connection } from '../platform/database/transaction.ts';
import type { PieceStep } from './piece-rules.ts';
import type { PieceState } from './piece-states.ts';

/** What a piece is known by. */
export interface PieceKey {
  clientId: string;
  orderId: string;
  /** Of its order: counts its acceptances. */
  run: number;
  /** Place of the item in the order, from 1. */
  position: number;
  /** Which of the pieces of the item, from 1. */
  copy: number;
  /** 0 the first, 1 its successor R1, and so on. */
  attempt: number;
}

export interface Piece extends PieceKey {
  /** P and a number. */
  code: string;
  itemId: string;
  /** 1, or the whole of a lot. */
  quantity: number;
  sku: string;
  steps: PieceStep[];
  stepsDone: number;
  state: PieceState;
  stateSince: Date;
  technology: string;
  batchId: string | null;
  /** Its place in the batch, from 1, in the order in which blanks are picked. */
  batchPlace: number | null;
  hasBlank: boolean;
  parcel: number | null;
  reason: string | null;
  replacedBy: string | null;
}

type PieceRow = Omit<Piece, 'steps'> & { steps: string };

const COLUMNS = `client_id as "clientId", order_id as "orderId", run, position, copy, attempt, code, item_id as "itemId", quantity, sku, steps,
  steps_done as "stepsDone", state, state_since as "stateSince", technology, batch_id as "batchId", batch_place as "batchPlace", has_blank as "hasBlank", parcel, reason,
  replaced_by as "replacedBy"`;

const pieceOf = ({ steps, ...row }: PieceRow): Piece => ({ ...row, steps: JSON.parse(steps) });

export async function insertPieces(
  connection: Connection,
  clientId: string,
  pieces: readonly Piece[],
): Promise<void> {
  if (pieces.length === 0) return;
  await connection.query({
    text: `insert into pieces (client_id, order_id, run, position, copy, attempt, code, item_id, quantity, sku, steps, steps_done, state, state_since,
                               technology, batch_id, has_blank, batch_place)
           select $1, * from unnest($2::text[], $3::int[], $4::int[], $5::int[], $6::int[], $7::text[], $8::text[], $9::int[], $10::text[], $11::text[],
                                    $12::int[], $13::text[], $14::timestamptz[], $15::text[], $16::bigint[], $17::boolean[], $18::int[])`,
    values: [
      clientId,
      pieces.map(({ orderId }) => orderId),
      pieces.map(({ run }) => run),
      pieces.map(({ position }) => position),
      pieces.map(({ copy }) => copy),
      pieces.map(({ attempt }) => attempt),
      pieces.map(({ code }) => code),
      pieces.map(({ itemId }) => itemId),
      pieces.map(({ quantity }) => quantity),
      pieces.map(({ sku }) => sku),
      pieces.map(({ steps }) => JSON.stringify(steps)),
      pieces.map(({ stepsDone }) => stepsDone),
      pieces.map(({ state }) => state),
      pieces.map(({ stateSince }) => stateSince),
      pieces.map(({ technology }) => technology),
      pieces.map(({ batchId }) => batchId),
      pieces.map(({ hasBlank }) => hasBlank),
      pieces.map(({ batchPlace }) => batchPlace),
    ],
  });
}

/** The piece of the code that is scanned. */
export async function findPieceByCode(connection: Connection, code: string): Promise<Piece | undefined> {
  const { rows } = await connection.query<PieceRow>({
    name: 'find-piece-by-code',
    text: `select ${COLUMNS} from pieces where code = $1`,
    values: [code],
  });
  return rows[0] && pieceOf(rows[0]);
}

/** All pieces of the order, those that were replaced with them, in the order of its items. The order must be locked by whoever changes them. */
export async function listPiecesOfOrder(
  connection: Connection,
  clientId: string,
  orderId: string,
  run: number,
): Promise<Piece[]> {
  const { rows } = await connection.query<PieceRow>({
    name: 'list-pieces-of-order',
    text: `select ${COLUMNS} from pieces where client_id = $1 and order_id = $2 and run = $3 order by position, copy, attempt`,
    values: [clientId, orderId, run],
  });
  return rows.map(pieceOf);
}

/** How many pieces of the order count (not those that were replaced, scrapped or cancelled), and how many of them are still to be checked. */
export async function countPiecesOfOrder(
  connection: Connection,
  { clientId, orderId, run }: Pick<PieceKey, 'clientId' | 'orderId' | 'run'>,
): Promise<{ living: number; unchecked: number }> {
  const { rows } = await connection.query<{ living: number; unchecked: number }>({
    name: 'count-pieces-of-order',
    text: `select count(*)::int as living, count(*) filter (where state in ('TO_MAKE', 'MADE'))::int as unchecked
           from pieces where client_id = $1 and order_id = $2 and run = $3 and state not in ('REPLACED', 'SCRAPPED', 'CANCELLED')`,
    values: [clientId, orderId, run],
  });
  return rows[0] ?? { living: 0, unchecked: 0 };
}

/** Of each item how many pieces are in the parcel. */
export async function sumPacked(
  connection: Connection,
  { clientId, orderId, run }: Pick<PieceKey, 'clientId' | 'orderId' | 'run'>,
  parcel: number,
): Promise<{ itemId: string; quantity: number }[]> {
  const { rows } = await connection.query<{ itemId: string; quantity: number }>({
    name: 'sum-packed',
    text: `select item_id as "itemId", sum(quantity)::int as quantity from pieces
           where client_id = $1 and order_id = $2 and run = $3 and parcel = $4 and state = 'PACKED' group by item_id`,
    values: [clientId, orderId, run, parcel],
  });
  return rows;
}

/**
 * Gives each piece of a batch that was just released its place, in the order in which blanks are picked and tickets printed: by SKU and code. Answers how
 * many there are.
 */
export async function placePieces(connection: Connection, batchId: string): Promise<number> {
  const { rowCount } = await connection.query({
    text: `update pieces p set batch_place = placed.place
           from (
             select client_id, order_id, run, position, copy, attempt,
                    row_number() over (order by sku, code) as place
             from pieces where batch_id = $1
           ) placed
           where p.client_id = placed.client_id and p.order_id = placed.order_id and p.run = placed.run and p.position = placed.position
             and p.copy = placed.copy and p.attempt = placed.attempt`,
    values: [batchId],
  });
  return rowCount ?? 0;
}

/** Pieces of the batch for which this blank is taken from the shelf, and that nobody has begun. */
export async function listPickedPieces(
  connection: Connection,
  batchId: string,
  sku: string,
): Promise<Piece[]> {
  const { rows } = await connection.query<PieceRow>({
    name: 'list-picked-pieces',
    text: `select ${COLUMNS} from pieces where batch_id = $1 and state = 'TO_MAKE' and sku = $2 and steps_done = 0 and has_blank`,
    values: [batchId, sku],
  });
  return rows.map(pieceOf);
}

/** These pieces, whose orders are locked, are in no batch any more, and have no blank until there is one. */
export async function leaveBatch(
  connection: Connection,
  codes: readonly string[],
  reason: string,
): Promise<void> {
  await connection.query({
    text: `update pieces set batch_id = null, batch_place = null, has_blank = false, reason = $2 where code = any($1)`,
    values: [codes, reason],
  });
}

/** What can change of a piece. */
export type PieceChange = PieceKey &
  Partial<Pick<Piece, 'state' | 'stepsDone' | 'batchId' | 'hasBlank' | 'parcel' | 'reason' | 'replacedBy'>>;

const CHANGEABLE = {
  state: 'state',
  stepsDone: 'steps_done',
  batchId: 'batch_id',
  hasBlank: 'has_blank',
  parcel: 'parcel',
  reason: 'reason',
  replacedBy: 'replaced_by',
} as const;

/** Changes a piece of an order that is locked. */
export async function updatePiece(connection: Connection, change: PieceChange, now: Date): Promise<void> {
  const { clientId, orderId, run, position, copy, attempt, ...changed } = change;
  const values: unknown[] = [clientId, orderId, run, position, copy, attempt];
  const sets = Object.entries(changed).map(
    ([name, value]) => `${CHANGEABLE[name as keyof typeof CHANGEABLE]} = $${values.push(value)}`,
  );
  if (changed.state !== undefined) sets.push(`state_since = $${values.push(now)}`);
  if (sets.length === 0) return;
  await connection.query({
    text: `update pieces set ${sets.join(', ')}
           where client_id = $1 and order_id = $2 and run = $3 and position = $4 and copy = $5 and attempt = $6`,
    values,
  });
}

/** Ends the pieces of an order that are in no parcel; answers the batches that they were in. */
export async function endPieces(
  connection: Connection,
  { clientId, orderId }: Pick<PieceKey, 'clientId' | 'orderId'>,
  state: 'PACKED' | 'CANCELLED',
  since: Date,
): Promise<string[]> {
  const { rows } = await connection.query<{ batchId: string | null }>({
    name: 'end-pieces',
    text: `update pieces set state = $3, state_since = $4, reason = case when $3::text = 'CANCELLED' then 'cancelled' else reason end
           where client_id = $1 and order_id = $2 and state in ('TO_MAKE', 'MADE', 'CHECKED') returning batch_id as "batchId"`,
    values: [clientId, orderId, state, since],
  });
  return [...new Set(rows.flatMap(({ batchId }) => batchId ?? []))];
}

/** Ends what is left on the floor of the orders' earlier runs: their tickets are refused from now on. */
export async function cancelEarlierRuns(
  connection: Connection,
  clientId: string,
  orderIds: readonly string[],
  now: Date,
): Promise<void> {
  await connection.query({
    text: `update pieces p set state = 'CANCELLED', state_since = $3, reason = 'changed'
           from production_orders o
           where o.client_id = $1 and o.order_id = any($2) and p.client_id = $1 and p.order_id = o.order_id and p.run < o.run
             and p.state in ('TO_MAKE', 'MADE', 'CHECKED')`,
    values: [clientId, orderIds, now],
  });
}

/** The pieces of these codes, by order and place in it. */
export async function findPiecesByCodes(connection: Connection, codes: readonly string[]): Promise<Piece[]> {
  const { rows } = await connection.query<PieceRow>({
    name: 'find-pieces-by-codes',
    text: `select ${COLUMNS} from pieces where code = any($1) order by client_id, order_id, run, position, copy, attempt`,
    values: [codes],
  });
  return rows.map(pieceOf);
}

interface PieceEvent {
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
const PIECE_EVENTS_MAX = 1_000;

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

interface NewPieceEvent {
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
