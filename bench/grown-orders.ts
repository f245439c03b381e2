import { hash } from 'node:crypto';
import { orderColumns } from '../src/orders/document/order-columns.ts';
import {
  changedOrder,
  newOrder,
  normaliseOrder,
  orderSummary,
} from '../src/orders/document/order-document.ts';
import type { OrderStatus } from '../src/orders/document/order-fields.ts';
import { itemRows } from '../src/orders/search/order-items.ts';
import { searchTerms } from '../src/orders/search/search-terms.ts';
import type { Rows } from './grown-columns.ts';
import { ean13, scattered, uuidOf, VARIANTS_OF_PRODUCT, word } from './grown-values.ts';

/** Orders are spread over so many days that end now: fewer than after which they would be erased. */
const DAYS = 600;
const DAY_MS = 86_400_000;
const STEP_MS = 20 * 60_000;
/** Every shop but the large one sells so many products. */
export const PRODUCTS_OF_SMALL = 20;
export const ARTICLES = 40;
const FIRST_NUMBER = 100_000;
const FIRST_NAMES = 500;
const LAST_NAMES = 20_011;
const CARRIERS = ['dhl-paket', 'dpd-classic', 'ups-standard'] as const;
/** Where orders go, and how many of a hundred; the last is rare. */
const COUNTRIES: readonly [string, string, number][] = [
  ['AT', '1010', 15],
  ['FR', '75001', 10],
  ['NL', '1011 AB', 5],
  ['IT', '00118', 5],
  ['DE', '10115', 65],
  ['LU', '1009', 0],
];
/** One in so many goes to Luxembourg. */
export const RARE_ONE_IN = 5_003;
/** Who is on the floor. */
const STAFF = { id: '01980000-0000-7000-8000-000000000001', name: 'Mika Sander' };

export interface Shop {
  clientId: string;
  name: string;
  products: number;
}

/** What tells the kinds of orders apart. Those of a kind have the same rows but for their parts. */
interface Kind {
  life: readonly OrderStatus[];
  country: string;
  postalCode: string;
  items: number;
  /** Whether the first item is a print on a blank. */
  printed: boolean;
  quantity: number;
}

/** What the orders of a kind differ in: each is part of a text, or a whole one. */
interface Parts<Time = string> {
  clientId: string;
  shopName: string;
  number: string;
  first: string;
  last: string;
  house: string;
  carrier: string;
  tracking: string;
  article: string;
  size: string;
  hash: string;
  /** Of each item: the code, and the number of its product. */
  eans: readonly string[];
  products: readonly string[];
  /** When each step of its life was. */
  times: readonly Time[];
  /** Of its events, and of what each item moved in the stock. */
  eventIds: readonly string[];
  movementIds: readonly string[];
}

const ITEMS_MAX = 3;
const STEPS_MAX = 4;
/** An item is reserved, and then shipped or released. */
const MOVEMENTS_OF_ITEM = 2;

/** The life that an order has had, by its number: of a hundred one is in ERROR, two wait for the floor, two are on it, one was cancelled. */
function lifeOf(n: number): number {
  const place = n % 100;
  return place === 0 ? 0 : place === 1 ? 1 : place <= 3 ? 2 : place <= 5 ? 3 : 4;
}

const LIVES: readonly (readonly OrderStatus[])[] = [
  ['NEW', 'ERROR'],
  ['NEW', 'ASSIGNED', 'CANCELLED'],
  ['NEW', 'ASSIGNED'],
  ['NEW', 'ASSIGNED', 'ACCEPTED'],
  ['NEW', 'ASSIGNED', 'ACCEPTED', 'SHIPPED'],
];

/** The kind of the n-th order, and a number that no other kind has. */
function kindOf(n: number): [number, () => Kind] {
  const place = scattered(n, 100);
  const where = countryOf(n, place);
  const life = lifeOf(n);
  const items = place < 60 ? 1 : place < 90 ? 2 : 3;
  const [printed, odd] = [n % 4 === 0, n % 2];
  const key = (((where * LIVES.length + life) * (ITEMS_MAX + 1) + items) * 2 + Number(printed)) * 2 + odd;
  return [
    key,
    () => {
      const [country, postalCode] = COUNTRIES[where] as (typeof COUNTRIES)[number];
      const steps = LIVES[life] as readonly OrderStatus[];
      return { life: steps, country, postalCode, items, printed, quantity: 1 + odd };
    },
  ];
}

