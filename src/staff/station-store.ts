import { type Connection, queryCount, queryRow, queryRows } from '../platform/database/transaction.ts';
import type { StationKind } from './station-rules.ts';

export interface Station {
  stationId: string;
  name: string;
  kinds: StationKind[];
  status: 'active' | 'disabled';
  created: Date;
}

export type StationChange = Partial<Pick<Station, 'name' | 'kinds' | 'status'>> & { nameKey?: string | undefined };
const COLUMNS = 'station_id as "stationId", name, kinds, status, created';

/** Inserts a station. Returns undefined when another station has the name. */
export async function insertStation(
  connection: Connection,
  { stationId, name, nameKey, kinds, created }: Omit<Station, 'status'> & { nameKey: string },
): Promise<Station | undefined> {
  return queryRow<Station>(connection, {
    text: `insert into stations (station_id, name, name_key, kinds, status, created) values ($1, $2, $3, $4, 'active', $5)
           on conflict do nothing returning ${COLUMNS}`,
    values: [stationId, name, nameKey, kinds, created],
  });
}

export async function findStation(connection: Connection, stationId: string): Promise<Station | undefined> {
  return queryRow<Station>(connection, `select ${COLUMNS} from stations where station_id = $1`, [stationId]);
}

export async function lockStation(connection: Connection, stationId: string): Promise<Station | undefined> {
  return queryRow<Station>(connection, {
    text: `select ${COLUMNS} from stations where station_id = $1 for no key update`,
    values: [stationId],
  });
}

export async function isNameTaken(connection: Connection, nameKey: string, stationId: string): Promise<boolean> {
  return (
    (await queryCount(connection, {
      text: 'select 1 from stations where name_key = $1 and station_id <> $2',
      values: [nameKey, stationId],
    })) > 0
  );
}

export async function updateStation(
  connection: Connection,
  stationId: string,
  { name, nameKey, kinds, status }: StationChange,
): Promise<Station | undefined> {
  return queryRow<Station>(connection, {
    text: `update stations set name = coalesce($2, name), name_key = coalesce($3, name_key), kinds = coalesce($4, kinds),
                               status = coalesce($5, status) where station_id = $1 returning ${COLUMNS}`,
    values: [stationId, name ?? null, nameKey ?? null, kinds ?? null, status ?? null],
  });
}

export async function listStationsAfter(
  connection: Connection,
  { after, limit }: { after: Pick<Station, 'created' | 'stationId'> | undefined; limit: number },
): Promise<Station[]> {
  return queryRows<Station>(connection, {
    text: `select ${COLUMNS} from stations ${after ? 'where (created, station_id collate "C") > ($2, $3)' : ''}
     order by created, station_id collate "C" limit $1`,
    values: [limit, ...(after ? [after.created, after.stationId] : [])],
  });
}
