import { words } from '../copy/common-words.de.ts';
import type { copy as english } from './announced-copy.en.ts';

export const copy: typeof english = {
  ...words,
  announced: 'Von Kunden angekündigt',
  ofOrder: 'Angekündigte Rücksendungen',
  item: 'Position',
  note: 'Notiz',
  when: 'Wann',
  withdrawn: (when: string) => `Zurückgezogen ${when}`,
  reasons: {
    WRONG_SIZE: 'Falsche Größe',
    NOT_AS_EXPECTED: 'Nicht wie erwartet',
    PRINT_DEFECT: 'Druckfehler',
    DAMAGED: 'Beschädigt',
    WRONG_ITEM: 'Falscher Artikel',
    UNDELIVERABLE: 'Nicht zustellbar',
    OTHER: 'Sonstiges',
  },
};
