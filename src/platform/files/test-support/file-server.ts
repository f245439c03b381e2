import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { type AddressInfo, isIP, type LookupFunction } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Agent } from 'undici';
import type { Scope } from '../../../../test/support/scope.ts';
import { type SafeAgentOptions, safeAgent } from '../../network/safe-agent.ts';
import { type FetchLimits, safeFetch } from '../../network/safe-fetch.ts';

export interface FileServer {
  /** `127.0.0.1:port`. */
  host: string;
  port: number;
  url: string;
  requests: IncomingMessage[];
}

/**
 * Starts an HTTP server on a free port of 127.0.0.1, with TLS if a key and certificate are given. It closes
 * with the test.
 */
export async function startFileServer(
  t: Scope,
  answer: RequestListener,
  tls?: { key: string; cert: string },
): Promise<FileServer> {
  const requests: IncomingMessage[] = [];
  const listener: RequestListener = (request, response) => {
    requests.push(request);
    response.on('error', () => {});
    answer(request, response);
  };
  const server = tls ? createTlsServer(tls, listener) : createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const host = `127.0.0.1:${port}`;
  return { host, port, url: `http${tls ? 's' : ''}://${host}`, requests };
}

/** Makes an agent that closes with the test. */
export function openAgent(t: Scope, options: SafeAgentOptions): Agent {
  const agent = safeAgent({ refuseAfterMs: 0, ...options });
  t.after(() => agent.destroy());
  return agent;
}

/** Returns a function that fetches into a folder of the test. */
export async function openFetcher(
  t: Scope,
  options: SafeAgentOptions,
  limits: Partial<FetchLimits> = {},
  claimRoom: (bytes: number) => boolean = () => true,
): Promise<{
  fetchFile: (url: string, signal?: AbortSignal) => ReturnType<typeof safeFetch>;
  files: () => Promise<string[]>;
}> {
  const agent = openAgent(t, options);
  const folder = await mkdtemp(join(tmpdir(), 'platen-files-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  return {
    fetchFile: (url, signal) => safeFetch(url, { agent, folder, limits, claimRoom, ...(signal && { signal }) }),
    files: () => readdir(folder),
  };
}

/** Makes a lookup that returns the next list of addresses on each call, and counts the calls. */
export function scriptedLookup(...answers: readonly (readonly string[])[]): LookupFunction & { calls: number } {
  const lookup = Object.assign(
    ((_name, _options, callback) => {
      const addresses = answers[Math.min(lookup.calls++, answers.length - 1)] ?? [];
      const list = addresses.map((address) => ({ address, family: isIP(address) }));
      queueMicrotask(() => callback(null, list));
    }) satisfies LookupFunction,
    { calls: 0 },
  );
  return lookup;
}
