import type { OrderStatus } from '../orders/document/order-fields.ts';
import type { Order, StatusReason } from '../orders/document/order-schemas.ts';
import type { OrderKey } from '../orders/rows/order-row-store.ts';
import type { Actor } from '../platform/audit/actor.ts';
import { risingId } from '../platform/database/rising-ids.ts';
import { columnsOf } from '../platform/database/statement-parts.ts';
import { type Connection, queryCount, queryRows } from '../platform/database/transaction.ts';
import type { NextBin } from './bin-store.ts';
import type { PieceStep } from './piece-rules.ts';
import type { PieceState } from './piece-states.ts';

export interface PieceKey {
  clientId: string;
  orderId: string;
  /** Counts how often its order was accepted, from 1. */
  run: number;
  /** Position of the item in the order, from 1. */
  position: number;
  /** Number of the piece within its item, from 1. */
  copy: number;
  /** 0 for the first piece, 1 for its successor R1, and so on. */
  attempt: number;
}

export interface Piece extends PieceKey {
  /** P and a number. */
  code: string;
  itemId: string;
  /** 1, or the size of a lot. */
  quantity: number;
  sku: string;
  steps: PieceStep[];
  stepsDone: number;
  state: PieceState;
  stateSince: Date;
  technology: string;
  batchId: string | null;
  /** Its place in the picking order of the batch, from 1. */
  batchPlace: number | null;
  hasBlank: boolean;
  parcel: number | null;
  reason: string | null;
  replacedBy: string | null;
}

type PieceRow = Omit<Piece, 'steps'> & { steps: string };

const COLUMNS = `p.client_id as "clientId", p.order_id as "orderId", p.run, p.position, p.copy, p.attempt, p.code, p.item_id as "itemId", p.quantity, p.sku,
  p.steps, p.steps_done as "stepsDone", p.state, p.state_since as "stateSince", p.technology, p.batch_id as "batchId", p.batch_place as "batchPlace",
  p.has_blank as "hasBlank", p.parcel, p.reason, p.replaced_by as "replacedBy"`;

const pieceOf = ({ steps, ...row }: PieceRow): Piece => ({ ...row, steps: JSON.parse(steps) });

/** Inserts pieces of a client's orders. The caller makes sure that their codes are new. */
export async function insertPieces(connection: Connection, clientId: string, pieces: readonly Piece[]): Promise<void> {
  if (pieces.length === 0) return;
  await connection.query({
    text: `insert into pieces (client_id, order_id, run, position, copy, attempt, code, item_id, quantity, sku, steps, steps_done, state, state_since,
                               technology, batch_id, has_blank, batch_place)
           select $1, * from unnest($2::text[], $3::int[], $4::int[], $5::int[], $6::int[], $7::text[], $8::text[], $9::int[], $10::text[], $11::text[],
                                    $12::int[], $13::text[], $14::timestamptz[], $15::text[], $16::bigint[], $17::boolean[], $18::int[])`,
    values: [
      clientId,
      ...columnsOf(pieces, 'orderId', 'run', 'position', 'copy', 'attempt', 'code', 'itemId', 'quantity', 'sku'),
      pieces.map(({ steps }) => JSON.stringify(steps)),
      ...columnsOf(pieces, 'stepsDone', 'state', 'stateSince', 'technology', 'batchId', 'hasBlank', 'batchPlace'),
    ],
  });
}

export async function findPieceByCode(connection: Connection, code: string): Promise<Piece | undefined> {
  const { rows } = await connection.query<PieceRow>({
    name: 'find-piece-by-code',
    text: `select ${COLUMNS} from pieces p where code = $1`,
    values: [code],
  });
  return rows[0] && pieceOf(rows[0]);
}

/** Lists all pieces of a run, including replaced ones, by item, number within the item, and attempt. */
export async function listPiecesOfOrder(
  connection: Connection,
  clientId: string,
  orderId: string,
  run: number,
): Promise<Piece[]> {
  const { rows } = await connection.query<PieceRow>({
    name: 'list-pieces-of-order',
    text: `select ${COLUMNS} from pieces p where client_id = $1 and order_id = $2 and run = $3 order by position, copy, attempt`,
    values: [clientId, orderId, run],
  });
  return rows.map(pieceOf);
}

/** A piece with the facts that decide whether it may be worked on. */
interface StandingPiece {
  piece: Piece;
  orderCode: string;
  standing: {
    status: OrderStatus;
    statusSince: Date;
    content: { statusReason?: StatusReason; cancellation?: Pick<NonNullable<Order['cancellation']>, 'status'> };
  };
  /** The present run of its order. */
  begun: { run: number; begun: Date };
  /** Pieces of its run that are not replaced, scrapped or cancelled. */
  living: number;
  /** Living pieces that are still to be checked. */
  unchecked: number;
  bin: number | null;
  nextBin: NextBin | null;
  orderVersion: number;
}

