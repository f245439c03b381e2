import { setTimeout as sleep } from 'node:timers/promises';
import type { ChaosModel, EndStatus, ModelOrder } from './chaos-model.ts';
import { CODES } from './chaos-world.ts';
import type { EventTrace } from './event-trace.ts';
import type { SeededRandom } from './seeded-random.ts';
import { PICTURES } from './shop-hosts.ts';
import { type Answer, type SureRequests, WrongAnswer } from './sure-requests.ts';

const LOOK_AGAIN_MS = 250;
const PIECES_MAX = 3;

export interface LifeContext {
  model: ChaosModel;
  trace: EventTrace;
  random: SeededRandom;
  shop: SureRequests;
  staff: SureRequests;
  /** Address (host:port) of the shops' files. */
  host: string;
  signal: AbortSignal;
}

interface Content {
  code: string;
  quantity: number;
  file: string | undefined;
}

/**
 * Takes one order from its creation to a random end, and records acknowledged changes in the model. Throws
 * WrongAnswer.
 */
export async function runOrderLife(context: LifeContext, orderId: string): Promise<void> {
  const { random } = context;
  const content = chooseContent(context);
  const order = await create(context, orderId, content);
  if (random.chance(0.3)) await replay(context, order, orderId, content);
  if (random.chance(0.15)) await sendConflict(context, order, content);
  if (random.chance(0.12)) return cancel(context, order);
  if (random.chance(0.25)) await amend(context, order, content);
  if (random.chance(0.1)) return cancel(context, order);
  await awaitStatus(context, order, 'ASSIGNED');
  if (random.chance(0.1)) return end(order, 'ASSIGNED');
  if (random.chance(0.1)) return cancel(context, order);
  if (random.chance(0.15)) await hold(context, order);
  await accept(context, order);
  if (random.chance(0.15)) await spoil(context, order);
  if (random.chance(0.1)) return end(order, 'ACCEPTED');
  if (random.chance(0.15) && (await requestCancellation(context, order))) return;
  await ship(context, order);
}

function chooseContent({ random, host }: LifeContext): Content {
  const code = random.pick([CODES.plenty, CODES.plenty, CODES.scarce, CODES.blank]);
  const hasFile = code === CODES.blank || random.chance(0.2);
  const file = hasFile ? `http://${host}/files/${random.integer(0, PICTURES - 1)}.png` : undefined;
  return { code, quantity: random.integer(1, PIECES_MAX), file };
}

function bodyOf(orderId: string, { code, quantity, file }: Content): object {
  const what =
    code === CODES.blank
      ? { customProduct: { sku: code, prints: [{ dataUrl: file, location: 'FRONT', technology: 'DTG' }] } }
      : { existingProduct: { ean13: code } };
  return {
    orderId,
    items: [{ id: '1', quantity, unitPrice: 19.9, ...what }],
    ...(file !== undefined && code !== CODES.blank && { packingSlip: file }),
    shipping: {
      address: {
        personName: 'Ada Lovelace',
        street: 'Musterweg 1',
        postalCode: '10115',
        city: 'Berlin',
        country: 'DE',
      },
    },
    unitPriceCurrency: 'EUR',
  };
}

async function create(context: LifeContext, orderId: string, content: Content): Promise<ModelOrder> {
  const { model, shop } = context;
  const { clientId } = shop;
  const { code, quantity } = content;
  const key = `${clientId} ${orderId}`;
  const body = bodyOf(orderId, content);
  const answer = await shop.send({ key, method: 'POST', path: '/v1/orders', body });
  expect(key, answer, 200);
  return model.created({ clientId, orderId, code, quantity, version: versionOf(answer) });
}

/** Sends the same order again, which must return its current state. */
async function replay(context: LifeContext, order: ModelOrder, orderId: string, content: Content) {
  const body = bodyOf(orderId, content);
  const answer = await context.shop.send({ key: order.key, method: 'POST', path: '/v1/orders', body });
  expect(order.key, answer, 200);
  if (answer.headers.get('idempotent-replayed') !== 'true')
    throw new WrongAnswer(order.key, 'the same order was taken for a new one');
  read(context, order, answer);
}

/** Sends another order with a known orderId, which must be refused in every status. */
async function sendConflict({ shop }: LifeContext, { key, orderId }: ModelOrder, content: Content) {
  const body = bodyOf(orderId, { ...content, quantity: content.quantity + 100 });
  expect(key, await shop.send({ key, method: 'POST', path: '/v1/orders', body }), 409);
}

async function amend(context: LifeContext, order: ModelOrder, content: Content): Promise<void> {
  const quantity = (content.quantity % PIECES_MAX) + 1;
  const body = bodyOf(order.orderId, { ...content, quantity });
  const answer = await context.shop.send({ key: order.key, method: 'PUT', path: pathOf(order), body });
  expect(order.key, answer, 200);
  order.quantity = quantity;
  read(context, order, answer);
}

async function cancel(context: LifeContext, order: ModelOrder): Promise<void> {
  const what = { by: 'shop', path: `${pathOf(order)}/cancel`, body: { reason: 'Chaos' } } as const;
  await change(context, order, what, 'CANCELLED');
  end(order, 'CANCELLED');
}

