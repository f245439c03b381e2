export const copy: typeof import('./scanner-test-copy.en.ts').copy = {
  title: 'Scanner testen',
  back: 'Zurück',
  scanThis: 'Scannen Sie diesen Code',
  scanThisMeans:
    'Vom Bildschirm, oder vom Papier, falls Ihr Scanner keine Bildschirme liest. Es wird nichts gesendet, und kein Feld braucht den Cursor.',
  print: 'Code drucken',
  result: 'Was ankam',
  nothingYet: 'Noch wurde nichts gescannt.',
  right: 'Der Scanner wird verstanden',
  wrong: 'Das ist ein anderer Code',
  wrongMeans:
    'Er wurde so gelesen, wie es unten steht. Was der Scanner um seine Codes herum sendet, zeigt sich nur am Code oben.',
  unread: 'Der Scanner wird nicht verstanden',
  unreadMeans:
    'Codes von Platen und EAN-13 werden trotzdem gelesen. Für Sendungsnummern stellen Sie den Scanner auf das Tastaturlayout dieses Computers: In seinem Handbuch steht ein Code dafür.',
  text: 'Gelesen als',
  kinds: {
    own: 'ein Code von Platen',
    ean13: 'eine EAN-13',
    misread: 'ein Code von Platen, der nicht richtig gelesen wurde',
    other: 'anderer Text, etwa eine Sendungsnummer',
  },
  kind: 'Das ist',
  layout: 'Tastaturlayout',
  layouts: {
    typed: 'der Scanner hat das Layout dieses Computers',
    us: 'der Scanner tippt wie eine US-Tastatur, der Computer hat eine andere; gelesen nach der Lage der Tasten',
    german:
      'der Scanner tippt wie eine deutsche Tastatur, der Computer hat eine andere; gelesen nach der Lage der Tasten',
    french:
      'der Scanner tippt wie eine französische Tastatur, der Computer hat eine andere; gelesen nach der Lage der Tasten',
  },
  suffix: 'Hinter jedem Code',
  ends: { Enter: 'Eingabe', Tab: 'Tab', pause: 'nichts: Ein Code ist zu Ende, wenn keine Taste folgt' },
  noEnd:
    'Stellen Sie den Scanner so ein, dass er Enter sendet: Dann sind Codes etwas früher da, und keiner kann zerteilt werden.',
  prefix: 'Vor jedem Code',
  none: 'nichts',
  gap: 'Längste Zeit zwischen zwei Tasten',
  milliseconds: (count) => `${count} ms`,
  slow: 'Das ist langsam. Codes mit Prüfziffer werden gelesen, Sendungsnummern vielleicht nicht.',
  kept: 'Für diesen Browser gemerkt: Von jetzt an wird alles so gelesen.',
  forget: 'Vergessen, was herauskam',
  keys: 'Tasten, wie der Browser sie meldet',
  key: 'Taste',
  place: 'Lage',
  after: 'Nach',
};
