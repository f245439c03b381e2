/** Every word that stands on papers in English; the German ones have the same names. */
export const en = {
  pieceOf: (number: number, of: number) => `${number} of ${of}`,
  ofOrder: (pieces: number) => (pieces === 1 ? 'whole order' : `order of ${pieces}`),
  lot: (quantity: number) => `LOT OF ${quantity}`,
  batch: 'Batch',
  placeInBatch: (place: number, of: number) => `${place} of ${of}`,
  due: 'Due',
  printed: 'Printed',
  preferred: 'PREFERRED',
  order: 'Order',
  artwork: 'Artwork',
  qualityControl: 'Must look like',
  more: (count: number) => `+ ${count} more: scan the code`,
  from: 'From',
  to: 'To',
  parcelOf: (number: number, of: number) => `Parcel ${number} of ${of}`,
  kilograms: (kilograms: string) => `${kilograms} kg`,
  notPostage: 'ADDRESS LABEL – NOT POSTAGE',
  addressCut: 'Not all of the address fits: see the order.',
  phone: 'Tel.',
};

export type PaperCopy = typeof en;
