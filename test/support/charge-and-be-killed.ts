import './kill-at-statement.ts';
import pg from 'pg';
import { pino } from 'pino';
import { FaultLog } from '../../src/platform/observability/fault-log.ts';
import { chargeOrders } from '../../src/reports/money/charge-orders.ts';

// Charges the orders of the client CLIENT_ID, and kills itself at statement KILL_AT. Ends with the exit code
// 0 if there are fewer statements.
const { CLIENT_ID = '', CONNECTION = '{}' } = process.env;
const pool = new pg.Pool({ ...JSON.parse(CONNECTION), max: 1 });
const log = pino({ level: 'error' }, process.stderr);
const context = { pool, log, faults: new FaultLog(log), clock: () => new Date(), timeZone: () => 'UTC' };
await chargeOrders(context, CLIENT_ID, new AbortController().signal);
await pool.end();
