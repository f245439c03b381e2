import type { StepInHand } from './station-api.ts';

interface Progress<Step> {
  steps: readonly Step[];
  stepsDone: number;
}

/** The steps that the next PASS finishes: those of one technology that come next. */
export function stepsNow<Step extends { technology: string }>({ steps, stepsDone }: Progress<Step>): Step[] {
  const rest = steps.slice(stepsDone);
  const technology = rest[0]?.technology;
  const other = rest.findIndex((step) => step.technology !== technology);
  return other < 0 ? rest : rest.slice(0, other);
}

/** The files that are wanted at the press now. */
export function filesNow(piece: Progress<StepInHand>): { file: string; fileName: string }[] {
  return stepsNow(piece).flatMap(({ artwork }) => (artwork ? [artwork] : []));
}

/** Its order should have left by then, or should today. */
export function urgencyOf(due: string | undefined, now: number): 'late' | 'today' | undefined {
  if (due === undefined) return undefined;
  const at = Date.parse(due);
  if (at < now) return 'late';
  return new Date(at).toDateString() === new Date(now).toDateString() ? 'today' : undefined;
}

/** R1 for the first successor; undefined for the first attempt. */
export const attemptOf = ({ attempt }: { attempt: number }): string | undefined =>
  attempt > 0 ? `R${attempt}` : undefined;
