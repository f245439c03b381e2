import type { Pool } from 'pg';
import type { FileContent } from '../../platform/files/file-content.ts';
import { findOrderVersions } from '../change/order-work-store.ts';
import { type Order, type StatusReason, WAITING_FOR_FILE } from '../document/order-schemas.ts';
import { type ClientFile, refuseClientFiles } from '../files/client-file-store.ts';
import { contentViolation, type FileRole } from '../files/content-rules.ts';
import { type KeptFile, upsertKeptFiles } from '../files/order-file-store.ts';
import { contentOf, measuresOf, type OrderFile, orderFiles } from '../files/order-files.ts';
import type { Outcome } from './client-fetches.ts';

/** What we have no room for is looked at again after this. */
const POSTPONED_MS = 30_000;
/** Places of one statement; putting a statement of many together keeps others waiting. */
const PLACES_LINKED_MAX = 2_000;

/** An order as it stands in the version whose files are to be kept. */
export interface OrderToKeep {
  clientId: string;
  order: Order;
  version: number;
  updated: Date;
  signal: AbortSignal;
}

/** A file that is there: its content, and what it was judged to be. */
export type Source = Pick<ClientFile, 'sha256' | 'content' | 'fetched'>;

export interface FilesOfOrderContext {
  pool: Pool;
  clock: () => Date;
  /** Of the files of one order together. */
  orderBytesMax: number;
}

/** What is there of an order's files, and what is in the way. */
export class FilesOfOrder {
  readonly files: KeptFile[] = [];
  readonly #obstacles: Obstacle[] = [];
  readonly #context: FilesOfOrderContext;
  readonly #toKeep: OrderToKeep;
  /** Not linked to the order yet. */
  readonly #added: KeptFile[] = [];
  #bytes = 0;

  constructor(context: FilesOfOrderContext, toKeep: OrderToKeep) {
    this.#context = context;
    this.#toKeep = toKeep;
  }

  /** As the files stand in the order, whichever was known first. */
  get obstacles(): Obstacle[] {
    const places = new Map(orderFiles(this.#toKeep.order).map(({ pointer }, index) => [pointer, index]));
    const placeOf = ({ pointer }: Obstacle) => places.get(pointer) ?? 0;
    return this.#obstacles.toSorted((one, other) => placeOf(one) - placeOf(other));
  }

  /** Bytes that the files of the order may still have. */
  get bytesLeft(): number {
    return this.#context.orderBytesMax - this.#bytes;
  }

  /** Notes what was added. False when the order has changed meanwhile. */
  async link(): Promise<boolean> {
    const { pool } = this.#context;
    const { clientId, order, version } = this.#toKeep;
    while (this.#added.length > 0) {
      const added = this.#added.splice(0, PLACES_LINKED_MAX);
      if (await upsertKeptFiles(pool, clientId, order.orderId, version, added)) continue;
      await this.#refuseDeleted([...added, ...this.#added.splice(0)]);
      return false;
    }
    return true;
  }

  /** When the order has not changed, somebody deleted a blob that is known of: at its next turn the order fetches it anew. */
  async #refuseDeleted(added: readonly KeptFile[]): Promise<void> {
    const { pool, clock } = this.#context;
    const { clientId, order, version } = this.#toKeep;
    const versions = await findOrderVersions(pool, clientId, [order.orderId]);
    if (versions.get(order.orderId) !== version) return;
    const urls = new Set(added.map(({ url }) => url));
    await refuseClientFiles(pool, clientId, urls, clock());
  }

  /** Uses the file at the places, as far as they take it. */
  place(
    places: readonly OrderFile[],
    { sha256, content, fetched }: Source,
    keptByPlace?: ReadonlyMap<string, KeptFile>,
  ): void {
    if (content.bytes > this.bytesLeft) {
      this.refuseOverBudget(places);
      return;
    }
    this.#bytes += content.bytes;
    const fitting = this.#withoutUnfit(places, content);
    for (const place of fitting) {
      const kept = keptByPlace?.get(place.pointer);
      const isKept = kept?.url === place.url && kept.role === place.role;
      const file = isKept ? kept : { ...place, ...factsOf(content), sha256, fetched };
      this.files.push(file);
      if (!isKept) this.#added.push(file);
    }
  }

  /** Of each role that does not take the content the first place is told. */
  #withoutUnfit(places: readonly OrderFile[], content: FileContent): OrderFile[] {
    const unfit = new Set<FileRole>();
    for (const [role, [first]] of Map.groupBy(places, (place) => place.role)) {
      const violation = contentViolation(role, content);
      if (!violation || !first) continue;
      unfit.add(role);
      this.#obstacles.push({ pointer: first.pointer, ...violation, permanent: true });
    }
    return places.filter(({ role }) => !unfit.has(role));
  }

