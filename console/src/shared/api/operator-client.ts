import createClient from 'openapi-fetch';
import { SERVER_URL } from './api-base.ts';
import { fetchUnlessKept, forgetAnswers } from './kept-answers.ts';
import type { OperatorApi } from './operator-types.ts';
import { ConnectionLost, RequestError } from './request-error.ts';

/** What the operator API's document names: `Schemas['ListedOrder']`. */
export type Schemas = OperatorApi['schemas'];

/** The operator API, typed by its document. Refusals are thrown as RequestError, silence as ConnectionLost. */
export const operatorApi = createClient<OperatorApi['paths']>({ baseUrl: SERVER_URL, fetch: fetchOrThrow });

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

/** The content of an answer. */
export async function contentOf<T>(answer: Promise<{ data?: T }>): Promise<T> {
  return (await answer).data as T;
}
