// Generated from src/production/reject-reasons.ts and reject-reason-words.ts by `npm run openapi`.

export const REJECT_REASONS = {
  MISPLACED: { code: 'C0110', key: '1' },
  COLOUR: { code: 'C0129', key: '2' },
  SMEAR: { code: 'C0132', key: '3' },
  WRONG_GARMENT: { code: 'C0141', key: '4' },
  HOLE: { code: 'C0155', key: '5' },
  ARTWORK: { code: 'C0164', key: '6' },
  LOST: { code: 'C0178', key: '7' },
  OTHER: { code: 'C0186', key: '8' },
} as const satisfies Record<string, { code: string; key?: string }>;

export type RejectReason = keyof typeof REJECT_REASONS;

export const REJECT_REASON_WORDS: Record<'en' | 'de', Record<RejectReason, string>> = {
  en: {
    MISPLACED: "Misplaced",
    COLOUR: "Colour",
    SMEAR: "Smear",
    WRONG_GARMENT: "Wrong garment",
    HOLE: "Hole",
    ARTWORK: "Artwork",
    LOST: "Lost",
    OTHER: "Other",
  },
  de: {
    MISPLACED: "Falsch platziert",
    COLOUR: "Farbe",
    SMEAR: "Verschmiert",
    WRONG_GARMENT: "Falscher Rohling",
    HOLE: "Loch",
    ARTWORK: "Druckdatei",
    LOST: "Verloren",
    OTHER: "Sonstiges",
  },
};
