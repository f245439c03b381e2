export const copy = {
  title: 'Station',
  scan: 'Scan your badge',
  orPin: 'or sign on with your PIN',
  login: 'Sign-in name or e-mail',
  pin: 'PIN',
  signOn: 'Sign on',
  signOff: 'Sign off',
  signedOn: (name: string) => `${name} is signed on.`,
  locks: (seconds: number) =>
    seconds % 60 === 0
      ? `Without use for ${seconds / 60} minutes nobody is signed on any more.`
      : `Without use for ${seconds} seconds nobody is signed on any more.`,
  next: 'Whoever comes next scans their badge.',
  none: 'This browser is no station.',
  noneMeans: 'Somebody of the office or an administrator opens one here: Stations, then “Open here”.',
  toSignIn: 'Sign in',
  wrongPin: 'The sign-in name or the PIN is wrong, or the account is disabled.',
};
