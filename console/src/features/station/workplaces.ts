import type { LinkProps } from '@tanstack/react-router';
import type { copy } from './station-copy.en.ts';

interface Workplace {
  to: NonNullable<LinkProps['to']>;
  label: keyof (typeof copy)['works'];
  /** The kind of work that a station has for it; absent: any station. */
  kind?: string;
}

/** The full-screen pages, in the order in which a piece comes through the shop. Each adds its line. */
export const WORKPLACES: Workplace[] = [
  { to: '/station/make', label: 'make', kind: 'make' },
  { to: '/station/check', label: 'check', kind: 'check' },
  { to: '/station/pack', label: 'pack', kind: 'pack' },
  { to: '/station/hand-over', label: 'handOver', kind: 'hand_over' },
  { to: '/station/find', label: 'find' },
];
