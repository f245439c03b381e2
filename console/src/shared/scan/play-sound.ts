import { SOUNDS, type SoundKind } from './sound-rules.ts';

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
