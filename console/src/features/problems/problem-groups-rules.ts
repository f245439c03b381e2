import type { Problem } from './problems-api.ts';

/** Problems with one cause, the oldest first. */
export interface ProblemGroup {
  key: string;
  problems: [Problem, ...Problem[]];
}

/** Groups equal problems: of one blank, of one printer's error, or of orders for one reason. */
export function groupProblems(problems: readonly Problem[]): ProblemGroup[] {
  return [...Map.groupBy(problems, keyOf)].map(([key, some]) => ({ key, problems: some as [Problem, ...Problem[]] }));
}

function keyOf({ kind, clientId, orderId, code, printerId, bin, reason }: Problem): string {
  switch (kind) {
    case 'NO_BATCH':
    case 'ASKED_TO_CANCEL':
      return kind;
    case 'NO_BLANK':
    case 'STOPPED':
    case 'ON_HOLD':
      return `${kind} ${reason}`;
    case 'PRINT_JOB':
      return `${kind} ${printerId} ${reason}`;
    default:
      return [kind, clientId, orderId, code, printerId, bin].join(' ');
  }
}
