import { Command, Option } from 'commander';
import type { Pool } from 'pg';
import { COMMAND_LINE } from '../platform/audit/actor.ts';
import { isStorable } from '../platform/database/statement-parts.ts';
import type { Config } from '../platform/settings/config.ts';
import {
  changeOperator,
  createOperator,
  LINK_DAYS,
  type ManageContext,
  resetOperator,
  type WithLink,
} from '../staff/manage-operators.ts';
import { LOGIN_LENGTH_MAX, loginKey, OPERATOR_NAME_LENGTH_MAX } from '../staff/name-rules.ts';
import { findByLogin, findOperator, listOperatorsAfter, type Operator } from '../staff/operator-store.ts';
import { ROLES, type Role } from '../staff/role-rules.ts';
import { StartError } from '../start/start-error.ts';
import { print, refuseName, runWithDatabase } from './command-line.ts';

const LISTED_AT_ONCE = 500;

export function operatorCommand(): Command {
  const operator = new Command('operator').description("manage the accounts of the center's staff");
  addCreate(operator);
  addList(operator);
  addReset(operator);
  for (const [name, status, description] of [
    ['disable', 'disabled', 'disable an account; its sessions end within 5 seconds'],
    ['enable', 'active', 'enable a disabled account'],
  ] as const) {
    operator
      .command(name)
      .description(description)
      .argument('<login>', 'login or operatorId')
      .option('--json', 'print JSON', false)
      .action((idOrLogin: string, { json }: { json: boolean }) =>
        runWithDatabase(async ({ pool, config }) => {
          const { operatorId } = await findAccount(pool, idOrLogin);
          const changed = await changeOperator(contextOf(pool, config), operatorId, { status });
          if (!changed) throw unknownAccount(idOrLogin);
          print(json, accountJson(changed), [`${changed.login} is ${changed.status}.`]);
        }),
      );
  }
  return operator;
}

function addCreate(operator: Command): void {
  operator
    .command('create')
    .description('create an account, and print a link that sets its password, which is shown only once')
    .requiredOption('--name <name>', 'name of the person')
    .requiredOption('--login <login>', 'the login, a name or an e-mail address')
    .addOption(new Option('--role <role>', 'the role of the person').choices(ROLES).makeOptionMandatory())
    .option('--json', 'print JSON', false)
    .action(({ json, ...wanted }: { name: string; login: string; role: Role; json: boolean }) =>
      runWithDatabase(async ({ pool, config }) => {
        refuseName('--name', wanted.name, OPERATOR_NAME_LENGTH_MAX);
        refuseName('--login', wanted.login, LOGIN_LENGTH_MAX);
        printLink(json, await createOperator(contextOf(pool, config), wanted));
      }),
    );
}

function addList(operator: Command): void {
  operator
    .command('list')
    .description('list the accounts')
    .option('--json', 'print JSON', false)
    .action(({ json }: { json: boolean }) =>
      runWithDatabase(async ({ pool }) => {
        const found = (await listAll(pool)).map(accountJson);
        print(
          json,
          found,
          found.map(({ operatorId, role, status, login, name }) => [operatorId, role, status, login, name].join('  ')),
        );
      }),
    );
}

function addReset(operator: Command): void {
  operator
    .command('reset')
    .description('end the password and the sessions of an account, and print a link that sets a new password')
    .argument('<login>', 'login or operatorId')
    .option('--json', 'print JSON', false)
    .action((idOrLogin: string, { json }: { json: boolean }) =>
      runWithDatabase(async ({ pool, config }) => {
        const { operatorId } = await findAccount(pool, idOrLogin);
        const reset = await resetOperator(contextOf(pool, config), operatorId);
        if (!reset) throw unknownAccount(idOrLogin);
        printLink(json, reset);
      }),
    );
}

function contextOf(pool: Pool, config: Config): ManageContext {
  const { BASE_URL: baseUrl, OPENID } = config;
  return { pool, baseUrl, now: new Date(), by: COMMAND_LINE, openIdIssuer: OPENID?.issuer };
}

async function listAll(pool: Pool): Promise<Operator[]> {
  const all: Operator[] = [];
  for (;;) {
    const page = await listOperatorsAfter(pool, { after: all.at(-1), limit: LISTED_AT_ONCE });
    all.push(...page);
    if (page.length < LISTED_AT_ONCE) return all;
  }
}

async function findAccount(pool: Pool, idOrLogin: string): Promise<Operator> {
  const found = isStorable(idOrLogin)
    ? ((await findByLogin(pool, loginKey(idOrLogin))) ?? (await findOperator(pool, idOrLogin)))
    : undefined;
  if (!found) throw unknownAccount(idOrLogin);
  return found;
}

function printLink(json: boolean, { operator, link }: WithLink): void {
  const { operatorId, login, role, hasPassword } = operator;
  print(json, { operatorId, login, role, link }, [
    `Login  ${login} (${role})`,
    `Link   ${link}   (shown only once; sets the password within ${LINK_DAYS} days)`,
    ...(hasPassword ? ['No other admin can sign in, so the present password works until the link is used.'] : []),
  ]);
}

function accountJson({ operatorId, name, login, role, status, created, signedIn }: Operator) {
  return { operatorId, name, login, role, status, created, ...(signedIn && { signedIn }) };
}

function unknownAccount(idOrLogin: string): StartError {
  return new StartError(`There is no account ${JSON.stringify(idOrLogin)}; "platen operator list" lists all accounts.`);
}
