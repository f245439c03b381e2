import { type Pieces, type Shipment, shipmentIdOf } from '../../orders/change/shipment-rules.ts';
import type { Order } from '../../orders/document/order-schemas.ts';
import { isoCountry } from '../../shipping/countries.ts';
import { minorUnits } from '../../shipping/currencies.ts';
import {
  labelAmount,
  listOn,
  type Price,
  type PriceKind,
  type PriceList,
  priceOfCode,
  priceOfPrint,
} from './price-list-rules.ts';

export type ChargeKind = PriceKind | 'CORRECTION';
export const PRICE_PROBLEMS = ['NO_LIST', 'NO_PRICE', 'NO_COST', 'OTHER_CURRENCY'] as const;
export type PriceProblem = (typeof PRICE_PROBLEMS)[number];

/** A thing that shipped, and what its price depends on. */
interface Position {
  /** Unique in the order, and the same in each attempt. */
  chargeKey: string;
  kind: PriceKind;
  title: string;
  code: string | null;
  technology: string | null;
  quantity: number;
}

export interface Charge extends Omit<Position, 'kind'> {
  kind: ChargeKind;
  shipped: Date | null;
  unitAmount: number;
  amount: number;
  currency: string;
  cost: number | null;
  /** FREE: a replacement that the client does not pay. WITHDRAWN: its parcel did not leave. */
  cause: 'FREE' | 'WITHDRAWN' | null;
  reason: string | null;
}

export interface MissingPrice extends Position {
  /** Day of shipping in the time zone of the center. */
  day: string;
  problem: PriceProblem;
}

export type PricedList = PriceList & { prices: readonly Price[] };
/** Costs of labels by tracking number, as decimal text. */
export type PaidLabel = { trackingNumber: string; cost: string | null; currency: string | null; title: string };
export type PrintSize = { widthMm: number; heightMm: number };

export interface ChargeFacts {
  order: Order;
  /** All lists of the client. */
  lists: readonly PricedList[];
  dayOf: (shipped: Date) => string;
  /** The variant and its article or product by code, with the name. */
  goods: ReadonlyMap<string, { parent: string; title: string }>;
  labels: readonly PaidLabel[];
  /** Sizes of artwork by the pointer of the file. */
  sizes: ReadonlyMap<string, PrintSize>;
  /** Why the order is free. Null: it is charged. */
  freeReason: string | null;
  /** Existing charges of the order. */
  charged: readonly Charge[];
  missing: readonly Pick<MissingPrice, 'chargeKey'>[];
}

/**
 * Returns the charges that the order lacks, and the missing prices that remain. Each shipment is charged
 * once, by the list of its day. Missing goods are charged when they have a price. The charges of a withdrawn
 * shipment are taken back.
 */
export function chargesOf(facts: ChargeFacts): { charges: Charge[]; missing: MissingPrice[] } {
  const { order, lists, dayOf, charged, missing } = facts;
  const shipments = (order.shipments ?? []).map((one, index) => ({ ...one, shipmentId: shipmentIdOf(one, index) }));
  const begins = lists.map(({ validFrom }) => validFrom).sort()[0];
  const keys = new Set(charged.map(({ chargeKey }) => chargeKey));
  const isOf = (shipmentId: string) => (one: { chargeKey: string }) => one.chargeKey.startsWith(`${shipmentId}/`);
  const there = new Set(shipments.map(({ shipmentId }) => shipmentId));
  const charges: Charge[] = charged
    .filter(({ chargeKey, cause }) => isOfShipment(chargeKey) && cause !== 'WITHDRAWN' && !there.has(idOf(chargeKey)))
    .filter(({ chargeKey }) => !keys.has(takenBackKey(chargeKey)))
    .map(takeBack);
  const lacking: MissingPrice[] = [];
  const hasOrderFee = () => {
    const fees = [...charged, ...charges].filter(({ kind }) => kind === 'PACKING_ORDER');
    return fees.reduce((sum, { quantity }) => sum + quantity, 0) > 0;
  };
  for (const shipment of shipments) {
    const { shipmentId } = shipment;
    const shipped = new Date(shipment.shipped);
    const day = dayOf(shipped);
    // Before its first list, nothing is agreed with the client.
    if (begins === undefined || day < begins) continue;
    const open = new Set(missing.filter(isOf(shipmentId)).map(({ chargeKey }) => chargeKey));
    const isNew = open.size === 0 && !charged.some(isOf(shipmentId));
    for (const position of positionsOf(facts, shipment, piecesOf(order, shipment))) {
      if (!isNew && !open.has(position.chargeKey)) continue;
      if (position.kind === 'PACKING_ORDER' && hasOrderFee()) continue;
      const result = price(facts, position, { shipment, shipped, day });
      if (result === undefined) continue;
      if ('problem' in result) lacking.push(result);
      else charges.push(result);
    }
  }
  return { charges, missing: lacking };
}

