import type { Pool } from 'pg';
import type { Config } from '../../config.ts';

/** What the routes of hand-overs are given. */
export interface HandOverRouteOptions {
  config: Pick<Config, 'BASE_URL'>;
  pool: Pool;
  clock: () => Date;
}
