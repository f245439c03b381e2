export const copy: typeof import('./sign-in-copy.en.ts').copy = {
  title: 'Anmelden',
  login: 'Anmeldename',
  password: 'Passwort',
  signIn: 'Anmelden',
  signInWith: (label) => `Mit ${label} anmelden`,
  or: 'oder',
  wrong: 'Anmeldename oder Passwort ist falsch.',
  wait: (seconds) =>
    `Zu viele Versuche. Erneut möglich in ${seconds < 90 ? `${seconds} s` : `${Math.ceil(seconds / 60)} min`}.`,
  ended: 'Ihre Sitzung ist beendet',
  endedLong: (name) =>
    `Melden Sie sich wieder als ${name} an, um weiterzuarbeiten. Was Sie auf dieser Seite eingegeben haben, bleibt erhalten. Wiederholen Sie den letzten Schritt, wenn er abgelehnt wurde.`,
  leave: 'Seite verlassen, ohne zu speichern',
  signedIn: 'Sie sind angemeldet',
  signedInLong: 'Schließen Sie dieses Fenster, und arbeiten Sie im anderen weiter.',
  welcomeTitle: 'Passwort festlegen',
  welcomeText: 'Wählen Sie das Passwort, mit dem Sie sich künftig anmelden. Der Link gilt nur einmal.',
  newPassword: 'Neues Passwort',
  again: 'Passwort wiederholen',
  differ: 'Die Passwörter stimmen nicht überein.',
  tooShort: (characters) => `Mindestens ${characters} Zeichen.`,
  rule: (characters) => `Mindestens ${characters} Zeichen, zum Beispiel ein kurzer Satz.`,
  setPassword: 'Passwort festlegen und anmelden',
  usedLink:
    'Dieser Link wurde schon benutzt, ist abgelaufen oder durch einen neueren ersetzt. Wenn Sie Ihr Passwort schon festgelegt haben, melden Sie sich an. Sonst fragen Sie nach einem neuen Link.',
  noToken: 'Der Link ist unvollständig. Öffnen Sie den ganzen Link, den Sie bekommen haben.',
  toSignIn: 'Zur Anmeldung',
};