async function accept(context: LifeContext, order: ModelOrder): Promise<void> {
  await change(context, order, { by: 'staff', path: `${staffPathOf(order)}/accept`, body: {} }, 'ACCEPTED');
  order.accepted++;
}

async function hold(context: LifeContext, order: ModelOrder): Promise<void> {
  const path = staffPathOf(order);
  const body = { reason: 'Chaos' };
  await change(context, order, { by: 'staff', path: `${path}/hold`, body }, 'ASSIGNED');
  await change(context, order, { by: 'staff', path: `${path}/release`, body: undefined }, 'ASSIGNED');
}

/** Reports a spoiled piece. It leaves the shelf, and the order starts again. */
async function spoil(context: LifeContext, order: ModelOrder): Promise<void> {
  const path = staffPathOf(order);
  const scrapped = [{ item: '1', quantity: 1, reason: 'Chaos' }];
  const body = { message: 'Chaos', scrapped };
  await change(context, order, { by: 'staff', path: `${path}/error`, body }, 'ERROR');
  order.failed++;
  context.model.put(order.code, -1);
  await change(context, order, { by: 'staff', path: `${path}/reopen`, body: {} }, undefined);
  await awaitStatus(context, order, 'ASSIGNED');
  await accept(context, order);
}

/** Requests a cancellation, on which staff decide. Returns true if the order was cancelled. */
async function requestCancellation(context: LifeContext, order: ModelOrder): Promise<boolean> {
  const isGranted = context.random.chance(0.5);
  const path = `${pathOf(order)}/cancel`;
  const answer = await context.shop.send({ key: order.key, method: 'POST', path, body: {} });
  expect(order.key, answer, 202);
  order.wished++;
  const verb = `${staffPathOf(order)}/cancellation/${isGranted ? 'accept' : 'reject'}`;
  const status = isGranted ? 'CANCELLED' : 'ACCEPTED';
  await change(context, order, { by: 'staff', path: verb, body: {} }, status);
  if (isGranted) end(order, 'CANCELLED');
  return isGranted;
}

/** Ships one parcel, or two in separate reports. */
async function ship(context: LifeContext, order: ModelOrder): Promise<void> {
  const path = staffPathOf(order);
  const first = order.quantity > 1 && context.random.chance(0.4) ? 1 : order.quantity;
  for (const [index, quantity] of [first, order.quantity - first].entries()) {
    if (quantity === 0) break;
    const trackingNumber = `${order.orderId}-T${index + 1}`;
    const isLast = index === 1 || first === order.quantity;
    const parcel = { trackingNumber, trackingCarrier: 'Chaos Post', items: [{ id: '1', quantity }] };
    const what = { by: 'staff', path: `${path}/ship`, body: { parcels: [parcel] } } as const;
    await change(context, order, what, isLast ? 'SHIPPED' : 'ACCEPTED');
    order.parcels.set(trackingNumber, quantity);
  }
  end(order, 'SHIPPED');
}

async function change(
  context: LifeContext,
  order: ModelOrder,
  { by, path, body }: { by: 'shop' | 'staff'; path: string; body: object | undefined },
  status: string | undefined,
): Promise<void> {
  const answer = await context[by].send({ key: order.key, method: 'POST', path, body });
  expect(order.key, answer, 200);
  if (status !== undefined && answer.body.status !== status)
    throw new WrongAnswer(order.key, `POST ${path} answered ${answer.body.status}, and should ${status}`);
  read(context, order, answer);
}

/**
 * Waits until the background work brings the order to the status. Its content must be the one last
 * acknowledged.
 */
async function awaitStatus(context: LifeContext, order: ModelOrder, status: string): Promise<void> {
  for (let seen = ''; ; ) {
    const answer = await context.shop.send({ key: order.key, method: 'GET', path: pathOf(order) });
    expect(order.key, answer, 200);
    read(context, order, answer);
    const { status: now, statusReason, items } = answer.body;
    const told = `read as ${now} ${statusReason?.code ?? ''}, version ${order.version}`;
    if (told !== seen) context.trace.add(order.key, told);
    seen = told;
    if (items[0].quantity !== order.quantity)
      throw new WrongAnswer(order.key, `${items[0].quantity} pieces are read, not ${order.quantity}`);
    if (now === status) return;
    if (now !== 'NEW') throw new WrongAnswer(order.key, `it became ${now} by itself`);
    await sleep(LOOK_AGAIN_MS, undefined, { signal: context.signal });
  }
}

function read({ model }: LifeContext, order: ModelOrder, answer: Answer): void {
  const violation = model.read(order, versionOf(answer));
  if (violation) throw new WrongAnswer(order.key, violation.what);
}

function end(order: ModelOrder, status: EndStatus): void {
  order.end = status;
}

const pathOf = ({ orderId }: ModelOrder) => `/v1/orders/${orderId}`;

const staffPathOf = ({ clientId, orderId }: ModelOrder) => `/operator/v1/orders/${clientId}/${orderId}`;

const versionOf = (answer: Answer) => Number(/\d+/.exec(answer.headers.get('etag') ?? '')?.[0] ?? 1);

function expect(key: string, { status, body, attempts }: Answer, wanted: number): void {
  if (status !== wanted)
    throw new WrongAnswer(
      key,
      `${status} after ${attempts} attempts without an answer, and should be ${wanted}: ${JSON.stringify(body)}`,
    );
}
