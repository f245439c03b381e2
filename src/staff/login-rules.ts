export const LOGIN_LENGTH_MAX = 200;
export const OPERATOR_NAME_LENGTH_MAX = 200;

/** What a login is known by: case and forms of Unicode do not count, nor do spaces around it. */
export function loginKey(login: string): string {
  return login.normalize('NFKC').trim().toLowerCase();
}
