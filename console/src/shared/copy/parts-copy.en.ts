import { roles } from './shared-copy.en.ts';

export const copy = {
  listPages: 'Pages of the list',
  firstPage: 'First page',
  nextPage: 'Next page',
  copy: 'Copy',
  copied: 'Copied',
  shownOnce: 'It is shown this once. Nobody can read it again, not even here.',
  done: 'Done, I have kept it',
  changedMeanwhile: 'Somebody changed this in the meantime',
  changedMeanwhileLong:
    'Nothing was changed now. Close this, look at what stands there by now, and decide again.',
  roles,
  roleMay: {
    admin: 'Everything, also accounts, clients and their secrets, and who did what.',
    office: 'Orders, notes, stock, catalogue, carriers, contracts and webhooks. No accounts and no secrets.',
    floor: 'The stations of production only. No lists of orders or customers.',
    viewer: 'Reads what the office reads, and changes nothing.',
  },
  password: {
    tooShort: 'The password must have at least 12 characters.',
    tooLong: 'The password must have at most 256 characters.',
    guessable:
      'This password is easy to guess: it is made of common words, of names, of your own name or sign-in name, of dates, or of keys that lie next to each other. Take four or more words that have nothing to do with each other.',
  },
  sessions: {
    browser: 'Browser',
    signedIn: 'Signed in',
    lastSeen: 'Last used',
    expires: 'Ends',
    current: 'This one',
    unknownBrowser: 'Unknown browser',
    none: 'No open session.',
    end: 'End',
    endOf: (browser: string) => `End the session in ${browser}`,
    endTitle: 'End this session?',
    endMeans: 'Whoever works in that browser is asked to sign in again.',
  },
};
