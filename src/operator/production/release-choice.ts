import type { Static } from 'typebox';
import { optionalMoment } from '../../http/moments.ts';
import { dueUntil, madeFor } from '../../production/due-rules.ts';
import type { ReleaseContext } from '../../production/release-orders.ts';
import type { ReleaseChoice } from '../../production/release-store.ts';
import type { ReleaseChoiceQuery } from './batch-schemas.ts';

/** What is chosen by, as the store asks for it. Of two moments the earlier counts. */
export function choiceOf(
  { dueBy, due, ...rest }: Static<typeof ReleaseChoiceQuery>,
  { dueHours, clock }: Pick<ReleaseContext, 'dueHours' | 'clock'>,
  timeZone: string,
): ReleaseChoice {
  const until = [optionalMoment(dueBy), due && dueUntil(due, clock(), timeZone)].flatMap((one) => one ?? []);
  if (until.length === 0) return rest;
  const first = new Date(Math.min(...until.map((one) => one.getTime())));
  return { ...rest, madeBy: madeFor(first, dueHours) };
}
