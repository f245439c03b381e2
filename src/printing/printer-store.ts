import type { DueQuery } from '../platform/database/due-query.ts';
import { type Connection, queryHasRow, queryRow, queryRows } from '../platform/database/transaction.ts';
import type { PrinterKind, PrintMediaType } from './printing-rules.ts';

export interface PrinterFields {
  name: string;
  kind: PrinterKind;
  /** Null for a browser. */
  address: string | null;
  mediaTypes: PrintMediaType[];
  mediaWidthMm: number;
  mediaHeightMm: number;
  dotsPerInch: number;
}

export interface Printer extends PrinterFields {
  printerId: string;
  created: Date;
  failures: number;
  failingSince: Date | null;
  lastError: string | null;
  nextAttempt: Date | null;
}

export interface ListedPrinter extends Printer {
  waiting: number;
  /** Names of the stations that it belongs to. */
  stations: string[];
}

const COLUMNS = `printer_id as "printerId", name, kind, address, media_types as "mediaTypes", media_width_mm as "mediaWidthMm",
  media_height_mm as "mediaHeightMm", dots_per_inch as "dotsPerInch", created, failures, failing_since as "failingSince",
  last_error as "lastError", next_attempt as "nextAttempt"`;
const LISTED = `${COLUMNS},
  (select count(*)::int from print_jobs j where j.printer_id = p.printer_id and j.state in ('queued', 'sending')) as waiting,
  array(select s.name from station_printers o join stations s using (station_id) where o.printer_id = p.printer_id order by lower(s.name)) as stations`;

/** Lists all printers by name, without pages: there are few, because an admin enters each one. */
export async function listPrinters(connection: Connection): Promise<ListedPrinter[]> {
  return queryRows<ListedPrinter>(connection, `select ${LISTED} from printers p order by lower(name), printer_id`);
}

export async function findPrinter(connection: Connection, printerId: string): Promise<ListedPrinter | undefined> {
  return queryRow<ListedPrinter>(connection, {
    text: `select ${LISTED} from printers p where printer_id = $1`,
    values: [printerId],
  });
}

export async function lockPrinter(connection: Connection, printerId: string): Promise<ListedPrinter | undefined> {
  return queryRow<ListedPrinter>(connection, {
    text: `select ${LISTED} from printers p where printer_id = $1 for update`,
    values: [printerId],
  });
}

/** Inserts a printer. Returns false if the name is taken, or there are `printersMax` printers. */
export async function insertPrinter(
  connection: Connection,
  { printerId, created, ...fields }: PrinterFields & { printerId: string; created: Date },
  printersMax: number,
): Promise<boolean> {
  return queryHasRow(connection, {
    text: `insert into printers (printer_id, name, kind, address, media_types, media_width_mm, media_height_mm, dots_per_inch, created)
     select $1, $2, $3, $4, $5, $6, $7, $8, $9 where (select count(*) from printers) < $10
     on conflict do nothing`,
    values: [printerId, ...valuesOf(fields), created, printersMax],
  });
}

export async function isPrinterNameTaken(
  connection: Connection,
  name: string,
  exceptPrinterId: string,
): Promise<boolean> {
  const { rowCount } = await connection.query(
    'select 1 from printers where lower(name) = lower($1) and printer_id <> $2',
    [name, exceptPrinterId],
  );
  return rowCount !== 0;
}

/** Changes a printer, and clears its failures, so that the next attempt is at once. */
export async function updatePrinter(connection: Connection, printerId: string, fields: PrinterFields): Promise<void> {
  await connection.query(
    `update printers set name = $2, kind = $3, address = $4, media_types = $5, media_width_mm = $6, media_height_mm = $7,
            dots_per_inch = $8, failures = 0, failing_since = null, last_error = null, next_attempt = null
     where printer_id = $1`,
    [printerId, ...valuesOf(fields)],
  );
}

export async function deletePrinter(connection: Connection, printerId: string): Promise<void> {
  await connection.query('delete from printers where printer_id = $1', [printerId]);
}

export async function recordPrinterFailure(
  connection: Connection,
  printerId: string,
  { error, now, nextAttempt }: { error: string; now: Date; nextAttempt: Date },
): Promise<void> {
  await connection.query(
    `update printers set failures = failures + 1, failing_since = coalesce(failing_since, $3), last_error = $2, next_attempt = $4
     where printer_id = $1`,
    [printerId, error, now, nextAttempt],
  );
}

