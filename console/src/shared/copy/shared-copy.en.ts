/** Of people, and of programs. */
export const roles = { admin: 'Admin', office: 'Office', floor: 'Floor', viewer: 'Viewer' };

type Role = keyof typeof roles;

export const copy = {
  product: 'Platen',
  navigation: 'Pages',
  pages: {
    today: 'Today',
    orders: 'Orders',
    catalogue: 'Catalogue',
    stock: 'Stock',
    import: 'Import',
    carriers: 'Carriers',
    clients: 'Clients',
    webhooks: 'Webhooks',
    staff: 'Staff',
    audit: 'Audit',
    settings: 'Settings',
    account: 'My account',
  },
  skipToContent: 'Skip to the content',
  signedInAs: (name: string) => `Signed in as ${name}`,
  signOut: 'Sign out',
  language: 'Language',
  languages: { en: 'English', de: 'Deutsch' },
  appearance: 'Appearance',
  appearances: { light: 'Light', dark: 'Dark', auto: 'As the system' },
  help: 'Keyboard and scanner',
  helpTitle: 'Keyboard and scanner',
  close: 'Close',
  cancel: 'Cancel',
  keys: {
    search: 'Search orders',
    help: 'This help',
    escape: 'Close a window, leave a field',
    scan: 'Scan a code at any place outside a field: it is searched for',
  },
  searchOrders: 'Search orders, or scan',
  notPermitted: (role: Role) => `Your role “${roles[role]}” may not do this.`,
  pageNotPermitted: 'This page is not for your role',
  pageNotPermittedLong: (role: Role) =>
    `Your role “${roles[role]}” does not include this page. An admin can give you another.`,
  failed: 'That did not work',
  failedToRead: 'This could not be read',
  requestId: (id: string) => `Request ${id}`,
  copyRequestId: 'Copy the number of the request',
  tryAgain: 'Try again',
  connectionLost: 'The server does not answer.',
  connectionLostLong: 'The server does not answer. What is shown may be old; it is tried again by itself.',
  connectionLostOfChange:
    'The server did not answer. Look whether the change took place before you repeat it.',
  notFound: 'There is no page at this address',
  toStart: 'Back to the start',
  unexpected: 'This page has an error of its own. Loading it again may help.',
  loadAgain: 'Load again',
  loading: 'Loading',
};