function countryOf(n: number, place: number): number {
  if (n % RARE_ONE_IN === 1) return COUNTRIES.length - 1;
  let rest = place;
  return COUNTRIES.findIndex(([, , share]) => {
    rest -= share;
    return rest < 0;
  });
}

function partsOf(n: number, shop: Shop): Omit<Parts, 'hash' | 'times' | 'eventIds' | 'movementIds'> {
  const of = (item: number) => scattered(n + item, shop.products);
  return {
    clientId: shop.clientId,
    shopName: shop.name,
    number: String(FIRST_NUMBER + n),
    first: word(n, FIRST_NAMES),
    last: word(n * 7 + 1, LAST_NAMES),
    house: String(n % 200),
    carrier: CARRIERS[n % CARRIERS.length] as string,
    tracking: String(n).padStart(18, '0'),
    article: String(scattered(n, ARTICLES)),
    size: 'SML'[n % 3] as string,
    eans: [0, 1, 2].map((item) => ean13(of(item), item % VARIANTS_OF_PRODUCT)),
    products: [0, 1, 2].map((item) => String(of(item))),
  };
}

/** The n-th of so many orders, of half of which the first shop is the maker: its kind, and all of its parts. */
export function grownOrder(
  n: number,
  size: number,
  shops: readonly Shop[],
  now: number,
): { key: number; kind: () => Kind; parts: Parts } {
  const created = now - Math.floor(((size - n) / size) * DAYS * DAY_MS) - 3 * STEP_MS;
  const times = Array.from({ length: STEPS_MAX }, (_, step) => created + step * STEP_MS);
  const [key, kind] = kindOf(n);
  const digits = hash('sha256', String(n));
  const [, second] = movementsOf(LIVES[lifeOf(n)] as readonly OrderStatus[]);
  // Two that were written at the same moment never have the same digits.
  const movementIds = Array.from({ length: ITEMS_MAX * MOVEMENTS_OF_ITEM }, (_, index) =>
    uuidOf(times[index % MOVEMENTS_OF_ITEM === 0 ? 1 : (second?.[3] ?? 1)] as number, digits, 4 * index),
  );
  const parts = {
    ...partsOf(n, shopOf(n, shops)),
    hash: digits,
    times: times.map((time) => new Date(time).toISOString()),
    eventIds: times.map((time, step) => uuidOf(time, digits, 4 * (step + 7))),
    movementIds,
  };
  return { key, kind, parts };
}

/** An order as rows of its tables, as the program writes them: with its events, items, words, and what it moved. */
export function rowsOf(kind: Kind, parts: Parts): Rows {
  const { life } = kind;
  const steps = parts.times.map((time) => new Date(time));
  const since = steps[life.length - 1] as Date;
  const status = life.at(-1) as OrderStatus;
  const request = requestFrom(kind, parts);
  const normal = normaliseOrder(request);
  const state = { status, created: steps[0] as Date, updated: since };
  const order = changedOrder(
    newOrder(normal, state, (code) => `Logo Tee ${parts.products[parts.eans.indexOf(code)]} Black M`),
    state,
    {
      ...(status === 'ERROR' && { statusReason: FILE_NOT_FOUND }),
      ...(status === 'SHIPPED' && { shipments: [parcelOf(request, parts, since)] }),
    },
  );
  const key = [parts.clientId, order.orderId] as const;
  const { itemCount, recipient, country, reasonCode, reasonMessage } = orderColumns(order);
  const { carrier } = parts;
  const [made, ended] = [state.created.toISOString(), since.toISOString()];
  const items = itemRows(order);
  return {
    orders: [
      [
        ...[...key, status, made, ended, life.length, `\\x${parts.hash}`],
        ...[JSON.stringify(order), orderSummary(order.orderId, state), reasonCode, reasonMessage, itemCount],
        ...[recipient, country, carrier, ended],
      ],
    ],
    order_events: life.map((to, step) => {
      const [actor, id, name] = actorOf(to, parts);
      const type = to === 'NEW' ? 'order.created' : `order.${to.toLowerCase()}`;
      return [
        ...[...key, parts.eventIds[step] as string, type, (steps[step] as Date).toISOString()],
        ...[to, life[step - 1] ?? null, step + 1, actor, id, name],
      ];
    }),
    order_items: items.map((item) => [
      ...[...key, item.position, item.itemId, item.kind, item.code, item.quantity, made, item.technology],
    ]),
    order_search: [[...key, made, searchTerms(order), country, carrier]],
    stock_movements: items.flatMap((item, index) =>
      movementsOf(life).map(([onHand, reserved, reason, step], which) => [
        ...[parts.movementIds[index * MOVEMENTS_OF_ITEM + which] as string, item.kind, item.code],
        ...[onHand * item.quantity, reserved * item.quantity, reason, ...key],
        ...[(steps[step] as Date).toISOString(), 'system', null, null],
      ]),
    ),
    stock_reservations:
      status === 'ASSIGNED' || status === 'ACCEPTED'
        ? items.map((item) => [...key, item.kind, item.code, item.quantity])
        : [],
  };
}

