import { pino } from 'pino';
import { openPool } from '../../../platform/database/pool.ts';
import { safeAgent } from '../../../platform/network/safe-agent.ts';
import { sendAlertMessage } from '../send-alerts.ts';

// A process that sends a message about alerts, for tests that kill it meanwhile.
const { database, config, now, messageId } = JSON.parse(process.argv[2] ?? '');
const context = {
  pool: openPool(database, 1, () => {}),
  log: pino({ level: 'silent' }),
  clock: () => new Date(now),
  config,
  agent: safeAgent({ allow: [] }),
};
await sendAlertMessage(context, messageId);
