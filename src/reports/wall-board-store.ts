import { type Connection, queryCount, queryHasRow, queryRow, queryRows } from '../platform/database/transaction.ts';

export interface WallBoard {
  boardId: string;
  name: string;
  created: Date;
  seen: Date | null;
}

const COLUMNS = 'board_id as "boardId", name, created, seen';

export async function listWallBoards(connection: Connection): Promise<WallBoard[]> {
  return queryRows<WallBoard>(connection, `select ${COLUMNS} from wall_boards order by created, board_id`);
}

/** Inserts a board, once. Undefined if there are `max` others. */
export async function insertWallBoard(
  connection: Connection,
  { boardId, name, created }: Omit<WallBoard, 'seen'>,
  { tokenHash, max }: { tokenHash: Buffer; max: number },
): Promise<WallBoard | undefined> {
  return queryRow<WallBoard>(connection, {
    text: `insert into wall_boards (board_id, name, token_hash, created)
           select $1, $2, $3, $4 where (select count(*) from wall_boards where board_id <> $1) < $5
           on conflict (board_id) do update set name = excluded.name returning ${COLUMNS}`,
    values: [boardId, name, tokenHash, created, max],
  });
}

export async function deleteWallBoard(connection: Connection, boardId: string): Promise<WallBoard | undefined> {
  return queryRow<WallBoard>(connection, `delete from wall_boards where board_id = $1 returning ${COLUMNS}`, [boardId]);
}

export async function hasWallBoard(connection: Connection, tokenHash: Buffer): Promise<boolean> {
  return (await queryCount(connection, 'select 1 from wall_boards where token_hash = $1', [tokenHash])) > 0;
}

/** Records the use of a link, unless it was recorded after `before`. */
export async function touchWallBoard(
  connection: Connection,
  tokenHash: Buffer,
  { now, before }: { now: Date; before: Date },
): Promise<boolean> {
  return queryHasRow(connection, {
    text: 'update wall_boards set seen = $2 where token_hash = $1 and (seen is null or seen < $3)',
    values: [tokenHash, now, before],
  });
}

/** Pieces that are counted on the floor. */
const PIECES_COUNTED_MAX = 100_000;

export interface FloorPieces {
  technology: string;
  state: 'TO_MAKE' | 'MADE' | 'CHECKED' | 'PACKED';
  pieces: number;
}

/** Counts the pieces on the floor by technology and state. */
export async function countFloorPieces(connection: Connection): Promise<FloorPieces[]> {
  return queryRows<FloorPieces>(connection, {
    name: 'count-floor-pieces',
    text: `select technology, state, sum(quantity)::int as pieces from (
             select technology, state, quantity from pieces where state in ('TO_MAKE', 'MADE', 'CHECKED') limit $1) found
           group by technology, state`,
    values: [PIECES_COUNTED_MAX],
  });
}

/** Counts the pieces that were packed from this moment on, by technology. Unpacked ones do not count. */
export async function countPackedPieces(connection: Connection, from: Date): Promise<FloorPieces[]> {
  return queryRows<FloorPieces>(connection, {
    name: 'count-packed-pieces',
    text: `select p.technology, 'PACKED' as state,
                  sum(case e.type when 'piece.packed' then p.quantity else - p.quantity end)::int as pieces
           from piece_events e join pieces p on p.client_id = e.client_id and p.order_id = e.order_id and p.code = e.code
           where e.occurred >= $1 and e.type in ('piece.packed', 'piece.unpacked') group by p.technology`,
    values: [from],
  });
}

export interface StationWork {
  station: string;
  work: 'MAKE' | 'CHECK' | 'PACK';
  pieces: number;
}

/** Counts the work of each station from this moment on, the most first. Undone work does not count. */
export async function countStationWork(connection: Connection, from: Date, limit: number): Promise<StationWork[]> {
  return queryRows<StationWork>(connection, {
    name: 'count-station-work',
    text: `select station, work, sum(pieces)::int as pieces from (
             select station, case when type like '%made' then 'MAKE' when type like '%checked' then 'CHECK' else 'PACK' end as work,
                    case when type like 'piece.un%' then -1 else 1 end as pieces
             from piece_events
             where occurred >= $1 and station is not null
               and type in ('piece.made', 'piece.unmade', 'piece.checked', 'piece.unchecked', 'piece.packed', 'piece.unpacked')) found
           group by station, work having sum(pieces) > 0 order by pieces desc, station, work limit $2`,
    values: [from, limit],
  });
}
