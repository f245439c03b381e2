import type { Schemas } from '../api/operator-client.ts';

/** The sounds of a station. Refusals sound different by what the person must do next. */
export type SoundKind =
  | 'ok'
  | 'complete'
  /** Kept for later: the server does not answer. */
  | 'waits'
  /** No code, or one that was not read. */
  | 'unread'
  /** It belongs elsewhere. */
  | 'foreign'
  /** Enough of it, or it was done before. */
  | 'surplus'
  /** The order or the ticket says stop. */
  | 'stop'
  /** Something is missing before this can go on. */
  | 'blocked'
  /** Somebody else has it. */
  | 'taken';

interface Tone {
  /** Hertz. */
  pitch: number;
  /** Milliseconds. */
  long: number;
  /** Milliseconds of silence behind it. */
  rest?: number;
  shape?: OscillatorType;
}

/** Short, so that none is still heard at the next scan, and each with a rhythm of its own: it is known also by whoever hears pitches badly. */
export const SOUNDS: Readonly<Record<SoundKind, readonly Tone[]>> = {
  ok: [{ pitch: 1_175, long: 70 }],
  complete: [
    { pitch: 784, long: 90 },
    { pitch: 988, long: 90 },
    { pitch: 1_319, long: 220 },
  ],
  waits: [{ pitch: 330, long: 60 }],
  unread: [
    { pitch: 180, long: 90, rest: 50, shape: 'square' },
    { pitch: 180, long: 90, shape: 'square' },
  ],
  foreign: [
    { pitch: 660, long: 180, rest: 30, shape: 'square' },
    { pitch: 330, long: 320, shape: 'square' },
  ],
  surplus: [{ pitch: 1_760, long: 600 }],
  stop: [
    { pitch: 880, long: 120, rest: 60, shape: 'sawtooth' },
    { pitch: 880, long: 120, rest: 60, shape: 'sawtooth' },
    { pitch: 880, long: 120, rest: 60, shape: 'sawtooth' },
    { pitch: 440, long: 260, shape: 'sawtooth' },
  ],
  blocked: [{ pitch: 220, long: 450, shape: 'square' }],
  taken: [
    { pitch: 520, long: 90, rest: 120 },
    { pitch: 520, long: 300 },
  ],
};

const OF_REFUSAL: Readonly<Partial<Record<Schemas['ScanRefusal']['kind'], SoundKind>>> = {
  UNKNOWN: 'unread',
  MISREAD: 'unread',
  NOTHING_IN_HAND: 'unread',
  NO_PARCEL: 'unread',
  FOREIGN: 'foreign',
  TOO_MANY: 'surplus',
  ALREADY_DONE: 'surplus',
  REPLACED: 'stop',
  CANCELLED: 'stop',
  OLD_TICKET: 'stop',
  STOPPED: 'stop',
  ON_HOLD: 'stop',
  SHIPPED: 'stop',
  ASKED_TO_CANCEL: 'stop',
  IN_USE: 'taken',
};

/** Returns the sound of an answer. A kind of refusal without a sound of its own has the sound `blocked`. */
export function soundOf(answer: {
  refusal?: Pick<Schemas['ScanRefusal'], 'kind'>;
  done?: { isOrderComplete?: boolean };
  parcel?: { state: string };
}): SoundKind {
  if (answer.refusal) return OF_REFUSAL[answer.refusal.kind] ?? 'blocked';
  const isComplete = answer.done?.isOrderComplete || (answer.parcel && answer.parcel.state !== 'OPEN');
  return isComplete ? 'complete' : 'ok';
}

/** How long it is heard, in milliseconds. */
export function lengthOf(kind: SoundKind): number {
  return SOUNDS[kind].reduce((total, { long, rest = 0 }) => total + long + rest, 0);
}

const KEPT = 'platen.sound';
/** Loud enough beside a press, and no click at the edges of a tone. */
const VOLUME = 0.35;
const EDGE_SECONDS = 0.008;

let context: AudioContext | undefined;
const listeners = new Set<() => void>();

/** On, unless it was switched off in this browser. */
export const isSoundOn = (): boolean => localStorage.getItem(KEPT) !== 'off';

export function switchSound(on: boolean): void {
  localStorage.setItem(KEPT, on ? 'on' : 'off');
  for (const listener of listeners) listener();
}

export function onSoundSwitched(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Plays it, unless sound is off. A browser that nobody has touched yet stays silent; the first key of a scanner is a touch. */
export function playSound(kind: SoundKind): void {
  if (!isSoundOn()) return;
  try {
    context ??= new AudioContext();
    void context.resume();
    let at = context.currentTime;
    for (const { pitch, long, rest = 0, shape = 'sine' } of SOUNDS[kind]) {
      const until = at + long / 1_000;
      tone(context, { pitch, shape, at, until });
      at = until + rest / 1_000;
    }
  } catch {
    // A device without sound: everything is also seen.
  }
}

function tone(
  audio: AudioContext,
  { pitch, shape, at, until }: { pitch: number; shape: OscillatorType; at: number; until: number },
): void {
  const oscillator = audio.createOscillator();
  const gain = audio.createGain();
  oscillator.type = shape;
  oscillator.frequency.value = pitch;
  const volume = shape === 'sine' ? VOLUME : VOLUME / 2;
  gain.gain.setValueAtTime(0, at);
  gain.gain.linearRampToValueAtTime(volume, at + EDGE_SECONDS);
  gain.gain.setValueAtTime(volume, until - EDGE_SECONDS);
  gain.gain.linearRampToValueAtTime(0, until);
  oscillator.connect(gain).connect(audio.destination);
  oscillator.start(at);
  oscillator.stop(until);
}
