import { type ColumnTypes, columnsOf, tableOf } from '../platform/database/statement-parts.ts';
import { type Connection, queryRows, sendTogether } from '../platform/database/transaction.ts';
import type { StockPlace } from './place-rules.ts';
import type { StockCode } from './stock-rules.ts';

const PLACE_ID: ColumnTypes<StockPlace> = { kind: 'text', code: 'text', placeKey: 'text' };
const CODE: ColumnTypes<StockCode> = { kind: 'text', code: 'text' };
const FIELDS = 'p.kind, p.code, p.place, p.place_key as "placeKey", p.quantity';

/** Lists the places of the variants: the main place first, then the reserve places. */
export async function listPlaces(connection: Connection, codes: readonly StockCode[]): Promise<StockPlace[]> {
  const values: unknown[] = [];
  return queryRows<StockPlace>(connection, {
    name: 'list-places',
    text: `select ${FIELDS} from ${tableOf('given', codes, CODE, values)} join stock_places p using (kind, code)
           order by p.kind, p.code, p.quantity is not null, p.place_key`,
    values,
  });
}

/** Lists the variants at a place, main places first. */
export async function listAtPlace(connection: Connection, placeKey: string, limit: number): Promise<StockPlace[]> {
  return queryRows<StockPlace>(connection, {
    name: 'list-at-place',
    text: `select ${FIELDS} from stock_places p where place_key = $1 order by quantity is not null, kind, code limit $2`,
    values: [placeKey, limit],
  });
}

type PlaceSummary = { place: string; variants: number; reserves: number };

/** Lists the places in natural order, after the key, with the number of variants. */
export async function listPlaceNames(
  connection: Connection,
  after: string,
  limit: number,
): Promise<(PlaceSummary & { placeKey: string })[]> {
  return queryRows(connection, {
    name: 'list-place-names',
    text: `select min(place) as place, place_key as "placeKey", count(*)::int as variants, count(quantity)::int as reserves
           from stock_places where place_key > $1 group by place_key order by place_key limit $2`,
    values: [after, limit],
  });
}

/** Writes places of locked variants, and deletes others of them. */
export async function savePlaces(
  connection: Connection,
  { stored, removed }: { stored: readonly StockPlace[]; removed: readonly StockPlace[] },
): Promise<void> {
  // A variant has one main place: the former one goes first.
  if (removed.length > 0) {
    const values: unknown[] = [];
    await connection.query({
      name: 'delete-places',
      text: `delete from stock_places p using ${tableOf('g', removed, PLACE_ID, values)}
             where p.kind = g.kind and p.code = g.code and p.place_key = g.place_key`,
      values,
    });
  }
  if (stored.length === 0) return;
  const reserves = stored.filter(({ quantity }) => quantity !== null);
  const mains = stored.filter(({ quantity }) => quantity === null);
  await sendTogether([reserves, mains].filter((some) => some.length > 0).map((some) => upsertPlaces(connection, some)));
}

async function upsertPlaces(connection: Connection, places: readonly StockPlace[]): Promise<void> {
  await connection.query({
    name: 'upsert-places',
    text: `insert into stock_places (kind, code, place_key, place, quantity)
           select * from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::int[])
           on conflict (kind, code, place_key) do update set place = excluded.place, quantity = excluded.quantity`,
    values: columnsOf(places, 'kind', 'code', 'placeKey', 'place', 'quantity'),
  });
}
