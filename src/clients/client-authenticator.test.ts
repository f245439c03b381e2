import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { openTestDatabase, type TestDatabase } from '../../test/support/test-database.ts';
import { ClientAuthenticator } from './client-authenticator.ts';
import { ClientRegistry } from './client-registry.ts';
import { updateClientStatus } from './client-store.ts';
import { createClient, type NewSecret, rotateSecret } from './manage-clients.ts';

const ATTEMPTS = 2_000;

let database: TestDatabase;
before(async () => {
  database = await openTestDatabase();
});
after(() => database.close());

const open = () =>
  new ClientAuthenticator(database.pool, new ClientRegistry(database.pool, (error) => assert.fail(String(error))));
const newClient = () =>
  createClient(database.pool, { name: 'Shop', mode: 'live', scope: 'fulfillment', now: new Date() });
const show = (authenticator: ClientAuthenticator, { clientId, clientSecret }: NewSecret) =>
  authenticator.authenticate(clientId, clientSecret);
/** Wrong ones, all at once, until all are refused. */
async function flood(authenticator: ClientAuthenticator, clientIdOf: () => string): Promise<void> {
  const attempt = () => authenticator.authenticate(clientIdOf(), 'wrong');
  const answers = await Promise.all(Array.from({ length: ATTEMPTS }, attempt));
  assert.ok(answers.every((answer) => answer === undefined));
}

test('a right secret gets in, and a wrong one, an unknown client and a disabled one do not', async () => {
  const authenticator = open();
  const client = await newClient();
  for (let round = 0; round < 2; round++) {
    const authenticated = await show(authenticator, client);
    assert.equal(authenticated?.client.clientId, client.clientId);
    assert.ok(authenticated.client.secretIds.includes(authenticated.secretId));
    for (const clientId of [client.clientId, 'nobody', 'a\0b', 'x'.repeat(10_000)]) {
      assert.equal(await authenticator.authenticate(clientId, 'wrong'), undefined);
    }
  }
  await updateClientStatus(database.pool, client.clientId, 'disabled');
  assert.equal(await show(authenticator, client), undefined);
  await updateClientStatus(database.pool, client.clientId, 'active');
  assert.ok(await show(authenticator, client));
});

test('a new secret gets in at once, also after wrong ones, and one that was replaced no longer, also when it is remembered', async () => {
  const authenticator = open();
  const client = await newClient();
  assert.ok(await show(authenticator, client));
  assert.equal(await authenticator.authenticate(client.clientId, 'wrong'), undefined);
  const rotated = await rotateSecret(database.pool, client.clientId, { revokeOthers: true, now: new Date() });
  assert.ok(rotated);
  assert.equal(await show(authenticator, client), undefined);
  assert.ok(await show(authenticator, rotated));
  assert.ok(await show(authenticator, rotated));
});

test('many wrong secrets share one statement, for one client or many', async () => {
  const authenticator = open();
  const client = await newClient();
  for (const clientIdOf of [() => client.clientId, () => randomUUID()]) {
    const before = authenticator.statements;
    await flood(authenticator, clientIdOf);
    const statements = authenticator.statements - before;
    assert.ok(statements > 0 && statements <= 5, `${statements} statements`);
  }
});

test('a client with a remembered secret does not wait for the lookup of wrong ones', async () => {
  const authenticator = open();
  const client = await newClient();
  assert.ok(await show(authenticator, client));
  await flood(authenticator, () => client.clientId);
  const before = authenticator.statements;
  assert.ok(await show(authenticator, client));
  assert.equal(authenticator.statements, before);
});

test('the first request of a client waits for at most three statements during a flood of wrong secrets', async () => {
  for (const clientIdOf of [() => 'one', () => randomUUID()]) {
    const authenticator = open();
    const client = await newClient();
    const end = flood(authenticator, clientIdOf);
    const before = authenticator.statements;
    assert.ok(await show(authenticator, client));
    const statements = authenticator.statements - before;
    assert.ok(statements <= 3, `${statements} statements`);
    await end;
  }
});
