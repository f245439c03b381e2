import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { TestContext } from 'node:test';
import { PlatenClient, type PlatenClientOptions } from '../platen-client.ts';

export const SECRET = 'platen_the-secret-of-this-test';
export const RANDOM = 0.5;

export interface SeenRequest {
  method: string;
  /** Raw path and query of the request. */
  url: string;
  authorization: string | undefined;
  ifMatch: string | undefined;
  body: unknown;
}

export interface ScriptedAnswer {
  /** 200 by default. */
  status?: number;
  headers?: Record<string, string>;
  json?: unknown;
  /** Replaces `json`. */
  text?: string;
  /** Sends no response: breaks the connection, or stays silent. */
  fault?: 'break' | 'silence';
}

/** A response, or a function that builds it from the request. */
export type Script = ScriptedAnswer | ((request: SeenRequest) => ScriptedAnswer | Promise<ScriptedAnswer>);

export interface Scripts {
  /** Responses of the API, in order. The last one repeats. */
  api?: Script[];
  /** Responses of POST /oauth/token. The default is token-1, token-2 and so on, each valid for one hour. */
  token?: Script[];
}

export interface ScriptedServer {
  baseUrl: string;
  client: PlatenClient;
  /** Requests that the API received. */
  requests: SeenRequest[];
  tokenRequests: SeenRequest[];
  /** The client's clock. Its waits advance it. */
  clock: { ms: number };
  /** Waits of the client, in milliseconds. */
  waits: number[];
}

/**
 * Starts a server with scripted responses, and a client with a test clock. Both stop at the end of the test.
 */
export async function scriptedServer(
  t: TestContext,
  scripts: Scripts,
  options: Partial<PlatenClientOptions> = {},
): Promise<ScriptedServer> {
  const requests: SeenRequest[] = [];
  const tokenRequests: SeenRequest[] = [];
  const server = createServer(async (incoming, response) => {
    const isToken = incoming.url?.endsWith('/oauth/token') ?? false;
    const seen = isToken ? tokenRequests : requests;
    const count = seen.push(await read(incoming));
    const script = (isToken ? scripts.token : scripts.api) ?? [isToken ? numberedToken(count) : {}];
    const answer = script[Math.min(count, script.length) - 1] ?? {};
    await send(response, typeof answer === 'function' ? await answer(seen[count - 1]!) : answer);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  });
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const clock = { ms: Date.parse('2026-01-31T12:00:00.000Z') };
  const waits: number[] = [];
  const client = new PlatenClient({
    baseUrl,
    clientId: 'shop',
    clientSecret: SECRET,
    now: () => clock.ms,
    random: () => RANDOM,
    sleep: async (delayMs) => {
      waits.push(delayMs);
      clock.ms += delayMs;
    },
    ...options,
  });
  return { baseUrl, client, requests, tokenRequests, clock, waits };
}

/** A successful token response. */
export function numberedToken(number: number, lifetimeSeconds = 3_600): ScriptedAnswer {
  return {
    json: {
      access_token: `token-${number}`,
      token_type: 'Bearer',
      expires_in: lifetimeSeconds,
      scope: 'fulfillment',
    },
  };
}

/** An API response outside 2xx. */
export function failure(
  status: number,
  error: string,
  headers: Record<string, string> = {},
  more: Record<string, unknown> = {},
): ScriptedAnswer {
  const json = { error, message: `It is ${error}.`, detail: 'In general.', requestId: 'req-1', ...more };
  return { status, headers, json };
}

async function read(incoming: IncomingMessage): Promise<SeenRequest> {
  const body = await text(incoming);
  return {
    method: incoming.method ?? '',
    url: incoming.url ?? '',
    authorization: incoming.headers.authorization,
    ifMatch: incoming.headers['if-match'],
    body: body && JSON.parse(body),
  };
}

async function send(response: ServerResponse, answer: ScriptedAnswer): Promise<void> {
  if (answer.fault === 'break') response.destroy();
  if (answer.fault) return;
  response.writeHead(answer.status ?? 200, { 'content-type': 'application/json', ...answer.headers });
  response.end(answer.text ?? JSON.stringify(answer.json ?? {}));
}