const WITHDRAWN = '/withdrawn';
const isOfShipment = (key: string) => /^[0-9]+\//.test(key);
const idOf = (key: string) => key.split('/', 1)[0] as string;
const takenBackKey = (key: string) => `${key}${WITHDRAWN}`;

function takeBack(charge: Charge): Charge {
  const { chargeKey, quantity, amount, cost } = charge;
  return {
    ...charge,
    chargeKey: takenBackKey(chargeKey),
    quantity: -quantity,
    amount: -amount,
    cost: cost === null ? null : -cost,
    cause: 'WITHDRAWN',
  };
}

/** Returns the pieces of a shipment. The first parcel of unknown contents has all that the others lack. */
function piecesOf({ items, shipments = [], status }: Order, { shipmentId, items: pieces }: Shipment): Pieces[] {
  const unknown = shipments.findIndex((one) => one.items.length === 0);
  const isFirst = unknown >= 0 && shipmentIdOf(shipments[unknown] as Shipment, unknown) === shipmentId;
  if (!isFirst || status !== 'SHIPPED') return pieces;
  const shipped = shipments.flatMap((one) => one.items);
  return items.flatMap(({ id, quantity }) => {
    const left = shipped.reduce((rest, one) => (one.id === id ? rest - one.quantity : rest), quantity);
    return left > 0 ? [{ id, quantity: left }] : [];
  });
}

type PrintedPosition = Position & { size?: PrintSize | undefined };

/** Lists the charges for a shipment. */
function positionsOf({ order, goods, sizes, labels }: ChargeFacts, shipment: Shipment, pieces: readonly Pieces[]) {
  const { shipmentId, trackingNumber } = shipment;
  const places = new Map(order.items.map(({ id }, index) => [id, index]));
  const of = (
    kind: PriceKind,
    quantity: number,
    key: string,
    rest: Partial<PrintedPosition> = {},
  ): PrintedPosition => ({
    ...{ chargeKey: `${shipmentId}/${kind}/${key}`, kind, quantity, title: '', code: null, technology: null },
    ...rest,
  });
  const nameCode = (code: string) => ({ code, title: goods.get(code)?.title ?? code });
  const ofItems = pieces.flatMap(({ id, quantity }): PrintedPosition[] => {
    const place = places.get(id) ?? -1;
    const { customProduct, existingProduct } = order.items[place] ?? {};
    const code = customProduct?.sku ?? existingProduct?.ean13;
    if (code === undefined) return [];
    const { prints = [], customizations = [] } = customProduct ?? {};
    const title = existingProduct?.name ?? nameCode(code).title;
    return [
      of('ARTICLE', quantity, `0/${id}`, { code, title }),
      ...prints.map(({ location, technology }, index) => {
        const size = sizes.get(`/items/${place}/customProduct/prints/${index}/dataUrl`);
        return of('PRINT', quantity, `${index}/${id}`, { title: location, technology, size });
      }),
      ...customizations.map(({ sku }, index) => of('CUSTOMIZATION', quantity, `${index}/${id}`, nameCode(sku))),
    ];
  });
  const all = pieces.reduce((sum, { quantity }) => sum + quantity, 0);
  const label = labels.find((one) => one.trackingNumber === trackingNumber);
  return [
    ...ofItems,
    of('PACKING_ORDER', 1, '0/'),
    of('PACKING_PARCEL', 1, '0/'),
    ...(all > 0 ? [of('PACKING_PIECE', all, '0/')] : []),
    // With its own label, the client has paid the carrier.
    ...(order.shipping.address ? [of('POSTAGE', 1, '0/', { title: label?.title ?? '' })] : []),
  ];
}

