import type { Schemas } from '../../shared/api/operator-client.ts';
import { pieceStates } from '../../shared/copy/piece-words.en.ts';
import type { BinView } from './bins-api.ts';

export const copy = {
  title: 'Bins',
  pieceStates,
  taken: (taken: string, all: string) => `${taken} of ${all} bins are taken.`,
  noBins:
    'There are no bins yet. Say how many you have, and the check station sorts orders of several pieces into them.',
  allFree: 'All bins are free.',
  noneLike: 'No bin is like this.',
  views: 'Which bins',
  all: 'All',
  view: {
    COMPLETE: 'Complete',
    WAITING: 'Waiting',
    STOPPED: 'Stopped',
    EMPTY_IT: 'To be emptied',
  } satisfies Record<BinView, string>,
  states: {
    COMPLETE: 'Complete',
    WAITING: 'Waiting',
    STOPPED: 'Stopped',
    CANCELLED: 'Cancelled',
    SHIPPED: 'Shipped, but still here',
  } satisfies Record<Schemas['BinContent']['state'], string>,
  bin: 'Bin',
  order: 'Order',
  state: 'State',
  since: 'Since',
  there: 'There',
  thereOf: (there: string, pieces: string) => `${there} of ${pieces}`,
  missing: 'Waits for',
  more: (pieces: string) => `and ${pieces} more`,
  toPacking: 'Take it to packing.',
  askLead: 'See the order.',
  emptyIt: 'Take the pieces out, and scan the bin at packing.',
  howMany: 'Number of bins…',
  howManyTitle: 'How many bins are there?',
  count: 'Bins',
  save: 'Save',
  fewer: 'Bins that are taken stay until their orders are packed.',
};
