import type { Schemas } from '../../shared/api/operator-client.ts';
import { words } from '../../shared/copy/common-words.en.ts';
import { countNoun } from '../../shared/copy/count-noun.ts';
import { pieceStates } from '../../shared/copy/piece-words.en.ts';
import type { BinView } from './bins-api.ts';

export const copy = {
  ...words,
  title: 'Bins',
  pieceStates,
  taken: (taken: string, all: string) => `${taken} of ${countNoun(all, 'bin is', 'bins are')} in use.`,
  noBins:
    'There are no bins yet. Enter how many you have. The check station then sorts orders with several pieces into them.',
  allFree: 'All bins are free.',
  noneLike: 'No matching bins.',
  views: 'Bins shown',
  view: {
    COMPLETE: 'Complete',
    PACKING: 'At packing',
    WAITING: 'Waiting',
    STOPPED: 'Stopped',
    EMPTY_IT: 'To empty',
  } satisfies Record<BinView, string>,
  states: {
    COMPLETE: 'Complete',
    PACKING: 'At packing',
    WAITING: 'Waiting',
    STOPPED: 'Stopped',
    CANCELLED: 'Cancelled',
    SHIPPED: 'Shipped, but still here',
  } satisfies Record<Schemas['BinContent']['state'], string>,
  bin: 'Bin',
  there: 'In the bin',
  thereOf: (there: string, pieces: string) => `${there} of ${pieces}`,
  missing: 'Waiting for',
  more: (pieces: string) => `and ${pieces} more`,
  toPacking: 'Take it to packing.',
  beingPacked: 'All pieces are in an open parcel.',
  askLead: 'Check the order.',
  emptyIt: 'Take the pieces out and scan the bin at packing.',
  printLabels: 'Print labels',
  howMany: 'Change number of bins…',
  howManyTitle: 'How many bins are there?',
  count: 'Bins',
  fewer: 'Bins in use stay until their orders are packed.',
};
