import type { Pool } from 'pg';
import { findOldAudit, removeOldAudit } from '../audit/remove-audit.ts';
import type { BackupSchedule } from '../backup/backup-schedule.ts';
import { findSweepDue, type SweepContext, walkBlobs } from '../files/sweep-blobs.ts';
import { deleteOldKeys, findOldKeys } from '../idempotency/do-once.ts';
import { fillOldOrders } from '../orders/change/fill-orders.ts';
import { foldOrderCounts } from '../orders/change/fold-counts.ts';
import { findClientsToCount } from '../orders/change/order-count-store.ts';
import { findClientsToFill } from '../orders/change/order-fill-store.ts';
import { findClientsWithWork } from '../orders/change/order-work-store.ts';
import { recountSums } from '../orders/change/recount-orders.ts';
import type { PictureDrawer } from '../orders/files/draw-pictures.ts';
import { assignWaitingOrders, tellWaitingOrders } from '../orders/intake/assign-waiting.ts';
import { type IntakeContext, takeInOrders } from '../orders/intake/intake-orders.ts';
import { LOOK_INTERVAL_MS } from '../orders/intake/looks.ts';
import { walkOrders } from '../orders/sandbox/simulate-order.ts';
import { SearchTermsWriter } from '../orders/search/write-search-terms.ts';
import { findEnded, removeEnded } from '../people/remove-ended.ts';
import { findEndedStations, removeEndedStations } from '../people/stations/remove-ended-stations.ts';
import { PRINTERS_MAX } from '../printing/manage-printers.ts';
import {
  findOldPrintJobs,
  findPrintersWithJobs,
  type PrintContext,
  removeOldPrintJobs,
  runPrintJobs,
} from '../printing/run-print-jobs.ts';
import type { BeginContext } from '../production/begin-production.ts';
import type { PaperRunContext } from '../production/papers/draw-paper-run.ts';
import { Retention, type RetentionContext } from '../retention/erase-by-age.ts';
import { findServing } from '../stock/serve-waiting.ts';
import { findClientsToTell } from '../stock/stock-untold-store.ts';
import { announceStock, findStockNews } from '../webhooks/announce-stock.ts';
import {
  type DeliverContext,
  deliverWebhooks,
  findDueWebhooks,
  findWebhooksToRemove,
  removeWebhooks,
} from '../webhooks/deliver-webhooks.ts';
import { agingJobs, seldom } from './aging-jobs.ts';
import { floorJobs } from './floor-jobs.ts';
import type { Job } from './job-queue.ts';
import { roundRobin } from './round-robin.ts';

/** Keys that one look at the due work brings at most. */
const DUE_MAX = 500;
/** Between looks for what ended long ago, or what an update left to do. */
const UNHURRIED_LOOK_MS = 10_000;
/** Counts need not be of this moment, and adding one order up costs as much as adding up hundreds. */
const FOLD_INTERVAL_MS = 500;
/** An hour: with ten thousand clients it takes some seconds of one processor. */
const SUMS_RECOUNTED_MS = 3_600_000;

/** Who takes in the orders of some clients for a time, in place of the usual intake: with a clock of its own, say. */
export interface OtherIntake {
  takesIn: (clientId: string) => boolean;
  job: (intake: IntakeContext) => Job;
}

export interface JobContext extends IntakeContext {
  pool: Pool;
  clock: () => Date;
  otherIntake?: OtherIntake | undefined;
  sandboxStepMs: number;
  /** Of the center: where its days begin. */
  timeZone: string;
  webhooks: DeliverContext;
  printing: PrintContext;
  papers: PaperRunContext;
  pictures: PictureDrawer;
  production: BeginContext;
  files: SweepContext & { onSwept: (counts: object) => void };
  retention: RetentionContext;
  /** Days after which movements of the stock are summed; undefined: never. */
  movementDays: number | undefined;
  /** Undefined: nobody wants any. */
  backups: BackupSchedule | undefined;
}

