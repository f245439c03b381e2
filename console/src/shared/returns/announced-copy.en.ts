import type { Schemas } from '../api/operator-client.ts';
import { words } from '../copy/common-words.en.ts';

export const copy = {
  ...words,
  announced: 'Announced by clients',
  ofOrder: 'Announced returns',
  item: 'Item',
  note: 'Note',
  when: 'When',
  withdrawn: (when: string) => `Withdrawn ${when}`,
  reasons: {
    WRONG_SIZE: 'Wrong size',
    NOT_AS_EXPECTED: 'Not as expected',
    PRINT_DEFECT: 'Print defect',
    DAMAGED: 'Damaged',
    WRONG_ITEM: 'Wrong item',
    UNDELIVERABLE: 'Undeliverable',
    OTHER: 'Other',
  } satisfies Record<Schemas['ReturnedItem']['reason'], string>,
};
