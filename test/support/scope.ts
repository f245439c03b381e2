/** A test's context, a test server, or node:test itself: what was started ends after it. */
export interface Scope {
  after(end: () => unknown): void;
}
