import createClient, {
  type ClientPathsWithMethod,
  type MaybeOptionalInit,
  type MethodResponse,
} from 'openapi-fetch';
import { SERVER_URL } from './api-base.ts';
import { fetchUnlessKept, forgetAnswers } from './kept-answers.ts';
import type { components, paths } from './operator-types.ts';
import { ConnectionLost, RequestError } from './request-error.ts';

/** What the operator API's document names: `Schemas['ListedOrder']`. */
export type Schemas = components['schemas'];

/** The operator API, typed by its document. Refusals are thrown as RequestError, silence as ConnectionLost. */
export const operatorApi = createClient<paths>({ baseUrl: SERVER_URL, fetch: fetchOrThrow });

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
type ContentReader<M extends Method> = <P extends Paths<M>, Init extends MaybeOptionalInit<paths[P], M>>(
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
