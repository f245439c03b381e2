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
export async function fetchUnlessKept(request: Request): Promise<Response> {
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
