import { REJECT_REASON_WORDS } from '../../shared/api/reject-reasons.ts';
import type { Question } from './question-rules.ts';

interface QuestionWords {
  title: string;
  means?: string;
  /** The choice besides the reasons. */
  yes: string;
  /** UNDO. */
  no: string;
}

export const copy = {
  questions: {
    REJECT_REASON: { title: 'What is wrong?', yes: '', no: 'Cancel' },
    REPRINT_REASON: {
      title: 'Why print the label again?',
      means: 'Throw the old label away.',
      yes: '',
      no: 'Do not print',
    },
    TRACKING: { title: 'Scan the tracking number', yes: 'No tracking number', no: 'Undo' },
    CONFIRM_TRACKING: {
      title: 'Ship with this tracking number?',
      means: 'If it is wrong, scan the right one.',
      yes: 'Ship with this number',
      no: 'Another number',
    },
    CONFIRM_INCOMPLETE: {
      title: 'Ship the parcel without the missing pieces?',
      means: 'The order stays open for another parcel.',
      yes: 'Ship without them',
      no: 'Continue packing',
    },
    CONFIRM_UNMADE: { title: 'Nobody has made this piece. Pack it?', yes: 'Pack it', no: 'Do not pack it' },
    CHECK_UNMADE: {
      title: 'Nobody has made this piece. Does it pass?',
      means: 'Without an answer, packing asks again.',
      yes: 'It passes',
      no: 'Leave it open',
    },
    CONFIRM_TAKE_BACK: {
      title: 'Open this parcel again?',
      means: 'Its order is no longer shipped, and the customer is told. A printed label becomes void.',
      yes: 'Open it again',
      no: 'Leave it closed',
    },
    CLOSE: { title: 'Close the list without the missing parcels?', yes: 'Close without them', no: 'Continue scanning' },
  } satisfies Record<Question | 'CHECK_UNMADE', QuestionWords> as Record<Question | 'CHECK_UNMADE', QuestionWords>,
  reasons: {
    ...REJECT_REASON_WORDS.en,
    ...{ LABEL_DAMAGED: 'Damaged', LABEL_LOST: 'Lost', PRINTER_FAULT: 'Printer fault', LABEL_OTHER: 'Other' },
  },
  stopOrder: 'Stop the order',
  spaceKey: 'Space',
  unfinished: 'The piece before was not finished',
  takeBack: 'Take the parcel back',
};
