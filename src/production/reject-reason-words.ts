import type { RejectReason } from './reject-reasons.ts';

/** The words for each reason, on the command sheet and on all pages of the console. */
export const REJECT_REASON_WORDS: Readonly<Record<'en' | 'de', Readonly<Record<RejectReason, string>>>> = {
  en: {
    MISPLACED: 'Misplaced',
    COLOUR: 'Colour',
    SMEAR: 'Smear',
    WRONG_GARMENT: 'Wrong garment',
    HOLE: 'Hole',
    ARTWORK: 'Artwork',
    LOST: 'Lost',
    OTHER: 'Other',
  },
  de: {
    MISPLACED: 'Falsch platziert',
    COLOUR: 'Farbe',
    SMEAR: 'Verschmiert',
    WRONG_GARMENT: 'Falscher Rohling',
    HOLE: 'Loch',
    ARTWORK: 'Druckdatei',
    LOST: 'Verloren',
    OTHER: 'Sonstiges',
  },
};