const FILE_NOT_FOUND = {
  code: 'file_not_found' as const,
  message: 'The file of the print was not found: the server that has it answered 404.',
  pointer: '/items/0/customProduct/prints/0/dataUrl',
};

/** Half of the orders are the first shop's, where there are others, one in twenty the second's, and the rest all others'. */
export function shopOf(n: number, shops: readonly Shop[]): Shop {
  const [large, small = large] = shops as [Shop, Shop?];
  if (n % 2 === 0) return large;
  if (n % 20 === 3 || shops.length <= 2) return small;
  return shops[2 + (Math.floor(n / 2) % (shops.length - 2))] as Shop;
}

export function orderIdOf(n: number): string {
  return `SHOP-${FIRST_NUMBER + n}`;
}

/** The n-th order as its shop sends it. */
export function requestOf(n: number, shop: Shop) {
  return requestFrom(kindOf(n)[1](), partsOf(n, shop));
}

function requestFrom(kind: Kind, parts: ReturnType<typeof partsOf>) {
  const { country, postalCode, items, printed, quantity } = kind;
  const { number, first, last, house, article, size, eans } = parts;
  return {
    orderId: `SHOP-${number}`,
    items: Array.from({ length: items }, (_, index) =>
      index === 0 && printed
        ? {
            quantity: 1,
            unitPrice: 34.5,
            customProduct: {
              sku: `GROW-${article}-BLK-${size}`,
              prints: [
                {
                  dataUrl: `https://files.shop.example/artwork/${number}/front.png`,
                  location: 'REGULAR',
                  technology: 'DTG',
                },
              ],
            },
          }
        : { quantity, unitPrice: 24.9, existingProduct: { ean13: eans[index] as string } },
    ),
    shipping: {
      address: {
        personName: `${first} ${last}`,
        street: `Musterstraße ${house}`,
        postalCode,
        city: 'Musterstadt',
        country,
        email: `kunde${number}@post.example`,
      },
    },
    unitPriceCurrency: 'EUR',
  };
}

function parcelOf({ items }: ReturnType<typeof requestFrom>, parts: Parts, shipped: Date) {
  return {
    shipmentId: '1',
    trackingNumber: `JD${parts.tracking}`,
    trackingCarrier: parts.carrier,
    items: items.map(({ quantity }, index) => ({ id: String(index + 1), quantity })),
    shipped: shipped.toISOString(),
  };
}

function actorOf(status: OrderStatus, { clientId, shopName }: Parts): [string, string | null, string | null] {
  if (status === 'NEW' || status === 'CANCELLED') return ['client', clientId, shopName];
  if (status === 'ASSIGNED' || status === 'ERROR') return ['system', null, null];
  return ['operator', STAFF.id, STAFF.name];
}

/** By how much each piece changes what lies on the shelf and what is reserved of it, why, and with which step of the life. */
function movementsOf(life: readonly OrderStatus[]): [number, number, string, number][] {
  if (!life.includes('ASSIGNED')) return [];
  const reserved: [number, number, string, number] = [0, 1, 'reserved', 1];
  if (life.at(-1) === 'SHIPPED') return [reserved, [-1, -1, 'shipped', 3]];
  if (life.at(-1) === 'CANCELLED') return [reserved, [0, -1, 'released', 2]];
  return [reserved];
}
