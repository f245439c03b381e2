import { mkdtemp, rm } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Scope } from '../../../test/support/scope.ts';
import type { TestServer } from '../../../test/support/test-server.ts';
import { folderBlobStore } from '../../platform/files/blob-folder.ts';
import type { BlobStore } from '../../platform/files/blobs.ts';
import { inspectFile } from '../../platform/files/inspect-file.ts';
import { recordBlobs } from '../../platform/files/open-blobs.ts';
import { type FileServer, openAgent, startFileServer } from '../../platform/files/test-support/file-server.ts';
import { safeFetch } from '../../platform/network/safe-fetch.ts';
import { FetchSlots } from '../intake/fetch-slots.ts';
import { type IntakeContext, takeInOrders } from '../intake/intake-orders.ts';
import { BLANK, customItem, DUE_RULE, type Item } from './sample-orders.ts';

type Server = Pick<TestServer, 'pool' | 'log' | 'faults' | 'time'>;

/** Returns the intake's context with default settings. Files come from the given hosts. */
export async function newIntakeContext(
  t: Scope,
  server: Server,
  { blobs, allow, retrySeconds }: { blobs: BlobStore; allow: readonly string[]; retrySeconds: readonly number[] },
): Promise<IntakeContext> {
  const folder = await newFolder(t);
  const agent = openAgent(t, { allow });
  return {
    pool: server.pool,
    clock: () => server.time.now ?? new Date(),
    dueRule: DUE_RULE,
    log: server.log,
    faults: server.faults,
    blobs: recordBlobs(server.pool, blobs),
    fetchFile: (url, options) => safeFetch(url, { ...options, agent, folder }),
    judgeFile: (_clientId, { path }) => inspectFile(path),
    mayFetch: () => true,
    slots: new FetchSlots({ all: 256, perClient: 32, perHost: 8 }),
    ordersAtOnce: 64,
    reuseMs: 60_000,
    artworkDpiMin: 150,
    orderBytesMax: 2 ** 31,
    clientBytesPerDayMax: 100 * 2 ** 30,
    retrySeconds,
  };
}

export type FileAnswer = (response: ServerResponse) => void;

export interface IntakeHost {
  files: FileServer;
  other: FileServer;
  context: IntakeContext;
  asked(): string[];
  /** Runs until nothing is due, or `signal` aborts. */
  takeIn(clientId: string, signal?: AbortSignal, waitForRequest?: () => Promise<void>): Promise<void>;
  printed(path: string, host?: FileServer): Item;
}

export async function newIntakeHost(
  t: Scope,
  server: Server,
  answers: Record<string, FileAnswer>,
  retrySeconds: readonly number[] = [10, 60],
): Promise<IntakeHost> {
  const start = () =>
    startFileServer(t, (request, response) => {
      const { pathname } = new URL(request.url ?? '', 'http://host');
      const answer = answers[pathname] ?? ((missing) => missing.writeHead(404).end());
      answer(response);
    });
  const [files, other] = [await start(), await start()];
  const context = await newIntakeContext(t, server, {
    blobs: folderBlobStore(join(await newFolder(t), 'blobs')),
    allow: [files.host, other.host],
    retrySeconds,
  });
  return {
    files,
    other,
    context,
    asked: () => [...files.requests, ...other.requests].map(({ url = '' }) => url),
    takeIn: (clientId, signal = new AbortController().signal, waitForRequest = undefined) =>
      takeInOrders(context, clientId, signal, waitForRequest),
    printed: (path, host = files) =>
      customItem({
        sku: BLANK,
        prints: [{ dataUrl: `${host.url}${path}`, location: 'FRONT', technology: 'DTG' }],
      }),
  };
}

export function serve(body: Buffer | string, headers: Record<string, string> = {}): FileAnswer {
  return (response) => void response.writeHead(200, headers).end(body);
}

async function newFolder(t: Scope): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'platen-intake-'));
  t.after(() => rm(folder, { recursive: true }));
  return folder;
}
