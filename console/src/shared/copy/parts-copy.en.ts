import { countNoun } from './count-noun.ts';
import { roles } from './shared-copy.en.ts';

export const copy = {
  testLabel: 'TEST, not for shipping',
  listPages: 'Pages of the list',
  firstPage: 'First page',
  previousPage: 'Previous page',
  nextPage: 'Next page',
  timeZone: (name: string) => `Time zone: ${name}`,
  copy: 'Copy',
  copied: 'Copied',
  shownOnce: 'This is shown only once. Copy it now; nobody can read it later.',
  done: 'Done, I have kept it',
  changedMeanwhile: 'Somebody else changed this',
  changedMeanwhileLong: 'Your change was not saved. Close this window, check the current values and decide again.',
  roles,
  roleMay: {
    admin: 'Everything, including accounts, clients, access keys and the audit log.',
    office: 'Orders, notes, stock, catalogue, carriers, contracts and webhooks. No accounts and no access keys.',
    floor: 'Only the stations in production. No lists of orders or clients.',
    viewer: 'Sees what the office sees, but cannot change anything.',
  } satisfies Record<keyof typeof roles, string>,
  password: {
    tooShort: 'The password must have at least 12 characters. Add more words.',
    tooLong: 'The password must have at most 256 characters.',
    guessable:
      'This password is easy to guess. Use at least three words that have nothing to do with each other: no saying or quotation, no published example, no name or login, no date, no neighbouring keys.',
  },
  /** Locations and technologies whose names are not their codes. */
  places: { REGULAR: 'Regular place', ACCESSORIES: 'Accessory' } as Record<string, string>,
  batches: {
    into: 'Into',
    newBatch: 'A new batch',
    openBatch: (batch: string, orders: number, pieces: number) =>
      `Batch ${batch} (${countNoun(orders, 'order', 'orders')}, ${countNoun(pieces, 'piece', 'pieces')})`,
  },
  sessions: {
    browser: 'Browser',
    signedIn: 'Signed in',
    lastSeen: 'Last used',
    expires: 'Expires',
    current: 'This session',
    unknownBrowser: 'Unknown browser',
    none: 'No open sessions.',
    end: 'End',
    endOf: (browser: string) => `End the session in ${browser}`,
    endTitle: 'End this session?',
    endMeans: 'The person at that browser must sign in again.',
  },
  printing: {
    senderMissing: 'Labels and customs forms lack a sender',
    senderMissingMeans:
      'Without the address of the sender, customs forms are not printed, and labels have no address for returns.',
    toSettings: 'Set the sender',
    dialogOpened: 'Printed here: the print dialog of this browser has opened.',
    fileSaved: 'This browser shows no PDF. The paper was saved as a file: open and print it.',
    notPrinted: 'This was not printed',
  },
  notes: {
    title: 'Notes',
    newNote: 'New note',
    addNote: 'Add note',
    mention: 'Alert these people',
    mentioned: (names: string) => `to ${names}`,
    writeFirst: 'Enter a text.',
    text: 'Text of the note',
    edit: 'Edit',
    editOf: (text: string) => `Edit: ${text}`,
    remove: 'Delete',
    removeOf: (text: string) => `Delete: ${text}`,
    removeTitle: 'Permanently delete this note?',
    notOwn: 'Only the author or an admin can change this note.',
    changed: (moment: string) => `edited ${moment}`,
    save: 'Save',
    back: 'Cancel',
  },
};
