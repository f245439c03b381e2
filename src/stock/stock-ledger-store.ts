import type { ActorKind } from '../platform/audit/actor.ts';
import type { DueQuery } from '../platform/database/due-query.ts';
import { firstUuid, risingId } from '../platform/database/rising-ids.ts';
import { type ColumnTypes, columnsOf, namesOf, tableOf } from '../platform/database/statement-parts.ts';
import { type Connection, queryHasRow, queryRows } from '../platform/database/transaction.ts';
import type { MovementReason, StockMovement } from './stock-change-rules.ts';
import type { StockCode, StockLevel } from './stock-rules.ts';

interface LedgerEntry {
  movementId: string;
  occurred: Date;
  /** `carried_forward` sums all movements of one month. */
  reason: MovementReason | 'carried_forward';
  onHandChange: number;
  reservedChange: number;
  movements: number | null;
  clientId: string | null;
  orderId: string | null;
  note: string | null;
  place: string | null;
  /** Pieces put into a reserve place. */
  placeChange: number | null;
  document: string | null;
  /** Null for movements that an early version of Platen recorded. */
  actor: ActorKind | null;
  actorId: string | null;
  actorName: string | null;
}

export async function hasMovement(connection: Connection, movementId: string): Promise<boolean> {
  return queryHasRow(connection, 'select 1 from stock_movements where movement_id = $1', [movementId]);
}

type MovementRow = Omit<StockMovement, 'actor' | 'place' | 'placeChange' | 'document'> & {
  actor: ActorKind;
  actorId: string | null;
  actorName: string | null;
};

const MOVEMENT_ROW: ColumnTypes<MovementRow> = {
  movementId: 'uuid',
  kind: 'text',
  code: 'text',
  onHandChange: 'int',
  reservedChange: 'int',
  reason: 'text',
  clientId: 'text',
  orderId: 'text',
  occurred: 'timestamptz',
  note: 'text',
  actor: 'text',
  actorId: 'text',
  actorName: 'text',
};

export async function insertMovements(connection: Connection, movements: readonly StockMovement[]): Promise<void> {
  if (movements.length === 0) return;
  const values: unknown[] = [];
  const rows = movements.map(({ actor: { kind, id, name }, movementId = risingId(), ...movement }): MovementRow => {
    return { ...movement, movementId, actor: kind, actorId: id, actorName: name };
  });
  const names = namesOf(MOVEMENT_ROW);
  await connection.query({
    name: 'insert-movements',
    text: `insert into stock_movements (${names}) select ${names} from ${tableOf('given', rows, MOVEMENT_ROW, values)}`,
    values,
  });
}

/** Inserts movements that have a place or a document. Movements of orders have neither. */
export async function insertPlacedMovements(
  connection: Connection,
  movements: readonly StockMovement[],
): Promise<void> {
  const rows = movements.map(({ actor, ...movement }) => {
    const { movementId = risingId() } = movement;
    return { ...movement, movementId, actor: actor.kind, actorId: actor.id, actorName: actor.name };
  });
  await connection.query({
    name: 'insert-placed-movements',
    text: `insert into stock_movements (movement_id, kind, code, on_hand_change, reserved_change, reason, occurred, note, place, place_change,
                                        document, actor, actor_id, actor_name)
           select * from unnest($1::uuid[], $2::text[], $3::text[], $4::int[], $5::int[], $6::text[], $7::timestamptz[], $8::text[],
                                $9::text[], $10::int[], $11::text[], $12::text[], $13::text[], $14::text[])`,
    values: [
      ...columnsOf(rows, 'movementId', 'kind', 'code', 'onHandChange', 'reservedChange', 'reason', 'occurred', 'note'),
      ...columnsOf(rows, 'place', 'placeChange', 'document', 'actor', 'actorId', 'actorName'),
    ],
  });
}

