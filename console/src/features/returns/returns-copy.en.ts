import { words } from '../../shared/copy/common-words.en.ts';
import { copy as announced } from '../../shared/returns/announced-copy.en.ts';
import type { Condition } from './returns-api.ts';

export const copy = {
  ...words,
  reasons: announced.reasons,
  title: 'Returns',
  book: 'Book return',
  find: 'Piece, order, parcel, tracking number or name',
  scanHint: 'Scan any code on the return anywhere outside a field.',
  nothing: (code: string) => `No shipped order found for “${code}”.`,
  several: 'Which order is it?',
  choose: (orderId: string) => `Choose order ${orderId}`,
  take: 'Choose',
  ofOrder: (orderId: string, client: string) => `Order ${orderId} of ${client}`,
  pieceBack: (piece: string) => `Piece ${piece} has already been returned.`,
  item: 'Item',
  left: 'Shipped',
  back: 'Returned',
  nowBack: 'Returned now',
  nowBackOf: (item: string) => `Pieces of ${item} returned now`,
  condition: 'Outcome',
  conditionOf: (item: string) => `Outcome for ${item}`,
  conditions: {
    RESELL: 'Sell again: back on the shelf',
    REUSE: 'Use the blank again: back on the shelf',
    WASTE: 'Write off',
  } satisfies Record<Condition, string>,
  shortConditions: { RESELL: 'Sold again', REUSE: 'Blank used again', WASTE: 'Written off' } satisfies Record<
    Condition,
    string
  >,
  reasonOf: (item: string) => `Reason for ${item}`,
  note: 'Note',
  noteOf: (item: string) => `Note on ${item}`,
  confirm: 'Book return',
  cancel: 'Choose another order',
  needsPieces: 'Enter how many pieces came back.',
  booked: (pieces: string, orderId: string) => `Booked: ${pieces} of order ${orderId}.`,
  list: 'Booked returns',
  none: 'No returns found.',
  when: 'When',
  who: 'Who',
  anyCondition: 'All outcomes',
  anyReason: 'All reasons',
};
