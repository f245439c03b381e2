import { scanCodeOf } from '../../platform/text/scan-codes.ts';
import { REJECT_REASONS, type RejectReason } from '../piece-states.ts';

/** Commands that say nothing more; their numbers count from 1 in this order. */
export const PLAIN = [
  'PASS',
  'UNDO',
  'NEXT_PARCEL',
  'NO_TRACKING',
  'HAND_OVER_TO_ME',
  'STOP_ORDER',
  'REPRINT_LABEL',
] as const;

/** What a code on the sheet of commands says. */
export type Command = { command: (typeof PLAIN)[number] } | { command: 'REJECT'; reason: RejectReason };

/** The first reason; the others follow in their order. */
const REJECT = 11;

/** The command of the number in a code; undefined: there is none. */
export function commandOf(number: number): Command | undefined {
  const plain = PLAIN[number - 1];
  if (plain) return { command: plain };
  const reason = REJECT_REASONS[number - REJECT];
  return reason && { command: 'REJECT', reason };
}

/** Every command with its code, for the sheet. */
export function commandSheet(): (Command & { code: string })[] {
  return [
    ...PLAIN.map((command, place) => ({ command, code: scanCodeOf('command', place + 1) })),
    ...REJECT_REASONS.map((reason, place) => ({
      command: 'REJECT' as const,
      reason,
      code: scanCodeOf('command', REJECT + place),
    })),
  ];
}
