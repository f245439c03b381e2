import type { SamplePaper } from './papers-api.ts';

interface PaperWords {
  name: string;
  size: string;
  means: string;
  /** The text of the button that leads to its page. */
  link?: string;
}

export const copy = {
  title: 'Papers',
  means: 'All papers of the center, each with a sample. Print at actual size (100 %), without fitting to the page.',
  print: 'Print',
  printOf: (name: string) => `Print: ${name}`,
  sample: 'Sample',
  sampleOf: (name: string) => `Sample: ${name}`,
  papers: {
    'ticket-sticker': {
      name: 'Job ticket, sticker',
      size: '100 × 50 mm',
      means: 'For each piece, on a label printer (PDF or ZPL). Printed on the page of a batch.',
      link: 'Batches',
    },
    'ticket-sheet': {
      name: 'Job tickets, sheet',
      size: 'A4, eight tickets',
      means: 'The same tickets without a label printer. Printed on the page of a batch.',
      link: 'Batches',
    },
    'pick-list': {
      name: 'Pick list',
      size: 'A4',
      means: 'What to take from stock for a batch. Printed on the page of the batch.',
      link: 'Batches',
    },
    cover: {
      name: 'Cover',
      size: 'A4',
      means: 'The top sheet of a batch, with its code and its sums. Printed on the page of the batch.',
      link: 'Batches',
    },
    'packing-slip': {
      name: 'Packing slip',
      size: 'A4',
      means: 'For each parcel without a slip from the client. The packing station prints it.',
      link: 'Clients',
    },
    'packing-slip-a6': {
      name: 'Packing slip, small',
      size: 'A6 (105 × 148 mm)',
      means: 'For label printers, if the client chose it on its page.',
      link: 'Clients',
    },
    'address-label': {
      name: 'Address label',
      size: '4 × 6 in (101.6 × 152.4 mm)',
      means: 'For each parcel without a carrier’s label. It is not postage. The packing station prints it.',
    },
    cn22: {
      name: 'Customs form CN22',
      size: '4 × 6 in (101.6 × 152.4 mm)',
      means: 'For small parcels that leave the customs territory. The carrier decides on the form.',
      link: 'Carriers',
    },
    cn23: {
      name: 'Customs form CN23',
      size: 'A4',
      means: 'For larger parcels that leave the customs territory. The carrier decides on the form.',
      link: 'Carriers',
    },
    'hand-over-list': {
      name: 'Hand-over list',
      size: 'A4',
      means: 'The parcels that a driver takes and signs for. Printed when a list is closed.',
      link: 'Hand-overs',
    },
    commands: {
      name: 'Command sheet',
      size: 'A4',
      means: 'Codes that replace the buttons of a station. Laminate it and hang it up at each station.',
      link: 'Stations',
    },
    badge: {
      name: 'Badges',
      size: 'A4, ten cards',
      means: 'All people who have a badge. The page of an account prints the badge of one person.',
      link: 'Staff',
    },
    'bin-label': {
      name: 'Bin labels',
      size: '100 × 50 mm',
      means: 'A label for each bin.',
      link: 'Bins',
    },
    'scanner-test': {
      name: 'Scanner test',
      size: 'A4',
      means: 'Tests a scanner and the scale of a printer.',
      link: 'Scanner test',
    },
  } satisfies Record<SamplePaper, PaperWords> as Record<SamplePaper, PaperWords>,
};
