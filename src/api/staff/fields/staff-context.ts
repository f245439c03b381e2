import type { Pool } from 'pg';
import type { Config } from '../../../platform/settings/config.ts';

/** What most routes of staff need. */
export interface StaffContext {
  config: Pick<Config, 'BASE_URL'>;
  pool: Pool;
  clock: () => Date;
}
