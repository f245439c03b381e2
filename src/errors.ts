/** One thing wrong with a request. `pointer` is a JSON Pointer (RFC 6901) into the body, or the name of a query parameter. */
export interface Violation {
  pointer: string;
  /** Short snake_case name of the rule, documented in docs/errors.md. */
  code: string;
  /** A sentence a person can act on. */
  message: string;
  /** The values that would have been accepted, where they can be listed. */
  allowed?: readonly string[];
}
