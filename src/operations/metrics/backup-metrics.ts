import type { BackupState } from '../backup/backup-schedule.ts';
import { type Define, known, secondsBetween } from './define-metrics.ts';

/** Registers how old the backups are, and what is wrong with them. Without `backups` there are none. */
export function registerBackups(
  define: Define,
  backups: (() => Readonly<BackupState>) | undefined,
  clock: () => Date,
): void {
  if (!backups) return;
  const ageOf = (since: Date | undefined) => (since ? secondsBetween(since, clock()) : undefined);
  define.gauge(
    'platen_backup_age_seconds',
    'Time since the moment that the last good backup holds.',
    [],
    () => [[{}, ageOf(backups().lastGood)]],
  );
  define.gauge('platen_backup_log_age_seconds', 'Time since write-ahead log was last archived.', [], () => [
    [{}, ageOf(backups().archivedTo)],
  ]);
  define.gauge(
    'platen_backup_problem',
    '1 while backups or the log cannot be written to BACKUP_DIR.',
    [],
    () => [[{}, backups().problem ? 1 : 0]],
  );
  define.counter('platen_backup_failures_total', 'Failed attempts to write to BACKUP_DIR.', [], () => [
    [{}, backups().failures],
  ]);
  define.gauge('platen_backup_log_waiting_bytes', 'Write-ahead log that waits for BACKUP_DIR.', [], () => [
    ...known(backups().waitingBytes),
  ]);
  define.gauge(
    'platen_backup_log_waiting_limit_bytes',
    'BACKUP_LOG_BYTES_MAX: beyond that the waiting log is given up.',
    [],
    () => known(backups().waitingBytesMax),
  );
  define.gauge('platen_backup_verify_age_seconds', 'Time since all backups were last checked.', [], () => [
    ...known(ageOf(backups().verified?.at)),
  ]);
  define.gauge('platen_backup_verify_problems', 'Faults that the last check of all backups found.', [], () =>
    known(backups().verified?.problems),
  );
}
