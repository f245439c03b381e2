import { countNoun } from '../copy/count-noun.ts';
export const copy = {
  title: 'Sign in',
  login: 'Sign-in name',
  password: 'Password',
  signIn: 'Sign in',
  signInWith: (label: string) => `Sign in with ${label}`,
  or: 'or',
  wrong: 'The sign-in name or the password is wrong.',
  wait: (seconds: number) =>
    `Too many attempts. Try again in ${seconds < 90 ? `${seconds} s` : `${Math.ceil(seconds / 60)} min`}.`,
  ended: 'Your session has ended',
  endedLong: (name: string) =>
    `Sign in again as ${name} to continue. What you typed on this page is kept. Repeat the last step if it was refused.`,
  leave: 'Leave this page without saving',
  signedIn: 'You are signed in',
  signedInLong: 'Close this window, and continue in the other one.',
  welcomeTitle: 'Set your password',
  welcomeText: 'Choose the password that you will sign in with. The link works only once.',
  newPassword: 'New password',
  again: 'Repeat password',
  differ: 'The passwords are not the same.',
  tooShort: (characters: number) => `At least ${countNoun(characters, 'character', 'characters')}.`,
  rule: (characters: number) =>
    `At least ${countNoun(characters, 'character', 'characters')}, for example a short sentence.`,
  setPassword: 'Set password and sign in',
  usedLink:
    'This link was used already, has expired, or was replaced by a newer one. If you have set your password, sign in. Else ask for a new link.',
  noToken: 'The link is incomplete. Open the whole link that you were given.',
  toSignIn: 'To the sign-in page',
};
