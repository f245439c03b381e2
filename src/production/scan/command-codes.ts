import { scanCodeOf } from '../../platform/text/scan-codes.ts';
import {
  findRejectReason,
  REJECT_REASON_NAMES,
  REJECT_REASONS,
  type RejectReason,
} from '../reject-reasons.ts';

/** The commands without a reason. Their numbers count from 1 in this order and are printed on sheets: append only. */
export const PLAIN = [
  'PASS',
  'UNDO',
  'NEXT_PARCEL',
  'NO_TRACKING',
  'HAND_OVER_TO_ME',
  'STOP_ORDER',
  'REPRINT_LABEL',
] as const;

/** What a code on the command sheet means. */
export type Command = { command: (typeof PLAIN)[number] } | { command: 'REJECT'; reason: RejectReason };

/** Returns the command with this number in its code; undefined if there is none. */
export function commandOf(number: number): Command | undefined {
  const plain = PLAIN[number - 1];
  if (plain) return { command: plain };
  const reason = findRejectReason(number);
  return reason && { command: 'REJECT', reason };
}

/** Returns the code of a reject reason on the command sheet. */
export function rejectCodeOf(reason: RejectReason): string {
  return scanCodeOf('command', REJECT_REASONS[reason].command);
}

/** Lists all commands with their codes, in the order of the command sheet. */
export function commandSheet(): (Command & { code: string })[] {
  return [
    ...PLAIN.map((command, place) => ({ command, code: scanCodeOf('command', place + 1) })),
    ...REJECT_REASON_NAMES.map((reason) => ({
      command: 'REJECT' as const,
      reason,
      code: rejectCodeOf(reason),
    })),
  ];
}