/**
 * Finds pieces with the status, run and bin of their orders. With `withNextBin`, an order without a bin gets
 * a proposal: the free bin with the lowest number, or the bin that is taken longest. No bin is locked,
 * because in a distributed database a statement cannot lock rows of a copied table together with orders.
 */
export async function findFloorPieces(
  connection: Connection,
  codes: readonly string[],
  withNextBin: boolean,
): Promise<StandingPiece[]> {
  type Row = PieceRow & { orderCode: string; orderRun: number; begun: Date } & Pick<
      StandingPiece,
      'living' | 'unchecked' | 'bin' | 'nextBin' | 'orderVersion'
    > & {
      status: OrderStatus;
      statusSince: Date;
      reasonCode: string | null;
      reasonMessage: string | null;
      cancellation: NonNullable<Order['cancellation']>['status'] | null;
    };
  const { rows } = await connection.query<Row>({
    name: 'find-floor-pieces',
    // The status of the bin's order is an expression, which no index serves. The planner therefore starts
    // from the bins.
    text: `select ${COLUMNS}, q.code as "orderCode", q.run as "orderRun", q.begun, o.status, o.version as "orderVersion",
                  coalesce(o.status_since, o.updated) as "statusSince", o.reason_code as "reasonCode", o.reason_message as "reasonMessage", o.cancellation,
                  s.living, s.unchecked, b.bin, to_json(n) as "nextBin"
           from pieces p
           join orders o on o.client_id = p.client_id and o.order_id = p.order_id
           join production_orders q on q.client_id = p.client_id and q.order_id = p.order_id
           left join bins b on b.client_id = p.client_id and b.order_id = p.order_id
           left join lateral (
             select count(*)::int as living, count(*) filter (where i.state in ('TO_MAKE', 'MADE'))::int as unchecked
             from pieces i where i.client_id = p.client_id and i.order_id = p.order_id and i.run = p.run
               and i.state not in ('REPLACED', 'SCRAPPED', 'CANCELLED')
           ) s on true
           left join (
             select * from (
               (select bin, client_id as "clientId", order_id as "orderId", true as "isFree" from bins where $2 and order_id is null order by bin limit 1)
               union all
               (select t.bin, t.client_id, t.order_id, true from bins t join orders x on x.client_id = t.client_id and x.order_id = t.order_id
                where $2 and x.status || '' = 'SHIPPED' order by t.bin limit 1)
               union all
               (select bin, client_id, order_id, false from bins where $2 and order_id is not null order by taken, bin limit 1)
             ) bins_of_all order by "isFree" desc, bin limit 1
           ) n on b.bin is null
           where p.code = any($1)`,
    values: [codes, withNextBin],
  });
  return rows.map(({ orderCode, orderRun: run, begun, living, unchecked, bin, nextBin, orderVersion, ...row }) => {
    const { status, statusSince, reasonCode, reasonMessage, cancellation, ...piece } = row;
    const statusReason =
      reasonCode === null ? {} : { statusReason: { code: reasonCode, message: reasonMessage ?? '' } };
    const content = { ...statusReason, ...(cancellation && { cancellation: { status: cancellation } }) };
    const standing = { status, statusSince, content };
    const ofOrder = { orderCode, standing, begun: { run, begun }, orderVersion };
    return { piece: pieceOf(piece), ...ofOrder, living, unchecked, bin, nextBin };
  });
}

/** Numbers the new pieces of a batch in picking order, by SKU and code. Returns the number of new pieces. */
export async function numberPieces(connection: Connection, batchId: string): Promise<number> {
  return queryCount(connection, {
    text: `update pieces p set batch_place = placed.place
           from (
             select client_id, order_id, run, position, copy, attempt,
                    batch_place is null and attempt = 0 as is_new,
                    coalesce(max(batch_place) over (), 0) + row_number() over (partition by batch_place is null and attempt = 0 order by sku, code) as place
             from pieces where batch_id = $1
           ) placed
           where placed.is_new and p.client_id = placed.client_id and p.order_id = placed.order_id and p.run = placed.run and p.position = placed.position
             and p.copy = placed.copy and p.attempt = placed.attempt`,
    values: [batchId],
  });
}

/** Lists unbegun pieces of the batch for which a blank with this SKU is reserved. */
export async function listPickedPieces(connection: Connection, batchId: string, sku: string): Promise<Piece[]> {
  const { rows } = await connection.query<PieceRow>({
    name: 'list-picked-pieces',
    text: `select ${COLUMNS} from pieces p where batch_id = $1 and state = 'TO_MAKE' and sku = $2 and steps_done = 0 and has_blank`,
    values: [batchId, sku],
  });
  return rows.map(pieceOf);
}

