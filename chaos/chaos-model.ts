// Records acknowledged changes and derives the required state of the world. Pure: times and answers are
// passed in, so a test can make each rule fail.

/** The last status of an order in this run. It does not change afterwards. */
export type EndStatus = 'ASSIGNED' | 'ACCEPTED' | 'SHIPPED' | 'CANCELLED';

/** Acknowledged state of one order. */
export interface ModelOrder {
  /** The client's id and the orderId. */
  key: string;
  clientId: string;
  orderId: string;
  /** EAN-13 or SKU of its only item. */
  code: string;
  quantity: number;
  /** The highest version in any response. */
  version: number;
  end: EndStatus | undefined;
  /** True after the finished order was checked without violations. */
  isJudged: boolean;
  /**
   * Number of times that staff accepted it, reported an error, and its client requested a cancellation during
   * production.
   */
  accepted: number;
  failed: number;
  wished: number;
  /** Pieces of each reported parcel, by tracking number. */
  parcels: Map<string, number>;
}

export interface SeenEvent {
  type: string;
  occurred: string;
  status: string;
  previousStatus?: string;
  version: number;
}

export interface SeenWebhook {
  /** The client whose endpoint received it. */
  clientId: string;
  /** The header webhook-id. */
  id: string;
  type: string;
  orderId: string;
  version: number;
  /** Milliseconds since the start. */
  at: number;
}

export interface SeenOrder {
  status: string;
  quantity: number;
  version: number;
  trackingNumbers: readonly string[];
  events: readonly SeenEvent[];
}

export interface SeenStock {
  onHand: number;
  reserved: number;
  /** Sum of the stock changes in the ledger. */
  movedOnHand: number;
  movedReserved: number;
  promised: number;
}

/** The state of the world at the end, when no work is open. */
export interface Seen {
  orders: ReadonlyMap<string, SeenOrder>;
  /** Keys of all orders in the lists, with repetitions. */
  listed: readonly string[];
  webhooks: readonly SeenWebhook[];
  stock: ReadonlyMap<string, SeenStock>;
  /** Number of pieces to make, by order key. */
  pieces: ReadonlyMap<string, number>;
}

export interface Violation {
  what: string;
  /** Key of the affected order. */
  key?: string;
}

/** The fields of an order that a model needs at its creation. */
type NewOrder = Pick<ModelOrder, 'clientId' | 'orderId' | 'code' | 'quantity' | 'version'>;

export class ChaosModel {
  readonly orders = new Map<string, ModelOrder>();
  /** Initial and added stock, by code. */
  readonly shelf = new Map<string, number>();

  created(order: NewOrder): ModelOrder {
    const key = keyOf(order.clientId, order.orderId);
    const nothing = { end: undefined, isJudged: false, accepted: 0, failed: 0, wished: 0 };
    const known: ModelOrder = { ...order, ...nothing, key, parcels: new Map() };
    this.orders.set(key, known);
    return known;
  }

  put(code: string, pieces: number): void {
    this.shelf.set(code, (this.shelf.get(code) ?? 0) + pieces);
  }

  /** Returns a violation if an order is read in an older version than was acknowledged. */
  read(order: ModelOrder, version: number): Violation | undefined {
    if (version < order.version)
      return {
        key: order.key,
        what: `version ${version} was read after version ${order.version} had been acknowledged`,
      };
    order.version = version;
    return undefined;
  }

  /** Returns the orders that have not been checked yet. */
  waiting(): ModelOrder[] {
    return [...this.orders.values()].filter(({ isJudged }) => !isJudged);
  }

  /** Returns all violations after the last order has ended. */
  judge(seen: Seen): Violation[] {
    const violations = [
      ...this.#judgeLists(seen),
      ...this.waiting().flatMap((order) => judgeOrder(order, seen)),
      ...this.#judgeStock(seen),
    ];
    const isWell = (order: ModelOrder) => !violations.some(({ key }) => key === order.key);
    for (const order of this.waiting()) order.isJudged = isWell(order);
    return violations;
  }

  #judgeLists({ listed }: Seen): Violation[] {
    const counts = new Map<string, number>();
    for (const key of listed) counts.set(key, (counts.get(key) ?? 0) + 1);
    const lost = [...this.orders.keys()].filter((key) => !counts.has(key));
    const doubled = [...counts].filter(([, count]) => count > 1).map(([key]) => key);
    const foreign = [...counts.keys()].filter((key) => !this.orders.has(key));
    return [
      ...lost.map((key) => ({ key, what: 'it was acknowledged, and is in no list' })),
      ...doubled.map((key) => ({ key, what: 'it is listed more than once' })),
      ...foreign.map((key) => ({ key, what: 'it is listed, and nobody sent it to its end' })),
    ];
  }

  #judgeStock({ stock }: Seen): Violation[] {
    return [...stock].flatMap(([code, { onHand, reserved, movedOnHand, movedReserved, promised }]) => {
      const orders = [...this.orders.values()].filter((order) => order.code === code);
      const sum = (counted: (order: ModelOrder) => number) =>
        orders.reduce((total, order) => total + counted(order), 0);
      const shippedOf = ({ parcels }: ModelOrder) => [...parcels.values()].reduce((all, one) => all + one, 0);
      const shipped = sum(shippedOf);
      const held = sum((order) =>
        order.end === 'ASSIGNED' || order.end === 'ACCEPTED' ? order.quantity - shippedOf(order) : 0,
      );
      return [
        ...differs(`${code} on the shelf`, onHand, (this.shelf.get(code) ?? 0) - shipped),
        ...differs(`${code} reserved`, reserved, held),
        ...differs(`${code} on the shelf by its ledger`, movedOnHand, onHand),
        ...differs(`${code} reserved by its ledger`, movedReserved, reserved),
        ...differs(`${code} promised to orders`, promised, reserved),
      ];
    });
  }
}

