import type { Pool } from 'pg';
import { problemMessage } from '../../platform/errors/problem-messages.ts';
import type { FileContent } from '../../platform/files/file-content.ts';
import { WAITING_FOR_FILE } from '../document/order-fields.ts';
import type { Order, StatusReason } from '../document/order-schemas.ts';
import { type ClientFile, refuseClientFiles } from '../files/client-file-store.ts';
import { contentViolation, type FileRole } from '../files/content-rules.ts';
import { type KeptFile, type OrderFile, upsertKeptFiles } from '../files/order-file-store.ts';
import { contentOf, measuresOf, orderFiles } from '../files/order-files.ts';
import { findOrderVersions } from '../rows/order-queue-store.ts';
import type { Outcome } from './client-fetches.ts';

/** Delay before the next attempt when this server has no room for a file. */
const POSTPONED_MS = 30_000;
/** Places linked by one statement. A larger statement would delay other work. */
const PLACES_LINKED_MAX = 2_000;
export type OrderToKeep = { clientId: string; order: Order; version: number; updated: Date; signal: AbortSignal };
export type Source = Pick<ClientFile, 'sha256' | 'content' | 'fetched'>;
export type FilesOfOrderContext = { pool: Pool; clock: () => Date; orderBytesMax: number };

export class FilesOfOrder {
  readonly files: KeptFile[] = [];
  /** The last content that was judged. */
  content: FileContent | undefined;
  readonly #obstacles: Obstacle[] = [];
  readonly #context: FilesOfOrderContext;
  readonly #toKeep: OrderToKeep;
  readonly #added: KeptFile[] = [];
  #bytes = 0;

  constructor(context: FilesOfOrderContext, toKeep: OrderToKeep) {
    this.#context = context;
    this.#toKeep = toKeep;
  }

  /** Sorted by their places in the order. */
  get obstacles(): Obstacle[] {
    const places = new Map(orderFiles(this.#toKeep.order).map(({ pointer }, index) => [pointer, index]));
    const placeOf = ({ pointer }: Obstacle) => places.get(pointer) ?? 0;
    return this.#obstacles.toSorted((one, other) => placeOf(one) - placeOf(other));
  }

  get bytesLeft(): number {
    return this.#context.orderBytesMax - this.#bytes;
  }

  /** Links the added files to the order. Returns false if the order has changed. */
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

  /** If the order is unchanged, a known blob was deleted. Its next turn fetches the files again. */
  async #refuseDeleted(added: readonly KeptFile[]): Promise<void> {
    const { pool, clock } = this.#context;
    const { clientId, order, version } = this.#toKeep;
    const versions = await findOrderVersions(pool, clientId, [order.orderId]);
    if (versions.get(order.orderId) !== version) return;
    const urls = new Set(added.map(({ url }) => url));
    await refuseClientFiles(pool, clientId, urls, clock());
  }

  /** Uses the file at those places whose role accepts its content. */
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
    const fitting = this.#suitablePlaces(places, content);
    for (const place of fitting) {
      const kept = keptByPlace?.get(place.pointer);
      const isKept = kept?.url === place.url && kept.role === place.role;
      const file = isKept ? kept : { ...place, ...factsOf(content), sha256, fetched };
      this.files.push(file);
      if (!isKept) this.#added.push(file);
    }
  }

  /** Returns the places whose role accepts the content. Adds an obstacle for each other role. */
  #suitablePlaces(places: readonly OrderFile[], content: FileContent): OrderFile[] {
    this.content = content;
    const unfit = new Set<FileRole>();
    for (const [role, [first]] of Map.groupBy(places, (place) => place.role)) {
      const violation = contentViolation(role, content);
      if (!violation || !first) continue;
      unfit.add(role);
      this.#obstacles.push({ pointer: first.pointer, ...violation, permanent: true });
    }
    return places.filter(({ role }) => !unfit.has(role));
  }

  refuse(places: readonly OrderFile[], outcome: Exclude<Outcome, { kept: true }>): void {
    if ('content' in outcome) {
      this.#suitablePlaces(places, outcome.content);
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
    const message = problemMessage('order_files_too_large', { limit: this.#context.orderBytesMax });
    this.#obstacles.push({ pointer, code: 'order_files_too_large', message, permanent: true });
  }

  tell(obstacle: Obstacle): void {
    this.#obstacles.push(obstacle);
  }
}

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
    visibleShare: content.visibleShare ?? null,
    isOpaque: content.isOpaque ?? null,
  };
}

const DETAILS_MAX = 250;

export interface Obstacle {
  pointer: string;
  code: string;
  message: string;
  permanent: boolean;
  retryAfterMs?: number | undefined;
  /** A fixed time of the next attempt. The present attempt does not count as a failure. */
  nextAttempt?: Date | undefined;
}

/** Returns ERROR for a permanent obstacle or after the last attempt. `attempts` counts earlier failures. */
export function consequenceOf(
  obstacles: readonly Obstacle[],
  attempts: number,
  retrySeconds: readonly number[],
  now: Date,
): { to: 'NEW' | 'ERROR'; statusReason: StatusReason; due?: Date; attempts: number } {
  const waitSeconds = retrySeconds[attempts];
  const isCounted = obstacles.some(({ nextAttempt }) => nextAttempt === undefined);
  const first = obstacles.find(({ permanent }) => permanent) ?? obstacles[0];
  if (!first) throw new Error('An order without obstacles has no reason.');
  if (first.permanent || (isCounted && waitSeconds === undefined)) {
    const { pointer, code, message } = first;
    const details = obstacles.slice(0, DETAILS_MAX).map((one) => detail(one));
    return { to: 'ERROR', statusReason: { code, message, pointer, details }, attempts };
  }
  const times = obstacles.map(({ nextAttempt, retryAfterMs = 0 }) => {
    return nextAttempt ?? new Date(now.getTime() + Math.max((waitSeconds ?? 0) * 1000, retryAfterMs));
  });
  const due = new Date(Math.min(...times.map(Number)));
  const count = obstacles.length;
  const statusReason = {
    code: WAITING_FOR_FILE,
    message: problemMessage(count === 1 ? 'file_waits' : 'files_wait', { count }),
    pointer: first.pointer,
    details: obstacles.slice(0, DETAILS_MAX).map((one, index) => detail(one, times[index])),
  };
  return { to: 'NEW', statusReason, due, attempts: isCounted ? attempts + 1 : attempts };
}

/** Returns whether the reasons differ only in the times of the next attempts. */
export function isSameReason(one: StatusReason | undefined, other: StatusReason): boolean {
  const withoutTimes = (reason: StatusReason | undefined) =>
    JSON.stringify(reason, (name, value) => (name === 'nextAttempt' ? undefined : value));
  return withoutTimes(one) === withoutTimes(other);
}

function detail({ pointer, code, message }: Obstacle, nextAttempt?: Date) {
  return { pointer, code, message, ...(nextAttempt && { nextAttempt: nextAttempt.toISOString() }) };
}
