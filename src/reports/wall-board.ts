import { randomUUIDv7 } from 'node:crypto';
import type { Pool } from 'pg';
import { riskLimits } from '../clients/due-rules.ts';
import { type Doing, recordAudit } from '../platform/audit/record-audit.ts';
import { inTransaction, withRetry } from '../platform/database/transaction.ts';
import { ApiError } from '../platform/errors/errors.ts';
import type { ShopConfig } from '../platform/settings/shop-settings.ts';
import { hashToken, makeToken } from '../staff/random-token.ts';
import { countAtRisk, countDueOrders } from './order-count-store.ts';
import { lastDays } from './report-rules.ts';
import { SharedRead } from './shared-read.ts';
import {
  countFloorPieces,
  countPackedPieces,
  countStationWork,
  deleteWallBoard,
  type FloorPieces,
  hasWallBoard,
  insertWallBoard,
  type StationWork,
  touchWallBoard,
  type WallBoard,
} from './wall-board-store.ts';

const BOARDS_MAX = 50;
const SEEN_ACCURACY_MS = 5 * 60_000;
const HOUR_MS = 3_600_000;
/** Lines on the screen. */
export const STATIONS_MAX = 20;
/** All screens of a process share an answer for this time. */
const FRESH_MS = 10_000;

/** Creates a board. Its link has the only copy of the token. Throws `too_many_wall_boards`. */
export async function createWallBoard(
  pool: Pool,
  { name, baseUrl }: { name: string; baseUrl: string },
  { by, now }: Doing,
): Promise<{ board: WallBoard; link: string }> {
  const token = makeToken();
  const tokenHash = hashToken(token) as Buffer;
  // The id is made once, because the transaction may run again after it was committed.
  const boardId = randomUUIDv7();
  const board = await inTransaction(pool, async (connection) => {
    const made = await insertWallBoard(connection, { boardId, name, created: now }, { tokenHash, max: BOARDS_MAX });
    if (!made)
      throw new ApiError('too_many_wall_boards', `There are ${BOARDS_MAX} wall boards. Revoke one of them first.`);
    await recordAudit(connection, by, now, {
      ...{ entryId: boardId, action: 'wall_board.created', subject: ['service'], detail: { name } },
    });
    return made;
  });
  return { board, link: `${baseUrl}/console/wall#${token}` };
}

/** Revokes the link of a board. Returns false for an unknown board. */
export async function revokeWallBoard(pool: Pool, boardId: string, { by, now }: Doing): Promise<boolean> {
  const entryId = randomUUIDv7();
  return inTransaction(pool, async (connection, { mayBeDone }) => {
    const board = await deleteWallBoard(connection, boardId);
    if (!board) return mayBeDone;
    const detail = { name: board.name };
    await recordAudit(connection, by, now, { entryId, action: 'wall_board.revoked', subject: ['service'], detail });
    return true;
  });
}

interface WallFigures {
  read: Date;
  late: number;
  atRisk: number;
  technologies: { technology: string; toMake: number; made: number; checked: number; packedToday: number }[];
  stations: StationWork[];
}

type WallRule = Pick<ShopConfig, 'TIME_ZONE'>;

/** Returns a reader of the figures, once in 10 s for all screens. */
export function shareFigures(pool: Pool, clock: () => Date, config: WallRule) {
  return new SharedRead(() => readFigures(pool, clock(), config), FRESH_MS);
}

/** Checks the token of a link, and records its use. Throws `wall_board_not_found`. */
export async function openWallBoard(pool: Pool, token: string, now: Date): Promise<void> {
  const tokenHash = hashToken(token);
  const isKnown = tokenHash !== undefined && (await withRetry(() => hasWallBoard(pool, tokenHash)));
  if (!isKnown) throw new ApiError('wall_board_not_found', 'The link of this wall board was revoked, or never worked.');
  await withRetry(() => touchWallBoard(pool, tokenHash, { now, before: new Date(now.getTime() - SEEN_ACCURACY_MS) }));
}

async function readFigures(pool: Pool, now: Date, config: WallRule): Promise<WallFigures> {
  const [today] = lastDays(now, 1, config.TIME_ZONE);
  return inTransaction(pool, async (connection) => {
    const [late = 0] = await countDueOrders(connection, [now]);
    const atRisk = await countAtRisk(connection, now, riskLimits(now, config.TIME_ZONE));
    const onFloor = await countFloorPieces(connection);
    const packed = await countPackedPieces(connection, today?.begins ?? now);
    const stations = await countStationWork(connection, new Date(now.getTime() - HOUR_MS), STATIONS_MAX);
    return { read: now, late, atRisk, technologies: byTechnology([...onFloor, ...packed]), stations };
  });
}

/** Sums the pieces by technology, the one with the most work first. */
function byTechnology(found: readonly FloorPieces[]): WallFigures['technologies'] {
  const of = (some: readonly FloorPieces[], wanted: FloorPieces['state']) =>
    some.reduce((sum, { state, pieces }) => (state === wanted ? sum + pieces : sum), 0);
  return [...Map.groupBy(found, ({ technology }) => technology)]
    .map(([technology, some]) => ({
      technology,
      toMake: of(some, 'TO_MAKE'),
      made: of(some, 'MADE'),
      checked: of(some, 'CHECKED'),
      packedToday: of(some, 'PACKED'),
    }))
    .sort((one, other) => other.toMake - one.toMake || (one.technology < other.technology ? -1 : 1));
}
