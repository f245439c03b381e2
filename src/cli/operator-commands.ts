import { Command, Option } from 'commander';
import type { Pool } from 'pg';
import { COMMAND_LINE } from '../platform/audit/actor.ts';
import { isStorable } from '../platform/database/statement-parts.ts';
import type { Config } from '../platform/settings/config.ts';
import { LOGIN_LENGTH_MAX, loginKey, OPERATOR_NAME_LENGTH_MAX } from '../staff/login-rules.ts';
import {
  changeOperator,
  createOperator,
  type ManageContext,
  resetOperator,
  type WithLink,
} from '../staff/manage-operators.ts';
import { LINK_DAYS } from '../staff/one-time-link.ts';
import { findByLogin, findOperator, listOperatorsAfter, type Operator } from '../staff/operator-store.ts';
import { ROLES, type Role } from '../staff/role-rules.ts';
import { StartError } from '../start/start-error.ts';
import { print, refuseName, withDatabase } from './command-line.ts';

const LISTED_AT_ONCE = 500;

/** platen operator create | list | reset | disable | enable */
export function operatorCommand(): Command {
  const operator = new Command('operator').description("the center's people, who sign in to the console");
  addCreate(operator);
  addList(operator);
  addReset(operator);
  for (const [name, status, description] of [
    ['disable', 'disabled', 'keep somebody out; their sessions end within 5 seconds'],
    ['enable', 'active', 'let somebody in again'],
  ] as const) {
    operator
      .command(name)
      .description(description)
      .argument('<login>', 'login or operatorId')
      .option('--json', 'print JSON', false)
      .action((named: string, { json }: { json: boolean }) =>
        withDatabase(async ({ pool, config }) => {
          const { operatorId } = await find(pool, named);
          const changed = await changeOperator(contextOf(pool, config), operatorId, { status });
          if (!changed) throw unknown(named);
          print(json, shown(changed), [`${changed.login} is ${changed.status}.`]);
        }),
      );
  }
  return operator;
}

function addCreate(operator: Command): void {
  operator
    .command('create')
    .description('make an account; prints the link in which its password is set, this once')
    .requiredOption('--name <name>', 'name of the person')
    .requiredOption('--login <login>', 'what they sign in with, a name or an e-mail address')
    .addOption(new Option('--role <role>', 'what they may do').choices(ROLES).makeOptionMandatory())
    .option('--json', 'print JSON', false)
    .action(({ json, ...wanted }: { name: string; login: string; role: Role; json: boolean }) =>
      withDatabase(async ({ pool, config }) => {
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
      withDatabase(async ({ pool }) => {
        const found = (await listAll(pool)).map(shown);
        print(
          json,
          found,
          found.map(({ operatorId, role, status, login, name }) =>
            [operatorId, role, status, login, name].join('  '),
          ),
        );
      }),
    );
}

function addReset(operator: Command): void {
  operator
    .command('reset')
    .description(
      'end the password and the sessions of somebody; prints a link in which another password is set',
    )
    .argument('<login>', 'login or operatorId')
    .option('--json', 'print JSON', false)
    .action((named: string, { json }: { json: boolean }) =>
      withDatabase(async ({ pool, config }) => {
        const { operatorId } = await find(pool, named);
        const reset = await resetOperator(contextOf(pool, config), operatorId);
        if (!reset) throw unknown(named);
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

async function find(pool: Pool, named: string): Promise<Operator> {
  const found = isStorable(named)
    ? ((await findByLogin(pool, loginKey(named))) ?? (await findOperator(pool, named)))
    : undefined;
  if (!found) throw unknown(named);
  return found;
}

function printLink(json: boolean, { operator, link }: WithLink): void {
  const { operatorId, login, role, hasPassword } = operator;
  print(json, { operatorId, login, role, link }, [
    `Login  ${login} (${role})`,
    `Link   ${link}   (shown this once; sets the password within ${LINK_DAYS} days)`,
    ...(hasPassword
      ? ['The only admin who can sign in: the present password works until the link is used.']
      : []),
  ]);
}

function shown({ operatorId, name, login, role, status, created, signedIn }: Operator) {
  return { operatorId, name, login, role, status, created, ...(signedIn && { signedIn }) };
}

function unknown(named: string): StartError {
  return new StartError(`There is no account ${JSON.stringify(named)}; "platen operator list" shows them.`);
}
