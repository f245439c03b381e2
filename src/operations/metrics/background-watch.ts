import { FetchWatch } from '../../orders/intake/file-fetcher.ts';
import type { JobState } from '../../platform/queue/job-queue.ts';
import type { BackupState } from '../backup/backup-schedule.ts';

/** Counts the background work of this process since its start, for the metrics. */
export class BackgroundWatch {
  jobs: () => JobState[] = () => [];
  readonly fetches = new FetchWatch();
  readonly webhookAttempts = { delivered: 0, failed: 0 };
  readonly backups: BackupState = {
    lastGood: undefined,
    archivedTo: undefined,
    problem: undefined,
    failures: 0,
    waitingBytes: undefined,
    waitingBytesMax: undefined,
    verified: undefined,
  };
}
