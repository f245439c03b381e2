import { readPrintSettings } from '../../catalog/printing/read-print-settings.ts';
import { SYSTEM } from '../../platform/audit/actor.ts';
import { changeOrder } from '../change/change-order.ts';
import { WAITING_FOR_FILE } from '../document/order-fields.ts';
import type { Order } from '../document/order-schemas.ts';
import { ARTWORK_WARNINGS, artworkWarnings } from '../files/artwork-rules.ts';
import type { DueOrder } from '../rows/order-queue-store.ts';
import { findOrders } from '../rows/order-row-store.ts';
import { findArticleTitles, upsertSearchTerms } from '../search/order-search-store.ts';
import { itemRows, searchTerms, skusOf } from '../search/search-terms.ts';
import type { AssignOrder } from './assign-orders.ts';
import type { ClientFetches, Need, Ticket } from './client-fetches.ts';
import { consequenceOf, isSameReason, type Obstacle } from './files-of-order.ts';
import { type KeepContext, keepFiles } from './keep-files.ts';

export interface TakeInContext extends KeepContext {
  /** Waits before the second and later attempts to fetch. After the last attempt the order goes to ERROR. */
  retrySeconds: readonly number[];
  /** Artwork with fewer dots per inch at its printed size gets a warning. */
  artworkDpiMin: number;
}

/**
 * Stores the files of one order, then assigns it. A permanent obstacle leads to ERROR, a temporary one to
 * another attempt. A changed order is left to its next turn. Returns the files that block the order, or none
 * when this turn is over.
 */
export async function takeInOrder(
  context: TakeInContext,
  fetches: ClientFetches,
  clientId: string,
  due: DueOrder,
  ticket: Ticket | undefined,
  assign: AssignOrder,
  signal: AbortSignal,
): Promise<Need[]> {
  const { pool } = context;
  const { orderId, version, created, attempts, updated } = due;
  try {
    const [stored] = await findOrders(pool, clientId, [orderId]);
    if (stored?.version !== version) return [];
    const order: Order = JSON.parse(stored.document);
    if (attempts === 0) {
      // Fetching may take long, and staff should find the order meanwhile.
      const titles = await findArticleTitles(pool, skusOf(order));
      const searchable = { orderId, created, terms: searchTerms(order, titles), items: itemRows(order) };
      await upsertSearchTerms(pool, clientId, [searchable]);
    }
    const kept = await keepFiles(context, fetches, { clientId, order, version, updated, signal }, ticket);
    if (!kept) return [];
    const { files, obstacles, blocked } = kept;
    const isBroken = obstacles.some(({ permanent }) => permanent);
    if (blocked.length > 0 && !isBroken) return blocked;
    if (obstacles.length > 0) {
      await putAside(context, clientId, due, obstacles);
      return [];
    }
    const skus = order.items.flatMap(({ customProduct }) => customProduct?.sku ?? []);
    const ofRequest = (order.warnings ?? []).filter(({ code }) => !ARTWORK_WARNINGS.includes(code));
    const settings = await readPrintSettings(pool, clientId, skus);
    const ofArtwork = artworkWarnings(order, files, settings, context.artworkDpiMin);
    if (settings.refusesArtwork && ofArtwork.length > 0) {
      await putAside(
        context,
        clientId,
        due,
        ofArtwork.map((one) => ({ ...one, pointer: one.pointer ?? '', permanent: true })),
      );
      return [];
    }
    await assign({ orderId, version, warnings: [...ofRequest, ...ofArtwork] });
    return [];
  } finally {
    ticket?.finish();
  }
}

/** Puts the order into ERROR or schedules another attempt, unless it has changed. */
async function putAside(
  { pool, clock, retrySeconds }: TakeInContext,
  clientId: string,
  { orderId, version, attempts }: DueOrder,
  obstacles: readonly Obstacle[],
): Promise<void> {
  const now = clock();
  const consequence = consequenceOf(obstacles, attempts, retrySeconds, now);
  const { statusReason, due } = consequence;
  await changeOrder(pool, { clientId, orderId }, now, (order) => {
    if (order.version !== version) return undefined;
    const extras = { statusReason };
    if (!due) return { to: 'ERROR', by: SYSTEM, reason: statusReason.code, extras };
    return {
      event: 'order.updated',
      by: SYSTEM,
      reason: WAITING_FOR_FILE,
      extras,
      workDue: due,
      attempts: consequence.attempts,
      isQuiet: isSameReason(order.content.statusReason, statusReason),
    };
  });
}
