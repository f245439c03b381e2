import type { HealthCheck } from '../../platform/http/health-check.ts';
import type { BackupTrouble } from './work-store.ts';

/** Orders, and webhooks, that are due for so long are more than a busy minute. */
const DUE_SECONDS_MAX = 600;
/** Due work is looked for every second. */
const LOOK_SECONDS_MAX = 60;
/** What is counted is counted anew every 15 s. */
const COUNT_SECONDS_MAX = 120;

export interface HealthFacts {
  /** When it was asked, in milliseconds as `lookedAt` has them. */
  nowMs: number;
  now: Date;
  work:
    | { at: Date; intakeDueSince: Date | null; webhooksDueSince: Date | null; backups: BackupTrouble }
    | undefined;
  disk: { pausedSince: Date | null; freeBytes: number | null };
  jobs: readonly { name: string; failingKeys: number; lookedAt: number }[];
  /** Whether there is a key to sign tokens with. */
  canSign: boolean;
}

/** What /health/ready?verbose tells beside the database: every check, the good ones too. */
export function checkHealth(facts: HealthFacts): HealthCheck[] {
  return [
    check('backups', backupFault(facts)),
    check('disk', diskFault(facts)),
    check('intake', intakeFault(facts)),
    check('jobs', jobFault(facts)),
    check('keys', facts.canSign ? undefined : 'No signing key can be used, so no token is issued.'),
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
    return `The last check of the backups found ${verifyProblems} problems. ${verifyMessage}`;
  return undefined;
}

function diskFault({ disk }: HealthFacts): string | undefined {
  if (disk.pausedSince) return 'Disk space is low: no file is fetched until there is more.';
  if (disk.freeBytes === null) return 'The free disk space cannot be read.';
  return undefined;
}

function intakeFault({ now, work }: HealthFacts): string | undefined {
  const counted = countFault(now, work);
  if (counted) return counted;
  const seconds = secondsSince(now, work?.intakeDueSince);
  return seconds > DUE_SECONDS_MAX
    ? `New orders have waited ${seconds} seconds for their intake.`
    : undefined;
}

function webhookFault({ now, work }: HealthFacts): string | undefined {
  const counted = countFault(now, work);
  if (counted) return counted;
  const seconds = secondsSince(now, work?.webhooksDueSince);
  return seconds > DUE_SECONDS_MAX ? `Webhooks have waited ${seconds} seconds for their attempt.` : undefined;
}

function countFault(now: Date, work: HealthFacts['work']): string | undefined {
  if (!work) return 'What waits could not be counted.';
  const seconds = secondsSince(now, work.at);
  return seconds > COUNT_SECONDS_MAX ? `What waits was last counted ${seconds} seconds ago.` : undefined;
}

function jobFault({ jobs, nowMs }: HealthFacts): string | undefined {
  const stuck = jobs.filter(({ lookedAt }) => nowMs - lookedAt > LOOK_SECONDS_MAX * 1_000);
  const failing = jobs.filter(({ failingKeys }) => failingKeys > 0);
  const faults = [
    ...stuck.map(({ name }) => `${name} looks for no work`),
    ...failing.map(({ name }) => `${name} fails`),
  ];
  return faults.length > 0 ? `Of the background work ${faults.join(', ')}; see the log.` : undefined;
}

function secondsSince(now: Date, since: Date | null | undefined): number {
  return since ? Math.floor((now.getTime() - since.getTime()) / 1_000) : 0;
}
