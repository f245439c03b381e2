import type { Pool } from 'pg';
import { SYSTEM } from '../src/platform/audit/actor.ts';
import type { Config } from '../src/platform/settings/config.ts';
import { createOperator, type NewOperator, resetOperator } from '../src/staff/manage-operators.ts';
import { findByLogin } from '../src/staff/operator-store.ts';

/** The staff of the demo. */
export const JANA = { operatorId: 'demo-jana', name: 'Jana Brandt' };
export const EMIL = { operatorId: 'demo-emil', name: 'Emil Okafor' };

const PEOPLE: readonly NewOperator[] = [
  { login: 'admin', name: 'Demo Admin', role: 'admin' },
  { ...JANA, login: 'jana', role: 'office' },
  { ...EMIL, login: 'emil', role: 'floor' },
];

type DemoConfig = Pick<Config, 'BASE_URL' | 'OPENID'>;

/** A person of the demo, with the link for setting a password. */
export interface DemoPerson extends Pick<NewOperator, 'login' | 'name' | 'role'> {
  link: string;
}

/**
 * Creates an account with a one-time link for each of the demo's people. Skips a login that an existing
 * account has.
 */
export async function openDemoPeople(pool: Pool, config: DemoConfig): Promise<DemoPerson[]> {
  const opened: DemoPerson[] = [];
  for (const person of PEOPLE) {
    const link = await openLinkOf(pool, config, person);
    if (link) opened.push({ login: person.login, name: person.name, role: person.role, link });
  }
  return opened;
}

async function openLinkOf(
  pool: Pool,
  { BASE_URL: baseUrl, OPENID }: DemoConfig,
  person: NewOperator,
): Promise<string | undefined> {
  const context = { pool, baseUrl, now: new Date(), by: SYSTEM, openIdIssuer: OPENID?.issuer };
  const account = await findByLogin(pool, person.login);
  if (!account) return (await createOperator(context, person)).link;
  const isOther = person.operatorId !== undefined && account.operatorId !== person.operatorId;
  if (account.isOpenId || isOther) return undefined;
  return (await resetOperator(context, account.operatorId))?.link;
}
