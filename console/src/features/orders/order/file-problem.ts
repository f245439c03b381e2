import type { OperatorOrder } from './order-api.ts';

/** What is known to be wrong with the file that the order names at this JSON Pointer; undefined where nothing is. */
export function fileProblem({ statusReason }: OperatorOrder['order'], pointer: string): string | undefined {
  if (!statusReason) return undefined;
  return [...(statusReason.details ?? []), statusReason].find((one) => one.pointer === pointer)?.message;
}
