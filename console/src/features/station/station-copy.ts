import { defineCopy } from '../../shared/copy/copy.ts';

/** Words of all stations. */
export const stationCopy = defineCopy<typeof import('./station-copy.en.ts').copy>({
  en: () => import('./station-copy.en.ts'),
  de: () => import('./station-copy.de.ts'),
});

/** Words for making, checking and finding pieces. */
export const piecesCopy = defineCopy<typeof import('./pieces-copy.en.ts').copy>({
  en: () => import('./pieces-copy.en.ts'),
  de: () => import('./pieces-copy.de.ts'),
});

export const packCopy = defineCopy<typeof import('./pack-copy.en.ts').copy>({
  en: () => import('./pack-copy.en.ts'),
  de: () => import('./pack-copy.de.ts'),
});

export const handOverCopy = defineCopy<typeof import('./hand-over-copy.en.ts').copy>({
  en: () => import('./hand-over-copy.en.ts'),
  de: () => import('./hand-over-copy.de.ts'),
});

/** Words of the questions that a station asks. */
export const questionsCopy = defineCopy<typeof import('./questions-copy.en.ts').copy>({
  en: () => import('./questions-copy.en.ts'),
  de: () => import('./questions-copy.de.ts'),
});
