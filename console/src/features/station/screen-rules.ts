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
export interface ScreenRefusal {
  kind: RefusalKind;
  message: string;
  /** The scanned code. */
  text: string;
  answer?: ScanAnswer;
  /** When it was displayed, in milliseconds since 1970. */
  since: number;
}

export interface Screen {
  /** The answer that opened the current piece or parcel. */
  open?: ScanAnswer;
  /** The answer that finished, rejected or undid a piece. It is kept until the next action. */
  done?: ScanAnswer;
  /** The last answer, accepted or refused. */
  latest?: AnsweredScan<ScanAnswer>;
  refusal?: ScreenRefusal;
  /** The answer that asked the open question. */
  question?: ScanAnswer;
  /** The latest answer of an earlier page or person. */
  restored?: ScanAnswer;
  /** The last sound, and how many sounds were played. */
  signal?: { sound: SoundKind; nth: number };
}

type ScreenChange =
  | { type: 'answered'; one: AnsweredScan<ScanAnswer>; now: number }
  | { type: 'restored'; answer: ScanAnswer }
  | { type: 'signal'; sound: SoundKind }
  /** A refusal from this page, before a request. */
  | { type: 'refused'; refusal: ScreenRefusal }
  | { type: 'dismissed' };

/** Returns the latest answer, also one of an earlier page or person. */
export const latestAnswerOf = ({ latest, restored }: Screen): ScanAnswer | undefined => latest?.answer ?? restored;

export function changeScreen(screen: Screen, change: ScreenChange): Screen {
  switch (change.type) {
    case 'dismissed':
      return without(screen, 'refusal');
    case 'restored':
      return {
        ...withQuestion(withDone(withOpen(screen, change.answer), change.answer), change.answer),
        restored: change.answer,
      };
    case 'signal':
      return { ...screen, signal: nextSignal(screen, change.sound) };
    case 'refused':
      return { ...screen, refusal: change.refusal };
    case 'answered':
      return afterAnswer(screen, change.one, change.now);
  }
}

function afterAnswer(screen: Screen, one: AnsweredScan<ScanAnswer>, now: number): Screen {
  const { scan, answer, failure } = one;
  const signal = nextSignal(screen, answer ? soundOf(answer) : 'blocked');
  const answered = { ...without(screen, 'restored'), latest: one, signal };
  if (!answer) {
    const message = failure?.message ?? '';
    return { ...answered, refusal: { kind: 'FAILED', message, text: scan.text, since: now } };
  }
  const opened = withQuestion(withDone(withOpen(answered, answer), answer), answer);
  if (answer.refusal) {
    const { kind, message } = answer.refusal;
    return { ...opened, refusal: { kind, message, text: scan.text, answer, since: now } };
  }
  const isSeen = screen.refusal && scan.at > screen.refusal.since;
  return isSeen ? without(opened, 'refusal') : opened;
}

/** Keeps the answer that describes the open piece or parcel, and removes it when nothing is open. */
function withOpen(screen: Screen, answer: ScanAnswer): Screen {
  const { next, piece, parcel } = answer;
  if (next.parcel !== undefined && parcel?.code === next.parcel) return { ...screen, open: answer };
  if (next.piece !== undefined && piece?.code === next.piece) return { ...screen, open: answer };
  const before = screen.open?.next;
  const isSame = before && before.piece === next.piece && before.parcel === next.parcel;
  return isSame && (next.piece ?? next.parcel) !== undefined ? screen : without(screen, 'open');
}

/**
 * Keeps the result of the last piece until the next action. Refused and repeated scans do not count as one.
 */
function withDone(screen: Screen, answer: ScanAnswer): Screen {
  if (answer.done ?? answer.sheet) return { ...screen, done: answer };
  return answer.refusal || answer.isAgain ? screen : without(screen, 'done');
}

/** Keeps the answer that asked, because a refusal repeats the question without its details. */
function withQuestion(screen: Screen, answer: ScanAnswer): Screen {
  const { question, pending } = answer.next;
  if (question === undefined) return without(screen, 'question');
  const before = screen.question?.next;
  return before?.question === question && before.pending === pending ? screen : { ...screen, question: answer };
}

const nextSignal = ({ signal }: Screen, sound: SoundKind) => ({ sound, nth: (signal?.nth ?? 0) + 1 });

function without(screen: Screen, field: 'open' | 'refusal' | 'done' | 'question' | 'restored'): Screen {
  const { [field]: _, ...rest } = screen;
  return rest;
}
