import { pino } from 'pino';
import { openPool } from '../../platform/database/pool.ts';
import { safeAgent } from '../../platform/network/safe-agent.ts';
import { deliverWebhooks } from '../deliver-webhooks.ts';

// A process that sends the due deliveries of an endpoint, for tests that kill it meanwhile.
const { database, encryptionKey, allow, key } = JSON.parse(process.argv[2] ?? '');
const context = {
  pool: openPool(database, 1, () => {}),
  log: pino({ level: 'silent' }),
  clock: () => new Date(),
  encryptionKey: Buffer.from(encryptionKey, 'base64'),
  agent: safeAgent({ allow }),
  retrySeconds: [],
};
await deliverWebhooks(context, 'orders', key, new AbortController().signal);
