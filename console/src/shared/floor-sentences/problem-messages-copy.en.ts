/** Translates a message of the server about a problem. Other texts stay unchanged. */
export const sayProblem = (message: string): string => message;
