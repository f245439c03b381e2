/** Sentences for violations by their code. Without one, the server's sentence is shown. */
export const violations: Record<string, (allowed: readonly string[]) => string> = {};
