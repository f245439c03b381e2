import { roles } from './shared-copy.de.ts';

export const copy: typeof import('./parts-copy.en.ts').copy = {
  listPages: 'Seiten der Liste',
  firstPage: 'Erste Seite',
  nextPage: 'Nächste Seite',
  timeZone: (name) => `Zeitzone: ${name}`,
  copy: 'Kopieren',
  copied: 'Kopiert',
  shownOnce: 'Das wird nur einmal angezeigt. Kopieren Sie es jetzt; später kann es niemand mehr lesen.',
  done: 'Fertig, ich habe es notiert',
  changedMeanwhile: 'Jemand anderes hat das geändert',
  changedMeanwhileLong:
    'Ihre Änderung wurde nicht gespeichert. Schließen Sie dieses Fenster, prüfen Sie die aktuellen Werte und entscheiden Sie neu.',
  roles,
  roleMay: {
    admin: 'Alles, auch Konten, Kunden, Zugangsschlüssel und das Protokoll.',
    office:
      'Aufträge, Notizen, Lager, Katalog, Paketdienste, Verträge und Webhooks. Keine Konten und keine Zugangsschlüssel.',
    floor: 'Nur die Stationen in der Produktion. Keine Auftrags- oder Kundenlisten.',
    viewer: 'Sieht, was das Büro sieht, kann aber nichts ändern.',
  },
  password: {
    tooShort: 'Das Passwort muss mindestens 12 Zeichen haben.',
    tooLong: 'Das Passwort darf höchstens 256 Zeichen haben.',
    guessable:
      'Dieses Passwort ist leicht zu erraten. Es besteht aus häufigen Wörtern, Namen, Datumsangaben oder benachbarten Tasten. Verwenden Sie vier oder mehr Wörter ohne Zusammenhang.',
  },
  batches: {
    into: 'Wohin',
    newBatch: 'In einen neuen Batch',
    openBatch: (batch, orders, pieces) => `Batch ${batch} (${orders} Aufträge, ${pieces} Teile)`,
  },
  sessions: {
    browser: 'Browser',
    signedIn: 'Angemeldet',
    lastSeen: 'Zuletzt benutzt',
    expires: 'Läuft ab',
    current: 'Diese Sitzung',
    unknownBrowser: 'Unbekannter Browser',
    none: 'Keine offenen Sitzungen.',
    end: 'Beenden',
    endOf: (browser) => `Sitzung in ${browser} beenden`,
    endTitle: 'Diese Sitzung beenden?',
    endMeans: 'Die Person an diesem Browser muss sich neu anmelden.',
  },
  notes: {
    title: 'Notizen',
    newNote: 'Neue Notiz',
    addNote: 'Notiz hinzufügen',
    writeFirst: 'Geben Sie einen Text ein.',
    text: 'Text der Notiz',
    edit: 'Bearbeiten',
    editOf: (text) => `Bearbeiten: ${text}`,
    remove: 'Löschen',
    removeOf: (text) => `Löschen: ${text}`,
    removeTitle: 'Diese Notiz endgültig löschen?',
    notOwn: 'Nur die Verfasserin, der Verfasser oder ein Admin kann diese Notiz ändern.',
    changed: (moment) => `bearbeitet ${moment}`,
    save: 'Speichern',
    back: 'Abbrechen',
  },
};
