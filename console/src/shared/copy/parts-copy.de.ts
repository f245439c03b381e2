import { roles } from './shared-copy.de.ts';

export const copy: typeof import('./parts-copy.en.ts').copy = {
  listPages: 'Seiten der Liste',
  firstPage: 'Erste Seite',
  nextPage: 'Nächste Seite',
  copy: 'Kopieren',
  copied: 'Kopiert',
  shownOnce: 'Es wird nur dieses eine Mal gezeigt. Niemand kann es noch einmal lesen, auch hier nicht.',
  done: 'Fertig, ich habe es notiert',
  changedMeanwhile: 'Jemand hat das inzwischen geändert',
  changedMeanwhileLong:
    'Jetzt wurde nichts geändert. Schließen Sie dieses Fenster, sehen Sie nach, was inzwischen dort steht, und entscheiden Sie neu.',
  roles,
  roleMay: {
    admin: 'Alles, auch Konten, Kunden und ihre Geheimnisse und wer was getan hat.',
    office:
      'Aufträge, Notizen, Lager, Katalog, Versender, Verträge und Webhooks. Keine Konten und keine Geheimnisse.',
    floor: 'Nur die Stationen der Produktion. Keine Listen von Aufträgen oder Kunden.',
    viewer: 'Liest, was das Büro liest, und ändert nichts.',
  },
  password: {
    tooShort: 'Das Passwort muss mindestens 12 Zeichen haben.',
    tooLong: 'Das Passwort darf höchstens 256 Zeichen haben.',
    guessable:
      'Dieses Passwort ist leicht zu erraten: Es besteht aus häufigen Wörtern, aus Namen, aus Ihrem Namen oder Anmeldenamen, aus Daten oder aus Tasten, die nebeneinander liegen. Nehmen Sie vier oder mehr Wörter, die nichts miteinander zu tun haben.',
  },
  sessions: {
    browser: 'Browser',
    signedIn: 'Angemeldet',
    lastSeen: 'Zuletzt benutzt',
    expires: 'Endet',
    current: 'Diese hier',
    unknownBrowser: 'Unbekannter Browser',
    none: 'Keine offene Sitzung.',
    end: 'Beenden',
    endOf: (browser) => `Sitzung in ${browser} beenden`,
    endTitle: 'Diese Sitzung beenden?',
    endMeans: 'Wer in diesem Browser arbeitet, muss sich neu anmelden.',
  },
  notes: {
    title: 'Notizen',
    newNote: 'Neue Notiz',
    addNote: 'Notiz hinzufügen',
    writeFirst: 'Schreiben Sie zuerst etwas.',
    text: 'Text der Notiz',
    edit: 'Bearbeiten',
    editOf: (text) => `Bearbeiten: ${text}`,
    remove: 'Löschen',
    removeOf: (text) => `Löschen: ${text}`,
    removeTitle: 'Diese Notiz endgültig löschen?',
    notOwn: 'Nur wer sie geschrieben hat oder ein Admin darf sie ändern.',
    changed: (moment) => `bearbeitet ${moment}`,
    save: 'Speichern',
    back: 'Zurück',
  },
};
