import { Command, Option } from 'commander';
import type { Pool } from 'pg';
import { copyContract } from '../catalog/contract-clients.ts';
import { AccessTokens } from '../clients/access-tokens.ts';
import { ClientRegistry } from '../clients/client-registry.ts';
import { type Client, type ClientMode, listClients, listSecrets, type Scope } from '../clients/client-store.ts';
import {
  CLIENT_NAME_LENGTH_MAX,
  changeClientStatus,
  changeNetworks,
  createClient,
  NETWORKS_MAX,
  rotateSecret,
} from '../clients/manage-clients.ts';
import { SigningKeys } from '../clients/signing-keys.ts';
import { COMMAND_LINE } from '../platform/audit/actor.ts';
import { recordAudit } from '../platform/audit/record-audit.ts';
import { inTransaction } from '../platform/database/transaction.ts';
import type { Config } from '../platform/settings/config.ts';
import { loadEncryptionKey } from '../platform/settings/encryption-key.ts';
import { addressNetwork } from '../platform/settings/setting-values.ts';
import { ROLES, type Role } from '../staff/role-rules.ts';
import { StartError } from '../start/start-error.ts';
import { print, refuseName, runWithDatabase, unknownClient } from './command-line.ts';

type NewClientOptions = { like?: string; name: string; sandbox: boolean; scope: Scope; role: Role; json: boolean };

export function clientCommand(): Command {
  const client = new Command('client').description('API customers and their secrets');

  client
    .command('create')
    .description('create a client and print its secret, which is shown only once')
    .requiredOption('--name <name>', 'name of the customer')
    .option('--sandbox', 'create a client for tests, whose orders never reach production', false)
    .option('--like <client>', 'give it the products, carriers and terms of this client, by id or name')
    .addOption(
      new Option('--scope <scope>', 'fulfillment for a customer, operator for a program of the center')
        .choices(['fulfillment', 'operator'])
        .default('fulfillment'),
    )
    .addOption(new Option('--role <role>', 'the role, with the scope operator').choices(ROLES).default('admin'))
    .option('--json', 'print JSON', false)
    .action(({ name, sandbox, like, scope, role, json }: NewClientOptions) =>
      runWithDatabase(async ({ pool }) => {
        refuseName('--name', name, CLIENT_NAME_LENGTH_MAX);
        const mode: ClientMode = sandbox ? 'sandbox' : 'live';
        const model = like === undefined ? undefined : chooseClient(await listClients(pool), like);
        if (model && (scope === 'operator' || model.scope === 'operator'))
          throw new StartError('Only customers have products and carriers: "--like" needs the scope fulfillment.');
        const created = await createClient(pool, { name, mode, scope, role, ...doingNow() });
        if (model) await copyContract(pool, created.clientId, model.clientId, doingNow());
        print(json, { ...created, mode, scope, ...(scope === 'operator' && { role }) }, [
          `Client id      ${created.clientId}`,
          `Client secret  ${created.clientSecret}   (shown only once)`,
          `Mode, scope    ${mode}, ${scope}${scope === 'operator' ? ` (${role})` : ''}`,
        ]);
      }),
    );

  client
    .command('list')
    .description('list the clients')
    .option('--json', 'print JSON', false)
    .action(({ json }: { json: boolean }) =>
      runWithDatabase(async ({ pool }) => {
        const clients = (await listClients(pool)).map(({ role, ...one }) => ({ ...one, ...(role && { role }) }));
        print(
          json,
          clients,
          clients.map((one) => `${one.clientId}  ${one.mode}  ${one.scope}  ${one.status}  ${one.name}`),
        );
      }),
    );

  client
    .command('rotate-secret')
    .description('create a new secret for a client; the previous secret stays valid, older secrets end')
    .argument('<clientId>')
    .option('--revoke-others', 'end all other secrets, and the tokens issued for them, at once', false)
    .option('--json', 'print JSON', false)
    .action((clientId: string, { revokeOthers, json }: { revokeOthers: boolean; json: boolean }) =>
      runWithDatabase(async ({ pool }) => {
        const rotated = await rotateSecret(pool, clientId, { revokeOthers, ...doingNow() });
        if (!rotated) throw unknownClient(clientId);
        print(json, rotated, [`Client secret  ${rotated.clientSecret}   (shown only once)`]);
      }),
    );

  client
    .command('token')
    .description('print an access token of a client, to try the API')
    .argument('<client>', 'the id of the client, or a name that only one client has')
    .option('--json', 'print JSON', false)
    .action((client: string, { json }: { json: boolean }) =>
      runWithDatabase(async ({ pool, config }) => {
        const { clientId } = chooseClient(await listClients(pool), client);
        const accessToken = await issueToken(pool, config, clientId);
        print(json, { clientId, accessToken, expiresIn: config.TOKEN_TTL_SECONDS }, [accessToken]);
      }),
    );

  addNetworksCommand(client);
  for (const [name, status, description] of [
    ['disable', 'disabled', 'refuse all requests of a client; its tokens end within 5 seconds'],
    ['enable', 'active', 'accept requests of a disabled client again'],
  ] as const) {
    client
      .command(name)
      .description(description)
      .argument('<clientId>')
      .option('--json', 'print JSON', false)
      .action((clientId: string, { json }: { json: boolean }) =>
        runWithDatabase(async ({ pool }) => {
          const changed = await changeClientStatus(pool, clientId, status, doingNow());
          if (!changed) throw unknownClient(clientId);
          print(json, changed, [`${changed.clientId} is ${changed.status}.`]);
        }),
      );
  }
  return client;
}

