import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Pool } from 'pg';
import { ApiError, invalidRequest, orderNotFound } from '../../platform/errors/errors.ts';
import { problemMessage } from '../../platform/errors/problem-messages.ts';
import type { BlobStore } from '../../platform/files/blobs.ts';
import type { FileContent } from '../../platform/files/file-content.ts';
import type { FetchFailure } from '../../platform/network/fetch-failure.ts';
import {
  type FetchedFile,
  FILE_BYTES_MAX,
  type FileValidators,
  type UnchangedFile,
} from '../../platform/network/safe-fetch.ts';
import type { Order } from '../document/order-schemas.ts';
import {
  CLIENT_FILE_USABLE_MS,
  type ClientFile,
  findClientFiles,
  upsertClientFile,
} from '../files/client-file-store.ts';
import { findUploads } from '../files/client-upload-store.ts';
import { type FileRole, uploadViolation } from '../files/content-rules.ts';
import { PictureFolders } from '../files/draw-pictures.ts';
import { deleteUnnamedFiles } from '../files/order-blob-names.ts';
import { findKeptFiles, type KeptFile, type OrderFile } from '../files/order-file-store.ts';
import { isUpload, orderFiles, uploadIdOf } from '../files/order-files.ts';
import type { OrderKey } from '../rows/order-row-store.ts';
import { ClientFetches, type ClientFetchesContext, type Need, type Ticket } from './client-fetches.ts';
import { FilesOfOrder, type FilesOfOrderContext, type Obstacle, type OrderToKeep, sourceOf } from './files-of-order.ts';

const FILES_AT_ONCE = 4;
/** Failures of an unreachable host after which an order stops trying its other files there. */
const HOST_FAILURES_MAX = 3;
const HOST_FAILURES: readonly string[] = [
  'file_unreachable',
  'file_timeout',
  'file_address_refused',
  'file_certificate_invalid',
] satisfies FetchFailure['code'][];

interface FetchOptions {
  signal: AbortSignal;
  bytesMax: number;
  validators: FileValidators;
  onBytes: (bytes: number) => void;
}

export interface KeepContext extends ClientFetchesContext, FilesOfOrderContext {
  pool: Pool;
  clock: () => Date;
  blobs: BlobStore;
  fetchFile: (url: string, options: FetchOptions) => Promise<FetchedFile | UnchangedFile | FetchFailure>;
  /** Inspects a fetched file. Clients take turns. */
  judgeFile: (clientId: string, file: { path: string; sha256: string }, signal: AbortSignal) => Promise<FileContent>;
  /** A file fetched within this time is reused for other orders of the client without asking its host. */
  reuseMs: number;
}

export type Kept = { files: KeptFile[]; obstacles: Obstacle[]; blocked: Need[] };

interface Wanted {
  url: string;
  need: Need;
  places: readonly OrderFile[];
  /** A fetched file that is too old to be used without asking its host. */
  known: ClientFile | undefined;
}

/**
 * Stores the files of one order: reuses files of the client's other orders, and fetches missing ones while
 * fetch slots are free. Returns the stored files, the obstacles and the fetches that found no slot; undefined
 * if the order has changed. `ticket` is the permission to fetch one of the files.
 */
export async function keepFiles(
  context: KeepContext,
  fetches: ClientFetches,
  toKeep: OrderToKeep,
  ticket: Ticket | undefined,
): Promise<Kept | undefined> {
  const keeping = new Keeping(context, fetches, toKeep);
  try {
    await keeping.useExistingFiles();
    const blocked = await keeping.fetchMissing(ticket);
    const { result } = keeping;
    if (!(await result.link())) return undefined;
    return { files: result.files, obstacles: result.obstacles, blocked };
  } finally {
    ticket?.finish();
  }
}

/** Milliseconds in which the new files of a correction in production arrive. */
const GATHER_MS_MAX = 6_000;

/**
 * Returns the files of a corrected order at these URLs. Fetches missing files, for at most 6 seconds. Throws
 * `invalid_request` for a file that cannot be fetched or used, and `temporarily_unavailable` for a slow one.
 */
export async function gatherFiles(
  context: KeepContext,
  clientId: string,
  order: Order,
  urls: ReadonlySet<string>,
): Promise<KeptFile[]> {
  const signal = AbortSignal.timeout(GATHER_MS_MAX);
  const { files, obstacles, isLate } = await inspectFiles(context, clientId, order, urls, signal);
  if (obstacles.length > 0)
    throw invalidRequest(obstacles.map(({ pointer, code, message }) => ({ pointer, code, message })));
  if (!isLate) return files;
  const message = `A new file did not arrive within ${GATHER_MS_MAX / 1_000} s. Upload it, or send the request again.`;
  throw new ApiError('temporarily_unavailable', message);
}

interface InspectedFiles {
  files: KeptFile[];
  obstacles: Obstacle[];
  /** Whether a file did not arrive in time, or could not be fetched yet. */
  isLate: boolean;
  /** The content that was inspected last, even if the file was refused. */
  content: FileContent | undefined;
}

