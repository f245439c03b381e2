import type { Pool } from 'pg';
import { deleteAlertsBefore, dueAlertsBefore } from '../operations/alerts/alert-store.ts';
import { deleteUploadsBefore, dueUploadsBefore, renewUploads } from '../orders/files/client-upload-store.ts';
import { UPLOAD_DAYS } from '../orders/files/order-files.ts';
import { deleteOrderJobs, dueOldOrderJobs } from '../packing/order-job-store.ts';
import { deleteAuditBefore, dueAuditBefore } from '../platform/audit/audit-store.ts';
import type { DueQuery } from '../platform/database/due-query.ts';
import { firstUuid } from '../platform/database/rising-ids.ts';
import { type Connection, withRetry } from '../platform/database/transaction.ts';
import { KEY_MS } from '../platform/http/idempotency.ts';
import { deleteKeysBefore, dueKeysBefore } from '../platform/http/idempotency-store.ts';
import { deleteMachineJobs, dueOldMachineJobs } from '../printing/machines/machine-job-store.ts';
import { deleteDocuments, deletePrintJobs, dueOldPrintJobs } from '../printing/print-job-store.ts';
import { deleteGangSheets, dueOldGangSheets } from '../production/machine-files/gang-sheet-store.ts';
import {
  deletePieceEventsBefore,
  deleteScansBefore,
  duePieceEventsBefore,
  dueScansBefore,
  SCAN_MS,
} from '../production/scan-store.ts';
import { deleteEndedAttempts } from '../staff/attempt-store.ts';
import { liveSince } from '../staff/session-rules.ts';
import { deleteEndedSessions, dueEndedSessions, dueEndedStationSessions } from '../staff/session-store.ts';
import { dueMovementsBefore, foldMovements } from '../stock/stock-ledger-store.ts';
import { FEED_DAYS } from '../webhooks/read-event-feed.ts';
import { deleteStockNewsBefore, dueStockNewsBefore } from '../webhooks/stock-news-store.ts';

export const AUDIT_DAYS = 730;
export const PIECE_EVENT_DAYS = 730;
/** Ended alerts and their messages are kept for this time. */
const ALERT_DAYS = 30;
/** Ended bulk changes and their results are kept for this time. */
const ORDER_JOB_DAYS = 30;
/** Print jobs are kept for this time, without their documents. */
const PRINT_JOB_DAYS = 90;
/** Ended files of machines are kept for this time. */
const MACHINE_JOB_DAYS = 90;
/** Rows that one statement deletes or sums. A killed process loses at most one statement. */
const ROWS_AT_ONCE_MAX = 1_000;
/** The same for print jobs, whose documents may be large. */
const PRINTS_AT_ONCE_MAX = 100;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

export interface Removal {
  name: string;
  due: (now: Date) => DueQuery;
  /** Removes one batch of old rows. Returns their number; 0 when no old row is left. */
  step: (connection: Connection, now: Date) => Promise<number>;
}

export interface RemovalSettings {
  /** Days after which movements of the stock are summed; undefined: they are never summed. */
  movementDays: number | undefined;
  /** Hours after the end of a print job until its document is deleted. */
  printKeepHours: number;
}

export function listRemovals({ movementDays, printKeepHours }: RemovalSettings): Removal[] {
  return [...REMOVALS, printRemoval(printKeepHours), ...(movementDays ? [movementFolding(movementDays)] : [])];
}

/** Removes old rows in committed steps until none is left or the signal aborts. Returns their number. */
export async function removeOld(pool: Pool, { step }: Removal, now: Date, signal: AbortSignal): Promise<number> {
  let removed = 0;
  while (!signal.aborted) {
    const rows = await withRetry(() => step(pool, now));
    if (rows === 0) break;
    removed += rows;
  }
  return removed;
}

