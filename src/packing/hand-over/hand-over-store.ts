import type { Actor } from '../../platform/audit/actor.ts';
import type { Connection } from '../../platform/database/transaction.ts';

export interface HandOver {
  /** Its number. */
  handOverId: string;
  /** Empty: of parcels whose carrier is not known. */
  carrierId: string;
  /** Of the carrier; null where it is not known. */
  carrierName: string | null;
  opened: Date;
  openedById: string | null;
  openedByName: string | null;
  /** How many are on it. */
  parcels: number;
  closed: Date | null;
  closedById: string | null;
  closedByName: string | null;
  /** Of one that is closed: how many stayed behind. */
  missing: number | null;
}

const COLUMNS = `h.hand_over_id as "handOverId", h.carrier_id as "carrierId", c.name as "carrierName", h.opened, h.opened_by_id as "openedById",
  h.opened_by_name as "openedByName", h.parcels, h.closed, h.closed_by_id as "closedById", h.closed_by_name as "closedByName", h.missing`;
const FROM = 'hand_overs h left join carriers c on c.carrier_id = h.carrier_id';

export async function findHandOver(
  connection: Connection,
  handOverId: string,
): Promise<HandOver | undefined> {
  const { rows } = await connection.query<HandOver>({
    name: 'find-hand-over',
    text: `select ${COLUMNS} from ${FROM} where h.hand_over_id = $1`,
    values: [handOverId],
  });
  return rows[0];
}

/** The list, its row locked until the transaction ends: two people scan into it one after the other. */
export async function lockHandOver(
  connection: Connection,
  handOverId: string,
): Promise<HandOver | undefined> {
  const { rows } = await connection.query<HandOver>({
    name: 'lock-hand-over',
    text: `select ${COLUMNS} from ${FROM} where h.hand_over_id = $1 for no key update of h`,
    values: [handOverId],
  });
  return rows[0];
}

/** The open list of the carrier, locked. */
export async function lockOpenHandOver(
  connection: Connection,
  carrierId: string,
): Promise<HandOver | undefined> {
  const { rows } = await connection.query<HandOver>({
    name: 'lock-open-hand-over',
    text: `select ${COLUMNS} from ${FROM} where h.carrier_id = $1 and h.closed is null for no key update of h`,
    values: [carrierId],
  });
  return rows[0];
}

/** Opens a list for the carrier, unless somebody has opened one meanwhile, who is waited for. */
export async function insertHandOver(
  connection: Connection,
  { handOverId, carrierId, by, now }: { handOverId: string; carrierId: string; by: Actor; now: Date },
): Promise<void> {
  await connection.query({
    name: 'insert-hand-over',
    text: `insert into hand_overs (hand_over_id, carrier_id, opened, opened_by_id, opened_by_name) values ($1, $2, $3, $4, $5)
           on conflict (carrier_id) where closed is null do nothing`,
    values: [handOverId, carrierId, now, by.id, by.name],
  });
}

/** One parcel more or less is on a list that is locked. */
export async function changeParcelCount(
  connection: Connection,
  handOverId: string,
  change: 1 | -1,
): Promise<void> {
  await connection.query({
    name: 'change-parcel-count',
    text: 'update hand_overs set parcels = parcels + $2 where hand_over_id = $1',
    values: [handOverId, change],
  });
}

/** Closes a list that is locked. */
export async function updateHandOverClosed(
  connection: Connection,
  handOverId: string,
  { missing, by, now }: { missing: number; by: Actor; now: Date },
): Promise<void> {
  await connection.query({
    name: 'update-hand-over-closed',
    text: 'update hand_overs set closed = $2, closed_by_id = $3, closed_by_name = $4, missing = $5 where hand_over_id = $1',
    values: [handOverId, now, by.id, by.name, missing],
  });
}

export interface HandOverFilter {
  carrierId?: string | undefined;
  isOpen?: boolean | undefined;
}

/** Lists, latest first, after the one that is given. */
export async function listHandOvers(
  connection: Connection,
  { carrierId, isOpen }: HandOverFilter,
  { before, limit }: { before: { opened: Date; handOverId: string } | undefined; limit: number },
): Promise<HandOver[]> {
  const values: unknown[] = [limit];
  const where: string[] = [];
  if (carrierId !== undefined) where.push(`h.carrier_id = $${values.push(carrierId)}`);
  if (isOpen !== undefined) where.push(`h.closed is ${isOpen ? '' : 'not '}null`);
  if (before)
    where.push(
      `(h.opened, h.hand_over_id) < ($${values.push(before.opened)}, $${values.push(before.handOverId)}::bigint)`,
    );
  const { rows } = await connection.query<HandOver>(
    `select ${COLUMNS} from ${FROM} ${where.length > 0 ? `where ${where.join(' and ')}` : ''}
     order by h.opened desc, h.hand_over_id desc limit $1`,
    values,
  );
  return rows;
}

/** Whether there is a carrier of this id. */
export async function isCarrier(connection: Connection, carrierId: string): Promise<boolean> {
  const { rowCount } = await connection.query('select 1 from carriers where carrier_id = $1', [carrierId]);
  return rowCount === 1;
}