export const keyOf = (clientId: string, orderId: string) => `${clientId} ${orderId}`;

function differs(what: string, is: number, shouldBe: number): Violation[] {
  return is === shouldBe ? [] : [{ what: `${what}: ${is}, and should be ${shouldBe}` }];
}

function judgeOrder(order: ModelOrder, seen: Seen): Violation[] {
  const { key, end } = order;
  const found = seen.orders.get(key);
  if (!found) return [{ key, what: 'it was acknowledged, and is not there' }];
  const pieces = seen.pieces.get(key) ?? 0;
  const faults = [
    ...(end && found.status !== end ? [`it is ${found.status}, and was acknowledged as ${end}`] : []),
    ...differs('pieces of its item', found.quantity, order.quantity).map(({ what }) => what),
    // A background job writes all pieces of an order together, if it was accepted and has not left.
    ...(pieces !== 0 && pieces !== order.quantity ? [`${pieces} pieces are to be made, not ${order.quantity}`] : []),
    ...(found.version < order.version
      ? [`version ${found.version} is older than the ${order.version} acknowledged`]
      : []),
    ...judgeParcels(order, found),
    ...judgeEvents(order, found.events),
    ...judgeWebhooks(order, found.events, seen.webhooks),
  ];
  return faults.map((what) => ({ key, what }));
}

function judgeParcels({ parcels }: ModelOrder, { trackingNumbers }: SeenOrder): string[] {
  const wanted = [...parcels.keys()].sort().join(' ');
  const told = trackingNumbers.toSorted().join(' ');
  return wanted === told ? [] : [`its parcels are "${told}", and "${wanted}" were reported`];
}

function judgeEvents(order: ModelOrder, events: readonly SeenEvent[]): string[] {
  const faults: string[] = [];
  const { end, parcels, accepted, failed, wished } = order;
  const wanted: Record<string, number> = {
    'order.created': 1,
    'order.accepted': accepted,
    'order.error': failed,
    'order.cancellation_requested': wished,
    'order.shipped': end === 'SHIPPED' ? 1 : 0,
    'order.cancelled': end === 'CANCELLED' ? 1 : 0,
  };
  for (const [type, count] of Object.entries(wanted)) {
    const times = events.filter((event) => event.type === type).length;
    if (times !== count) faults.push(`${type} happened ${times} times, and should have ${count}`);
  }
  const parts = events.filter(({ type }) => type === 'order.partially_shipped').length;
  const shipped = parts + events.filter(({ type }) => type === 'order.shipped').length;
  if (shipped !== parcels.size) faults.push(`it tells of ${shipped} shipments, and ${parcels.size} were reported`);
  for (const [index, event] of events.entries()) {
    const before = events[index - 1];
    if (!before) continue;
    if (event.previousStatus !== undefined && event.previousStatus !== before.status)
      faults.push(`${event.type} came from ${event.previousStatus}, and it was ${before.status}`);
    if (event.version <= before.version) faults.push(`${event.type} has no higher version than ${before.type}`);
    if (event.occurred <= before.occurred)
      faults.push(`${event.type} happened at ${event.occurred}, not after ${before.type} at ${before.occurred}`);
  }
  return faults;
}

/** Checks that every event arrives at least once, and never first after a later one. */
function judgeWebhooks(
  { clientId, orderId }: ModelOrder,
  events: readonly SeenEvent[],
  webhooks: readonly SeenWebhook[],
): string[] {
  const ours = webhooks.filter((one) => one.clientId === clientId && one.orderId === orderId);
  const faults: string[] = [];
  const first = new Map<string, SeenWebhook>();
  for (const one of ours) {
    const name = `${one.type} ${one.version}`;
    const before = first.get(name);
    if (!before) first.set(name, one);
    else if (before.id !== one.id) faults.push(`${one.type} of version ${one.version} came under two ids`);
  }
  for (const { type, version } of events)
    if (!first.has(`${type} ${version}`)) faults.push(`${type} of version ${version} never arrived as a webhook`);
  for (const name of first.keys())
    if (!events.some(({ type, version }) => `${type} ${version}` === name))
      faults.push(`${name} arrived as a webhook, and never happened`);
  let highest = 0;
  for (const { type, version } of first.values()) {
    if (version < highest) faults.push(`${type} of version ${version} first came after version ${highest} had come`);
    highest = Math.max(highest, version);
  }
  return faults;
}
