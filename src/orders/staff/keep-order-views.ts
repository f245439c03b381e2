import type { Pool } from 'pg';
import { type Doing, recordAudit } from '../../platform/audit/record-audit.ts';
import { risingId } from '../../platform/database/rising-ids.ts';
import { type Connection, inTransaction } from '../../platform/database/transaction.ts';
import { ApiError, orderViewNotFound } from '../../platform/errors/errors.ts';
import {
  deleteDefaultView,
  deleteView,
  findNamedValues,
  hasShippedWith,
  hasTag,
  insertView,
  lockView,
  NAMED_FILTERS,
  type NamedValues,
  type OrderView,
  saveDefaultView,
  updateView,
} from './order-view-store.ts';

/** Own views of a person, and shared views of the center. */
const VIEWS_MAX = 50;

export interface ViewChange extends Partial<Pick<OrderView, 'name' | 'isShared' | 'query' | 'columns'>> {}

interface ViewAccess extends Doing {
  operatorId: string;
  /** Whether the person may change shared views. */
  mayShare: boolean;
}

/** Saves a new view. Throws `not_permitted` and `too_many_order_views`. */
export async function createView(
  connection: Connection,
  view: Required<ViewChange>,
  access: ViewAccess,
): Promise<OrderView> {
  const { by, now, operatorId } = access;
  requireShare(access, view);
  const created = { ...view, viewId: risingId(), ownerId: operatorId, ownerName: by.name ?? '' };
  if (!(await insertView(connection, created, { created: now, max: VIEWS_MAX }))) throw tooManyViews(view);
  await recordOfShared(connection, access, 'order_view.created', created);
  return created;
}

/** Changes a view. Throws `order_view_not_found`, and `not_permitted` for a shared one. */
export async function changeView(
  pool: Pool,
  viewId: string,
  change: ViewChange,
  access: ViewAccess,
): Promise<OrderView> {
  return inTransaction(pool, async (connection) => {
    const before = await lockView(connection, access.operatorId, viewId);
    if (!before) throw orderViewNotFound();
    const after = { ...before, ...change };
    requireShare(access, before);
    requireShare(access, after);
    if (!after.isShared && before.ownerId !== access.operatorId) throw notOwner();
    await updateView(connection, after);
    await recordOfShared(connection, access, 'order_view.changed', before.isShared ? before : after);
    return after;
  });
}

/** Deletes a view, and ends it as a default. Throws like `changeView`. */
export async function removeView(pool: Pool, viewId: string, access: ViewAccess): Promise<void> {
  await inTransaction(pool, async (connection) => {
    const view = await lockView(connection, access.operatorId, viewId);
    if (!view) throw orderViewNotFound();
    requireShare(access, view);
    await deleteView(connection, viewId);
    await recordOfShared(connection, access, 'order_view.deleted', view);
  });
}

/** Makes the person's list of orders open with the view, or no longer. Throws `order_view_not_found`. */
export async function chooseView(pool: Pool, viewId: string, operatorId: string, isChosen: boolean): Promise<void> {
  await inTransaction(pool, async (connection) => {
    if (!(await lockView(connection, operatorId, viewId))) throw orderViewNotFound();
    await (isChosen ? saveDefaultView : deleteDefaultView)(connection, operatorId, viewId);
  });
}

/** Returns for each view the filters whose value no longer exists. */
export async function findGoneFilters(connection: Connection, views: readonly OrderView[]): Promise<string[][]> {
  const valuesOf = (name: string) => views.flatMap(({ query }) => query[name]?.toString() ?? []);
  const values = Object.fromEntries(NAMED_FILTERS.map((name) => [name, valuesOf(name)])) as unknown as NamedValues;
  if (Object.values(values).every((some) => some.length === 0)) return views.map(() => []);
  const found = await findNamedValues(connection, values);
  for (const tag of new Set(values.tag)) if (await hasTag(connection, tag)) found.add(`tag ${tag}`);
  for (const carrier of new Set(values.carrier)) {
    const name = `carrier ${carrier}`;
    if (!found.has(name) && (await hasShippedWith(connection, carrier))) found.add(name);
  }
  return views.map(({ query }) =>
    NAMED_FILTERS.filter((name) => {
      const value = query[name];
      const isNobody = name === 'assigneeId' && value === 'NONE';
      return value !== undefined && !isNobody && !found.has(`${name} ${value}`);
    }),
  );
}

async function recordOfShared(
  connection: Connection,
  { by, now }: ViewAccess,
  action: string,
  { isShared, viewId, name }: OrderView,
): Promise<void> {
  if (isShared) await recordAudit(connection, by, now, { action, subject: ['service'], detail: { viewId, name } });
}

function requireShare({ mayShare }: ViewAccess, { isShared }: Pick<OrderView, 'isShared'>): void {
  if (!isShared || mayShare) return;
  throw new ApiError('not_permitted', 'Shared views need "orders.note", which this role does not have.');
}

function notOwner(): ApiError {
  return new ApiError('not_permitted', 'Only the owner of a shared view can make it their own.');
}

function tooManyViews({ isShared }: Pick<OrderView, 'isShared'>): ApiError {
  const whose = isShared ? 'There are' : 'You have';
  return new ApiError('too_many_order_views', `${whose} ${VIEWS_MAX} views already. Delete one of them first.`);
}
