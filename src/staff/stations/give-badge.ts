import { randomInt } from 'node:crypto';
import type { Pool } from 'pg';
import type { Actor } from '../../platform/audit/actor.ts';
import { recordAudit } from '../../platform/audit/record-audit.ts';
import { type Connection, inTransaction } from '../../platform/database/transaction.ts';
import { scanCodeOf } from '../../platform/text/scan-codes.ts';
import { saveBadge, savePin } from '../badge-store.ts';
import { hashPassword } from '../hash-password.ts';
import { findOperator, lockOperator, type Operator } from '../operator-store.ts';
import { pinOf } from './station-rules.ts';
import { signOffEverywhere } from './station-session-store.ts';

/** Of the eleven digits that a badge has before its check digit: too many to guess one of some hundred. */
const BADGE_NUMBERS = 99_999_999_999;
const PIN_DIGITS_MAX = 6;

interface Giving {
  pool: Pool;
  now: Date;
  by: Actor;
}

/** Gives somebody a new badge, or takes theirs away; the one before signs nobody on any more. Undefined when there is no such account. */
export async function changeBadge(
  { pool, now, by }: Giving,
  operatorId: string,
  { isGiven }: { isGiven: boolean },
): Promise<Operator | undefined> {
  const badgeCode = isGiven ? scanCodeOf('person', randomInt(1, BADGE_NUMBERS)) : null;
  return change({ pool, now, by }, operatorId, {
    action: isGiven ? 'operator.badge_given' : 'operator.badge_taken',
    isThere: ({ badgeCode }) => badgeCode !== null,
    save: async (connection) => {
      // One of a hundred thousand million that somebody has already: as if the database had failed.
      if (!(await saveBadge(connection, operatorId, badgeCode, now))) throw new Error('The badge is taken.');
    },
    isGiven,
  });
}

/** Gives somebody a new PIN, which is told this once. Undefined when there is no such account. */
export async function givePin(
  context: Giving,
  operatorId: string,
): Promise<{ operator: Operator; pin: string } | undefined> {
  const pin = newPin();
  const pinHash = await hashPassword(pin, { party: operatorId, isKnown: true });
  const operator = await changePin(context, operatorId, pinHash);
  return operator && { operator, pin };
}

/** Takes somebody's PIN away. Undefined when there is no such account. */
export function takePin(context: Giving, operatorId: string): Promise<Operator | undefined> {
  return changePin(context, operatorId, null);
}

function changePin(
  context: Giving,
  operatorId: string,
  pinHash: string | null,
): Promise<Operator | undefined> {
  return change(context, operatorId, {
    action: pinHash ? 'operator.pin_given' : 'operator.pin_taken',
    isThere: ({ pinGiven }) => pinGiven !== null,
    save: (connection) => savePin(connection, operatorId, pinHash, context.now),
    isGiven: pinHash !== null,
  });
}

interface Change {
  action: string;
  /** Whether there is one to be taken away. */
  isThere: (operator: Operator) => boolean;
  save: (connection: Connection) => Promise<void>;
  isGiven: boolean;
}

async function change(
  { pool, now, by }: Giving,
  operatorId: string,
  { action, isThere, save, isGiven }: Change,
): Promise<Operator | undefined> {
  return inTransaction(pool, async (connection) => {
    const before = await lockOperator(connection, operatorId);
    if (!before || (!isGiven && !isThere(before))) return before;
    await save(connection);
    // It may be in the hands of somebody else.
    await signOffEverywhere(connection, operatorId);
    await recordAudit(connection, by, now, { action, subject: ['operator', operatorId] });
    return findOperator(connection, operatorId);
  });
}

function newPin(): string {
  for (;;) {
    const pin = pinOf(Array.from({ length: PIN_DIGITS_MAX }, () => randomInt(10)));
    if (pin) return pin;
  }
}
