import type { Schemas } from '../../shared/api/operator-client.ts';
import type { RejectReason } from '../../shared/api/reject-reasons.ts';
import {
  COMMANDS,
  LABEL_REASONS,
  type LabelReason,
  REASON_LIST,
  STOP_KEY,
} from '../../shared/scan/station-commands.ts';

export type Question = NonNullable<Schemas['ScanContext']['question']>;

export interface Choice {
  code: string;
  /** A key on the keyboard. Absent: the choice is clicked or scanned. */
  key?: string | undefined;
  /** Absent: the choice has the words of the question's `yes`. */
  reason?: RejectReason | LabelReason;
  stops?: boolean;
}

const YES: Choice[] = [{ code: COMMANDS.PASS, key: ' ' }];
const REASONS: Choice[] = REASON_LIST.map(({ reason, code, key }) => ({ reason, code, key }));
/** Sends UNDO, which closes every question. */
export const CANCEL_KEY = 'U';

/** The choices of each question. Each is the scan of a command code, so the server knows it. */
export const CHOICES: Readonly<Record<Question, Choice[]>> = {
  REJECT_REASON: [...REASONS, { code: COMMANDS.STOP_ORDER, key: STOP_KEY, stops: true }],
  REPRINT_REASON: Object.entries(LABEL_REASONS).map(([reason, one]) => ({ reason: reason as LabelReason, ...one })),
  TRACKING: [{ code: COMMANDS.NO_TRACKING, key: 'T' }],
  CONFIRM_TRACKING: YES,
  CONFIRM_INCOMPLETE: YES,
  CONFIRM_UNMADE: YES,
  CONFIRM_TAKE_BACK: YES,
  CLOSE: YES,
};

/** Returns the code that a key chooses in a question. */
export function codeOfKey(question: Question, pressed: string): string | undefined {
  const key = pressed.toUpperCase();
  if (key === CANCEL_KEY || key === '0') return COMMANDS.UNDO;
  return CHOICES[question].find((choice) => choice.key === key)?.code;
}