/** Lists the ledger of the code, latest first, before the given movement. */
export async function listMovements(
  connection: Connection,
  { kind, code }: StockCode,
  { before, limit }: { before: string | undefined; limit: number },
): Promise<LedgerEntry[]> {
  const { rows } = await connection.query<Omit<LedgerEntry, 'occurred'> & { occurred: Date | null }>(
    `select * from (
       (select movement_id as "movementId", occurred, reason, on_hand_change::float8 as "onHandChange",
               reserved_change::float8 as "reservedChange", null::float8 as movements, client_id as "clientId", order_id as "orderId", note,
               place, place_change::float8 as "placeChange", document, actor, actor_id as "actorId", actor_name as "actorName"
        from stock_movements where kind = $1 and code = $2 ${before === undefined ? '' : 'and movement_id < $4'}
        order by movement_id desc limit $3)
       union all
       (select last_movement_id, null, 'carried_forward', on_hand_change::float8,
               reserved_change::float8, movements::float8, null, null, null, null, null, null, null, null, null
        from stock_balances
        where kind = $1 and code = $2 ${before === undefined ? '' : 'and last_movement_id < $4'}
        order by month desc limit $3)
     ) ledger
     order by "movementId" desc limit $3`,
    [kind, code, limit, ...(before === undefined ? [] : [before])],
  );
  return rows.map((row) => ({ ...row, occurred: row.occurred ?? timeOfUuid(row.movementId) }));
}

export interface PastMoment {
  at: Date;
  /** Begin of the month of the next day, in UTC. Sums of months have the level at this moment. */
  monthBegin: Date;
  /** Movements of this time and older may be summed by month. Undefined: none are. */
  summedUntil: Date | undefined;
}

/** Sums the changes of the codes since a moment. `withMonths`: also the summed movements of its month. */
export async function sumChangesSince(
  connection: Connection,
  codes: readonly StockCode[],
  since: Date,
  withMonths: boolean,
): Promise<(StockCode & StockLevel)[]> {
  const given = 'unnest($1::text[], $2::text[]) as given (kind, code)';
  const months = `union all select kind, code, on_hand_change, reserved_change from ${given} join stock_balances using (kind, code) where month >= $4::date`;
  return queryRows<StockCode & StockLevel>(connection, {
    name: withMonths ? 'sum-changes-since-month' : 'sum-changes-since',
    text: `select kind, code, sum(on_hand)::int as "onHand", sum(reserved)::int as reserved from (
             select kind, code, sum(on_hand_change) as on_hand, sum(reserved_change) as reserved
             from ${given} join stock_movements using (kind, code) where movement_id >= $3::uuid group by kind, code
             ${withMonths ? months : ''}
           ) changed group by kind, code`,
    values: [
      ...columnsOf(codes, 'kind', 'code'),
      firstUuid(since),
      ...(withMonths ? [since.toISOString().slice(0, 10)] : []),
    ],
  });
}

/** Reads the time of a UUIDv7 (RFC 9562, 5.7). */
function timeOfUuid(id: string): Date {
  return new Date(Number.parseInt(id.slice(0, 13).replace('-', ''), 16));
}

export function dueMovementsBefore(firstKept: string): DueQuery {
  return {
    text: `select 'old' as key from stock_movements where movement_id < $1 order by movement_id limit 1`,
    values: [firstKept],
  };
}

/**
 * Moves the oldest movements before the given id into the balances of their months. Returns how many. One
 * statement does both, so a reader of the ledger finds each movement exactly once.
 */
export async function foldMovements(connection: Connection, firstKept: string, limit: number): Promise<number> {
  const { rows } = await connection.query<{ folded: number }>({
    name: 'fold-movements',
    text: `with old as (
             select movement_id from stock_movements where movement_id < $1 order by movement_id limit $2
           ), gone as (
             delete from stock_movements m using old where m.movement_id = old.movement_id
             returning m.movement_id, m.kind, m.code, m.on_hand_change, m.reserved_change, m.occurred
           ), kept as (
             insert into stock_balances as b (kind, code, month, last_movement_id, on_hand_change, reserved_change, movements)
             select kind, code, date_trunc('month', occurred at time zone 'UTC')::date, (array_agg(movement_id order by movement_id desc))[1],
                    sum(on_hand_change), sum(reserved_change), count(*)
             from gone group by 1, 2, 3 order by 1, 2, 3 on conflict (kind, code, month) do update
               set last_movement_id = greatest(b.last_movement_id, excluded.last_movement_id),
                   on_hand_change = b.on_hand_change + excluded.on_hand_change,
                   reserved_change = b.reserved_change + excluded.reserved_change, movements = b.movements + excluded.movements
           )
           select count(*)::int as folded from gone`,
    values: [firstKept, limit],
  });
  return rows[0]?.folded ?? 0;
}

export async function eraseMovementNotes(connection: Connection, clientId: string, orderId: string): Promise<void> {
  await connection.query({
    name: 'erase-movement-notes',
    text: 'update stock_movements set note = null where client_id = $1 and order_id = $2 and note is not null',
    values: [clientId, orderId],
  });
}
