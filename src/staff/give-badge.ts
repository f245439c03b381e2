import { randomInt } from 'node:crypto';
import type { Pool } from 'pg';
import type { Actor } from '../platform/audit/actor.ts';
import { recordAudit } from '../platform/audit/record-audit.ts';
import { type Connection, inTransaction } from '../platform/database/transaction.ts';
import { scanCodeOf } from '../platform/formats/scan-codes.ts';
import { hashPassword } from './hash-password.ts';
import { findOperator, lockOperator, type Operator, saveBadge, savePin } from './operator-store.ts';
import { signOffEverywhere } from './session-store.ts';
import { isCommonPin, PIN_DIGITS } from './station-rules.ts';

/** A badge has eleven random digits before its check digit, too many to guess one of some hundred badges. */
const BADGE_NUMBERS = 99_999_999_999;
type GiveContext = { pool: Pool; now: Date; by: Actor };

/** Gives or takes the person's badge. Returns undefined when the account does not exist. */
export async function changeBadge(
  context: GiveContext,
  operatorId: string,
  { isGiven }: { isGiven: boolean },
): Promise<Operator | undefined> {
  const badgeCode = isGiven ? scanCodeOf('person', randomInt(1, BADGE_NUMBERS)) : null;
  return saveChange(context, operatorId, {
    action: isGiven ? 'operator.badge_given' : 'operator.badge_taken',
    isNeeded: (operator) => isGiven || operator.badgeCode !== null,
    save: async (connection) => {
      // Two equal codes of eleven random digits are so unlikely that this is an internal error.
      if (!(await saveBadge(connection, operatorId, badgeCode, context.now)))
        throw new Error('Another account has the new badge code.');
    },
  });
}

/** Gives the person a new PIN. Returns undefined when the account does not exist. */
export async function givePin(
  context: GiveContext,
  operatorId: string,
): Promise<{ operator: Operator; pin: string } | undefined> {
  const pin = makePin();
  const pinHash = await hashPassword(pin, { party: operatorId, isKnown: true });
  const operator = await savePinChange(context, operatorId, pinHash);
  return operator && { operator, pin };
}

/** Takes the person's PIN away. Returns undefined when the account does not exist. */
export function takePin(context: GiveContext, operatorId: string): Promise<Operator | undefined> {
  return savePinChange(context, operatorId, null);
}

function savePinChange(
  context: GiveContext,
  operatorId: string,
  pinHash: string | null,
): Promise<Operator | undefined> {
  return saveChange(context, operatorId, {
    action: pinHash ? 'operator.pin_given' : 'operator.pin_taken',
    isNeeded: ({ pinGiven }) => pinHash !== null || pinGiven !== null,
    save: (connection) => savePin(connection, operatorId, pinHash, context.now),
  });
}

interface Change {
  action: string;
  isNeeded: (operator: Operator) => boolean;
  save: (connection: Connection) => Promise<void>;
}

async function saveChange(
  { pool, now, by }: GiveContext,
  operatorId: string,
  { action, isNeeded, save }: Change,
): Promise<Operator | undefined> {
  return inTransaction(pool, async (connection) => {
    const before = await lockOperator(connection, operatorId);
    if (!before || !isNeeded(before)) return before;
    await save(connection);
    // Somebody else may have the previous badge or PIN.
    await signOffEverywhere(connection, operatorId);
    await recordAudit(connection, by, now, { action, subject: ['operator', operatorId] });
    return findOperator(connection, operatorId);
  });
}

function makePin(): string {
  for (;;) {
    const pin = Array.from({ length: PIN_DIGITS }, () => randomInt(10)).join('');
    if (!isCommonPin(pin)) return pin;
  }
}
