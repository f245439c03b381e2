import { createHash } from 'node:crypto';
import { orderColumns } from '../src/orders/document/order-columns.ts';
import {
  changedOrder,
  hashOrder,
  newOrder,
  normaliseOrder,
  orderSummary,
} from '../src/orders/document/order-document.ts';
import type { OrderStatus } from '../src/orders/document/order-fields.ts';
import { itemRows } from '../src/orders/search/order-items.ts';
import { searchTerms } from '../src/orders/search/search-terms.ts';

/** Orders are spread over so many days that end now: fewer than after which they would be erased. */
const DAYS = 600;
const DAY_MS = 86_400_000;
const STEP_MS = 20 * 60_000;
/** Every shop but the large one sells so many products. */
export const PRODUCTS_OF_SMALL = 20;
export const VARIANTS_OF_PRODUCT = 3;
export const ARTICLES = 40;
const FIRST_NAMES = 500;
const LAST_NAMES = 20_011;
const CARRIERS = ['dhl-paket', 'dpd-classic', 'ups-standard'] as const;
/** In a hundred orders; the others go to Germany. */
const COUNTRIES: readonly [string, number, string][] = [
  ['AT', 15, '1010'],
  ['FR', 10, '75001'],
  ['NL', 5, '1011 AB'],
  ['IT', 5, '00118'],
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

/** One order as rows of its tables, each column in the order of COLUMNS. */
export type Rows = Record<keyof typeof COLUMNS, (string | number | null)[][]>;

/** The columns that are filled, by table. */
export const COLUMNS = {
  orders: [
    ...[
      'client_id',
      'order_id',
      'status',
      'created',
      'updated',
      'version',
      'request_hash',
      'document',
      'summary',
    ],
    ...['reason_code', 'reason_message', 'item_count', 'recipient', 'country', 'carrier', 'status_since'],
  ],
  order_events: [
    ...['client_id', 'order_id', 'event_id', 'type', 'occurred', 'status', 'previous_status', 'version'],
    ...['actor', 'actor_id', 'actor_name'],
  ],
  order_items: [
    ...['client_id', 'order_id', 'position', 'item_id', 'kind', 'code', 'quantity', 'created', 'technology'],
  ],
  order_search: ['client_id', 'order_id', 'created', 'terms', 'country', 'carrier'],
  stock_movements: [
    ...[
      'movement_id',
      'kind',
      'code',
      'on_hand_change',
      'reserved_change',
      'reason',
      'client_id',
      'order_id',
    ],
    ...['occurred', 'actor', 'actor_id', 'actor_name'],
  ],
  stock_reservations: ['client_id', 'order_id', 'kind', 'code', 'quantity'],
} as const;

/** The life that an order has had, by its number: of a hundred one is in ERROR, two wait for the floor, two are on it, one was cancelled. */
function lifeOf(n: number): OrderStatus[] {
  const place = n % 100;
  if (place === 0) return ['NEW', 'ERROR'];
  if (place === 1) return ['NEW', 'ASSIGNED', 'CANCELLED'];
  if (place <= 3) return ['NEW', 'ASSIGNED'];
  if (place <= 5) return ['NEW', 'ASSIGNED', 'ACCEPTED'];
  return ['NEW', 'ASSIGNED', 'ACCEPTED', 'SHIPPED'];
}

/** The n-th of so many orders, of half of which the first shop is the maker: as the program writes it, with its events, items, words and what it moved. */
export function grownOrder(n: number, size: number, shops: readonly Shop[], now: number): Rows {
  const shop = shopOf(n, shops);
  const created = now - Math.floor(((size - n) / size) * DAYS * DAY_MS) - 3 * STEP_MS;
  const life = lifeOf(n);
  const times = life.map((_, step) => new Date(created + step * STEP_MS));
  const since = times.at(-1) as Date;
  const status = life.at(-1) as OrderStatus;
  const request = requestOf(n, shop);
  const normal = normaliseOrder(request);
  const state = { status, created: times[0] as Date, updated: since };
  const order = changedOrder(
    newOrder(normal, state, (ean13) => `Logo Tee ${Number(ean13.slice(1, 12))} Black M`),
    state,
    {
      ...(status === 'ERROR' && {
        statusReason: {
          code: 'file_not_found',
          message: 'The file of the print was not found: the server that has it answered 404.',
          pointer: '/items/0/customProduct/prints/0/dataUrl',
        },
      }),
      ...(status === 'SHIPPED' && { shipments: [parcelOf(n, request, since)] }),
    },
  );
  const { orderId } = order;
  const key = [shop.clientId, orderId] as const;
  const { itemCount, recipient, country, reasonCode, reasonMessage } = orderColumns(order);
  const carrier = CARRIERS[n % CARRIERS.length] as string;
  const [made, ended] = [state.created.toISOString(), since.toISOString()];
  const items = itemRows(order);
  return {
    orders: [
      [
        ...[...key, status, made, ended, life.length, `\\x${hashOrder(normal).toString('hex')}`],
        ...[JSON.stringify(order), orderSummary(orderId, state), reasonCode, reasonMessage, itemCount],
        ...[recipient, country, carrier, ended],
      ],
    ],
    order_events: life.map((to, step) => {
      const [actor, id, name] = actorOf(to, shop);
      const at = times[step] as Date;
      return [
        ...[...key, uuidOf(at, n * 8 + step), to === 'NEW' ? 'order.created' : `order.${to.toLowerCase()}`],
        ...[at.toISOString(), to, life[step - 1] ?? null, step + 1, actor, id, name],
      ];
    }),
    order_items: items.map((item) => [
      ...[...key, item.position, item.itemId, item.kind, item.code, item.quantity, made, item.technology],
    ]),
    order_search: [[...key, made, searchTerms(order), country, carrier]],
    stock_movements: items.flatMap(({ kind, code, quantity }, index) =>
      movementsOf(life).map(([onHand, reserved, reason, step]) => {
        const at = times[step] as Date;
        const id = uuidOf(at, (n * 4 + index) * 8 + step + 1_000_000);
        return [
          ...[id, kind, code, onHand * quantity, reserved * quantity, reason, ...key, at.toISOString()],
          ...['system', null, null],
        ];
      }),
    ),
    stock_reservations:
      status === 'ASSIGNED' || status === 'ACCEPTED'
        ? items.map(({ kind, code, quantity }) => [...key, kind, code, quantity])
        : [],
  };
}

/** Half of the orders are the first shop's, where there are others, one in twenty the second's, and the rest all others'. */
export function shopOf(n: number, shops: readonly Shop[]): Shop {
  const [large, small = large] = shops as [Shop, Shop?];
  if (n % 2 === 0) return large;
  if (n % 20 === 3 || shops.length <= 2) return small;
  return shops[2 + (Math.floor(n / 2) % (shops.length - 2))] as Shop;
}

export function orderIdOf(n: number): string {
  return `SHOP-${100_000 + n}`;
}

/** The n-th order as its shop sends it. */
export function requestOf(n: number, shop: Shop) {
  const place = scattered(n, 100);
  let rest = place;
  const [country, , postalCode] =
    n % RARE_ONE_IN === 1
      ? ['LU', 0, '1009']
      : (COUNTRIES.find(([, share]) => {
          rest -= share;
          return rest < 0;
        }) ?? ['DE', 0, '10115']);
  const count = place < 60 ? 1 : place < 90 ? 2 : 3;
  const hasPrint = n % 4 === 0;
  return {
    orderId: orderIdOf(n),
    items: Array.from({ length: count }, (_, index) =>
      index === 0 && hasPrint
        ? {
            quantity: 1,
            unitPrice: 34.5,
            customProduct: {
              sku: sku(scattered(n, ARTICLES), 'SML'[n % 3] as string),
              prints: [
                {
                  dataUrl: `https://files.shop.example/artwork/${n}/front.png`,
                  location: 'REGULAR',
                  technology: 'DTG',
                },
              ],
            },
          }
        : {
            quantity: 1 + (n % 2),
            unitPrice: 24.9,
            existingProduct: {
              ean13: ean13(scattered(n + index, shop.products), index % VARIANTS_OF_PRODUCT),
            },
          },
    ),
    shipping: {
      address: {
        personName: `${word(n, FIRST_NAMES)} ${word(n * 7 + 1, LAST_NAMES)}`,
        street: `Musterstraße ${n % 200}`,
        postalCode,
        city: 'Musterstadt',
        country,
        email: `kunde${n}@post.example`,
      },
    },
    unitPriceCurrency: 'EUR',
  };
}

function parcelOf(n: number, { items }: ReturnType<typeof requestOf>, shipped: Date) {
  return {
    shipmentId: '1',
    trackingNumber: `JD${String(n).padStart(18, '0')}`,
    trackingCarrier: CARRIERS[n % CARRIERS.length] as string,
    items: items.map(({ quantity }, index) => ({ id: String(index + 1), quantity })),
    shipped: shipped.toISOString(),
  };
}

function actorOf(status: OrderStatus, shop: Shop): [string, string | null, string | null] {
  if (status === 'NEW' || status === 'CANCELLED') return ['client', shop.clientId, shop.name];
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

export function sku(article: number, size: string): string {
  return `GROW-${article}-BLK-${size}`;
}

/** One of the numbers that are free for use inside of a company. */
export function ean13(product: number, variant: number): string {
  const digits = `2${String(product * VARIANTS_OF_PRODUCT + variant).padStart(11, '0')}`;
  let sum = 0;
  for (let place = 0; place < digits.length; place++)
    sum += Number(digits[place]) * (place % 2 === 0 ? 1 : 3);
  return `${digits}${(10 - (sum % 10)) % 10}`;
}

/** The n-th of as many different names: syllables, so that none is the beginning of all. */
export function word(n: number, names: number): string {
  const syllables = [
    'ba',
    'ke',
    'li',
    'mo',
    'nu',
    'ra',
    'se',
    'ti',
    'vo',
    'wu',
    'ja',
    'de',
    'fi',
    'go',
    'hu',
    'pa',
  ];
  let rest = scattered(n, names) + 4_096;
  let text = '';
  for (; rest > 0; rest = Math.floor(rest / 16)) text += syllables[rest % 16];
  return `${(text[0] as string).toUpperCase()}${text.slice(1)}`;
}

/** A number below `below` that follows from n without following it. */
export function scattered(n: number, below: number): number {
  return Math.abs(Math.imul(n ^ (n >>> 15), 0x2c_1b_3c_6d)) % below;
}

/** A UUIDv7 (RFC 9562, 5.7) whose random part follows from the number. */
function uuidOf(at: Date, number: number): string {
  const time = at.getTime().toString(16).padStart(12, '0');
  const tail = createHash('md5').update(String(number)).digest('hex');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${tail.slice(0, 3)}-8${tail.slice(3, 6)}-${tail.slice(6, 18)}`;
}
