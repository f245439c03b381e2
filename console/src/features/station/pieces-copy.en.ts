export const copy = {
  find: 'Find a piece',
  scanAny: 'Scan any code',
  states: {
    TO_MAKE: 'To make',
    MADE: 'Made',
    CHECKED: 'Checked',
    PACKED: 'Packed',
    REPLACED: 'Replaced',
    SCRAPPED: 'Scrapped',
    CANCELLED: 'Cancelled',
  },
  order: (orderId: string) => `Order ${orderId}`,
  pieces: (count: number) => (count === 1 ? '1 piece' : `${count} pieces`),
  bin: 'Bin',
};
