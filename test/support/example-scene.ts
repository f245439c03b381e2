import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { Operator } from './operator.ts';
import type { Scope } from './scope.ts';
import type { Answer, TestServer } from './test-server.ts';

type Send = (
  method: string,
  path: string,
  body?: unknown,
  headers?: Record<string, string>,
) => Promise<Pick<Answer, 'status' | 'text' | 'json'>>;

/** A new client of the demo, staff, and the values that the examples cannot have. */
export interface Scene {
  t: Scope;
  server: TestServer;
  operator: Operator;
  token: string;
  clientId: string;
  /** The first example of createOrder. */
  order: Record<string, unknown>;
  /** The body of the example that will be sent. */
  body: unknown;
  /** Values by parameter or field name that replace those of the example. */
  known: Record<string, string>;
  /** Sends the example. Paths below /operator/v1 are sent as staff. */
  send: Send;
}

type State = (scene: Scene) => Promise<void>;
export type States = Readonly<Record<string, State>>;

export async function newScene(
  t: Scope,
  server: TestServer,
  operator: Operator,
  { order, body, sandbox, isStaff }: Pick<Scene, 'order' | 'body'> & { sandbox: boolean; isStaff: boolean },
): Promise<Scene> {
  const { token, client } = await server.token({ mode: sandbox ? 'sandbox' : 'live' });
  const { clientId } = client;
  for (const [path, contract] of [
    ['products/P-100', undefined],
    ['carriers/dhl-paket', { default: true }],
  ] as const) {
    const answer = await operator.send('PUT', `/clients/${clientId}/${path}`, contract);
    assert.equal(answer.status, 200, answer.text);
  }
  const send: Send = isStaff
    ? (method, path, sent, headers) => operator.send(method, path.replace('/operator/v1', ''), sent, headers)
    : (method, path, sent, headers = {}) =>
        server.send(path, { method, token, headers, ...(sent !== undefined && { body: sent }) });
  const known = {
    clientId,
    'if-match': '*',
    'idempotency-key': randomUUID(),
    client_id: clientId,
    client_secret: client.clientSecret,
  };
  return { t, server, operator, token, clientId, order, body, known, send };
}

export function sendAsBytes(scene: Scene, token: string): void {
  const { server } = scene;
  scene.send = async (method, path, body) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const answer = await fetch(server.url + path, {
      method,
      headers,
      body: body ? JSON.stringify(body) : null,
    });
    return { status: answer.status, text: await answer.text(), json: undefined };
  };
}

/** Wraps a state for operations that return a document. */
export function asBytes(state: State): State {
  return async (scene) => {
    await state(scene);
    sendAsBytes(scene, (await scene.server.token({ scope: 'operator' })).token);
  };
}