const REMOVALS: readonly Removal[] = [
  {
    name: 'remove-keys',
    due: (now) => dueKeysBefore(before(now, KEY_MS)),
    step: (connection, now) => deleteKeysBefore(connection, before(now, KEY_MS), ROWS_AT_ONCE_MAX),
  },
  {
    name: 'remove-sessions',
    due: (now) => dueEndedSessions(now, liveSince('operator', now)),
    step: async (connection, now) =>
      (await deleteEndedSessions(connection, 'operator', liveSince('operator', now), ROWS_AT_ONCE_MAX)) +
      (await deleteEndedAttempts(connection, now, ROWS_AT_ONCE_MAX)),
  },
  {
    name: 'remove-stations',
    due: (now) => dueEndedStationSessions(liveSince('station', now)),
    step: (connection, now) => deleteEndedSessions(connection, 'station', liveSince('station', now), ROWS_AT_ONCE_MAX),
  },
  {
    name: 'remove-audit',
    due: (now) => dueAuditBefore(before(now, AUDIT_DAYS * DAY_MS)),
    step: (connection, now) => deleteAuditBefore(connection, before(now, AUDIT_DAYS * DAY_MS), ROWS_AT_ONCE_MAX),
  },
  {
    name: 'remove-alerts',
    due: (now) => dueAlertsBefore(before(now, ALERT_DAYS * DAY_MS)),
    step: (connection, now) => deleteAlertsBefore(connection, before(now, ALERT_DAYS * DAY_MS), ROWS_AT_ONCE_MAX),
  },
  {
    name: 'remove-machine-jobs',
    due: (now) => dueOldMachineJobs(before(now, MACHINE_JOB_DAYS * DAY_MS)),
    step: (connection, now) => deleteMachineJobs(connection, before(now, MACHINE_JOB_DAYS * DAY_MS), ROWS_AT_ONCE_MAX),
  },
  {
    name: 'remove-gang-sheets',
    due: (now) => dueOldGangSheets(before(now, MACHINE_JOB_DAYS * DAY_MS)),
    step: (connection, now) => deleteGangSheets(connection, before(now, MACHINE_JOB_DAYS * DAY_MS), ROWS_AT_ONCE_MAX),
  },
  {
    name: 'remove-order-jobs',
    due: (now) => dueOldOrderJobs(before(now, ORDER_JOB_DAYS * DAY_MS)),
    step: (connection, now) => deleteOrderJobs(connection, before(now, ORDER_JOB_DAYS * DAY_MS), ROWS_AT_ONCE_MAX),
  },
  {
    name: 'remove-uploads',
    due: (now) => dueUploadsBefore(before(now, UPLOAD_DAYS * DAY_MS)),
    step: async (connection, now) => {
      const moment = before(now, UPLOAD_DAYS * DAY_MS);
      const renewed = await renewUploads(connection, moment, now, ROWS_AT_ONCE_MAX);
      return renewed || deleteUploadsBefore(connection, moment, ROWS_AT_ONCE_MAX);
    },
  },
  {
    name: 'remove-stock-news',
    due: (now) => dueStockNewsBefore(before(now, FEED_DAYS * DAY_MS)),
    step: (connection, now) => deleteStockNewsBefore(connection, before(now, FEED_DAYS * DAY_MS), ROWS_AT_ONCE_MAX),
  },
  {
    name: 'remove-scans',
    due: (now) => dueScansBefore(before(now, SCAN_MS)),
    step: (connection, now) => deleteScansBefore(connection, before(now, SCAN_MS), ROWS_AT_ONCE_MAX),
  },
  {
    name: 'remove-piece-events',
    due: (now) => duePieceEventsBefore(before(now, PIECE_EVENT_DAYS * DAY_MS)),
    step: (connection, now) =>
      deletePieceEventsBefore(connection, before(now, PIECE_EVENT_DAYS * DAY_MS), ROWS_AT_ONCE_MAX),
  },
];

function printRemoval(keepHours: number): Removal {
  const documentsBefore = (now: Date) => before(now, keepHours * HOUR_MS);
  const jobsBefore = (now: Date) => before(now, PRINT_JOB_DAYS * DAY_MS);
  return {
    name: 'remove-prints',
    due: (now) => dueOldPrintJobs({ documentsBefore: documentsBefore(now), jobsBefore: jobsBefore(now) }),
    step: async (connection, now) =>
      (await deleteDocuments(connection, documentsBefore(now), PRINTS_AT_ONCE_MAX)) +
      (await deletePrintJobs(connection, jobsBefore(now), PRINTS_AT_ONCE_MAX)),
  };
}

/** Sums old movements of the stock for each month and code. */
function movementFolding(days: number): Removal {
  return {
    name: 'fold-movements',
    due: (now) => dueMovementsBefore(firstUuid(before(now, days * DAY_MS))),
    step: (connection, now) => foldMovements(connection, firstUuid(before(now, days * DAY_MS)), ROWS_AT_ONCE_MAX),
  };
}

function before(now: Date, ms: number): Date {
  return new Date(now.getTime() - ms);
}