/** Fetches and inspects the files of an order at these URLs, without linking them to it. */
export async function inspectFiles(
  context: KeepContext,
  clientId: string,
  order: Order,
  urls: ReadonlySet<string>,
  signal: AbortSignal,
): Promise<InspectedFiles> {
  const toKeep = { clientId, order, version: 0, updated: context.clock(), signal };
  const keeping = new Keeping(context, new ClientFetches(context, clientId), toKeep);
  await keeping.useExistingFiles(urls);
  const late = await keeping.fetchMissing(undefined).catch((error) => {
    if (!signal.aborted) throw error;
    return [error];
  });
  const { files, obstacles, content } = keeping.result;
  return { files, obstacles, isLate: late.length > 0, content };
}

/** Stores an upload of staff as the file at `url`. Throws `invalid_request` if it does not fit its role. */
export async function keepUpload(
  { pool, clock, blobs, judgeFile }: KeepContext,
  key: OrderKey,
  { url, role, sha256, content: bytes }: { url: string; role?: FileRole | undefined; sha256: string; content: Buffer },
  signal: AbortSignal,
): Promise<FileContent> {
  const folder = await folders.make(clock());
  try {
    const path = join(folder, 'file');
    await writeFile(path, bytes);
    const content = await judgeFile(key.clientId, { path, sha256 }, signal);
    const fault = uploadViolation(content, role && [role]);
    if (fault) throw invalidRequest([{ pointer: '', ...fault }]);
    await blobs.put(sha256, path);
    const file = { sha256, content, etag: null, lastModified: null, fetched: clock() };
    if (!(await upsertClientFile(pool, key, url, file))) throw orderNotFound();
    return content;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const folders = new PictureFolders();

class Keeping {
  readonly result: FilesOfOrder;
  readonly #context: KeepContext;
  readonly #fetches: ClientFetches;
  readonly #toKeep: OrderToKeep;
  #wanted: Wanted[] = [];
  readonly #hostFailures = new Map<string, FetchFailure[]>();

  constructor(context: KeepContext, fetches: ClientFetches, toKeep: OrderToKeep) {
    this.#context = context;
    this.#fetches = fetches;
    this.#toKeep = toKeep;
    this.result = new FilesOfOrder(context, toKeep);
  }

  /** Uses the files that the order or its client has. Adds the obstacles that are known already. */
  async useExistingFiles(urls?: ReadonlySet<string>): Promise<void> {
    const { pool, clock, reuseMs } = this.#context;
    const { clientId, order, updated } = this.#toKeep;
    const wanted = orderFiles(order).filter(({ url }) => urls?.has(url) ?? true);
    const byUrl = Map.groupBy(wanted, ({ url }) => url);
    const needs = new Map([...byUrl.keys()].map((url) => [url, this.#fetches.need(url)]));
    const kept = await findKeptFiles(pool, clientId, order.orderId);
    const keptByPlace = new Map(kept.map((file) => [file.pointer, file]));
    const keptByUrl = new Map(kept.map((file) => [file.url, file]));
    const missing = [...byUrl.keys()].filter((url) => !keptByUrl.has(url));
    const now = clock();
    const usableFrom = new Date(now.getTime() - CLIENT_FILE_USABLE_MS);
    const ofClient = missing.length > 0 ? await findClientFiles(pool, clientId, missing, usableFrom) : new Map();
    const uploads = await findUploadedFiles(pool, clientId, missing);
    const quotaUntil = missing.length > 0 ? await this.#fetches.quotaReachedUntil() : undefined;
    const isFresh = ({ fetched }: ClientFile) => now.getTime() - fetched.getTime() <= reuseMs;
    const later = new Map(
      order.statusReason?.details?.map(({ nextAttempt, ...detail }) => [
        detail.pointer,
        { ...detail, nextAttempt: new Date(nextAttempt ?? now) },
      ]),
    );
    for (const [url, places] of byUrl) {
      const [{ pointer }] = places as [OrderFile];
      const need = needs.get(url) as Need;
      const upload = uploads.get(url);
      const known: ClientFile | undefined = ofClient.get(url);
      const ofOrder = keptByUrl.get(url);
      const failed = this.#fetches.failureSince(need, updated);
      const waiting = later.get(pointer);
      if (ofOrder) this.result.place(places, sourceOf(ofOrder), keptByPlace);
      else if (upload) this.result.place(places, upload);
      else if (known && (isUpload(url) || isFresh(known))) this.result.place(places, known);
      else if (failed) this.result.refuse(places, failed);
      else if (waiting && waiting.nextAttempt > now) this.result.tell({ ...waiting, permanent: false });
      else if (quotaUntil) this.result.tell({ pointer, ...QUOTA_REACHED, nextAttempt: quotaUntil });
      else this.#wanted.push({ url, need, places, known });
    }
  }

  /** Returns the files that could not start, because their host is busy or another order fetches them. */
  async fetchMissing(ticket: Ticket | undefined): Promise<Need[]> {
    const { signal } = this.#toKeep;
    if (!this.#wanted.some(({ need }) => need.key === ticket?.key)) ticket?.finish();
    const underWay = new Set<Promise<void>>();
    const failures: unknown[] = [];
    let blocked: Wanted[] = [];
    for (;;) {
      const queue = [...blocked, ...this.#wanted.splice(0)];
      blocked = [];
      for (const wanted of queue) {
        if (this.#isDown(wanted)) continue;
        const mayBegin = underWay.size < FILES_AT_ONCE && failures.length === 0 && !signal.aborted;
        const own = wanted.need.key === ticket?.key ? ticket : undefined;
        const begun = mayBegin ? (own ?? this.#fetches.begin(wanted.need)) : undefined;
        if (!begun) {
          blocked.push(wanted);
          continue;
        }
        const fetching = this.#fetch(wanted, begun)
          .catch((error) => void failures.push(error))
          .finally(() => {
            begun.finish();
            underWay.delete(fetching);
          });
        underWay.add(fetching);
      }
      if (underWay.size === 0) break;
      await Promise.race(underWay);
    }
    if (failures.length > 0) {
      if (!signal.aborted) await this.result.link();
      throw failures[0];
    }
    return blocked.map(({ need }) => need);
  }

  async #fetch({ url, need, places, known }: Wanted, ticket: Ticket): Promise<void> {
    const bytesMax = this.result.bytesLeft;
    if (bytesMax <= 0) return this.result.refuseOverBudget(places);
    let received = 0;
    const fetched = await this.#context
      .fetchFile(url, {
        signal: this.#toKeep.signal,
        bytesMax,
        validators: { etag: known?.etag ?? undefined, lastModified: known?.lastModified ?? undefined },
        onBytes: (bytes) => {
          received += bytes;
        },
      })
      .finally(() => {
        ticket.endFetch();
        return this.#fetches.countBytes(received);
      });
    if (fetched.kind === 'fetched') return this.#judge(url, places, fetched, ticket);
    if (fetched.kind === 'unchanged') return this.#keep(url, places, known as ClientFile, ticket);
    if (fetched.code === 'file_too_large' && bytesMax < FILE_BYTES_MAX) return this.result.refuseOverBudget(places);
    if (HOST_FAILURES.includes(fetched.code)) {
      this.#hostFailures.set(need.host, [...(this.#hostFailures.get(need.host) ?? []), fetched]);
    }
    ticket.finish({ failure: fetched });
    this.result.refuse(places, { failure: fetched });
  }

  async #judge(url: string, places: readonly OrderFile[], fetched: FetchedFile, ticket: Ticket): Promise<void> {
    const { path, sha256, validators } = fetched;
    const { clientId, signal } = this.#toKeep;
    try {
      const content = await this.#context.judgeFile(clientId, fetched, signal);
      if (!content.mediaType || content.mediaType === 'text/html' || content.fault) {
        ticket.finish({ content });
        return this.result.refuse(places, { content });
      }
      await this.#context.blobs.put(sha256, path);
      const { etag = null, lastModified = null } = validators;
      await this.#keep(url, places, { sha256, content, etag, lastModified, fetched: ticket.began }, ticket);
    } finally {
      await rm(path, { force: true });
    }
  }

  async #keep(url: string, places: readonly OrderFile[], file: ClientFile, ticket: Ticket): Promise<void> {
    const current = { ...file, fetched: ticket.began };
    const { clientId, order } = this.#toKeep;
    const key = { clientId, orderId: order.orderId };
    const isKept = await upsertClientFile(this.#context.pool, key, url, current);
    if (!isKept) return deleteUnnamedFiles(this.#context, [file.sha256]);
    ticket.finish({ kept: true });
    this.result.place(places, current);
  }

  #isDown({ need, places }: Wanted): boolean {
    const failures = this.#hostFailures.get(need.host) ?? [];
    const [failure] = failures;
    if (!failure || failures.length < HOST_FAILURES_MAX) return false;
    this.result.refuse(places, { failure });
    return true;
  }
}

/** Finds the uploads of the client that have these URLs. They are fetched from nowhere. */
async function findUploadedFiles(
  pool: Pool,
  clientId: string,
  urls: readonly string[],
): Promise<Map<string, Pick<ClientFile, 'sha256' | 'content' | 'fetched'>>> {
  const byId = new Map<string, string>();
  for (const url of urls) {
    const fileId = uploadIdOf(url);
    if (fileId !== undefined) byId.set(fileId, url);
  }
  if (byId.size === 0) return new Map();
  const found = await findUploads(pool, clientId, [...byId.keys()]);
  return new Map(
    found.map(({ fileId, sha256, content, keptSince }) => [
      byId.get(fileId) as string,
      { sha256, content, fetched: keptSince },
    ]),
  );
}

const QUOTA_REACHED = {
  code: 'file_quota_reached',
  message: problemMessage('file_quota_reached'),
  permanent: false,
};
