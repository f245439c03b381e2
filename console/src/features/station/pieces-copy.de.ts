export const copy: typeof import('./pieces-copy.en.ts').copy = {
  find: 'Teil finden',
  scanAny: 'Irgendeinen Code scannen',
  states: {
    TO_MAKE: 'Zu fertigen',
    MADE: 'Gefertigt',
    CHECKED: 'Geprüft',
    PACKED: 'Gepackt',
    REPLACED: 'Ersetzt',
    SCRAPPED: 'Ausschuss',
    CANCELLED: 'Storniert',
  },
  order: (orderId) => `Auftrag ${orderId}`,
  pieces: (count) => (count === 1 ? '1 Teil' : `${count} Teile`),
  bin: 'Fach',
};
