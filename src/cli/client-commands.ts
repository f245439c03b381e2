import { Command, Option } from 'commander';
import { type ClientMode, listClients, type Scope } from '../clients/client-store.ts';
import { CLIENT_NAME_LENGTH_MAX, changeClientStatus, createClient, rotateSecret } from '../clients/manage-clients.ts';
import { COMMAND_LINE } from '../platform/audit/actor.ts';
import { ROLES, type Role } from '../staff/role-rules.ts';
import { print, refuseName, unknownClient, withDatabase } from './command-line.ts';

type NewClientOptions = { name: string; sandbox: boolean; scope: Scope; role: Role; json: boolean };

export function clientCommand(): Command {
  const client = new Command('client').description('API customers and their secrets');

  client
    .command('create')
    .description('create a client and print its secret, which is shown only once')
    .requiredOption('--name <name>', 'name of the customer')
    .option('--sandbox', 'create a client for tests, whose orders never reach production', false)
    .addOption(
      new Option('--scope <scope>', 'fulfillment for a customer, operator for a program of the center')
        .choices(['fulfillment', 'operator'])
        .default('fulfillment'),
    )
    .addOption(new Option('--role <role>', 'the role, with the scope operator').choices(ROLES).default('admin'))
    .option('--json', 'print JSON', false)
    .action(({ name, sandbox, scope, role, json }: NewClientOptions) =>
      withDatabase(async ({ pool }) => {
        refuseName('--name', name, CLIENT_NAME_LENGTH_MAX);
        const mode: ClientMode = sandbox ? 'sandbox' : 'live';
        const created = await createClient(pool, { name, mode, scope, role, ...doingNow() });
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
      withDatabase(async ({ pool }) => {
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
      withDatabase(async ({ pool }) => {
        const rotated = await rotateSecret(pool, clientId, { revokeOthers, ...doingNow() });
        if (!rotated) throw unknownClient(clientId);
        print(json, rotated, [`Client secret  ${rotated.clientSecret}   (shown only once)`]);
      }),
    );

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
        withDatabase(async ({ pool }) => {
          const changed = await changeClientStatus(pool, clientId, status, doingNow());
          if (!changed) throw unknownClient(clientId);
          print(json, changed, [`${changed.clientId} is ${changed.status}.`]);
        }),
      );
  }
  return client;
}

function doingNow() {
  return { now: new Date(), by: COMMAND_LINE };
}
