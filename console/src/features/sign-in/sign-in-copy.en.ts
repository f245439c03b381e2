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
  welcomeTitle: 'Set your password',
  welcomeText: 'Choose the password that you will sign in with. The link works once.',
  newPassword: 'New password',
  again: 'The same again',
  differ: 'The two are not the same.',
  tooShort: (characters: number) => `At least ${characters} characters.`,
  rule: (characters: number) =>
    `At least ${characters} characters; a short sentence is easy to keep in mind.`,
  setPassword: 'Set password and sign in',
  noToken: 'The address of this page lacks its secret part. Open the link as it was given to you.',
  toSignIn: 'To the sign-in page',
};
