import { words } from '../../shared/copy/common-words.de.ts';
import { pieceStates } from '../../shared/copy/piece-words.de.ts';

export const copy: typeof import('./bins-copy.en.ts').copy = {
  ...words,
  title: 'Fächer',
  pieceStates,
  taken: (taken, all) => `Belegte Fächer: ${taken} von ${all}`,
  noBins:
    'Es gibt noch keine Fächer. Geben Sie die Anzahl ein. Die Prüfstation sortiert dann Aufträge mit mehreren Teilen hinein.',
  allFree: 'Alle Fächer sind frei.',
  noneLike: 'Keine passenden Fächer.',
  views: 'Gezeigte Fächer',
  view: {
    COMPLETE: 'Vollständig',
    PACKING: 'Beim Packen',
    WAITING: 'Wartet',
    STOPPED: 'Gestoppt',
    EMPTY_IT: 'Zu leeren',
  },
  states: {
    COMPLETE: 'Vollständig',
    PACKING: 'Beim Packen',
    WAITING: 'Wartet',
    STOPPED: 'Gestoppt',
    CANCELLED: 'Storniert',
    SHIPPED: 'Versandt, aber noch hier',
  },
  bin: 'Fach',
  there: 'Im Fach',
  thereOf: (there, pieces) => `${there} von ${pieces}`,
  missing: 'Wartet auf',
  more: (pieces) => `und ${pieces} weitere`,
  toPacking: 'Zum Packen bringen.',
  beingPacked: 'Alle Teile sind in einem offenen Paket.',
  askLead: 'Auftrag prüfen.',
  emptyIt: 'Teile herausnehmen und das Fach beim Packen scannen.',
  printLabels: 'Etiketten drucken',
  howMany: 'Anzahl der Fächer ändern …',
  howManyTitle: 'Wie viele Fächer gibt es?',
  count: 'Fächer',
  fewer: 'Belegte Fächer bleiben, bis ihre Aufträge verpackt sind.',
};
