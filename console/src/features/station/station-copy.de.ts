export const copy: typeof import('./station-copy.en.ts').copy = {
  title: 'Station',
  scan: 'Ausweis scannen',
  orPin: 'oder mit der PIN anmelden',
  login: 'Anmeldename oder E-Mail',
  pin: 'PIN',
  signOn: 'Anmelden',
  signOff: 'Abmelden',
  signedOn: (name) => `${name} ist angemeldet.`,
  locks: (seconds) =>
    seconds % 60 === 0
      ? `Nach ${seconds / 60} Minuten ohne Benutzung ist niemand mehr angemeldet.`
      : `Nach ${seconds} Sekunden ohne Benutzung ist niemand mehr angemeldet.`,
  next: 'Wer als Nächstes kommt, scannt den eigenen Ausweis.',
  none: 'Dieser Browser ist keine Station.',
  noneMeans: 'Jemand aus dem Büro oder der Verwaltung öffnet hier eine: Stationen, dann „Hier öffnen“.',
  toSignIn: 'Anmelden',
  wrongPin: 'Anmeldename oder PIN ist falsch, oder das Konto ist gesperrt.',
};
