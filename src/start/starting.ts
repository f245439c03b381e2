import type { Logger } from 'pino';
import type { Database } from '../platform/database/open-database.ts';
import type { FaultLog } from '../platform/observability/fault-log.ts';
import type { Tracing } from '../platform/observability/open-tracing.ts';
import type { Config } from '../platform/settings/config.ts';
import type { StopInOrder } from './stop-in-order.ts';

/** When we stop: what is being answered, and what is under way in the background, gets this long. */
export const WORK_TIMEOUT_MS = 3_000;
/** Most parts have little to close. */
export const PART_TIMEOUT_MS = 200;

/** What a start is given. */
export interface Starting {
  config: Config;
  database: Database;
  log: Logger;
  faults: FaultLog;
  /** Where traces are made. */
  tracing: Tracing | undefined;
  /** Whatever is opened says here how it is to be closed. */
  opened: StopInOrder;
  /** Writes to whoever started us, after all that the log has so far. */
  print: (text: string) => Promise<void>;
}