/** What runs when in the background; each job by client, so that none waits for another. */
export function jobList(context: JobContext): Job[] {
  const { pool, clock, sandboxStepMs, timeZone, webhooks, files, pictures, otherIntake } = context;
  const isOurs = (clientId: string) => !otherIntake?.takesIn(clientId);
  const searchTerms = new SearchTermsWriter(pool, clock, context.log);
  return [
    {
      // New and changed orders: fetch their files, reserve their stock, assign them.
      name: 'intake',
      findDue: async () => (await findClientsWithWork(pool, 'live', clock(), DUE_MAX)).filter(isOurs),
      run: async (clientId, signal, asked) => {
        if (isOurs(clientId)) await takeInOrders(context, clientId, signal, asked);
      },
      // Most of the time a client waits for the hosts of its files, and so it costs little; it may do so for long.
      concurrency: 1_000,
      intervalMs: LOOK_INTERVAL_MS,
    },
    {
      // What staff find new orders by, also while their files are slow.
      name: 'search-terms',
      findDue: () => searchTerms.findDue(DUE_MAX),
      run: (clientId, signal) =>
        searchTerms.write(clientId, signal, (work) => context.inTurn(clientId, signal, work)),
      concurrency: 4,
    },
    {
      // How many orders there are by status and reason: what changed is added up.
      name: 'fold-counts',
      findDue: roundRobin((after, limit) => findClientsToCount(pool, after, limit), DUE_MAX),
      run: (clientId, signal) => foldOrderCounts(pool, clientId, timeZone, signal),
      concurrency: 2,
      intervalMs: FOLD_INTERVAL_MS,
    },
    {
      // The sums of all clients, which a program of before does not keep: from time to time added up anew.
      name: 'recount-sums',
      findDue: seldom(async () => ['all'], SUMS_RECOUNTED_MS),
      run: async () => {
        await recountSums(pool, timeZone, clock());
      },
      concurrency: 1,
    },
    {
      // After an update: what columns and rows tell of orders that are older than those.
      name: 'fill-orders',
      findDue: seldom(() => findClientsToFill(pool, DUE_MAX), UNHURRIED_LOOK_MS),
      run: (clientId, signal) =>
        fillOldOrders(context, clientId, signal, (work) => context.inTurn(clientId, signal, work)),
      concurrency: 1,
    },
    {
      // Orders that waited for stock which may have come, of all clients together: the oldest come first.
      name: 'stock',
      findDue: () => findServing(pool),
      run: (_, signal) => assignWaitingOrders(context, signal),
      concurrency: 1,
    },
    {
      // Orders that wait for what was retired, or came back, since they said why they wait.
      name: 'tell-waiting',
      findDue: () => findClientsToTell(pool, DUE_MAX),
      run: (clientId, signal) => tellWaitingOrders(context, clientId, signal),
      concurrency: 1,
    },
    {
      // Sandbox orders take their next step.
      name: 'walk',
      findDue: () => findClientsWithWork(pool, 'sandbox', clock(), DUE_MAX),
      run: (clientId, signal) => walkOrders(context, clientId, sandboxStepMs, signal),
      concurrency: 4,
    },
    {
      // Pictures of files that orders brought, for staff to look at.
      name: 'pictures',
      findDue: () => pictures.findDue(DUE_MAX),
      run: (clientId, signal) => pictures.drawDue(clientId, signal),
      // The processes that draw take clients in turn.
      concurrency: 4,
    },
    {
      // Once a day: files that nobody names any more.
      name: 'sweep-files',
      findDue: () => findSweepDue(files),
      run: async (_key, signal) => {
        const { deleted, leftovers } = await walkBlobs(files, signal);
        if (deleted.files + leftovers.files > 0) files.onSwept({ deleted, leftovers });
      },
      concurrency: 1,
    },
    ...floorJobs(context, DUE_MAX),
    ...retentionJobs(context),
    ...(context.backups ? backupJobs(context.backups) : []),
    ...removalJobs(pool, clock),
    ...agingJobs(context),
    ...webhookJobs(webhooks),
    ...printJobs(context.printing),
    ...(otherIntake ? [otherIntake.job(context)] : []),
  ];
}

