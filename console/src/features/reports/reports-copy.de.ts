import { REJECT_REASON_WORDS } from '../../shared/api/reject-reasons.ts';
import { words } from '../../shared/copy/common-words.de.ts';
import { countNoun } from '../../shared/copy/count-noun.ts';

import type { copy as english } from './reports-copy.en.ts';

export const copy: typeof english = {
  ...words,
  title: 'Berichte',
  noneYet: 'Für diese Tage gibt es nichts zu berichten.',
  noneMeans:
    'Berichte zeigen Teile je Tag und Technik, Pünktlichkeit und Ausschuss nach Grund. Sie füllen sich mit den ersten Scans und versandten Aufträgen.',
  toRelease: 'Aufträge freigeben',
  technologies: 'Teile je Tag und Technik',
  technologiesChart: (pieces) => `Gefertigte Teile je Tag und Technik: ${pieces} insgesamt.`,
  nothingMade: 'An diesen Tagen wurde kein Teil gefertigt.',
  ofClient:
    'Stunden von Stationen und Personen lassen sich nicht nach Kunden aufteilen. Alle Kunden zeigen, um sie zu sehen.',
  lastDays: (days) => `Letzte ${countNoun(days, 'Tag', 'Tage')}`,
  onTime: 'Pünktlichkeit',
  onTimeOf: (onTime, shipped, hours) =>
    `${onTime} von ${countNoun(shipped, 'Auftrag wurde', 'Aufträgen wurden')} innerhalb von ${hours} h nach der Anlage versandt.`,
  nothingShipped: 'An diesen Tagen wurde kein Auftrag versandt.',
  share: 'Pünktlich',
  late: 'Zu spät',
  shippedChart: (onTime, late) => `Versandte Aufträge je Tag: ${onTime} pünktlich, ${late} zu spät.`,
  losses: 'Ausschuss und Nachdrucke',
  rejectedOf: (rejected, made, share) =>
    `${countNoun(rejected, 'Teil wurde', 'Teile wurden')} verworfen und neu gefertigt: ${share} % von ${made}.`,
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
  postage: 'Versandkosten nach Kunde und Monat',
  postageMeans: 'Gekaufte Etiketten. Stornierte Etiketten und Tests zählen nicht.',
  noLabels: 'An diesen Tagen wurde kein Etikett gekauft.',
  month: 'Monat',
  labels: 'Etiketten',
  cost: 'Kosten',
  noPrice: 'kein Preis bekannt',
  csv: 'CSV',
  csvOf: (table) => `${table} als CSV`,
};
