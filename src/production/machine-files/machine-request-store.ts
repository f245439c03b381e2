import type { DueQuery } from '../../platform/database/due-query.ts';
import { valuesOf } from '../../platform/database/statement-parts.ts';
import { type Connection, queryHasRow, queryRow, queryRows } from '../../platform/database/transaction.ts';
import type { MachineMode } from '../../printing/machines/machine-rules.ts';
import type { PieceState } from '../piece-states.ts';

/** A batch or a piece whose files are to be put into the queues of machines. */
export interface MachineRequest {
  requestId: string;
  batchId: string | null;
  /** Null: all pieces of the batch. */
  piece: string | null;
  cause: MachineMode;
  stationId: string | null;
  /** Null: the rules choose. */
  machineId: string | null;
  requested: Date;
}

/** Inserts a request. Returns false without a machine of this mode, unless one is named or it is by hand. */
export async function insertMachineRequest(connection: Connection, request: MachineRequest): Promise<boolean> {
  return queryHasRow(connection, {
    name: 'insert-machine-request',
    text: `insert into machine_requests (request_id, batch_id, piece, cause, station_id, machine_id, requested, next_attempt)
           select $1, $2, $3, $4::text, $5, $6, $7::timestamptz, $7
           where $4 = 'BY_HAND' or $6::text is not null or exists (select 1 from machines where mode = $4)
           on conflict do nothing`,
    values: valuesOf(request, 'requestId', 'batchId', 'piece', 'cause', 'stationId', 'machineId', 'requested'),
  });
}

export function dueMachineRequests(now: Date): DueQuery {
  return { text: 'select request_id as key from machine_requests where next_attempt <= $1', values: [now] };
}

export async function findMachineRequest(
  connection: Connection,
  requestId: string,
): Promise<MachineRequest | undefined> {
  return queryRow<MachineRequest>(connection, {
    name: 'find-machine-request',
    text: `select request_id as "requestId", batch_id as "batchId", piece, cause, station_id as "stationId", machine_id as "machineId", requested
           from machine_requests where request_id = $1`,
    values: [requestId],
  });
}

export async function postponeMachineRequest(connection: Connection, requestId: string, until: Date): Promise<void> {
  await connection.query('update machine_requests set next_attempt = $2 where request_id = $1', [requestId, until]);
}

export async function deleteMachineRequest(connection: Connection, requestId: string): Promise<void> {
  await connection.query('delete from machine_requests where request_id = $1', [requestId]);
}

/** Lists the codes of the batch's pieces that are still to be made, in picking order. */
export async function listCodesToMake(connection: Connection, batchId: string): Promise<string[]> {
  const rows = await queryRows<{ code: string }>(connection, {
    name: 'list-codes-to-make',
    text: `select code from pieces where batch_id = $1 and state = 'TO_MAKE' order by batch_place nulls last, code`,
    values: [batchId],
  });
  return rows.map(({ code }) => code);
}

/** Lists the codes of the batch's pieces that are not replaced, scrapped or cancelled, in picking order. */
export async function listCodesToPrint(connection: Connection, batchId: string): Promise<string[]> {
  const rows = await queryRows<{ code: string }>(connection, {
    name: 'list-codes-to-print',
    text: `select code from pieces where batch_id = $1 and state not in ('REPLACED', 'SCRAPPED', 'CANCELLED') order by batch_place nulls last, code`,
    values: [batchId],
  });
  return rows.map(({ code }) => code);
}

interface OpenJob {
  jobId: string;
  machineId: string;
  key: string;
  piece: string;
  location: string;
  technology: string;
  sha256: string | null;
}

const OPEN = `state in ('WAITING', 'WRITING', 'PLACING', 'WRITTEN', 'TAKEN', 'FAILED') and unwanted is null`;

export function dueTakeBacks(): DueQuery {
  return { text: `select 'all' as key where exists (select 1 from machine_jobs where ${OPEN})`, values: [] };
}

/** Lists a page of the files that are wanted at machines, by piece and job. */
export async function listOpenMachineJobs(
  connection: Connection,
  { after, limit }: { after: Pick<OpenJob, 'piece' | 'jobId'>; limit: number },
): Promise<OpenJob[]> {
  return queryRows<OpenJob>(connection, {
    name: 'list-open-machine-jobs',
    text: `select job_id as "jobId", machine_id as "machineId", job_key as key, piece, location, technology, sha256 from machine_jobs
           where ${OPEN} and (piece, job_id) > ($1, $2) order by piece, job_id limit $3`,
    values: [after.piece, after.jobId, limit],
  });
}

export interface StandingAtMachine {
  code: string;
  state: PieceState;
  stepsDone: number;
  status: string;
  /** The files of its item that are ready. */
  files: { location: string; technology: string; sha256: string }[];
}

/** Finds how pieces and their orders stand, with their present print files. */
export async function findStandings(connection: Connection, codes: readonly string[]): Promise<StandingAtMachine[]> {
  return queryRows<StandingAtMachine>(connection, {
    name: 'find-standings-at-machines',
    text: `select p.code, p.state, p.steps_done as "stepsDone", o.status,
                  (select coalesce(json_agg(json_build_object('location', f.location, 'technology', f.technology, 'sha256', f.sha256)), '[]')
                   from print_files f where f.client_id = p.client_id and f.order_id = p.order_id and f.position = p.position and f.state = 'ready') as files
           from pieces p join orders o on o.client_id = p.client_id and o.order_id = p.order_id where p.code = any($1)`,
    values: [codes],
  });
}
