import type { Pool } from 'pg';
import { dueAlertMessages, type SendContext, sendAlertMessage } from '../operations/alerts/send-alerts.ts';
import { watchAlerts } from '../operations/alerts/watch-alerts.ts';
import type { BackupSchedule } from '../operations/backup/backup-schedule.ts';
import { findZoneToCount } from '../operations/center-store.ts';
import { recountDaysInZone } from '../operations/choose-time-zone.ts';
import { type PurchaseMailContext, sendPurchaseMail } from '../operations/mail-purchases.ts';
import {
  dueOldErasures,
  RUN_MS_MAX as ERASING_MS_MAX,
  eraseOldOrders,
  type RetentionContext,
} from '../operations/retention/erase-order.ts';
import { fillOldOrders } from '../orders/change/fill-orders.ts';
import { dueFills } from '../orders/change/order-fill-store.ts';
import { advanceSandboxOrders } from '../orders/change/simulate-order.ts';
import type { PictureDrawer } from '../orders/files/draw-pictures.ts';
import { duePictures } from '../orders/files/order-file-store.ts';
import { assignWaitingOrders, updateWaitingReasons } from '../orders/intake/assign-orders.ts';
import { type IntakeContext, SEARCH_INTERVAL_MS, takeInOrders } from '../orders/intake/intake-orders.ts';
import { dueOrders } from '../orders/rows/order-queue-store.ts';
import { SearchTermsWriter } from '../orders/search/write-search-terms.ts';
import { beginDue } from '../packing/begin-orders.ts';
import { handleLabels, type LabelJobContext } from '../packing/buy-labels.ts';
import { drawParcelPapers, type PaperContext } from '../packing/draw-parcel-papers.ts';
import { dueTracking } from '../packing/label-tracking-store.ts';
import { makeManifests } from '../packing/make-manifests.ts';
import { dueManifests } from '../packing/manifest-store.ts';
import { dueOrderJobs } from '../packing/order-job-store.ts';
import { runOrderJob } from '../packing/order-jobs.ts';
import { dueLabels } from '../packing/parcel-label-store.ts';
import { dueParcelPapers } from '../packing/parcel-paper-store.ts';
import { type TrackContext, trackParcels } from '../packing/track-parcels.ts';
import { dueSweep } from '../platform/files/blob-record-store.ts';
import { type SweepContext, walkBlobs } from '../platform/files/sweep-blobs.ts';
import { PRINTERS_MAX } from '../printing/manage-printers.ts';
import { duePrintJobs, type PrintContext, runPrintJobs } from '../printing/run-print-jobs.ts';
import type { BeginContext } from '../production/begin-production.ts';
import { duePaperRuns } from '../production/paper-run-store.ts';
import { drawPaperRun, type PaperRunContext } from '../production/paper-runs.ts';
import { type MakeContext, makePrintFiles } from '../production/print-files/make-print-files.ts';
import { duePrintFiles } from '../production/print-files/print-file-store.ts';
import { dueProduction } from '../production/production-order-store.ts';
import { chargeOrders, chargeStorage, lastMonth } from '../reports/money/charge-orders.ts';
import { dueCharges, dueStorage } from '../reports/money/charge-store.ts';
import { findDaysToKeep, keepProductionDays } from '../reports/production-days.ts';
import type { ShopContext } from '../shops/run-shop.ts';
import { duePurchaseMails } from '../stock/purchase-mail-store.ts';
import { dueOutdatedWaits, dueWakes } from '../stock/stock-waits-store.ts';
import type { DeliverContext } from '../webhooks/deliver-webhooks.ts';
import type { Job } from './job-queue.ts';
import { listMachineJobs, type MachineJobContext } from './machine-jobs.ts';
import { listRemovals, type RemovalSettings, removeOld } from './removals.ts';
import { listStockJobs } from './stock-jobs.ts';
import { shopJobs, webhookJobs } from './webhook-jobs.ts';

/** Time between two checks for work that is not urgent. */
const UNHURRIED_SEARCH_MS = 60_000;
/** An alert appears within this time. */
const ALERT_SEARCH_MS = 15_000;

export interface JobContext extends IntakeContext {
  pool: Pool;
  clock: () => Date;
  sandboxStepMs: number;
  timeZone: () => string;
  webhooks: DeliverContext;
  shops: ShopContext;
  alerts: SendContext;
  purchaseMails: PurchaseMailContext;
  printing: PrintContext;
  machines: MachineJobContext;
  papers: PaperRunContext & PaperContext;
  labels: LabelJobContext & TrackContext;
  pictures: PictureDrawer;
  production: BeginContext;
  printFiles: MakeContext;
  files: SweepContext & { onSwept: (counts: object) => void };
  /** Undefined: personal data is not erased. */
  retention: RetentionContext | undefined;
  removals: RemovalSettings;
  /** Undefined: this server makes no backups. */
  backups: BackupSchedule | undefined;
}

