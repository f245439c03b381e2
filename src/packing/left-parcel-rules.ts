import { type Refusal, refuse } from '../production/scan-rules.ts';
import { closeQuestion, expectScan } from './packing-rules.ts';
import type { PackingDecision, PackingState, PackingStates, ScanOf } from './packing-state.ts';
import { noPaper, type ParcelProblem, papersToReprint } from './parcel-paper-rules.ts';

/** Asks for the reason to reprint the label of the open parcel, or of the last parcel of this station. */
export function askReprint(state: PackingState, { parcel }: ScanOf<'REPRINT_LABEL'>): PackingDecision {
  if (!parcel) return NO_LAST_PARCEL;
  return expectScan(state, { question: 'REPRINT_REASON', reprint: parcel.parcel.code }, { screen: parcel });
}

const NO_LAST_PARCEL = { refusal: refuse('NO_PARCEL', 'no_parcel_left') };

export function reprintLabel(
  state: PackingStates['REPRINT_REASON'],
  { parcel: again, reason }: ScanOf<'REASON'>,
): PackingDecision {
  const { papers: sources, open } = state;
  if (!again || !sources) return NO_LAST_PARCEL;
  const { parcel, order, items } = again;
  const { papers, problem } = papersToReprint(order, items, sources, { kinds: ['LABEL', 'CUSTOMS'], reason });
  if (papers.length === 0) return { refusal: notPrintedAgain(problem) };
  return {
    ...closeQuestion(state),
    changes: [
      { type: 'PAPERS', parcel, papers },
      { type: 'REPRINT', parcel, reason },
    ],
    screen: open ?? again,
    command: 'REPRINT_LABEL',
    reason,
  };
}

/** A single cause is the sentence itself, because the console translates sentences. */
function notPrintedAgain(problem: ParcelProblem | undefined): Refusal {
  const [cause, ...others] = problem?.details ?? [];
  if (cause && others.length === 0) return { kind: 'NO_LABEL', ...cause };
  return refuse('NO_LABEL', 'label_not_printed_again', { message: noPaper(problem) });
}

/** Asks for a confirmation to take back the scanned parcel, or the last shipped parcel of this station. */
export function askTakeBack(state: PackingState, { parcel }: ScanOf<'PARCEL' | 'UNDO' | 'TAKE_BACK'>): PackingDecision {
  if (parcel?.parcel.state !== 'SHIPPED') return NO_LAST_PARCEL;
  return expectScan(state, { question: 'CONFIRM_TAKE_BACK', pending: parcel.parcel.code }, { screen: parcel });
}

export function confirmTakeBack(_: PackingState, { parcel }: ScanOf<'PASS'>): PackingDecision {
  if (parcel?.parcel.state !== 'SHIPPED') return NO_LAST_PARCEL;
  const { code } = parcel.parcel;
  return { changes: [{ type: 'TAKE_BACK', code }], next: { parcel: code }, screen: parcel };
}
