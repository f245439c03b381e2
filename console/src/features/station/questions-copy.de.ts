import { REJECT_REASON_WORDS } from '../../shared/api/reject-reasons.ts';

export const copy: typeof import('./questions-copy.en.ts').copy = {
  questions: {
    REJECT_REASON: { title: 'Was ist falsch?', yes: '', no: 'Abbrechen' },
    REPRINT_REASON: {
      title: 'Warum wird das Etikett noch einmal gedruckt?',
      means: 'Werfen Sie das alte Etikett weg.',
      yes: '',
      no: 'Nicht drucken',
    },
    TRACKING: { title: 'Sendungsnummer scannen', yes: 'Keine Sendungsnummer', no: 'Zurücknehmen' },
    CONFIRM_TRACKING: {
      title: 'Mit dieser Sendungsnummer versenden?',
      means: 'Ist sie falsch, scannen Sie die richtige.',
      yes: 'Mit dieser Nummer versenden',
      no: 'Andere Nummer',
    },
    CONFIRM_INCOMPLETE: {
      title: 'Das Paket ohne die fehlenden Teile versenden?',
      means: 'Der Auftrag bleibt für ein weiteres Paket offen.',
      yes: 'Ohne sie versenden',
      no: 'Weiter packen',
    },
    CONFIRM_UNMADE: {
      title: 'Niemand hat dieses Teil gefertigt. Trotzdem packen?',
      yes: 'Packen',
      no: 'Nicht packen',
    },
    CHECK_UNMADE: {
      title: 'Niemand hat dieses Teil gefertigt. Ist es trotzdem gut?',
      means: 'Ohne Antwort wird beim Packen noch einmal gefragt.',
      yes: 'Es ist gut',
      no: 'Offen lassen',
    },
    CONFIRM_TAKE_BACK: {
      title: 'Dieses Paket wieder öffnen?',
      means:
        'Der Auftrag gilt dann nicht mehr als versandt, und der Kunde erfährt es. Ein gedrucktes Etikett wird ungültig.',
      yes: 'Wieder öffnen',
      no: 'Geschlossen lassen',
    },
    CLOSE: {
      title: 'Die Liste ohne die fehlenden Pakete schließen?',
      yes: 'Ohne sie schließen',
      no: 'Weiter scannen',
    },
  },
  reasons: {
    ...REJECT_REASON_WORDS.de,
    ...{ LABEL_DAMAGED: 'Beschädigt', LABEL_LOST: 'Verloren', PRINTER_FAULT: 'Druckerfehler', LABEL_OTHER: 'Anderes' },
  },
  stopOrder: 'Auftrag stoppen',
  spaceKey: 'Leertaste',
  unfinished: 'Das vorige Teil wurde nicht abgeschlossen',
  takeBack: 'Paket zurückholen',
};
