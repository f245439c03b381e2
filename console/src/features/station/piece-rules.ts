import { dayOf, TIME_ZONE } from '../../shared/copy/center-days.ts';
import type { StepInHand } from './station-api.ts';

type Progress<Step> = { steps: readonly Step[]; stepsDone: number };

/** Returns the steps that the next PASS finishes: the next ones with the same technology. */
export function stepsNow<Step extends { technology: string }>({ steps, stepsDone }: Progress<Step>): Step[] {
  const rest = steps.slice(stepsDone);
  const technology = rest[0]?.technology;
  const other = rest.findIndex((step) => step.technology !== technology);
  return other < 0 ? rest : rest.slice(0, other);
}

/** Returns the print files of the next steps. */
export function filesNow(piece: Progress<StepInHand>): { file: string; fileName: string }[] {
  return stepsNow(piece).flatMap(({ artwork }) => (artwork ? [artwork] : []));
}

/** Returns whether the due time has passed or is today. */
export function urgencyOf(due: string | undefined, now: number, timeZone = TIME_ZONE): 'late' | 'today' | undefined {
  if (due === undefined) return undefined;
  const at = Date.parse(due);
  if (at < now) return 'late';
  return dayOf(at, timeZone) === dayOf(now, timeZone) ? 'today' : undefined;
}

/** Returns R1 for the first replacement; undefined for the original piece. */
export const attemptOf = ({ attempt }: { attempt: number }): string | undefined =>
  attempt > 0 ? `R${attempt}` : undefined;
