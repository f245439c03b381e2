import type { Pool } from 'pg';
import type { Config } from '../../config.ts';

/** What the routes of printing are given. */
export interface PrintingRouteOptions {
  config: Pick<Config, 'BASE_URL' | 'PORT' | 'METRICS_PORT'>;
  pool: Pool;
  clock: () => Date;
  /** Asks for the printer's jobs to be sent soon. */
  onPrint: (printerId: string) => void;
}
