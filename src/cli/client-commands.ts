import { Command, Option } from 'commander';
import { type ClientMode, listClients, type Scope } from '../clients/client-store.ts';
import {
  CLIENT_NAME_LENGTH_MAX,
  changeClientStatus,
  createClient,
  rotateSecret,
} from '../clients/manage-clients.ts';
import { COMMAND_LINE } from '../platform/audit/actor.ts';
import { ROLES, type Role } from '../staff/role-rules.ts';
import { print, refuseName, unknownClient, withDatabase } from './command-line.ts';

interface NewClientOptions {
  name: string;
  sandbox: boolean;
  scope: Scope;
  role: Role;
  json: boolean;
}

/** platen client create | list | rotate-secret | disable | enable */
export function clientCommand(): Command {
  const client = new Command('client').description('API customers and their secrets');

  client
    .command('create')
    .description('make a client; its secret is shown this once')
    .requiredOption('--name <name>', 'name of the customer')
    .option('--sandbox', 'for tests: its orders never reach production', false)
    .addOption(
      new Option('--scope <scope>', 'what it may do')
        .choices(['fulfillment', 'operator'])
        .default('fulfillment'),
    )
    .addOption(
      new Option('--role <role>', 'with the scope operator: what it may do').choices(ROLES).default('admin'),
    )
    .option('--json', 'print JSON', false)
    .action(({ name, sandbox, scope, role, json }: NewClientOptions) =>
      withDatabase(async ({ pool }) => {
        refuseName('--name', name, CLIENT_NAME_LENGTH_MAX);
        const mode: ClientMode = sandbox ? 'sandbox' : 'live';
        const created = await createClient(pool, { name, mode, scope, role, ...who() });
        const shownRole = scope === 'operator' && { role };
        print(json, { ...created, mode, scope, ...shownRole }, [
          `Client id      ${created.clientId}`,
          `Client secret  ${created.clientSecret}   (shown this once)`,
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
        const clients = (await listClients(pool)).map(({ role, ...one }) => ({
          ...one,
          ...(role && { role }),
        }));
        print(
          json,
          clients,
          clients.map((one) => `${one.clientId}  ${one.mode}  ${one.scope}  ${one.status}  ${one.name}`),
        );
      }),
    );

  client
    .command('rotate-secret')
    .description('give a client a new secret; the one before it stays valid beside it, older ones end')
    .argument('<clientId>')
    .option('--revoke-others', 'end every other secret, and the tokens it was exchanged for, at once', false)
    .option('--json', 'print JSON', false)
    .action((clientId: string, { revokeOthers, json }: { revokeOthers: boolean; json: boolean }) =>
      withDatabase(async ({ pool }) => {
        const rotated = await rotateSecret(pool, clientId, { revokeOthers, ...who() });
        if (!rotated) throw unknownClient(clientId);
        print(json, rotated, [`Client secret  ${rotated.clientSecret}   (shown this once)`]);
      }),
    );

  for (const [name, status, description] of [
    ['disable', 'disabled', 'refuse a client; its tokens end within 5 seconds'],
    ['enable', 'active', 'let a disabled client in again'],
  ] as const) {
    client
      .command(name)
      .description(description)
      .argument('<clientId>')
      .option('--json', 'print JSON', false)
      .action((clientId: string, { json }: { json: boolean }) =>
        withDatabase(async ({ pool }) => {
          const changed = await changeClientStatus(pool, clientId, status, who());
          if (!changed) throw unknownClient(clientId);
          print(json, changed, [`${changed.clientId} is ${changed.status}.`]);
        }),
      );
  }
  return client;
}

function who() {
  return { now: new Date(), by: COMMAND_LINE };
}
