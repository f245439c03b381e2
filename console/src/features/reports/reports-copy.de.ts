import { REJECT_REASON_WORDS } from '../../shared/api/reject-reasons.ts';
import { words } from '../../shared/copy/common-words.de.ts';

import type { copy as english } from './reports-copy.en.ts';

export const copy: typeof english = {
  ...words,
  title: 'Berichte',
  lastDays: (days) => `Letzte ${days} Tage`,
  onTime: 'Pünktlichkeit',
  onTimeOf: (onTime, shipped, hours) =>
    `${onTime} von ${shipped} Aufträgen wurden innerhalb von ${hours} h nach der Anlage versandt.`,
  nothingShipped: 'An diesen Tagen wurde kein Auftrag versandt.',
  share: 'Pünktlich',
  late: 'Zu spät',
  shippedChart: (onTime, late) => `Versandte Aufträge je Tag: ${onTime} pünktlich, ${late} zu spät.`,
  dayIs: (day, onTime, late) => `${day}: ${onTime} pünktlich, ${late} zu spät`,
  losses: 'Ausschuss und Nachdrucke',
  rejectedOf: (rejected, made, share) =>
    `${rejected} Teile wurden verworfen und neu gefertigt, ${share} % der ${made} gefertigten Teile.`,
  noRejects: 'An diesen Tagen wurde kein Teil verworfen.',
  reasons: REJECT_REASON_WORDS.de,
  stations: 'Teile je Stunde nach Station',
  people: 'Teile je Stunde nach Person',
  noStation: 'Keine Station',
  person: 'Person',
  nobody: 'Niemand',
  work: 'Arbeit',
  works: { MAKE: 'Fertigen', CHECK: 'Prüfen', PACK: 'Packen', HAND_OVER: 'Übergeben' },
  hours: 'Stunden',
  hoursMeans: 'Stunden mit Scans, je Person in Viertelstunden gezählt.',
  perHour: 'Je Stunde',
  nothingDone: 'An diesen Tagen wurde nichts gescannt.',
  days: 'Tag für Tag',
  made: 'Gefertigt',
  checked: 'Geprüft',
  packed: 'Verpackt',
  rejected: 'Verworfen',
  csv: 'CSV',
  csvOf: (table) => `${table} als CSV`,
};
