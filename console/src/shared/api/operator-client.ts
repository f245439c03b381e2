import createClient, {
  type ClientPathsWithMethod,
  type MaybeOptionalInit,
  type MethodResponse,
} from 'openapi-fetch';
import { SERVER_URL } from './api-base.ts';
import type { OperatorApi } from './operator-types.ts';
import { ConnectionLost, RequestError } from './request-error.ts';

/** What the operator API's document names: `Schemas['ListedOrder']`. */
export type Schemas = OperatorApi['schemas'];

type OperatorPaths = OperatorApi['paths'];

/** The operator API, typed by its document. Refusals are thrown as RequestError, silence as ConnectionLost. */
export const operatorApi = createClient<OperatorPaths>({ baseUrl: SERVER_URL, fetch: fetchOrThrow });

/** fetch whose answers outside 2xx are thrown. The session's cookie goes along by itself. */
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

/** As `operatorApi`, but returns the content of the answer alone. */
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

/** Answers in memory; the least recently used one makes room. */
const ANSWERS_MAX = 50;
/** Longer answers are not kept, in characters. */
const ANSWER_LENGTH_MAX = 500_000;
const NOT_MODIFIED = 304;

interface KeptAnswer {
  etag: string;
  headers: Headers;
  body: string;
}

/** Answers by URL. The browser may not keep them (`no-store`), so this page does until it is closed. */
let keptAnswers = new Map<string, KeptAnswer>();

/** To be called when a session ends. An answer that is still under way is not kept either. */
export function forgetAnswers(): void {
  keptAnswers = new Map();
}

/** fetch that sends the ETag of the last answer from the same address, and returns that answer again for a 304. */
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

/** Puts the answer behind all others, and drops the first one when there are too many. */
function keep(answers: Map<string, KeptAnswer>, address: string, answer: KeptAnswer): void {
  answers.delete(address);
  answers.set(address, answer);
  const [first = address] = answers.keys();
  if (answers.size > ANSWERS_MAX) answers.delete(first);
}
