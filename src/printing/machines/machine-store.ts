import type { DueQuery } from '../../platform/database/due-query.ts';
import { columnsOf, valuesOf } from '../../platform/database/statement-parts.ts';
import { type Connection, queryHasRow, queryRow, queryRows } from '../../platform/database/transaction.ts';
import type { MachineKind, MachineMode, MachineRule, MachineSettings } from './machine-rules.ts';

export interface MachineFields {
  name: string;
  kind: MachineKind;
  mode: MachineMode;
  settings: MachineSettings;
}

export interface StoredMachine extends MachineFields {
  machineId: string;
  secretEncrypted: Buffer | null;
  created: Date;
  /** When a person stopped it. */
  stopped: Date | null;
  failures: number;
  failingSince: Date | null;
  lastError: string | null;
  nextAttempt: Date | null;
  looked: Date | null;
}

export interface ListedMachine extends StoredMachine {
  waiting: number;
  written: number;
  taken: number;
  failed: number;
  /** When the oldest waiting file was put into the queue. */
  oldest: Date | null;
  /** Prints that wait for a gang sheet; at most `PRINTS_COUNTED_MAX`. */
  waitingPrints: number;
}

const COLUMNS = `machine_id as "machineId", name, kind, mode, settings, secret_encrypted as "secretEncrypted", created, stopped, failures,
  failing_since as "failingSince", last_error as "lastError", next_attempt as "nextAttempt", looked`;
const PRINTS_COUNTED_MAX = 1_000;
const COUNTED = `select count(*) filter (where state in ('WAITING', 'WRITING', 'PLACING'))::int as waiting,
    count(*) filter (where state = 'WRITTEN')::int as written, count(*) filter (where state = 'TAKEN')::int as taken,
    count(*) filter (where state = 'FAILED')::int as failed,
    min(created) filter (where state in ('WAITING', 'WRITING', 'PLACING')) as oldest,
    (select count(*)::int from (select 1 from gang_prints g where g.machine_id = m.machine_id and sheet is null limit ${PRINTS_COUNTED_MAX}) w) as "waitingPrints"
  from machine_jobs j where j.machine_id = m.machine_id and state in ('WAITING', 'WRITING', 'PLACING', 'WRITTEN', 'TAKEN', 'FAILED')`;

/** Lists all machines by name, without pages: there are few, because an admin enters each one. */
export async function listMachines(connection: Connection): Promise<ListedMachine[]> {
  return queryRows<ListedMachine>(connection, {
    name: 'list-machines',
    text: `select ${COLUMNS}, c.* from machines m cross join lateral (${COUNTED}) c order by lower(name), machine_id`,
  });
}

export async function findMachine(connection: Connection, machineId: string): Promise<ListedMachine | undefined> {
  return queryRow<ListedMachine>(connection, {
    name: 'find-machine',
    text: `select ${COLUMNS}, c.* from machines m cross join lateral (${COUNTED}) c where machine_id = $1`,
    values: [machineId],
  });
}

export async function lockMachine(connection: Connection, machineId: string): Promise<StoredMachine | undefined> {
  return queryRow<StoredMachine>(connection, {
    text: `select ${COLUMNS} from machines where machine_id = $1 for update`,
    values: [machineId],
  });
}

/** Inserts or changes a machine, which is tried again at once. Returns false if another one has its name. */
export async function upsertMachine(connection: Connection, machine: StoredMachine): Promise<boolean> {
  return queryHasRow(connection, {
    text: `insert into machines (machine_id, name, kind, mode, secret_encrypted, created, stopped, settings, looked)
           select $1, $2, $3, $4, $5, $6, $7, $8, $9
           where not exists (select 1 from machines where lower(name) = lower($2) and machine_id <> $1)
           on conflict (machine_id) do update
           set name = excluded.name, mode = excluded.mode, secret_encrypted = excluded.secret_encrypted, stopped = excluded.stopped,
               settings = excluded.settings, looked = excluded.looked, failures = 0, failing_since = null, last_error = null, next_attempt = null`,
    values: [
      ...valuesOf(machine, 'machineId', 'name', 'kind', 'mode', 'secretEncrypted', 'created', 'stopped'),
      JSON.stringify(machine.settings),
      machine.looked,
    ],
  });
}

/** Deletes a machine with its rules. */
export async function deleteMachine(connection: Connection, machineId: string): Promise<void> {
  await connection.query('delete from machines where machine_id = $1', [machineId]);
}

export async function recordMachineFailure(
  connection: Connection,
  machineId: string,
  { error, now, nextAttempt }: { error: string; now: Date; nextAttempt: Date },
): Promise<void> {
  await connection.query(
    `update machines set failures = failures + 1, failing_since = coalesce(failing_since, $3), last_error = $2, next_attempt = $4
     where machine_id = $1`,
    [machineId, error, now, nextAttempt],
  );
}

/** Records that the machine was reached, and when Platen looked which files it has taken. */
export async function recordMachineCheck(connection: Connection, machineId: string, now: Date): Promise<void> {
  await connection.query(
    `update machines set failures = 0, failing_since = null, last_error = null, next_attempt = null, looked = $2
     where machine_id = $1`,
    [machineId, now],
  );
}

/**
 * Returns the query for machines with files to write or to remove, and those with written files at which
 * Platen looked before `lookedBefore`. A browser takes its files itself.
 */
export function dueMachines({ now, lookedBefore }: { now: Date; lookedBefore: Date }): DueQuery {
  return {
    text: `select machine_id as key from machines m
           where kind <> 'BROWSER' and (next_attempt is null or next_attempt <= $1)
             and not exists (select 1 from restore_pause)
             and (exists (select 1 from machine_jobs j where j.machine_id = m.machine_id and state = 'WAITING' and m.stopped is null)
               or exists (select 1 from machine_jobs j where j.machine_id = m.machine_id and state in ('WRITING', 'PLACING'))
               or (looked is null or looked <= $2)
                 and exists (select 1 from machine_jobs j where j.machine_id = m.machine_id and state = 'WRITTEN'))`,
    values: [now, lookedBefore],
  };
}

export async function listMachineRules(connection: Connection): Promise<MachineRule[]> {
  return queryRows<MachineRule>(connection, {
    name: 'list-machine-rules',
    text: `select machine_id as "machineId", technology, manufacturer_code as "manufacturerCode", station_id as "stationId"
           from machine_rules order by place`,
  });
}

export async function replaceMachineRules(connection: Connection, rules: readonly MachineRule[]): Promise<void> {
  await connection.query('delete from machine_rules');
  await connection.query(
    `insert into machine_rules (place, machine_id, technology, manufacturer_code, station_id)
     select place, machine_id, technology, manufacturer_code, station_id
     from unnest($1::text[], $2::text[], $3::text[], $4::text[]) with ordinality as r (machine_id, technology, manufacturer_code, station_id, place)`,
    columnsOf(rules, 'machineId', 'technology', 'manufacturerCode', 'stationId'),
  );
}