/** Returns the background jobs. Most run separately for each client, up to `concurrency` clients at once. */
export function listJobs(context: JobContext): Job[] {
  const { pool, clock, sandboxStepMs, webhooks, files, pictures } = context;
  const searchTerms = new SearchTermsWriter(pool, clock, context.log);
  return [
    {
      name: 'intake',
      due: () => dueOrders('live', clock()),
      run: (clientId, signal, waitForRequest) => takeInOrders(context, clientId, signal, waitForRequest),
      // Runs mostly wait for other servers, so they cost little.
      concurrency: 1_000,
      intervalMs: SEARCH_INTERVAL_MS,
    },
    {
      // Does the same for sandbox orders, which need no stock.
      name: 'sandbox-intake',
      due: () => dueOrders('sandbox', clock()),
      run: (clientId, signal, waitForRequest) =>
        takeInOrders({ ...context, stepMs: sandboxStepMs }, clientId, signal, waitForRequest),
      concurrency: 100,
      intervalMs: SEARCH_INTERVAL_MS,
    },
    {
      // Writes the words that staff find new orders by, before slow files arrive.
      name: 'search-terms',
      due: () => searchTerms.due(),
      run: (clientId, signal) => searchTerms.write(clientId, signal),
      concurrency: 4,
    },
    {
      // After an update, fills in the new columns and rows of older orders.
      name: 'fill-orders',
      due: dueFills,
      run: (clientId, signal) => fillOldOrders(context, clientId, signal),
      concurrency: 1,
      searchIntervalMs: UNHURRIED_SEARCH_MS,
    },
    {
      // Tries the orders of all clients that wait for stock, oldest first.
      name: 'stock',
      due: dueWakes,
      run: (_, signal) => assignWaitingOrders(context, signal),
      concurrency: 1,
    },
    {
      // Updates the reason why orders wait, when a variant was retired or restored.
      name: 'tell-waiting',
      due: dueOutdatedWaits,
      run: (clientId, signal) => updateWaitingReasons(context, clientId, signal),
      concurrency: 1,
    },
    {
      name: 'walk',
      due: () => dueOrders('sandbox', clock()),
      run: (clientId, signal) => advanceSandboxOrders(context, clientId, sandboxStepMs, signal),
      concurrency: 4,
    },
    {
      // Draws pictures of the files of orders, for staff.
      name: 'pictures',
      due: duePictures,
      run: (clientId, signal) => pictures.drawDue(clientId, signal),
      // The drawing processes serve the clients in turn.
      concurrency: 4,
    },
    {
      name: 'sweep-files',
      due: () => dueSweep(files.clock()),
      run: async (_key, signal) => {
        const { deleted, leftovers } = await walkBlobs(files, signal);
        if (deleted.files + leftovers.files > 0) files.onSwept({ deleted, leftovers });
      },
      concurrency: 1,
    },
    ...floorJobs(context),
    zoneJob(context),
    ...(context.retention ? [erasureJob(context.retention)] : []),
    ...(context.backups ? backupJobs(context.backups) : []),
    ...removalJobs(context),
    ...webhookJobs(webhooks),
    ...shopJobs(context.shops),
    ...alertJobs(context.alerts),
    ...purchaseMailJobs(context.purchaseMails),
    ...printJobs(context.printing),
    ...listMachineJobs(context.machines),
  ];
}

function zoneJob({ pool, clock }: JobContext): Job {
  return {
    // Counts the orders of each day again after the time zone of the center was changed.
    name: 'recount-days',
    findDue: async () => ((await findZoneToCount(pool, clock())) === undefined ? [] : ['all']),
    run: () => recountDaysInZone(pool, clock),
    concurrency: 1,
    searchIntervalMs: UNHURRIED_SEARCH_MS,
  };
}

function backupJobs(backups: BackupSchedule): Job[] {
  return [
    { name: 'backup', findDue: () => backups.findDue(), run: (_key, signal) => backups.backUp(signal), concurrency: 1 },
    {
      name: 'verify-backups',
      findDue: () => backups.findVerifyDue(),
      run: (_key, signal) => backups.verify(signal),
      concurrency: 1,
    },
  ];
}