function backupJobs(backups: BackupSchedule): Job[] {
  return [
    {
      name: 'backup',
      findDue: () => backups.findDue(),
      run: (_key, signal) => backups.backUp(signal),
      concurrency: 1,
    },
    {
      name: 'verify-backups',
      findDue: () => backups.findVerifyDue(),
      run: (_key, signal) => backups.verify(signal),
      concurrency: 1,
    },
  ];
}

/** What ends of orders that are over. */
function retentionJobs(context: JobContext): Job[] {
  const retention = new Retention(context.retention);
  return [
    {
      // Orders that have been over for so long that what they tell of people ends.
      name: 'erase-orders',
      findDue: () => retention.findDue(DUE_MAX),
      run: async (clientId, signal) => {
        await retention.erase(clientId, signal, (work) => context.inTurn(clientId, signal, work));
      },
      concurrency: 1,
    },
  ];
}

/** What is deleted once it is no longer needed, of the whole database at once. */
function removalJobs(pool: Pool, clock: () => Date): Job[] {
  return [
    {
      // Idempotency keys that are no longer valid.
      name: 'remove-keys',
      findDue: seldom(() => findOldKeys(pool, clock()), UNHURRIED_LOOK_MS),
      run: (_key, signal) => deleteOldKeys(pool, clock(), signal),
      concurrency: 1,
    },
    {
      // Sessions of people that have ended, and counts of wrong passwords that no longer hold.
      name: 'remove-sessions',
      findDue: seldom(() => findEnded(pool, clock()), UNHURRIED_LOOK_MS),
      run: (_key, signal) => removeEnded(pool, clock(), signal),
      concurrency: 1,
    },
    {
      // The same of stations.
      name: 'remove-stations',
      findDue: seldom(() => findEndedStations(pool, clock()), UNHURRIED_LOOK_MS),
      run: (_key, signal) => removeEndedStations(pool, clock(), signal),
      concurrency: 1,
    },
    {
      // Who did what, once it is older than it is kept.
      name: 'remove-audit',
      findDue: seldom(() => findOldAudit(pool, clock()), UNHURRIED_LOOK_MS),
      run: (_key, signal) => removeOldAudit(pool, clock(), signal),
      concurrency: 1,
    },
  ];
}

/** What is printed; by printer, so that one that hangs holds up no other: each of them has a place. */
function printJobs(context: PrintContext): Job[] {
  return [
    {
      // Print jobs of printers that can be reached, as far as is known.
      name: 'print',
      findDue: () => findPrintersWithJobs(context, PRINTERS_MAX),
      run: (printerId, signal) => runPrintJobs(context, printerId, signal),
      concurrency: PRINTERS_MAX,
    },
    {
      // Documents that were printed some time ago, and print jobs nobody asks about any more.
      name: 'remove-prints',
      findDue: seldom(() => findOldPrintJobs(context), UNHURRIED_LOOK_MS),
      run: (_key, signal) => removeOldPrintJobs(context, signal),
      concurrency: 1,
    },
  ];
}

/** What webhooks need in the background; by endpoint, so that one that is slow or down holds up no other. */
export function webhookJobs(context: DeliverContext): Job[] {
  return [
    {
      // Webhooks whose attempt is due.
      name: 'deliver',
      findDue: () => findDueWebhooks(context, DUE_MAX),
      run: (key, signal) => deliverWebhooks(context, key, signal),
      concurrency: 128,
    },
    {
      // What of the stock has changed, told to the clients that have it.
      name: 'announce-stock',
      findDue: () => findStockNews(context),
      run: () => announceStock(context),
      concurrency: 1,
    },
    {
      // Webhook endpoints that were deleted, and deliveries that ended long ago.
      name: 'remove-webhooks',
      findDue: () => findWebhooksToRemove(context, DUE_MAX),
      run: (key, signal) => removeWebhooks(context, key, signal),
      concurrency: 1,
    },
  ];
}