/** Removes pieces of locked orders from their batch. The pieces then wait for a blank. */
export async function leaveBatch(connection: Connection, codes: readonly string[], reason: string): Promise<void> {
  await connection.query({
    text: `update pieces set batch_id = null, batch_place = null, has_blank = false, reason = $2 where code = any($1)`,
    values: [codes, reason],
  });
}

/** A piece of a locked order before and after a change, with its event. */
export interface PieceChange {
  before: Piece;
  piece: Piece;
  /** Null: the change has no event. */
  event: string | null;
  reason?: string | null | undefined;
}

export async function savePiece(
  connection: Connection,
  { before: { clientId, orderId, run, position, copy, attempt }, piece, event, reason }: PieceChange,
  { station, stationId, by, now }: EventOrigin,
): Promise<void> {
  await connection.query({
    name: 'save-piece',
    text: `with changed as (
             update pieces set state = $7, state_since = $8, steps_done = $9, has_blank = $10, parcel = $11, reason = $12, replaced_by = $13
             where client_id = $1 and order_id = $2 and run = $3 and position = $4 and copy = $5 and attempt = $6
           )
           insert into piece_events (client_id, order_id, event_id, code, type, occurred, station, station_id, actor_id, actor_name, reason)
           select $1, $2, e.event_id, $14, e.type, $15, $16, $17, $18, $19, $20 from unnest($21::uuid[], $22::text[]) as e (event_id, type)`,
    values: [
      ...[clientId, orderId, run, position, copy, attempt],
      ...[piece.state, piece.stateSince, piece.stepsDone, piece.hasBlank, piece.parcel, piece.reason, piece.replacedBy],
      ...[piece.code, now, station, stationId, by.id, by.name, reason ?? null],
      ...(event === null ? [[], []] : [[risingId()], [event]]),
    ],
  });
}

/** Saves the states of pieces of a client with their events, after a scan that makes several of them. */
export async function savePieces(
  connection: Connection,
  clientId: string,
  changes: readonly PieceChange[],
  { station, stationId, by, now }: EventOrigin,
): Promise<void> {
  const rows = changes.map(({ piece, event }) => ({ ...piece, event, eventId: risingId() }));
  await connection.query({
    name: 'save-pieces',
    text: `with given as (
             select * from unnest($2::text[], $3::int[], $4::int[], $5::int[], $6::int[], $7::text[], $8::text[], $9::timestamptz[], $10::int[],
                                  $11::uuid[], $12::text[])
               as g (order_id, run, position, copy, attempt, code, state, state_since, steps_done, event_id, event)
           ), changed as (
             update pieces p set state = g.state, state_since = g.state_since, steps_done = g.steps_done from given g
             where p.client_id = $1 and p.order_id = g.order_id and p.run = g.run and p.position = g.position and p.copy = g.copy
               and p.attempt = g.attempt
           )
           insert into piece_events (client_id, order_id, event_id, code, type, occurred, station, station_id, actor_id, actor_name)
           select $1, order_id, event_id, code, event, $13, $14, $15, $16, $17 from given where event is not null`,
    values: [
      clientId,
      ...columnsOf(
        rows,
        'orderId',
        'run',
        'position',
        'copy',
        'attempt',
        'code',
        'state',
        'stateSince',
        'stepsDone',
        'eventId',
      ),
      rows.map(({ event }) => event),
      ...[now, station, stationId, by.id, by.name],
    ],
  });
}

/** Sets pieces in no parcel to `state`; for CANCELLED, also pieces in dropped parcels. Returns batchIds. */
export async function endPieces(
  connection: Connection,
  { clientId, orderId }: Pick<PieceKey, 'clientId' | 'orderId'>,
  state: 'PACKED' | 'CANCELLED',
  since: Date,
): Promise<string[]> {
  const { rows } = await connection.query<{ batchId: string | null }>({
    name: 'end-pieces',
    text: `update pieces set state = $3, state_since = $4, reason = case when $3::text = 'CANCELLED' then 'cancelled' else reason end
           where client_id = $1 and order_id = $2 and (state in ('TO_MAKE', 'MADE', 'CHECKED') or (state = 'PACKED' and $3::text = 'CANCELLED'
             and parcel in (select parcel from parcels where client_id = $1 and order_id = $2 and state = 'DROPPED')))
           returning batch_id as "batchId"`,
    values: [clientId, orderId, state, since],
  });
  return [...new Set(rows.flatMap(({ batchId }) => batchId ?? []))];
}

/** Cancels unbegun pieces of a locked order, because it was corrected. */
export async function cancelPieces(
  connection: Connection,
  { clientId, orderId }: OrderKey,
  pieces: readonly { code: string }[],
  now: Date,
): Promise<void> {
  await connection.query({
    name: 'cancel-unbegun-pieces',
    text: `update pieces set state = 'CANCELLED', state_since = $4, reason = 'changed'
           where client_id = $1 and order_id = $2 and code = any($3)`,
    values: [clientId, orderId, pieces.map(({ code }) => code), now],
  });
}

