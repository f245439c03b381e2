import { type AnsweredScan, answerScan, type ScanningContext, type ScanRequest } from '../production/answer-scan.ts';
import type { ScannedOrder } from '../production/piece-scan-rules.ts';
import type { AtStation } from '../production/save-piece-scan.ts';
import {
  type Answered,
  asksOf,
  type ReadScan,
  RefusedScan,
  refusalAnswer,
  type ScanAnswer,
} from '../production/scan-answers.ts';
import type { Refusal } from '../production/scan-rules.ts';
import { loadPacking } from './load-packing.ts';
import type { PackingAnswer, ParcelView } from './packing-answers.ts';
import { completeOpening } from './packing-rules.ts';
import {
  type Accepted,
  type OrderParcel,
  openParcelOf,
  type PackingScan,
  type PackingState,
  type PackStep,
} from './packing-state.ts';
import { decidePacking, questionOf } from './packing-table-rules.ts';
import { loadPaperSources } from './parcel-papers.ts';
import { ScanRefused, savePacking } from './save-packing.ts';
import type { TakenBack } from './take-back-parcel.ts';

export interface PackingContext extends ScanningContext {
  /** Steps that must precede packing. */
  packRequires: readonly PackStep[];
}

/** Answers a scan where parcels are packed. */
export function answerPackingScan(context: PackingContext, request: ScanRequest): Promise<AnsweredScan> {
  const { packRequires: requires } = context;
  return answerScan(context, request, (read) => ({
    creates: read.scanned && !read.command ? 'parcel' : undefined,
    run: (at, newCode) => runPackingScan(at, read, { newCode, requires }),
  }));
}

/** Loads, decides and saves a scan. */
async function runPackingScan(
  at: AtStation,
  read: ReadScan,
  given: { newCode: string; requires: readonly PackStep[] },
): Promise<Answered> {
  const { context, command } = read;
  const { state, scan } = await loadPacking(at, read, given);
  const decision = decidePacking(state, scan);
  const open = openParcelOf(state);
  const kind = meaningOf(scan);
  const orderOf = (of: ScannedOrder | undefined) =>
    of && { order: { clientId: of.clientId, orderId: of.orderId, code: of.code } };
  const answerRefusal = (refusal: Refusal, { order, piece }: Pick<ScanAnswer, 'piece'> & { order?: ScannedOrder }) => {
    const parts: PackingAnswer = {
      meaning: kind === 'TEXT' || kind === 'PRODUCT' ? 'UNKNOWN' : kind,
      next: context,
      ...command,
      ...asksOf(questionOf(state)),
      ...orderOf(order ?? open),
      ...(piece && { piece }),
      ...(!order && open && { parcel: parcelViewOf(open) }),
    };
    return refusalAnswer(context, refusal, parts);
  };
  if ('refusal' in decision) {
    await savePacking(at, decision.changes ?? []);
    return { answer: answerRefusal(decision.refusal, decision) };
  }
  const { taken, voided } = await savePacking(at, decision.changes).catch((error: unknown) => {
    throw error instanceof ScanRefused ? new RefusedScan(answerRefusal(error.refusal, {})) : error;
  });
  const { changes, next, screen, ...rest } = taken ? await reopen(at, state, taken) : decision;
  const answer: PackingAnswer = {
    ...command,
    ...rest,
    ...(voided && voided.length > 0 && { voided }),
    meaning: kind === 'TEXT' ? 'TRACKING' : kind,
    ...orderOf(screen),
    ...(screen && { parcel: parcelViewOf(screen) }),
    ...asksOf(next.question),
    next: { work: 'PACK', ...next },
  };
  const papers = changes.find((one) => one.type === 'PAPERS');
  const label = changes.find((one) => one.type === 'LABEL');
  return { answer, printing: papers?.parcel.code, buying: label?.parcel.code };
}

/** Prints the papers of a parcel that was taken back, because the earlier ones are void. */
async function reopen(at: AtStation, state: PackingState, { parcel, voided }: TakenBack): Promise<Accepted> {
  const papers = await loadPaperSources(at, parcel.parcel, parcel.order);
  const decision = completeOpening({ ...state, papers }, parcel, []);
  await savePacking(at, decision.changes);
  return { ...decision, ...(voided.length > 0 && { voided }) };
}

function parcelViewOf({ parcel, items }: OrderParcel): ParcelView {
  const { code, parcel: number, state, trackingNumber, problem, problemDetails, problemSentences } = parcel;
  return {
    code,
    number,
    state,
    items,
    ...(trackingNumber !== null && { trackingNumber }),
    ...(problem !== null && { problem: problem as NonNullable<ParcelView['problem']>, details: problemDetails ?? [] }),
    ...(problemSentences !== null && { detailSentences: JSON.parse(problemSentences) }),
  };
}

/** Returns what the code means. A text is a tracking number, if it is accepted. */
function meaningOf(scan: PackingScan): Exclude<ScanAnswer['meaning'], 'TRACKING'> | 'TEXT' {
  switch (scan.kind) {
    case 'ORDER':
      return scan.meaning;
    case 'PIECE':
    case 'PARCEL':
    case 'PRODUCT':
    case 'TEXT':
    case 'UNKNOWN':
      return scan.kind;
    default:
      return 'COMMAND';
  }
}
