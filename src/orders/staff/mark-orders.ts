import type { Pool } from 'pg';
import { type Doing, recordAudit } from '../../platform/audit/record-audit.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { invalidRequest } from '../../platform/errors/errors.ts';
import type { ChangeOrderContext } from '../change/change-order.ts';
import type { OrderKey } from '../rows/order-row-store.ts';
import { lockMarks, type OrderMarks, saveMarks } from './order-mark-store.ts';

const TAGS_MAX = 20;

interface MarkChange {
  /** Null: nobody. Undefined: as before. */
  assignee?: { operatorId: string; name: string } | null;
  addTags?: readonly string[];
  removeTags?: readonly string[];
}

/** Returns the marks after the change. */
function applyMarks({ assigneeId, assigneeName, tags }: OrderMarks, change: MarkChange): OrderMarks {
  const { assignee, addTags = [], removeTags = [] } = change;
  const removed = new Set(removeTags);
  return {
    assigneeId: assignee === undefined ? assigneeId : (assignee?.operatorId ?? null),
    assigneeName: assignee === undefined ? assigneeName : (assignee?.name ?? null),
    tags: [...new Set([...tags, ...addTags.map((tag) => tag.trim())])].filter((tag) => !removed.has(tag)).sort(),
  };
}

/**
 * Changes assignee and tags of the orders that exist, all or none. Returns their number. `record` runs in the
 * same transaction if there are any.
 */
export async function markOrders(
  pool: Pool,
  keys: readonly OrderKey[],
  change: MarkChange,
  { by, now }: Doing,
  record?: ChangeOrderContext['record'],
): Promise<number> {
  const clientIds = [...new Set(keys.map(({ clientId }) => clientId))].sort();
  return inTransaction(pool, async (connection) => {
    const found: Awaited<ReturnType<typeof lockMarks>> = [];
    for (const clientId of clientIds) {
      const orderIds = keys.filter((key) => key.clientId === clientId).map(({ orderId }) => orderId);
      found.push(...(await lockMarks(connection, clientId, orderIds)));
    }
    for (const { clientId, orderId, created, ...before } of found) {
      const after = applyMarks(before, change);
      if (after.tags.length > TAGS_MAX) throw tooManyTags(orderId);
      if (JSON.stringify(after) === JSON.stringify(before)) continue;
      await saveMarks(connection, { clientId, orderId, created, ...after });
      await recordAudit(connection, by, now, {
        action: 'order.marked',
        subject: ['order', `${clientId}/${orderId}`],
        detail: { assignee: after.assigneeName, tags: after.tags.join(', ') },
      });
    }
    if (found.length > 0) await record?.(connection);
    return found.length;
  });
}

function tooManyTags(orderId: string) {
  const message = `The order ${JSON.stringify(orderId)} would have more than ${TAGS_MAX} tags.`;
  return invalidRequest([{ pointer: '/addTags', code: 'too_many_items', message }]);
}
