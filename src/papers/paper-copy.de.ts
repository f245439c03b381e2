import type { PaperCopy } from './paper-copy.en.ts';

export const de: PaperCopy = {
  pieceOf: (number, of) => `${number} von ${of}`,
  ofOrder: (pieces) => (pieces === 1 ? 'ganzer Auftrag' : `Auftrag mit ${pieces}`),
  lot: (quantity) => `POSTEN ZU ${quantity}`,
  batch: 'Stapel',
  placeInBatch: (place, of) => `${place} von ${of}`,
  due: 'Fällig',
  printed: 'Gedruckt',
  preferred: 'BEVORZUGT',
  order: 'Auftrag',
  artwork: 'Druckdaten',
  qualityControl: 'So soll es aussehen',
  more: (count) => `+ ${count} weitere: Code scannen`,
  from: 'Absender',
  to: 'An',
  parcelOf: (number, of) => `Paket ${number} von ${of}`,
  kilograms: (kilograms) => `${kilograms} kg`,
  notPostage: 'ADRESSETIKETT – KEIN PORTO',
  addressCut: 'Die Adresse passt nicht ganz: siehe Auftrag.',
  phone: 'Tel.',
};
