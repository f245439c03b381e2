/** A test's context, a test server, or node:test itself. Resources are released by its `after`. */
export interface Scope {
  after(end: () => unknown): void;
}
