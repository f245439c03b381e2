import { inTrace } from '../../tracing/spans.ts';
import type { DueOrder } from '../change/order-work-store.ts';

/** Takes one order in within the trace of the request that last changed it. */
export function tracedIntake<T>(
  clientId: string,
  { traceParent, attempts }: DueOrder,
  work: () => Promise<T>,
): Promise<T> {
  const attributes = { 'platen.client.id': clientId, 'platen.attempt': attempts + 1 };
  return inTrace('take in order', traceParent, { attributes }, work);
}
