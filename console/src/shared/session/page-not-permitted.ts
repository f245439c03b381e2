import type { Session } from './session-api.ts';

/** A page that the person's role does not include. */
export class PageNotPermitted extends Error {
  readonly role: Session['operator']['role'];

  constructor(role: Session['operator']['role']) {
    super(`The role "${role}" does not include this page.`);
    this.role = role;
  }
}