  /** What came of a fetch keeps the order from going on. */
  refuse(places: readonly OrderFile[], outcome: Exclude<Outcome, { kept: true }>): void {
    if ('content' in outcome) {
      this.#withoutUnfit(places, outcome.content);
      return;
    }
    const { kind, code, message, retryAfterMs } = outcome.failure;
    const [{ pointer }] = places as [OrderFile];
    const permanent = kind === 'permanent_failure';
    const nextAttempt = new Date(this.#context.clock().getTime() + POSTPONED_MS);
    this.#obstacles.push({
      pointer,
      code,
      message,
      retryAfterMs,
      permanent,
      ...(kind === 'postponed' && { nextAttempt }),
    });
  }

  refuseOverBudget(places: readonly OrderFile[]): void {
    const [{ pointer }] = places as [OrderFile];
    const message = `The files of an order must not be larger than ${this.#context.orderBytesMax} bytes together.`;
    this.#obstacles.push({ pointer, code: 'order_files_too_large', message, permanent: true });
  }

  tell(obstacle: Obstacle): void {
    this.#obstacles.push(obstacle);
  }
}

/** What an order keeps already. */
export function sourceOf(file: KeptFile): Source {
  return { sha256: file.sha256, content: { ...contentOf(file), ...measuresOf(file) }, fetched: file.fetched };
}

function factsOf(content: FileContent) {
  const { mediaType, bytes, width, height, dpi, hasAlpha, pages, widthMm, heightMm } = content;
  return {
    mediaType: mediaType ?? 'application/octet-stream',
    bytes,
    width: width ?? null,
    height: height ?? null,
    dpi: dpi ?? null,
    hasAlpha: hasAlpha ?? null,
    pages: pages ?? null,
    widthMm: widthMm ?? null,
    heightMm: heightMm ?? null,
  };
}

/** The number of files that `details` of a reason names at most. */
const DETAILS_MAX = 250;

/** A file that keeps its order from going on: for good, or for now. */
export interface Obstacle {
  /** The first place in the order that names the file. */
  pointer: string;
  code: string;
  message: string;
  permanent: boolean;
  /** How long its host asked to wait. */
  retryAfterMs?: number | undefined;
  /** When it is due again whatever came of this attempt, which counted for nothing. */
  nextAttempt?: Date | undefined;
}

/** What becomes of an order with obstacles. */
interface Consequence {
  to: 'NEW' | 'ERROR';
  statusReason: StatusReason;
  /** When it is tried again. */
  due?: Date;
  /** Attempts that failed so far. */
  attempts: number;
}

/** ERROR when anything is wrong for good, or all attempts are used up; else NEW, and another attempt. `attempts` is how many failed before. */
export function consequenceOf(
  obstacles: readonly Obstacle[],
  attempts: number,
  retrySeconds: readonly number[],
  now: Date,
): Consequence {
  const waitSeconds = retrySeconds[attempts];
  const isCounted = obstacles.some(({ nextAttempt }) => nextAttempt === undefined);
  const first = obstacles.find(({ permanent }) => permanent) ?? obstacles[0];
  if (!first) throw new Error('An order without obstacles goes on.');
  if (first.permanent || (isCounted && waitSeconds === undefined)) {
    const { pointer, code, message } = first;
    const details = obstacles.slice(0, DETAILS_MAX).map((one) => detail(one));
    return { to: 'ERROR', statusReason: { code, message, pointer, details }, attempts };
  }
  const times = obstacles.map(({ nextAttempt, retryAfterMs = 0 }) => {
    return nextAttempt ?? new Date(now.getTime() + Math.max((waitSeconds ?? 0) * 1000, retryAfterMs));
  });
  const due = new Date(Math.min(...times.map(Number)));
  const { length } = obstacles;
  const files = length === 1 ? 'A file cannot be had' : `${length} files cannot be had`;
  const statusReason = {
    code: WAITING_FOR_FILE,
    message: `${files} for now; the order waits, and another attempt is made. See details.`,
    pointer: first.pointer,
    details: obstacles.slice(0, DETAILS_MAX).map((one, index) => detail(one, times[index])),
  };
  return { to: 'NEW', statusReason, due, attempts: isCounted ? attempts + 1 : attempts };
}

/** Whether no more than the times of the next attempts differ. */
export function tellsTheSame(one: StatusReason | undefined, other: StatusReason): boolean {
  const withoutTimes = (reason: StatusReason | undefined) =>
    JSON.stringify(reason, (name, value) => (name === 'nextAttempt' ? undefined : value));
  return withoutTimes(one) === withoutTimes(other);
}

function detail({ pointer, code, message }: Obstacle, nextAttempt?: Date) {
  return { pointer, code, message, ...(nextAttempt && { nextAttempt: nextAttempt.toISOString() }) };
}