interface Shipped {
  shipment: Shipment;
  shipped: Date;
  day: string;
}

/** Returns the charge, or why it has no price. Undefined: the client does not pay for it at all. */
function price(facts: ChargeFacts, { size, ...position }: PrintedPosition, { shipment, shipped, day }: Shipped) {
  const { order, lists, goods, labels, freeReason } = facts;
  const list = listOn(lists, day);
  const { kind, quantity } = position;
  const isOptional = kind.startsWith('PACKING') || kind === 'POSTAGE';
  const lack = (problem: PriceProblem): MissingPrice | undefined =>
    freeReason === null ? { ...position, day, problem } : undefined;
  if (!list) return isOptional ? undefined : lack('NO_LIST');
  const found = findPrice(list.prices, { ...position, size }, { order, goods });
  if (!found && freeReason === null) return isOptional ? undefined : lack('NO_PRICE');
  const { currency } = list;
  const digits = minorUnits(currency);
  const label = kind === 'POSTAGE' ? labels.find((one) => one.trackingNumber === shipment.trackingNumber) : undefined;
  const labelCost = label?.currency === currency ? label.cost : null;
  let unitAmount = found?.amount ?? 0;
  if (found && found.amount === null && freeReason === null) {
    if (labelCost === null) return lack(label?.cost ? 'OTHER_CURRENCY' : 'NO_COST');
    unitAmount = labelAmount(labelCost, found.plusBasisPoints ?? 0, digits);
  }
  const unitCost = labelCost === null ? (found?.cost ?? null) : labelAmount(labelCost, 0, digits);
  if (freeReason !== null) unitAmount = 0;
  const charge: Charge = {
    ...position,
    ...{ shipped, unitAmount, amount: unitAmount * quantity, currency },
    cost: unitCost === null ? null : unitCost * quantity,
    cause: freeReason === null ? null : 'FREE',
    reason: freeReason,
  };
  return charge;
}

function findPrice(
  prices: readonly Price[],
  { kind, code, technology, size }: PrintedPosition,
  { order, goods }: Pick<ChargeFacts, 'order' | 'goods'>,
): Price | undefined {
  if (kind === 'PRINT') return priceOfPrint(prices, technology ?? '', size);
  if (kind === 'POSTAGE') {
    const country = isoCountry(order.shipping.address?.country ?? '');
    const postage = prices.filter((one) => one.kind === kind);
    return postage.find((one) => one.country === country) ?? postage.find((one) => one.country === null);
  }
  return priceOfCode(prices, kind, code === null ? [] : [code, goods.get(code)?.parent ?? '']);
}

type VisibleCharge = NonNullable<Order['charges']>[number];

/** Returns the charges as the client reads them in the order, without costs and words of staff. */
export function visibleCharges(charges: readonly Charge[]): VisibleCharge[] {
  return charges.map(({ kind, title, code, technology, quantity, unitAmount, amount, currency }) => ({
    kind,
    ...(title !== '' && { title }),
    ...(code !== null && { code }),
    ...(technology !== null && { technology }),
    ...{ quantity, unitAmount, amount, currency },
  }));
}
