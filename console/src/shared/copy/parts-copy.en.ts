import { roles } from './shared-copy.en.ts';

export const copy = {
  listPages: 'Pages of the list',
  firstPage: 'First page',
  nextPage: 'Next page',
  copy: 'Copy',
  copied: 'Copied',
  shownOnce: 'This is shown only once. Copy it now; nobody can read it later.',
  done: 'Done, I have kept it',
  changedMeanwhile: 'Somebody else changed this',
  changedMeanwhileLong:
    'Your change was not saved. Close this window, check the current values and decide again.',
  roles,
  roleMay: {
    admin: 'Everything, including accounts, clients, access keys and the audit log.',
    office:
      'Orders, notes, stock, catalogue, carriers, contracts and webhooks. No accounts and no access keys.',
    floor: 'Only the stations in production. No lists of orders or clients.',
    viewer: 'Sees what the office sees, but cannot change anything.',
  } satisfies Record<keyof typeof roles, string>,
  password: {
    tooShort: 'The password must have at least 12 characters.',
    tooLong: 'The password must have at most 256 characters.',
    guessable:
      'This password is easy to guess. It consists of common words, names, dates or neighbouring keys. Use four or more unrelated words.',
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
  notes: {
    title: 'Notes',
    newNote: 'New note',
    addNote: 'Add note',
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
