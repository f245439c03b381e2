import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';

/** Time limit of one background step, such as intake, stock or delivery. */
const STEP_LIMIT_MS = 60_000;
const POLL_INTERVAL_MS = 100;
const JSON_TYPE = { 'content-type': 'application/json' };

// biome-ignore lint/suspicious/noExplicitAny: a step that finds another body fails.
type Body = any;

export interface Answer {
  status: number;
  headers: Headers;
  body: Body;
}

export interface Client {
  clientId: string;
  clientSecret: string;
}

export async function tokenOf(url: string, { clientId, clientSecret }: Client): Promise<string> {
  const body = new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: clientId,
    client_secret: clientSecret,
  });
  const response = await fetch(`${url}/oauth/token`, { method: 'POST', body });
  const { access_token: token } = (await response.json()) as { access_token: string };
  return token;
}

export async function send(
  url: string,
  token: string,
  method: string,
  path: string,
  body: unknown,
  headers: Record<string, string>,
): Promise<Answer> {
  const response = await fetch(url + path, {
    method,
    headers: { authorization: `Bearer ${token}`, ...(body !== undefined && JSON_TYPE), ...headers },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: text ? JSON.parse(text) : {} };
}

/** Returns the body of an answer with an expected status. Throws otherwise. */
export function expect({ status, body }: Answer, ...statuses: number[]): Body {
  const wanted = statuses.length > 0 ? statuses : [200];
  assert.ok(wanted.includes(status), `answered ${status}: ${JSON.stringify(body).slice(0, 1_000)}`);
  return body;
}

export async function until(what: string, isSo: () => Promise<boolean>): Promise<void> {
  const deadline = performance.now() + STEP_LIMIT_MS;
  while (!(await isSo())) {
    if (performance.now() > deadline) throw new Error(`It did not come to this: ${what}.`);
    await pause(POLL_INTERVAL_MS);
  }
}
