import createClient, { type ClientPathsWithMethod, type MaybeOptionalInit, type MethodResponse } from 'openapi-fetch';
import { SERVER_URL } from './api-base.ts';
import type { OperatorApi } from './operator-types.ts';
import { ConnectionLost, RequestError } from './request-error.ts';

/** The schemas of the operator API by name, such as `Schemas['ListedOrder']`. */
export type Schemas = OperatorApi['schemas'];

export type OperatorPaths = OperatorApi['paths'];

/** The typed operator API. Throws RequestError for a refusal and ConnectionLost without an answer. */
export const operatorApi = createClient<OperatorPaths>({ baseUrl: SERVER_URL, fetch: fetchOrThrow });

/** Calls fetch and throws for answers outside 2xx. The session cookie is sent automatically. */
export async function fetchOrThrow(request: Request): Promise<Response> {
  const response = await fetchUnlessKept(request).catch((error: unknown) => {
    if (request.signal.aborted) throw error;
    throw new ConnectionLost('The server did not answer.', { cause: error });
  });
  if (response.ok) return response;
  if (response.status === 401) forgetAnswers();
  throw new RequestError(response, await response.json().catch(() => ({})));
}

type Method = 'get' | 'put' | 'post' | 'patch' | 'delete';
type Paths<M extends Method> = ClientPathsWithMethod<typeof operatorApi, M>;
type ContentReader<M extends Method> = <
  P extends Paths<M>,
  Init extends MaybeOptionalInit<OperatorPaths[P], M & keyof OperatorPaths[P]>,
>(
  path: P,
  ...init: object extends Init ? [Init?] : [Init]
) => Promise<MethodResponse<typeof operatorApi, M, P, Init>>;

export type ReadPath = Paths<'get'>;
/** The content of an answer to GET. */
export type Content<P extends ReadPath> = MethodResponse<typeof operatorApi, 'get', P>;
type ParametersOf<P extends ReadPath> = OperatorPaths[P] extends { get: { parameters: infer Given } } ? Given : never;
type OrUndefined<T> = { [Name in keyof T]?: T[Name] | undefined };
/** The parameters of GET. Undefined ones are not sent. */
export type ReadParams<P extends ReadPath> = {
  query?: ParametersOf<P> extends { query?: infer Query } ? OrUndefined<Query> : never;
} & (ParametersOf<P> extends { path: infer Path } ? { path: Path } : unknown);

/** Like `operatorApi`, but returns only the content. */
export const api = {
  GET: contentReader<'get'>('GET'),
  PUT: contentReader<'put'>('PUT'),
  POST: contentReader<'post'>('POST'),
  PATCH: contentReader<'patch'>('PATCH'),
  DELETE: contentReader<'delete'>('DELETE'),
};

function contentReader<M extends Method>(method: Uppercase<M>): ContentReader<M> {
  const send = operatorApi[method] as (...call: unknown[]) => Promise<{ data?: unknown }>;
  return (async (...call: unknown[]) => (await send(...call)).data) as ContentReader<M>;
}

/** Number of answers in memory. The least recently used one is dropped first. */
const ANSWERS_MAX = 50;
/** Longer answers are not kept. In characters. */
const ANSWER_LENGTH_MAX = 500_000;
const NOT_MODIFIED = 304;

type KeptAnswer = { etag: string; headers: Headers; body: string };

/** Answers by URL, until the page is closed. The browser must not store them (`no-store`). */
let keptAnswers = new Map<string, KeptAnswer>();

/** Drops all answers, including pending ones. Call it when a session ends. */
export function forgetAnswers(): void {
  keptAnswers = new Map();
}

/** Calls fetch with the ETag of the last answer from the same address, and returns that answer for a 304. */
async function fetchUnlessKept(request: Request): Promise<Response> {
  if (request.method !== 'GET') return fetch(request);
  const answers = keptAnswers;
  const kept = answers.get(request.url);
  if (kept) request.headers.set('If-None-Match', kept.etag);
  const response = await fetch(request);
  if (kept && response.status === NOT_MODIFIED) {
    keep(answers, request.url, kept);
    return new Response(kept.body, { headers: kept.headers });
  }
  const { headers } = response;
  const etag = headers.get('etag');
  const isJson = headers.get('content-type')?.startsWith('application/json');
  if (!response.ok || etag === null || !isJson) return response;
  const body = await response.text();
  if (body.length <= ANSWER_LENGTH_MAX) keep(answers, request.url, { etag, headers, body });
  return new Response(body, { headers });
}

/** Keeps the answer as the most recently used one, and drops the oldest above the limit. */
function keep(answers: Map<string, KeptAnswer>, address: string, answer: KeptAnswer): void {
  answers.delete(address);
  answers.set(address, answer);
  const [first = address] = answers.keys();
  if (answers.size > ANSWERS_MAX) answers.delete(first);
}
