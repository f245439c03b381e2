/** A page that the person's role does not include. */
export class PageNotPermitted extends Error {
  readonly role: string;

  constructor(role: string) {
    super(`The role "${role}" does not include this page.`);
    this.role = role;
  }
}
