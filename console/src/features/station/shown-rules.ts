import type { AnsweredScan } from '../../shared/scan/scan-queue.ts';
import { type SoundKind, soundOf } from '../../shared/scan/sound-rules.ts';
import type { ScanAnswer } from './station-api.ts';

/** Why a scan was refused. The last three kinds come from this page: the request failed, the queue is full, no station. */
export type RefusalKind = NonNullable<ScanAnswer['refusal']>['kind'] | 'FAILED' | 'TOO_MANY_WAIT' | 'BADGE';

/** A refusal as it stands on the screen. It stays until a scan is right that was made after it was seen, or until somebody taps it away. */
export interface ShownRefusal {
  kind: RefusalKind;
  /** The server's words. */
  message: string;
  /** What was scanned. */
  text: string;
  answer?: ScanAnswer;
  /** When it came to the screen, in milliseconds. */
  since: number;
}

/** What a station shows of what it was answered. */
export interface Shown {
  /** The answer that opened what is open now: the piece in hand, or the parcel. */
  open?: ScanAnswer;
  /** The answer that finished, rejected or took back a piece, until something else is done. */
  done?: ScanAnswer;
  /** The last answer, right or refused. */
  latest?: AnsweredScan<ScanAnswer>;
  refusal?: ShownRefusal;
  /** What was heard last, and how often something was heard. */
  signal?: { sound: SoundKind; nth: number };
}

type ShownChange =
  | { type: 'answered'; one: AnsweredScan<ScanAnswer>; now: number }
  | { type: 'heard'; sound: SoundKind }
  /** A refusal of this page itself. */
  | { type: 'refused'; refusal: ShownRefusal }
  | { type: 'dismissed' };

/** What is shown after that. */
export function changeShown(shown: Shown, change: ShownChange): Shown {
  switch (change.type) {
    case 'dismissed':
      return without(shown, 'refusal');
    case 'heard':
      return { ...shown, signal: nextSignal(shown, change.sound) };
    case 'refused':
      return { ...shown, refusal: change.refusal };
    case 'answered':
      return afterAnswer(shown, change.one, change.now);
  }
}

function afterAnswer(shown: Shown, one: AnsweredScan<ScanAnswer>, now: number): Shown {
  const { scan, answer, failure, isReplay } = one;
  const signal = isReplay ? shown.signal : nextSignal(shown, answer ? soundOf(answer) : 'blocked');
  const heard = { ...shown, latest: one, ...(signal && { signal }) };
  if (!answer) {
    const message = failure?.message ?? '';
    return { ...heard, refusal: { kind: 'FAILED', message, text: scan.text, since: now } };
  }
  const opened = withDone(withOpen(heard, answer), answer);
  if (answer.refusal) {
    const { kind, message } = answer.refusal;
    return { ...opened, refusal: { kind, message, text: scan.text, answer, since: now } };
  }
  const isSeen = shown.refusal && scan.at > shown.refusal.since;
  return isSeen ? without(opened, 'refusal') : opened;
}

/** What the server says that is open is shown, with what it told of it; of what is open no more nothing stays. */
function withOpen(shown: Shown, answer: ScanAnswer): Shown {
  const { next, piece, parcel } = answer;
  if (next.parcel !== undefined && parcel?.code === next.parcel) return { ...shown, open: answer };
  if (next.piece !== undefined && piece?.code === next.piece) return { ...shown, open: answer };
  const before = shown.open?.next;
  const isSame = before && before.piece === next.piece && before.parcel === next.parcel;
  return isSame && (next.piece ?? next.parcel) !== undefined ? shown : without(shown, 'open');
}

/** Where the last piece goes is told until something else is done; a scan that was refused, or the same again, is nothing else. */
function withDone(shown: Shown, answer: ScanAnswer): Shown {
  if (answer.done) return { ...shown, done: answer };
  return answer.refusal || answer.isAgain ? shown : without(shown, 'done');
}

const nextSignal = ({ signal }: Shown, sound: SoundKind) => ({ sound, nth: (signal?.nth ?? 0) + 1 });

function without(shown: Shown, field: 'open' | 'refusal' | 'done'): Shown {
  const { [field]: _, ...rest } = shown;
  return rest;
}
