import { hash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from '../../clients/client-store.ts';
import type { Actor } from '../../platform/audit/actor.ts';
import { ApiError, type Violation } from '../../platform/errors/errors.ts';
import { CsvFault, readCsv } from '../../platform/formats/read-csv.ts';
import { decodeText, detectEncoding, type Encoding, type NamedEncoding } from '../../platform/formats/text-encoding.ts';
import { requestValidator, schemaViolations } from '../../platform/http/violations.ts';
import { isConnectionLost } from '../../platform/observability/database-faults.ts';
import { type Address, addressWarnings, hasLostZeros } from '../../shipping/address-rules.ts';
import { type CreateOrderContext, createOrder, tryOrder } from '../create/create-order.ts';
import { OrderRequestSchema } from '../document/order-request-schemas.ts';
import { columnNames, headerViolations } from './order-columns-rules.ts';
import {
  type CsvOrder,
  type Refusal,
  ROWS_OF_ORDER_MAX,
  readCsvOrders,
  refusalsOf,
  TooManyRows,
} from './read-csv-orders.ts';

/** A row with 50 prints and 50 customizations that all have the longest URLs. */
const ROW_CHARACTERS_MAX = 500_000;
/** Orders and items that are processed at once. */
const ORDERS_AT_ONCE_MAX = 200;
const ITEMS_AT_ONCE_MAX = 5_000;
/** Time for which each order waits for an unreachable or busy database. */
const DATABASE_AWAY_MS_MAX = 60_000;
const DATABASE_RETRY_MS = 1_000;
/** Refusals in the result. The file of refused rows has all of them. */
const REFUSALS_LISTED_MAX = 10_000;

export interface ImportOptions {
  client: Pick<Client, 'clientId' | 'name' | 'mode'> & { enteredBy?: Actor };
  /** Creates nothing unless every order of the file is valid. */
  allOrNothing: boolean;
  dryRun: boolean;
  /** The currency of prices in orders that name none. */
  currency?: string | undefined;
  /** The fault of a file that is neither UTF-8 nor UTF-16. Without it, an uncertain encoding is refused. */
  encoding?: NamedEncoding | undefined;
  onBytes: (bytes: number) => void;
  onReadings: (readings: number) => void;
  /** Receives a refused order with the reasons. Its rows are discarded afterwards. */
  onRefused: (header: readonly string[], order: CsvOrder, refusals: readonly Refusal[]) => Promise<void>;
}

export interface ImportResult {
  orders: number;
  created: number;
  alreadyThere: number;
  refused: number;
  refusals: (Refusal & { orderId?: string })[];
  /** Doubtful addresses of created orders, such as a postal code that lost its leading zero. */
  warnings?: (Refusal & { orderId?: string })[];
  encoding: Encoding;
}

/**
 * Creates the orders of a CSV file as POST /v1/orders does. `open` returns the file from its beginning. An
 * existing order stays as it is. With `allOrNothing` the whole file is validated first. Throws
 * UnknownEncoding, and errors of the file system.
 */
export async function importOrders(
  context: CreateOrderContext,
  open: () => Readable,
  options: ImportOptions,
): Promise<ImportResult> {
  const { allOrNothing, dryRun, onReadings } = options;
  onReadings(dryRun ? 2 : 3);
  const encoding = await detectEncoding(countBytes(open(), options.onBytes), options.encoding);
  const { clientId } = options.client;
  const attempt = (order: CsvOrder) => judgeOrder(order, (faults) => tryOrder(context, clientId, order.body, faults));
  const create = async (order: CsvOrder) => {
    if (order.faults.length > 0) return attempt(order);
    return judgeOrder(order, async (faults) => {
      const { replayed } = await createOrder(context, options.client, order.body, faults);
      return replayed ? 'replayed' : 'created';
    });
  };
  // Reads the file to its end before anything is created. A broken file is refused as a whole, because nobody
  // could say which of its orders are complete.
  const pass = async (): Promise<Outcome> => 'created';
  const judged = new Tally(encoding, allOrNothing || dryRun ? options.onRefused : async () => {});
  await processFile(open, options, judged, allOrNothing || dryRun ? attempt : pass);
  const isRefused = judged.isFileRefused || (allOrNothing && judged.result.refused > 0);
  if (dryRun) return judged.result;
  if (isRefused) return { ...judged.result, created: 0 };
  const made = new Tally(encoding, options.onRefused);
  await processFile(open, options, made, create, { stopAtRefusal: allOrNothing });
  return made.result;
}

type Outcome = 'created' | 'replayed' | readonly Refusal[];

class Tally {
  readonly result: ImportResult;
  /** The header or the rest of the file cannot be read. */
  isFileRefused = false;
  readonly #onRefused: ImportOptions['onRefused'];

  constructor(encoding: Encoding, onRefused: ImportOptions['onRefused']) {
    this.result = { orders: 0, created: 0, alreadyThere: 0, refused: 0, refusals: [], encoding };
    this.#onRefused = onRefused;
  }

  async count(header: readonly string[], order: CsvOrder, outcome: Outcome): Promise<void> {
    this.result.orders++;
    if (outcome === 'created') {
      this.result.created++;
      this.#warn(order);
    } else if (outcome === 'replayed') this.result.alreadyThere++;
    else {
      this.result.refused++;
      this.#list(outcome, order.orderId);
      await this.#onRefused(header, order, outcome);
    }
  }

  #warn(order: CsvOrder): void {
    const { address = {} } = (order.body.shipping ?? {}) as { address?: Address };
    const warnings = refusalsOf(order, addressWarnings(address, '/shipping/address'));
    if (warnings.length > 0) this.result.warnings ??= [];
    const room = REFUSALS_LISTED_MAX - (this.result.warnings?.length ?? 0);
    for (const warning of warnings.slice(0, room))
      this.result.warnings?.push({
        orderId: order.orderId,
        ...warning,
        message: `${warning.message}${zeroHint(warning, address)}`,
      });
  }

  refuseFile(refusals: readonly Refusal[]): void {
    this.isFileRefused = true;
    this.#list(refusals);
  }

  #list(refusals: readonly Refusal[], orderId = ''): void {
    const room = REFUSALS_LISTED_MAX - this.result.refusals.length;
    for (const refusal of refusals.slice(0, room))
      this.result.refusals.push({ ...(orderId !== '' && { orderId }), ...refusal });
  }
}