/** The state of a piece `p` before it was packed. Null: its events were deleted by age, or it has none. */
const STATE_BEFORE = `(
             select case when e.type = 'piece.made' or e.type = 'piece.unchecked' and e.reason is null then 'MADE' when e.type = 'piece.checked' then 'CHECKED' else 'TO_MAKE' end
             from piece_events e
             where e.client_id = p.client_id and e.order_id = p.order_id and e.code = p.code
               and (e.type in ('piece.made', 'piece.unmade', 'piece.checked', 'piece.unchecked') or (e.type = 'piece.packed' and e.reason = 'UNMADE'))
             order by e.event_id desc limit 1)`;

/** Returns the state of a piece before it was packed; undefined if no event shows it. */
export async function findStateBefore(
  connection: Connection,
  { clientId, orderId, code }: Piece,
): Promise<PieceState | undefined> {
  const { rows } = await connection.query<{ state: PieceState | null }>({
    name: 'find-state-before',
    text: `select ${STATE_BEFORE} as state from pieces p where p.client_id = $1 and p.order_id = $2 and p.code = $3`,
    values: [clientId, orderId, code],
  });
  return rows[0]?.state ?? undefined;
}

/**
 * Undoes `endPieces` for pieces of the present run that are PACKED in no parcel: they get the state of their
 * last scan. `wanted` limits the quantity of each item.
 */
export async function resumePieces(
  connection: Connection,
  { clientId, orderId }: OrderKey,
  wanted: readonly { id: string; quantity: number }[],
  now: Date,
): Promise<void> {
  await connection.query({
    name: 'resume-pieces',
    text: `with ended as (
             select p.code, sum(p.quantity) over (partition by p.item_id order by p.position, p.copy, p.attempt) as so_far, w.quantity as wanted
             from pieces p
             join production_orders o on o.client_id = $1 and o.order_id = $2 and o.run = p.run
             join unnest($3::text[], $4::int[]) as w (item_id, quantity) on w.item_id = p.item_id
             where p.client_id = $1 and p.order_id = $2 and p.state = 'PACKED' and p.parcel is null
           )
           update pieces p set state_since = $5, state = coalesce(${STATE_BEFORE}, 'TO_MAKE')
           from ended where p.client_id = $1 and p.order_id = $2 and p.code = ended.code and so_far <= wanted`,
    values: [clientId, orderId, wanted.map(({ id }) => id), wanted.map(({ quantity }) => quantity), now],
  });
}

/** Cancels the unpacked pieces of earlier runs of these orders. */
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

export async function findPiecesByCodes(connection: Connection, codes: readonly string[]): Promise<Piece[]> {
  const { rows } = await connection.query<PieceRow>({
    name: 'find-pieces-by-codes',
    text: `select ${COLUMNS} from pieces p where code = any($1) order by client_id, order_id, run, position, copy, attempt`,
    values: [codes],
  });
  return rows.map(pieceOf);
}

interface PieceEvent {
  eventId: string;
  code: string;
  type: string;
  occurred: Date;
  station: string | null;
  actorId: string | null;
  actorName: string | null;
  reason: string | null;
}

const PIECE_EVENTS_MAX = 1_000;

/** Lists the events of the order's pieces, latest first. */
export async function listPieceEvents(connection: Connection, { clientId, orderId }: OrderKey): Promise<PieceEvent[]> {
  return queryRows<PieceEvent>(connection, {
    name: 'list-piece-events',
    text: `select event_id as "eventId", code, type, occurred, station, actor_id as "actorId", actor_name as "actorName", reason
           from piece_events where client_id = $1 and order_id = $2 order by event_id desc limit ${PIECE_EVENTS_MAX}`,
    values: [clientId, orderId],
  });
}

interface NewPieceEvent {
  piece: Pick<Piece, 'clientId' | 'orderId' | 'code'>;
  type: string;
  reason?: string | undefined;
}

/** The station, person and time of an event. */
type EventOrigin = { station: string | null; stationId: string | null; by: Actor; now: Date };

export async function insertPieceEvent(
  connection: Connection,
  { piece, type, reason }: NewPieceEvent,
  { station, stationId, by, now }: EventOrigin,
): Promise<void> {
  await connection.query({
    name: 'insert-piece-event',
    text: `insert into piece_events (client_id, order_id, event_id, code, type, occurred, station, station_id, actor_id, actor_name, reason)
           values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
    values: [
      ...[piece.clientId, piece.orderId, risingId(), piece.code, type],
      ...[now, station, stationId, by.id, by.name, reason ?? null],
    ],
  });
}
