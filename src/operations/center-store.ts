import { type Connection, queryRow } from '../platform/database/transaction.ts';
import type { ShopSettings } from '../platform/settings/shop-settings.ts';

/**
 * Stores the time zone `given`. If it is undefined, the stored one stays. The first call stores `machine`, or
 * UTC if the database has clients: an earlier version of Platen counted days in UTC. Returns the time zone in
 * effect and the previous one. A time zone from the console takes precedence.
 */
export async function keepTimeZone(connection: Connection, given: string | undefined, machine: string) {
  const before = await queryRow<{ zone: string }>(
    connection,
    `select coalesce(shop->>'timeZone', time_zone) as zone from center`,
  );
  const kept = await queryRow<{ timeZone: string; isOfConsole: boolean }>(connection, {
    text: `insert into center (time_zone, counted_zone)
           select zone, zone from (
             select coalesce($1::text, case when exists (select 1 from clients) then 'UTC' else $2::text end) as zone
           ) first
           on conflict (singleton) do update set time_zone = coalesce($1, center.time_zone)
           returning coalesce(shop->>'timeZone', time_zone) as "timeZone", shop->>'timeZone' is not null as "isOfConsole"`,
    values: [given ?? null, machine],
  });
  return { ...kept!, before: before?.zone ?? null };
}

export interface Center {
  timeZone: string;
  shop: ShopSettings;
  changed: Date | null;
  isChecklistDismissed: boolean;
}

const CENTER = `select time_zone as "timeZone", shop, shop_changed as changed,
  checklist_dismissed is not null as "isChecklistDismissed" from center`;

/** Returns undefined before the first start has written the row. */
export function findCenter(connection: Connection): Promise<Center | undefined> {
  return queryRow<Center>(connection, { name: 'find-center', text: CENTER });
}

/** Returns the row, which is locked. Inserts it with this time zone if there is none. */
export async function lockCenter(connection: Connection, timeZone: string): Promise<Center> {
  await connection.query('insert into center (time_zone) values ($1) on conflict (singleton) do nothing', [timeZone]);
  return (await queryRow<Center>(connection, `${CENTER} for update`)) as Center;
}

export async function updateShop(connection: Connection, shop: ShopSettings, now: Date): Promise<void> {
  await connection.query('update center set shop = $1, shop_changed = $2', [JSON.stringify(shop), now]);
}

export async function updateChecklist(connection: Connection, dismissed: Date | null): Promise<void> {
  await connection.query('update center set checklist_dismissed = $1', [dismissed]);
}

/** Time after a change until all processes count days in the new time zone. */
const FOLLOW_SECONDS = 10;

/** Returns the time zone of the center if the stored days were counted in another one. */
export async function findZoneToCount(connection: Connection, now: Date): Promise<string | undefined> {
  const row = await queryRow<{ zone: string }>(connection, {
    name: 'find-zone-to-count',
    text: `select zone from (select coalesce(shop->>'timeZone', time_zone) as zone, * from center) c
           where counted_zone is distinct from zone
             and coalesce(shop_changed <= $1::timestamptz - interval '${FOLLOW_SECONDS} seconds', true)`,
    values: [now],
  });
  return row?.zone;
}

export async function updateCountedZone(connection: Connection, zone: string): Promise<void> {
  await connection.query('update center set counted_zone = $1', [zone]);
}

export interface OpeningFacts {
  /** Active accounts that can sign in. */
  accounts: number;
  badges: number;
  stations: number;
  /** Active live customers. */
  clients: number;
  hasCatalogue: boolean;
  printsSheets: boolean;
  printsLabels: boolean;
  buysLabels: boolean;
  hasBackupProblem: boolean;
}

/** Width from which a medium is a sheet such as A4, and up to which it is a label. */
const SHEET_WIDTH_MM_MIN = 200;
const LABEL_WIDTH_MM_MAX = 120;

export async function readOpeningFacts(connection: Connection): Promise<OpeningFacts> {
  const row = await queryRow<OpeningFacts>(connection, {
    name: 'read-opening-facts',
    text: `select
      (select count(*)::int from operators where status = 'active'
         and (password_hash is not null or openid_subject is not null)) as accounts,
      (select count(*)::int from operators where status = 'active' and badge_code is not null) as badges,
      (select count(*)::int from stations where status = 'active') as stations,
      (select count(*)::int from clients where status = 'active' and mode = 'live' and scope = 'fulfillment') as clients,
      exists (select from article_variants where retired is null)
        or exists (select from product_variants where retired is null) as "hasCatalogue",
      exists (select from printers where media_width_mm >= ${SHEET_WIDTH_MM_MIN}
        and 'application/pdf' = any (media_types)) as "printsSheets",
      exists (select from printers where media_width_mm <= ${LABEL_WIDTH_MM_MAX}
        and media_types && array['application/zpl', 'application/pdf']) as "printsLabels",
      exists (select from label_rules) as "buysLabels",
      exists (select from backup_state where problem is not null) as "hasBackupProblem"`,
    values: [],
  });
  return row as OpeningFacts;
}