function addNetworksCommand(client: Command): void {
  client
    .command('networks')
    .description('accept requests of a client from these networks only; without networks, from everywhere')
    .argument('<client>', 'the id of the client, or a name that only one client has')
    .argument('[networks...]', 'addresses and networks such as 203.0.113.0/24')
    .option('--json', 'print JSON', false)
    .action((client: string, networks: string[], { json }: { json: boolean }) =>
      runWithDatabase(async ({ pool }) => {
        const { clientId } = chooseClient(await listClients(pool), client);
        if (networks.length > NETWORKS_MAX) throw new StartError(`A client has at most ${NETWORKS_MAX} networks.`);
        for (const network of networks) refuseNetwork(network);
        await changeNetworks(pool, clientId, networks, doingNow());
        const accepted = networks.length > 0 ? networks.join(', ') : 'all networks';
        print(json, { clientId, networks }, [`Requests of ${clientId} are accepted from ${accepted}.`]);
      }),
    );
}

function refuseNetwork(network: string): void {
  try {
    addressNetwork(network);
  } catch {
    throw new StartError(`${JSON.stringify(network)} is no IP address, and no network such as 203.0.113.0/24.`);
  }
}

/** Returns the client with this id, or the only one with this name. Throws a StartError. */
function chooseClient(clients: readonly Client[], idOrName: string): Client {
  const byId = clients.find((one) => one.clientId === idOrName);
  if (byId) return byId;
  const matches = clients.filter((one) => one.name === idOrName);
  if (matches.length > 1) {
    const ids = matches.map((one) => one.clientId).join(', ');
    throw new StartError(
      `${matches.length} clients have the name ${JSON.stringify(idOrName)}. Give one of their ids: ${ids}.`,
    );
  }
  if (!matches[0]) throw unknownClient(idOrName);
  return matches[0];
}

/** Issues a token of the newest secret. Throws a StartError without a secret, or for a disabled client. */
async function issueToken(pool: Pool, config: Config, clientId: string): Promise<string> {
  const clients = new ClientRegistry(pool, () => {});
  const state = await clients.load(clientId);
  const [newest] = await listSecrets(pool, clientId);
  if (!state || state.status === 'disabled')
    throw new StartError(`The client is disabled; "platen client enable ${clientId}" enables it.`);
  if (!newest) throw new StartError(`The client has no secret; "platen client rotate-secret ${clientId}" creates one.`);
  const keys = new SigningKeys(
    pool,
    config.ENCRYPTION_KEY ?? (await loadEncryptionKey(config.DATA_DIR)),
    () => new Date(),
  );
  await keys.start(() => {});
  keys.stop();
  const tokens = new AccessTokens(keys, clients, {
    issuer: config.AUTH_URL,
    audience: config.BASE_URL,
    lifetimeSeconds: config.TOKEN_TTL_SECONDS,
    clock: () => new Date(),
  });
  const token = await tokens.issue(state, newest.secretId);
  await inTransaction(pool, (connection) =>
    recordAudit(connection, COMMAND_LINE, new Date(), { action: 'client.token_issued', subject: ['client', clientId] }),
  );
  return token;
}

function doingNow() {
  return { now: new Date(), by: COMMAND_LINE };
}