function zeroHint({ code }: Refusal, address: Address): string {
  const isLost = code === 'postal_code_format' && hasLostZeros(address);
  return isLost ? ' A spreadsheet has probably removed a leading zero.' : '';
}

/** Reads the file and processes several orders at once. Counts their outcomes in the order of the file. */
async function processFile(
  open: () => Readable,
  { onBytes, currency }: Pick<ImportOptions, 'onBytes' | 'currency'>,
  tally: Tally,
  processOrder: (order: CsvOrder) => Promise<Outcome>,
  { stopAtRefusal = false } = {},
): Promise<void> {
  const file = open();
  const seen = new SeenOrderIds();
  const underWay: { order: CsvOrder; outcome: Promise<Outcome> }[] = [];
  let items = 0;
  let header: readonly string[] = [];
  const countFirst = async () => {
    const { order, outcome } = underWay.shift()!;
    items -= order.rows.length;
    await tally.count(header, order, await outcome);
  };
  try {
    const text = decodeText(countBytes(file, onBytes), tally.result.encoding);
    const rows = readCsv(text, { rowCharactersMax: ROW_CHARACTERS_MAX });
    const first = await rows.next();
    header = first.done ? [] : columnNames(first.value.cells);
    const faults = first.done
      ? [{ line: 1, code: 'required', message: 'The file has no header row.' }]
      : headerViolations(header).map((fault) => ({ line: first.value.line, ...fault }));
    if (faults.length > 0) return tally.refuseFile(faults);
    for await (const order of readCsvOrders(header, rows, currency)) {
      const isNew = order.orderId === '' || seen.add(order.orderId);
      const outcome = isNew ? processOrder(order) : Promise.resolve(refuseSplitOrder(order));
      // The first failure is thrown, and later ones are ignored.
      outcome.catch(() => {});
      underWay.push({ order, outcome });
      items += order.rows.length;
      while (underWay.length >= ORDERS_AT_ONCE_MAX || (items > ITEMS_AT_ONCE_MAX && underWay.length > 1))
        await countFirst();
      if (stopAtRefusal && tally.result.refused > 0) break;
    }
    while (underWay.length > 0) await countFirst();
  } catch (error) {
    while (underWay.length > 0) await countFirst();
    tally.refuseFile([fileFault(error as Error)]);
  } finally {
    file.destroy();
  }
}

