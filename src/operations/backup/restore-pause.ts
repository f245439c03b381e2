import { randomUUIDv7 } from 'node:crypto';
import type { Pool } from 'pg';
import { type Doing, recordAudit } from '../../platform/audit/record-audit.ts';
import { inTransaction, withRetry } from '../../platform/database/transaction.ts';
import { skipDeliveriesOfAll } from '../../webhooks/manage-webhooks.ts';
import { deleteRestorePause, findRestorePause } from './backup-state-store.ts';

/**
 * Lets a restored database send again. `skipOldWebhooks` first skips pending webhooks from before the
 * restored state, or, if its time is unknown, from before the restore. An interrupted call can be repeated.
 */
export async function resumeAfterRestore(
  pool: Pool,
  { skipOldWebhooks }: { skipOldWebhooks: boolean },
  doing: Doing,
): Promise<{ wasPaused: boolean; skippedWebhooks: number }> {
  const pause = await withRetry(() => findRestorePause(pool));
  if (!pause) return { wasPaused: false, skippedWebhooks: 0 };
  const until = pause.restoredTo ?? pause.since;
  const skippedWebhooks = skipOldWebhooks ? await skipDeliveriesOfAll(pool, until, doing) : 0;
  const entryId = randomUUIDv7();
  const wasPaused = await inTransaction(pool, async (connection, { mayBeDone }) => {
    if (!(await deleteRestorePause(connection, pause.since))) return mayBeDone;
    await recordAudit(connection, doing.by, doing.now, {
      entryId,
      action: 'service.resumed',
      subject: ['service'],
      detail: { skippedWebhooks, since: pause.since, ...(pause.restoredTo && { restoredTo: pause.restoredTo }) },
    });
    return true;
  });
  return { wasPaused, skippedWebhooks };
}
