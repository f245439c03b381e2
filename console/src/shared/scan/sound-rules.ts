import type { Schemas } from '../api/operator-client.ts';

/** The sounds of a station. Refusals sound different by what the person must do next. */
export type SoundKind =
  | 'ok'
  | 'complete'
  /** The server does not answer, so the scan waits. */
  | 'waits'
  /** No code, or a misread one. */
  | 'unread'
  /** The code belongs to another order or parcel. */
  | 'foreign'
  /** Already complete or done. */
  | 'surplus'
  /** The order or ticket is stopped. */
  | 'stop'
  /** A step is missing. */
  | 'blocked'
  /** Another person works on it. */
  | 'taken';

interface Tone {
  /** Hertz. */
  pitch: number;
  /** Milliseconds. */
  long: number;
  /** Milliseconds of silence after the tone. */
  rest?: number;
  shape?: OscillatorType;
}

/**
 * Short, so that a sound ends before the next scan. Each has its own rhythm, for people who hear pitches
 * badly.
 */
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

/** Returns the sound of an answer. Other refusals have the sound `blocked`. */
export function soundOf(answer: {
  refusal?: Pick<Schemas['ScanRefusal'], 'kind'>;
  done?: { isOrderComplete?: boolean };
  parcel?: { state: string; label?: unknown; problem?: unknown };
  unfinished?: unknown;
  sheet?: { refused: readonly unknown[] };
  doubt?: unknown;
  asks?: string;
}): SoundKind {
  if (answer.refusal) return OF_REFUSAL[answer.refusal.kind] ?? 'blocked';
  if (answer.sheet && answer.sheet.refused.length > 0) return 'stop';
  const { unfinished, doubt, asks, parcel } = answer;
  const isWithoutLabel = parcel?.state === 'PACKED' && (parcel.problem !== undefined || !parcel.label);
  if (unfinished || doubt || asks?.startsWith('CONFIRM_') || isWithoutLabel) return 'blocked';
  const isComplete = answer.done?.isOrderComplete || (parcel && parcel.state !== 'OPEN');
  return isComplete ? 'complete' : 'ok';
}

/** Returns the length of a sound in milliseconds. */
export function lengthOf(kind: SoundKind): number {
  return SOUNDS[kind].reduce((total, { long, rest = 0 }) => total + long + rest, 0);
}

const KEPT = 'platen.sound';
/** Loud enough beside a press. */
const VOLUME = 0.35;
const EDGE_SECONDS = 0.008;

let context: AudioContext | undefined;
const listeners = new Set<() => void>();

/** Returns whether sound is on, which is the default. */
export const isSoundOn = (): boolean => localStorage.getItem(KEPT) !== 'off';

export function switchSound(on: boolean): void {
  localStorage.setItem(KEPT, on ? 'on' : 'off');
  for (const listener of listeners) listener();
}

export function onSoundSwitched(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * Plays a sound if sound is on. Browsers stay silent until the first touch or key, including a key of a
 * scanner.
 */
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
    // The device has no sound. All signals are also visible.
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
