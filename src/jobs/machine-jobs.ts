import { MACHINES_MAX } from '../printing/machines/manage-machines.ts';
import { dueMachineJobs, type MachineContext, runMachineJobs } from '../printing/machines/run-machine-jobs.ts';
import { dueGangSheets } from '../production/machine-files/gang-sheet-store.ts';
import { dueMachineRequests, dueTakeBacks } from '../production/machine-files/machine-request-store.ts';
import { type DrawSheetContext, makeGangSheet } from '../production/machine-files/make-gang-sheets.ts';
import { type SendContext, sendToMachines } from '../production/machine-files/send-to-machines.ts';
import { takeBackFiles } from '../production/machine-files/take-back-files.ts';
import type { Job } from './job-queue.ts';

/** A rejected or corrected piece takes its file back within this time. */
const TAKE_BACK_SEARCH_MS = 2_000;

export type MachineJobContext = MachineContext & SendContext & DrawSheetContext;

/** Lists the jobs of machines. Each machine has its own place, so a share that hangs holds up no other. */
export function listMachineJobs(context: MachineJobContext): Job[] {
  return [
    {
      name: 'machines',
      due: () => dueMachineJobs(context),
      run: (machineId, signal) => runMachineJobs(context, machineId, signal),
      concurrency: MACHINES_MAX,
    },
    {
      // Puts the files of batches and pieces into the queues of machines.
      name: 'machine-files',
      due: () => dueMachineRequests(context.clock()),
      run: (requestId, signal) => sendToMachines(context, requestId, signal),
      concurrency: 4,
    },
    {
      // Draws gang sheets, and puts them into the queues of machines.
      name: 'gang-sheets',
      due: dueGangSheets,
      run: (sheet, signal) => makeGangSheet(context, sheet, signal),
      concurrency: 1,
    },
    {
      // Marks files at machines that are no longer wanted.
      name: 'machine-take-backs',
      due: dueTakeBacks,
      run: (_key, signal) => takeBackFiles(context, signal),
      concurrency: 1,
      searchIntervalMs: TAKE_BACK_SEARCH_MS,
      intervalMs: TAKE_BACK_SEARCH_MS,
    },
  ];
}
