import { randomUUID } from 'node:crypto';
import type { Scene } from './example-scene.ts';
import { newAccount, newBrowser, PASSWORD, signedIn } from './signed-in.ts';

export async function createBadge(scene: Scene): Promise<void> {
  const { operatorId } = await newAccount(scene.server);
  await scene.operator.send('POST', `/operators/${operatorId}/badge`);
  scene.known.operatorId = operatorId;
}

export async function createAccount(scene: Scene): Promise<void> {
  const { operatorId } = await newAccount(scene.server);
  scene.known.operatorId = operatorId;
}

/** Signs a person in twice, and sends the example from one of the browsers. */
export async function startSession(scene: Scene): Promise<void> {
  const { account, send } = await signedIn(scene.server);
  const other = newBrowser(scene.server);
  await other.send('POST', '/session', { login: account.login, password: PASSWORD });
  const sessions = await other.send('GET', '/me/sessions');
  const { sessionId } = sessions.json.find((one: { current?: boolean }) => one.current);
  Object.assign(scene.known, { operatorId: account.operatorId, sessionId, current: PASSWORD });
  scene.send = (method, path, body, headers) => send(method, path.replace('/operator/v1', ''), body, headers);
}

/** The same, but a program sends the example. */
export async function startOthersSession(scene: Scene): Promise<void> {
  const { send } = scene;
  await startSession(scene);
  scene.send = send;
}

export async function findSecret(scene: Scene): Promise<void> {
  const { json } = await scene.operator.send('GET', `/clients/${scene.clientId}/secrets`);
  scene.known.secretId = json[0].secretId;
}

/** Creates a station, whose browser sends the example, and a person with a badge. */
export async function startStation(scene: Scene): Promise<void> {
  const { stationId } = (
    await scene.operator.send('POST', '/stations', {
      name: `Press ${randomUUID()}`,
      kinds: ['make', 'check'],
    })
  ).json;
  const { account, ...browser } = await signedIn(scene.server);
  const { operatorId, login } = account;
  const { badgeCode } = (await scene.operator.send('POST', `/operators/${operatorId}/badge`)).json;
  const { pin } = (await scene.operator.send('POST', `/operators/${operatorId}/pin`)).json;
  await browser.send('POST', '/station-session', { stationId });
  await browser.send('POST', '/station-session/badge', { badge: badgeCode });
  const [{ sessionId }] = (await scene.operator.send('GET', `/stations/${stationId}/sessions`)).json;
  Object.assign(scene.known, { stationId, sessionId, operatorId, login, pin, badge: badgeCode });
  scene.send = (method, path, body, headers) => browser.send(method, path.replace('/operator/v1', ''), body, headers);
}

/** The same, but a program sends the example. */
export async function startOthersStation(scene: Scene): Promise<void> {
  const { send } = scene;
  await startStation(scene);
  scene.send = send;
}

/** Creates a station. A signed-in person sends the example, which turns their browser into the station. */
export async function prepareOwnStation(scene: Scene): Promise<void> {
  await startOthersStation(scene);
  const { send } = await signedIn(scene.server);
  scene.send = (method, path, body, headers) => send(method, path.replace('/operator/v1', ''), body, headers);
}

export async function signIn(scene: Scene): Promise<void> {
  const { account } = await signedIn(scene.server);
  Object.assign(scene.known, { login: account.login, password: PASSWORD });
  const browser = newBrowser(scene.server);
  scene.send = (method, path, body, headers) => browser.send(method, path.replace('/operator/v1', ''), body, headers);
}

export async function createWelcomeLink(scene: Scene): Promise<void> {
  const { token } = await newAccount(scene.server);
  await signIn(scene);
  scene.known = { token };
}
