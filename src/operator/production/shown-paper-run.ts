import type { PaperRun } from '../../production/papers/paper-run-store.ts';

/** As it is answered, without its print jobs. */
export function shownRun({ runId, kind, form, state, printerId, asked, askedByName, reason }: PaperRun) {
  return {
    runId,
    paper: kind,
    form,
    state,
    printerId,
    asked: asked.toISOString(),
    ...(askedByName !== null && { askedBy: askedByName }),
    ...(reason !== null && { reason }),
  };
}
