import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { TestContext } from 'node:test';
import { PlatenClient, type PlatenClientOptions } from '../platen-client.ts';

export const SECRET = 'platen_the-secret-of-this-test';
export const RANDOM = 0.5;

export interface SeenRequest {
  method: string;
  /** Path and query as they came over the wire. */
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
  /** Instead of `json`. */
  text?: string;
  /** No answer: the connection breaks, or stays silent. */
  fault?: 'break' | 'silence';
}

/** An answer, or what makes it from the request. */
export type Script = ScriptedAnswer | ((request: SeenRequest) => ScriptedAnswer | Promise<ScriptedAnswer>);

export interface Scripts {
  /** Answers of the API, in turn; the last is repeated. */
  api?: Script[];
  /** The same of POST /oauth/token; by default token-1, token-2 and so on, for an hour each. */
  token?: Script[];
}

export interface ScriptedServer {
  baseUrl: string;
  client: PlatenClient;
  /** What the API was asked. */
  requests: SeenRequest[];
  tokenRequests: SeenRequest[];
  /** The time that the client sees; its waits move it. */
  clock: { ms: number };
  /** How long the client waited, in milliseconds. */
  waits: number[];
}

/** A server that answers by script, and a client of it with a clock of its own. Both end with the test. */
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

/** A good answer of the token endpoint. */
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

/** An answer outside 2xx as the API makes it. */
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