function refuseSplitOrder({ rows }: CsvOrder): Outcome {
  const message = 'Earlier rows have this orderId too. Put all rows of an order below each other.';
  return [{ line: rows[0]?.line ?? 1, column: 'orderId', code: 'duplicate', message }];
}

/** Returns the refusal for a broken file. Throws other errors again, which ends the import. */
function fileFault(error: Error): Refusal {
  if (error instanceof CsvFault) {
    const message = `The row ${error.message} Correct it. No order of the file was created.`;
    return { line: error.line, code: error.code, message };
  }
  if (error instanceof TooManyRows) {
    const message = `The order has more than ${ROWS_OF_ORDER_MAX} rows. No order of the file was created.`;
    return { line: error.line, code: 'too_many_items', message };
  }
  throw error;
}

const isValid = requestValidator({ schema: OrderRequestSchema, httpPart: 'body' });

/** Validates the body with the schema, then calls `work`. Returns all violations as refusals. */
async function judgeOrder(order: CsvOrder, work: (faults: readonly Violation[]) => Promise<Outcome>): Promise<Outcome> {
  const { body, faults } = order;
  const found = isValid(body) ? [] : schemaViolations(isValid.errors ?? [], 'body');
  try {
    const outcome = await retryWhileUnreachable(() => work(found));
    return faults.length > 0 ? faults : outcome;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const { violations, error: code, message } = error;
    const line = order.rows[0]?.line ?? 1;
    const refusals = violations ? refusalsOf(order, violations) : [{ line, column: 'orderId', code, message }];
    const isReported = (one: Refusal) => faults.some((other) => other.line === one.line && other.column === one.column);
    return [...faults, ...refusals.filter((one) => !isReported(one))];
  }
}

/** Retries while the database is unreachable. Safe, because an order is created once. */
async function retryWhileUnreachable<T>(work: () => Promise<T>): Promise<T> {
  const until = performance.now() + DATABASE_AWAY_MS_MAX;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!isConnectionLost(error) || performance.now() > until) throw error;
      await sleep(DATABASE_RETRY_MS);
    }
  }
}

async function* countBytes(
  chunks: AsyncIterable<Uint8Array>,
  onBytes: (bytes: number) => void,
): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) {
    onBytes(chunk.length);
    yield chunk;
  }
}

const PLACES_AT_FIRST = 1_024;
/** A fuller table is slow. */
const FILL_MAX = 0.5;
const EMPTY = 0n;

/**
 * The orderIds that were seen, as 64 bits of their SHA-256, so that millions fit into memory. In a file with
 * a million orders, two collide with a probability of one in 37 million.
 */
export class SeenOrderIds {
  #places = new BigUint64Array(PLACES_AT_FIRST);
  #size = 0;

  add(orderId: string): boolean {
    const key = hash('sha256', orderId, 'buffer').readBigUInt64LE() || 1n;
    if (!insertKey(this.#places, key)) return false;
    if (++this.#size > this.#places.length * FILL_MAX) this.#grow();
    return true;
  }

  #grow(): void {
    const places = new BigUint64Array(this.#places.length * 2);
    for (const key of this.#places) if (key !== EMPTY) insertKey(places, key);
    this.#places = places;
  }
}

function insertKey(places: BigUint64Array, key: bigint): boolean {
  const mask = places.length - 1;
  for (let at = Number(key & BigInt(mask)); ; at = (at + 1) & mask) {
    if (places[at] === key) return false;
    if (places[at] === EMPTY) {
      places[at] = key;
      return true;
    }
  }
}
