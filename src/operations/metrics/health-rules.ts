import type { HealthCheck } from '../../platform/http/health-check.ts';
import type { BackupTrouble } from './work-store.ts';

const DUE_SECONDS_MAX = 600;
/** Due work is searched every second. A job that has not searched for longer than this is reported. */
const SEARCH_SECONDS_MAX = 60;
/** Open work is counted every 15 s. A count older than this is reported. */
const COUNT_SECONDS_MAX = 120;

export interface HealthFacts {
  /** A time of performance.now(), like `searchedAt`. */
  nowMs: number;
  now: Date;
  work: { at: Date; intakeDueSince: Date | null; webhooksDueSince: Date | null; backups: BackupTrouble } | undefined;
  disk: { pausedSince: Date | null; freeBytes: number | null };
  jobs: readonly { name: string; failingKeys: number; searchedAt: number }[];
  canSign: boolean;
}

/** Returns the checks of /health/ready?verbose, good ones included, except the check of the database. */
export function checkHealth(facts: HealthFacts): HealthCheck[] {
  return [
    check('backups', backupFault(facts)),
    check('disk', diskFault(facts)),
    check('intake', intakeFault(facts)),
    check('jobs', jobFault(facts)),
    check('keys', facts.canSign ? undefined : 'No signing key works, so no token is issued.'),
    check('webhooks', webhookFault(facts)),
  ];
}

function check(name: HealthCheck['name'], fault: string | undefined): HealthCheck {
  return fault === undefined ? { name, status: 'ok' } : { name, status: 'degraded', message: fault };
}

function backupFault({ work }: HealthFacts): string | undefined {
  const { problem, problemSince, verifyMessage, verifyProblems } = work?.backups ?? {};
  if (problem && problemSince) return `Since ${problemSince.toISOString()}: ${problem}`;
  if (verifyMessage)
    return `The last check of the backups found ${verifyProblems} problems. The first: ${verifyMessage}`;
  return undefined;
}

function diskFault({ disk }: HealthFacts): string | undefined {
  if (disk.pausedSince) return 'Disk space is low. No file is fetched until more is free.';
  if (disk.freeBytes === null) return 'The free disk space cannot be read.';
  return undefined;
}

function intakeFault({ now, work }: HealthFacts): string | undefined {
  const counted = countFault(now, work);
  if (counted) return counted;
  const seconds = secondsSince(now, work?.intakeDueSince);
  return seconds > DUE_SECONDS_MAX ? `New orders have been due for their intake for ${seconds} seconds.` : undefined;
}

function webhookFault({ now, work }: HealthFacts): string | undefined {
  const counted = countFault(now, work);
  if (counted) return counted;
  const seconds = secondsSince(now, work?.webhooksDueSince);
  return seconds > DUE_SECONDS_MAX ? `Webhooks have been due for ${seconds} seconds.` : undefined;
}

function countFault(now: Date, work: HealthFacts['work']): string | undefined {
  if (!work) return 'The open work could not be counted. See the log.';
  const seconds = secondsSince(now, work.at);
  return seconds > COUNT_SECONDS_MAX
    ? `The open work was last counted ${seconds} seconds ago. See the log.`
    : undefined;
}

function jobFault({ jobs, nowMs }: HealthFacts): string | undefined {
  const stuck = jobs.filter(({ searchedAt }) => nowMs - searchedAt > SEARCH_SECONDS_MAX * 1_000);
  const failing = jobs.filter(({ failingKeys }) => failingKeys > 0);
  const faults = [
    ...stuck.map(({ name }) => `${name} does not look for work`),
    ...failing.map(({ name }) => `${name} fails`),
  ];
  return faults.length > 0 ? `Background jobs have problems: ${faults.join(', ')}. See the log.` : undefined;
}

function secondsSince(now: Date, since: Date | null | undefined): number {
  return since ? Math.floor((now.getTime() - since.getTime()) / 1_000) : 0;
}
