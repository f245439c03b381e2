import type { copy as english } from './wall-copy.en.ts';

export const copy: typeof english = {
  title: 'Wandtafel',
  technology: 'Technik',
  toMake: 'Offen',
  made: 'Gemacht',
  checked: 'Geprüft',
  packed: 'Gepackt heute',
  late: 'Verspätet',
  atRisk: 'Gefährdet',
  lastHour: 'Letzte Stunde',
  works: { MAKE: 'gemacht', CHECK: 'geprüft', PACK: 'gepackt' },
  quiet: 'Keine Scans in der letzten Stunde',
  noPieces: 'Keine Stücke in der Produktion',
  others: 'Andere',
  asOf: (time) => `Stand ${time}`,
  outdated: (time) => `Veraltet: letzte Zahlen von ${time}`,
  never: 'Der Server antwortet nicht. Diese Seite versucht es weiter.',
  revoked: 'Der Link dieser Wandtafel gilt nicht mehr',
  revokedLong: 'Ein Admin legt auf der Seite Stationen einen neuen Link an.',
};
