import type { AnsweredScan } from '../../shared/scan/scan-queue.ts';
import { type SoundKind, soundOf } from '../../shared/scan/sound-rules.ts';
import type { ScanAnswer } from './station-api.ts';

/**
 * Why a scan was refused. The last four kinds come from this page: the request failed, the queue is full, no
 * station, no scan.
 */
export type RefusalKind =
  | NonNullable<ScanAnswer['refusal']>['kind']
  | 'FAILED'
  | 'TOO_MANY_WAIT'
  | 'BADGE'
  | 'NOT_READ';

/** A refusal on the screen. It stays until a later scan succeeds or a person dismisses it. */
export interface ShownRefusal {
  kind: RefusalKind;
  message: string;
  /** The scanned code. */
  text: string;
  answer?: ScanAnswer;
  /** When it was displayed, in milliseconds since 1970. */
  since: number;
}

export interface Shown {
  /** The answer that opened the current piece or parcel. */
  open?: ScanAnswer;
  /** The answer that finished, rejected or undid a piece. It is kept until the next action. */
  done?: ScanAnswer;
  /** The last answer, accepted or refused. */
  latest?: AnsweredScan<ScanAnswer>;
  refusal?: ShownRefusal;
  /** The answer that asked the open question. */
  asked?: ScanAnswer;
  /** The latest answer of an earlier page or person. */
  restored?: ScanAnswer;
  /** The last sound, and how many sounds were played. */
  signal?: { sound: SoundKind; nth: number };
}

type ShownChange =
  | { type: 'answered'; one: AnsweredScan<ScanAnswer>; now: number }
  | { type: 'restored'; answer: ScanAnswer }
  | { type: 'heard'; sound: SoundKind }
  /** A refusal from this page, before a request. */
  | { type: 'refused'; refusal: ShownRefusal }
  | { type: 'dismissed' };

/** Returns the latest answer, also one of an earlier page or person. */
export const latestAnswerOf = ({ latest, restored }: Shown): ScanAnswer | undefined => latest?.answer ?? restored;

export function changeShown(shown: Shown, change: ShownChange): Shown {
  switch (change.type) {
    case 'dismissed':
      return without(shown, 'refusal');
    case 'restored':
      return {
        ...withAsked(withDone(withOpen(shown, change.answer), change.answer), change.answer),
        restored: change.answer,
      };
    case 'heard':
      return { ...shown, signal: nextSignal(shown, change.sound) };
    case 'refused':
      return { ...shown, refusal: change.refusal };
    case 'answered':
      return afterAnswer(shown, change.one, change.now);
  }
}

function afterAnswer(shown: Shown, one: AnsweredScan<ScanAnswer>, now: number): Shown {
  const { scan, answer, failure } = one;
  const signal = nextSignal(shown, answer ? soundOf(answer) : 'blocked');
  const heard = { ...without(shown, 'restored'), latest: one, signal };
  if (!answer) {
    const message = failure?.message ?? '';
    return { ...heard, refusal: { kind: 'FAILED', message, text: scan.text, since: now } };
  }
  const opened = withAsked(withDone(withOpen(heard, answer), answer), answer);
  if (answer.refusal) {
    const { kind, message } = answer.refusal;
    return { ...opened, refusal: { kind, message, text: scan.text, answer, since: now } };
  }
  const isSeen = shown.refusal && scan.at > shown.refusal.since;
  return isSeen ? without(opened, 'refusal') : opened;
}

/** Keeps the answer that describes the open piece or parcel, and removes it when nothing is open. */
function withOpen(shown: Shown, answer: ScanAnswer): Shown {
  const { next, piece, parcel } = answer;
  if (next.parcel !== undefined && parcel?.code === next.parcel) return { ...shown, open: answer };
  if (next.piece !== undefined && piece?.code === next.piece) return { ...shown, open: answer };
  const before = shown.open?.next;
  const isSame = before && before.piece === next.piece && before.parcel === next.parcel;
  return isSame && (next.piece ?? next.parcel) !== undefined ? shown : without(shown, 'open');
}

/**
 * Keeps the result of the last piece until the next action. Refused and repeated scans do not count as one.
 */
function withDone(shown: Shown, answer: ScanAnswer): Shown {
  if (answer.done) return { ...shown, done: answer };
  return answer.refusal || answer.isAgain ? shown : without(shown, 'done');
}

/** Keeps the answer that asked, because a refusal repeats the question without its details. */
function withAsked(shown: Shown, answer: ScanAnswer): Shown {
  const { question, pending } = answer.next;
  if (question === undefined) return without(shown, 'asked');
  const before = shown.asked?.next;
  return before?.question === question && before.pending === pending ? shown : { ...shown, asked: answer };
}

const nextSignal = ({ signal }: Shown, sound: SoundKind) => ({ sound, nth: (signal?.nth ?? 0) + 1 });

function without(shown: Shown, field: 'open' | 'refusal' | 'done' | 'asked' | 'restored'): Shown {
  const { [field]: _, ...rest } = shown;
  return rest;
}
