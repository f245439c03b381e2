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
  welcomeTitle: 'Passwort festlegen',
  welcomeText: 'Wählen Sie das Passwort, mit dem Sie sich künftig anmelden. Der Link gilt einmal.',
  newPassword: 'Neues Passwort',
  again: 'Noch einmal',
  differ: 'Die beiden stimmen nicht überein.',
  tooShort: (characters) => `Mindestens ${characters} Zeichen.`,
  rule: (characters) => `Mindestens ${characters} Zeichen; ein kurzer Satz ist leicht zu merken.`,
  setPassword: 'Passwort festlegen und anmelden',
  noToken:
    'Der Adresse dieser Seite fehlt ihr geheimer Teil. Öffnen Sie den Link so, wie Sie ihn bekommen haben.',
  toSignIn: 'Zur Anmeldung',
};