export async function clearPrinterFailure(connection: Connection, printerId: string): Promise<void> {
  await connection.query(
    `update printers set failures = 0, failing_since = null, last_error = null, next_attempt = null
     where printer_id = $1 and failures > 0`,
    [printerId],
  );
}

/** Returns the query for printers with jobs to send, and browsers with jobs taken before `takenBefore`. */
export function duePrinters({ now, takenBefore }: { now: Date; takenBefore: Date }): DueQuery {
  return {
    text: `select printer_id as key from printers p where case kind when 'browser'
             then exists (select 1 from print_jobs j where j.printer_id = p.printer_id and state = 'sending' and changed < $2)
             else (next_attempt is null or next_attempt <= $1)
               and exists (select 1 from print_jobs j where j.printer_id = p.printer_id
                             and (state = 'sending' or state = 'queued' and not exists (select 1 from restore_pause)))
           end`,
    values: [now, takenBefore],
  };
}

function valuesOf(fields: PrinterFields): unknown[] {
  const { name, kind, address, mediaTypes, mediaWidthMm, mediaHeightMm, dotsPerInch } = fields;
  return [name, kind, address, mediaTypes, mediaWidthMm, mediaHeightMm, dotsPerInch];
}

export type StationPrinter = Pick<
  Printer,
  'printerId' | 'name' | 'kind' | 'mediaTypes' | 'mediaWidthMm' | 'mediaHeightMm' | 'dotsPerInch'
>;

const OF_NO_STATION = `p.kind = 'browser' and not exists (select 1 from station_printers o where o.printer_id = p.printer_id)`;
const STATION_COLUMNS = `p.printer_id as "printerId", p.name, p.kind, media_types as "mediaTypes", media_width_mm as "mediaWidthMm",
  media_height_mm as "mediaHeightMm", dots_per_inch as "dotsPerInch"`;

/**
 * Lists the printers of the station with this name or id. The last one is a browser printer of no station,
 * for the browser that asks.
 */
export async function listStationPrinters(connection: Connection, station: string): Promise<StationPrinter[]> {
  const { rows } = await connection.query<StationPrinter>({
    name: 'list-station-printers',
    text: `select * from (
             select ${STATION_COLUMNS} from stations s join station_printers o using (station_id) join printers p using (printer_id)
             where s.name = $1 or s.station_id = $1 order by p.name) of_station
           union all
           select * from (select ${STATION_COLUMNS} from printers p where ${OF_NO_STATION} order by lower(p.name) limit 1) browser`,
    values: [station],
  });
  const seen = new Set<string>();
  // The browser may also be a printer of the station.
  return rows.filter(({ printerId }) => !seen.has(printerId) && seen.add(printerId));
}

export async function findPrintersOfStations(connection: Connection, stationIds: readonly string[]) {
  return queryRows<{ stationId: string; printerId: string; name: string }>(connection, {
    name: 'find-printers-of-stations',
    text: `select station_id as "stationId", printer_id as "printerId", p.name
           from station_printers join printers p using (printer_id) where station_id = any($1) order by lower(p.name)`,
    values: [stationIds],
  });
}

/** Replaces the printers of the station and ignores unknown ones. Returns how many the station has now. */
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

/**
 * Inserts a browser printer with A4 paper, unless a browser printer of no station exists. It gets the second
 * name if another printer has the first one.
 */
export async function insertBrowser(
  connection: Connection,
  browser: {
    printerId: string;
    names: readonly [string, string];
    mediaTypes: readonly PrintMediaType[];
    created: Date;
  },
): Promise<void> {
  await connection.query({
    text: `insert into printers (printer_id, name, kind, address, media_types, media_width_mm, media_height_mm, dots_per_inch, created)
           select $1, case when exists (select 1 from printers where lower(name) = lower($2)) then $5 else $2 end, 'browser', null, $3, 210, 297, 300, $4
           where not exists (select 1 from printers p where ${OF_NO_STATION})
           on conflict do nothing`,
    values: [browser.printerId, browser.names[0], browser.mediaTypes, browser.created, browser.names[1]],
  });
}
