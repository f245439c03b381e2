import type { Connection } from '../platform/database/transaction.ts';
import type { Printer } from './printer-store.ts';
import type { PrintMediaType } from './printing-rules.ts';

/** A printer that papers are sent to. */
export type StationPrinter = Pick<
  Printer,
  'printerId' | 'name' | 'kind' | 'mediaTypes' | 'mediaWidthMm' | 'dotsPerInch'
>;

const COLUMNS = `p.printer_id as "printerId", p.name, p.kind, media_types as "mediaTypes", media_width_mm as "mediaWidthMm",
  dots_per_inch as "dotsPerInch"`;

/** The printers of a station, which is named by its name or id, then one browser, if any is named: the last resort. */
export async function listStationPrinters(
  connection: Connection,
  station: string,
): Promise<StationPrinter[]> {
  const { rows } = await connection.query<StationPrinter>({
    name: 'list-station-printers',
    text: `select * from (
             select ${COLUMNS} from stations s join station_printers o using (station_id) join printers p using (printer_id)
             where s.name = $1 or s.station_id = $1 order by p.name) of_station
           union all
           select * from (select ${COLUMNS} from printers p where p.kind = 'browser' order by lower(p.name) limit 1) browser`,
    values: [station],
  });
  const seen = new Set<string>();
  // A browser that the station has stands for the last resort too.
  return rows.filter(({ printerId }) => !seen.has(printerId) && seen.add(printerId));
}

/** Whether a printer stands at the station, which is named by its name or id. */
export async function hasStationPrinters(connection: Connection, station: string): Promise<boolean> {
  const { rowCount } = await connection.query({
    name: 'has-station-printers',
    text: 'select 1 from stations s join station_printers o using (station_id) where s.name = $1 or s.station_id = $1 limit 1',
    values: [station],
  });
  return rowCount === 1;
}

/** Which printers each of the stations has, by name. */
export async function findPrintersOfStations(
  connection: Connection,
  stationIds: readonly string[],
): Promise<{ stationId: string; printerId: string; name: string }[]> {
  const { rows } = await connection.query<{ stationId: string; printerId: string; name: string }>({
    name: 'find-printers-of-stations',
    text: `select station_id as "stationId", printer_id as "printerId", p.name
           from station_printers join printers p using (printer_id) where station_id = any($1) order by lower(p.name)`,
    values: [stationIds],
  });
  return rows;
}

/** These are the printers of the station from now on; of those that are none nothing is written. Answers how many it has. */
export async function setStationPrinters(
  connection: Connection,
  stationId: string,
  printerIds: readonly string[],
): Promise<number> {
  await connection.query({
    text: 'delete from station_printers where station_id = $1 and printer_id <> all($2)',
    values: [stationId, printerIds],
  });
  await connection.query({
    text: `insert into station_printers (station_id, printer_id)
           select $1, printer_id from printers where printer_id = any($2) on conflict do nothing`,
    values: [stationId, printerIds],
  });
  const { rows } = await connection.query<{ count: number }>({
    text: 'select count(*)::int as count from station_printers where station_id = $1',
    values: [stationId],
  });
  return rows[0]?.count ?? 0;
}

/** The browser, for a center that has named no printer that takes what is to be printed. */
export async function insertBrowser(
  connection: Connection,
  browser: { printerId: string; name: string; mediaTypes: readonly PrintMediaType[]; created: Date },
): Promise<void> {
  await connection.query({
    text: `insert into printers (printer_id, name, kind, address, media_types, media_width_mm, media_height_mm, dots_per_inch, created)
           select $1, $2, 'browser', null, $3, 210, 297, 300, $4 where not exists (select 1 from printers where kind = 'browser')
           on conflict do nothing`,
    values: [browser.printerId, browser.name, browser.mediaTypes, browser.created],
  });
}
