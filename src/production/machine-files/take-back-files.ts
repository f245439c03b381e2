import type { Pool } from 'pg';
import { risingId } from '../../platform/database/rising-ids.ts';
import { type Connection, inTransaction, withRetry } from '../../platform/database/transaction.ts';
import { readScanCode } from '../../platform/formats/scan-codes.ts';
import type { Unwanted } from '../../printing/machines/machine-rules.ts';
import { markUnwanted } from '../../printing/machines/manage-machine-jobs.ts';
import { unwantedOf } from './gang-sheet-rules.ts';
import { listSheetPrints, markPrintsUnwanted, type StandingPrint } from './gang-sheet-store.ts';
import {
  findStandings,
  insertMachineRequest,
  listOpenMachineJobs,
  type StandingAtMachine,
} from './machine-request-store.ts';

const PAGE_JOBS = 500;

type Wanted = Awaited<ReturnType<typeof listOpenMachineJobs>>[number];

/**
 * Marks files at machines that must be removed: of pieces that are made, rejected or cancelled, of stopped
 * orders, and of corrected artwork. A corrected file is put into the queue of the same machine.
 */
export async function takeBackFiles(
  { pool, clock }: { pool: Pool; clock: () => Date },
  signal: AbortSignal,
): Promise<void> {
  for (let after = { piece: '', jobId: '' }; !signal.aborted; ) {
    const jobs = await withRetry(() => listOpenMachineJobs(pool, { after, limit: PAGE_JOBS }));
    const all = [...new Set(jobs.map(({ piece }) => piece))];
    const sheets = await endSheets(pool, all.filter(isSheet), clock());
    const codes = all.filter((code) => !isSheet(code));
    const standings = new Map((await withRetry(() => findStandings(pool, codes))).map((one) => [one.code, one]));
    const unwanted = jobs.flatMap((job) => {
      const standing = standings.get(job.piece);
      const reason = sheets.get(job.piece) ?? (standing && reasonOf(job, standing));
      return reason ? [{ job, jobId: job.jobId, reason }] : [];
    });
    if (unwanted.length > 0) await save(pool, unwanted, clock());
    const last = jobs.at(-1);
    if (!last || jobs.length < PAGE_JOBS) return;
    after = last;
  }
}

const isSheet = (code: string) => readScanCode(code)?.kind === 'sheet';

/**
 * Marks the prints on sheets that are not used any more, and sends corrected ones again. Returns why sheets
 * are no longer wanted: all their pieces are made, or are not to be made.
 */
async function endSheets(pool: Pool, codes: readonly string[], now: Date): Promise<Map<string, Unwanted>> {
  if (codes.length === 0) return new Map();
  const prints = await withRetry(() => listSheetPrints(pool, codes));
  const standing = prints.map((print) => ({ print, reason: print.unwanted ?? unwantedOf(print) }));
  const unused = standing.flatMap(({ print, reason }) =>
    print.unwanted === null && (reason === 'REJECTED' || reason === 'CORRECTED' || reason === 'CANCELLED')
      ? [{ ...print, reason }]
      : [],
  );
  if (unused.length > 0)
    await inTransaction(pool, async (connection) => {
      await markPrintsUnwanted(connection, unused);
      await sendCorrected(connection, unused, now);
    });
  const ended = [...Map.groupBy(standing, ({ print }) => print.sheet ?? '')].flatMap(([sheet, all]) => {
    const isOver = all.every(({ reason }) => reason !== undefined && reason !== 'STOPPED');
    const reason: Unwanted = all.some((one) => one.reason === 'MADE') ? 'MADE' : 'CANCELLED';
    return isOver ? [[sheet, reason] as const] : [];
  });
  return new Map(ended);
}

type Corrected = Pick<StandingPrint, 'piece' | 'machineId'> & { reason: Unwanted };

/** Requests the present files of corrected pieces for the same machine. */
async function sendCorrected(connection: Connection, unwanted: readonly Corrected[], now: Date): Promise<void> {
  for (const { piece, machineId, reason } of unwanted) {
    if (reason !== 'CORRECTED') continue;
    const request = { requestId: risingId(), piece, machineId, batchId: null, stationId: null, requested: now };
    // As at the release, so that other prints of the piece, which the machine has, are not sent again.
    await insertMachineRequest(connection, { ...request, cause: 'RELEASE' });
  }
}

async function save(
  pool: Pool,
  unwanted: readonly { job: Wanted; jobId: string; reason: Unwanted }[],
  now: Date,
): Promise<void> {
  await inTransaction(pool, async (connection) => {
    await markUnwanted(connection, unwanted, now);
    const corrected = unwanted.map(({ job: { piece, machineId }, reason }) => ({ piece, machineId, reason }));
    await sendCorrected(connection, corrected, now);
  });
}

function reasonOf({ key, location, technology, sha256 }: Wanted, standing: StandingAtMachine): Unwanted | undefined {
  const step = Number(key.split('/')[1]?.split('.')[0] ?? 0);
  const present = standing.files.filter((file) => file.location === location && file.technology === technology);
  const isCurrent = present.length === 0 ? null : present.some((file) => file.sha256 === sha256);
  return unwantedOf({ ...standing, step, isCurrent });
}