function floorJobs({ pool, clock, timeZone, log, faults, production, printFiles, papers, labels }: JobContext): Job[] {
  return [
    {
      // Makes the print-ready files of orders in ASSIGNED, and again after a correction.
      name: 'print-files',
      due: () => duePrintFiles(clock()),
      run: (clientId, signal) => makePrintFiles(printFiles, clientId, signal),
      // The processes serve the clients in turn.
      concurrency: 4,
    },
    {
      // Writes a row for each physical piece of accepted orders, and ends the pieces of ended ones.
      name: 'begin-production',
      due: dueProduction,
      run: (clientId, signal) => beginDue(production, clientId, signal),
      concurrency: 2,
    },
    {
      // Changes all orders of a bulk change, a few at a time.
      name: 'order-jobs',
      due: dueOrderJobs,
      run: (jobId, signal) =>
        runOrderJob({ pool, clock, onWork: () => {}, production: { ...production, clock } }, jobId, signal),
      concurrency: 2,
    },
    {
      // Draws the papers of packed parcels. Each becomes a print job.
      name: 'parcel-papers',
      due: dueParcelPapers,
      run: (code, signal) => drawParcelPapers(papers, code, signal),
      concurrency: 4,
    },
    {
      // Buys labels, prints them, and ships their parcels. Voids labels that were given up.
      name: 'labels',
      due: () => dueLabels(clock()),
      run: (code, signal) => handleLabels(labels, code, signal),
      // Runs mostly wait for label providers.
      concurrency: 16,
    },
    {
      // Asks label providers for the manifests of closed hand-over lists, and prints them.
      name: 'manifests',
      due: () => dueManifests(clock()),
      run: (handOverId, signal) => makeManifests(labels, handOverId, signal),
      concurrency: 2,
    },
    {
      // Asks label providers where the parcels of the client are.
      name: 'track-parcels',
      due: () => dueTracking(clock()),
      run: (clientId, signal) => trackParcels(labels, clientId, signal),
      concurrency: 4,
      searchIntervalMs: UNHURRIED_SEARCH_MS,
    },
    {
      // Draws the requested papers of batches and tickets. Many tickets become several print jobs.
      name: 'paper-runs',
      due: duePaperRuns,
      run: (runId, signal) => drawPaperRun(papers, runId, signal),
      concurrency: 2,
    },
    {
      // Charges the orders of the client whose parcels left or were withdrawn.
      name: 'charge-orders',
      due: () => dueCharges(clock()),
      run: (clientId, signal) => chargeOrders({ pool, clock, timeZone, log, faults }, clientId, signal),
      concurrency: 2,
    },
    {
      // Charges clients for the storage of the last month.
      name: 'charge-storage',
      due: () => {
        const { month, lastDay } = lastMonth(clock(), timeZone());
        return dueStorage(month, lastDay);
      },
      run: (clientId) => chargeStorage({ pool, clock, timeZone }, clientId),
      concurrency: 1,
      searchIntervalMs: UNHURRIED_SEARCH_MS,
    },
    ...listStockJobs(pool, clock),
    {
      // Sums the orders and the work on the floor of each past day, for reports.
      name: 'keep-production-days',
      findDue: () => findDaysToKeep(pool, clock(), timeZone()),
      run: (_key, signal) => keepProductionDays(pool, clock(), timeZone(), signal),
      concurrency: 1,
      searchIntervalMs: UNHURRIED_SEARCH_MS,
    },
  ];
}

function erasureJob(retention: RetentionContext): Job {
  return {
    name: 'erase-orders',
    due: () => dueOldErasures(retention),
    run: async (clientId, signal) => {
      await eraseOldOrders(retention, clientId, signal);
    },
    concurrency: 1,
    searchIntervalMs: UNHURRIED_SEARCH_MS,
    intervalMs: ERASING_MS_MAX,
  };
}

function removalJobs({ pool, clock, removals }: JobContext): Job[] {
  return listRemovals(removals).map((removal) => ({
    name: removal.name,
    due: () => removal.due(clock()),
    run: async (_key, signal) => {
      await removeOld(pool, removal, clock(), signal);
    },
    concurrency: 1,
    searchIntervalMs: UNHURRIED_SEARCH_MS,
  }));
}

function alertJobs(context: SendContext): Job[] {
  return [
    {
      // Opens and ends alerts, and writes the messages about them.
      name: 'alerts',
      findDue: async () => ['all'],
      run: () => watchAlerts(context),
      concurrency: 1,
      searchIntervalMs: ALERT_SEARCH_MS,
      intervalMs: ALERT_SEARCH_MS,
    },
    {
      name: 'alert-messages',
      due: () => dueAlertMessages(context),
      run: (messageId) => sendAlertMessage(context, messageId),
      concurrency: 4,
    },
  ];
}

function purchaseMailJobs(context: PurchaseMailContext): Job[] {
  if (!context.config.MAIL) return [];
  return [
    {
      name: 'purchase-mails',
      due: () => duePurchaseMails(context.clock()),
      run: (mailId) => sendPurchaseMail(context, mailId),
      concurrency: 2,
    },
  ];
}

/** Lists the jobs of printers. Each printer has its own place, so one that hangs holds up no other. */
function printJobs(context: PrintContext): Job[] {
  return [
    {
      name: 'print',
      due: () => duePrintJobs(context),
      run: (printerId, signal) => runPrintJobs(context, printerId, signal),
      concurrency: PRINTERS_MAX,
    },
  ];
}
