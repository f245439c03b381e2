type Mode = 'live' | 'sandbox';

/** Statuses in which something is still to be done. */
export const OPEN_STATUSES = ['NEW', 'ASSIGNED', 'ACCEPTED', 'ERROR'] as const;
export const STATUSES = [...OPEN_STATUSES, 'SHIPPED', 'CANCELLED'] as const;
const ON_HOLD = 'on_hold';

/** Which orders staff want to see. */
export interface OperatorOrderFilter {
  mode: Mode;
  clientId?: string | undefined;
  /** Any of these. */
  statuses?: readonly string[] | undefined;
  /** Codes of statusReason; any of these. */
  reasons?: readonly string[] | undefined;
  carrier?: string | undefined;
  /** Of the recipient. */
  country?: string | undefined;
  /** EAN-13 or SKU of an item. */
  code?: string | undefined;
  /** Any of these. */
  orderIds?: readonly string[] | undefined;
  /** At the latest; inclusive. */
  inStatusSince?: Date | undefined;
  held?: boolean | undefined;
  preferred?: boolean | undefined;
  /** Exclusive. */
  createdFrom?: Date | undefined;
  /** Inclusive. */
  createdTo?: Date | undefined;
  /** Exclusive. */
  updatedFrom?: Date | undefined;
  /** Inclusive. */
  updatedTo?: Date | undefined;
  /** Only orders whose cancellation is to be decided. */
  cancellationRequested?: boolean | undefined;
  /** Only what comes after this order in the list. */
  after?: OrderPosition | undefined;
}

export interface OrderPosition {
  /** What the list is sorted by: when the order was made, or in a list by age in the status since when it is in that. */
  created: Date;
  clientId: string;
  orderId: string;
}

type Value = (one: unknown) => string;

/** What the filter says of orders, as conditions on the table `o`, but for their client and when they were created. */
export function orderConditions(filter: Partial<OperatorOrderFilter>, value: Value): string[] {
  const { statuses, reasons, carrier, country, code, held, preferred, orderIds } = filter;
  const { inStatusSince, updatedFrom, updatedTo } = filter;
  const conditions: string[] = [];
  // In order along an index only where it is one.
  if (statuses?.length === 1) conditions.push(`o.status = ${value(statuses[0])}`);
  else if (statuses) conditions.push(`o.status = any(${value(statuses)}::text[])`);
  if (reasons) conditions.push(`o.reason_code = any(${value(reasons)}::text[])`);
  if (carrier !== undefined) conditions.push(`o.carrier = ${value(carrier)}`);
  if (country !== undefined) conditions.push(`o.country = ${value(country)}`);
  if (held === true) conditions.push(`o.reason_code = '${ON_HOLD}'`);
  if (held === false) conditions.push(`o.reason_code is distinct from '${ON_HOLD}'`);
  if (preferred !== undefined)
    conditions.push(
      `${preferred ? '' : 'not '}exists (select 1 from stock_preferences p where p.client_id = o.client_id and p.order_id = o.order_id)`,
    );
  if (code !== undefined)
    conditions.push(
      `exists (select 1 from order_items i where i.client_id = o.client_id and i.order_id = o.order_id and i.code = ${value(code)})`,
    );
  if (orderIds) conditions.push(`o.order_id = any(${value(orderIds)}::text[])`);
  if (inStatusSince) conditions.push(`coalesce(o.status_since, o.updated) <= ${value(inStatusSince)}`);
  if (updatedFrom) conditions.push(`o.updated > ${value(updatedFrom)}`);
  if (updatedTo) conditions.push(`o.updated <= ${value(updatedTo)}`);
  if (filter.cancellationRequested) {
    // In the words of the indexes of what is asked.
    conditions.push(`o.status = 'ACCEPTED' and o.cancellation = 'REQUESTED'`);
  }
  return conditions;
}

/** What of the filter one index has together: the orders of one status, or of one reason, and few of them are gone through. */
export function narrowPart({
  statuses,
  reasons,
  held,
  cancellationRequested,
}: OperatorOrderFilter): Partial<OperatorOrderFilter> {
  return { statuses, reasons, held: held || undefined, cancellationRequested };
}

/** What of the filter the index of one client's orders has in the list's order. */
export function orderedPart({
  statuses,
  cancellationRequested,
}: OperatorOrderFilter): Partial<OperatorOrderFilter> {
  return { statuses: statuses?.length === 1 ? statuses : undefined, cancellationRequested };
}

/** The filter without that part of it. */
export function without(
  filter: OperatorOrderFilter,
  part: Partial<OperatorOrderFilter>,
): OperatorOrderFilter {
  const names = Object.entries(part).flatMap(([name, value]) => (value === undefined ? [] : [name]));
  return { ...filter, ...Object.fromEntries(names.map((name) => [name, undefined])) };
}

/** What the filter says of when orders were created, and of the place in the list, newest first, that the page before came to. */
export function createdConditions(
  table: string,
  { createdFrom, createdTo, after }: Pick<OperatorOrderFilter, 'createdFrom' | 'createdTo' | 'after'>,
  value: Value,
): string[] {
  const conditions: string[] = [];
  if (createdFrom) conditions.push(`${table}.created > ${value(createdFrom)}`);
  if (createdTo) conditions.push(`${table}.created <= ${value(createdTo)}`);
  if (after) {
    const created = value(after.created);
    const clientId = `${value(after.clientId)}::text`;
    conditions.push(
      `${table}.created <= ${created}`,
      `(${table}.created < ${created} or (${table}.client_id collate "C", ${table}.order_id) > (${clientId} collate "C", ${value(after.orderId)}))`,
    );
  }
  return conditions;
}
