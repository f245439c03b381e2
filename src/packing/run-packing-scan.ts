import type { ScannedOrder } from '../production/piece-scan-rules.ts';
import type { AtStation } from '../production/save-piece-scan.ts';
import type { Refusal } from '../production/scan-rules.ts';
import { loadPacking } from './load-packing.ts';
import { settle } from './packing-rules.ts';
import type { Accepted, OrderParcel, PackingState, PackStep } from './packing-state.ts';
import { decidePacking, questionOf, situationOf } from './packing-table-rules.ts';
import { loadPaperSources } from './parcel-papers.ts';
import { ScanRefused, savePacking } from './save-packing.ts';
import {
  type Answered,
  asksOf,
  commandOfScan,
  type ParcelView,
  type ReadScan,
  RefusedScan,
  refusedAnswer,
  type ScanAnswer,
} from './scan-answers.ts';
import type { TakenBack } from './take-back-parcel.ts';

type Meaning = ScanAnswer['meaning'];

/** Loads, decides and saves a scan at a packing station. */
export async function runPackingScan(
  at: AtStation,
  read: ReadScan,
  given: { newCode: string; requires: readonly PackStep[] },
): Promise<Answered> {
  const { context } = read;
  const { state, scan } = await loadPacking(at, read, given);
  const decision = decidePacking(state, scan);
  const said = commandOfScan(read);
  const named = (said.command ? 'COMMAND' : scan.kind === 'ORDER' ? scan.meaning : scan.kind) as Meaning | 'TEXT';
  const orderOf = (of: ScannedOrder | undefined) =>
    of && { order: { clientId: of.clientId, orderId: of.orderId, code: of.code } };
  const refused = (refusal: Refusal, { order, piece }: Pick<ScanAnswer, 'piece'> & { order?: ScannedOrder }) => {
    const meaning = named === 'TEXT' || named === 'PRODUCT' ? 'UNKNOWN' : named;
    return refusedAnswer({ meaning }, { next: context }, refusal, {
      ...said,
      ...asksOf(questionOf(situationOf(state))),
      ...orderOf(order ?? state.open),
      ...(piece && { piece }),
      ...(!order && state.open && { parcel: parcelViewOf(state.open) }),
    });
  };
  if ('refusal' in decision) {
    await savePacking(at, decision.changes ?? []);
    return { answer: refused(decision.refusal, decision) };
  }
  const taken = await savePacking(at, decision.changes).catch((error: unknown) => {
    throw error instanceof ScanRefused ? new RefusedScan(refused(error.refusal, {})) : error;
  });
  const done = taken ? await reopen(at, state, taken) : decision;
  const { changes, next, screen, ...rest } = done;
  const answer: ScanAnswer = {
    ...said,
    ...rest,
    meaning: named === 'TEXT' ? 'TRACKING' : named,
    ...orderOf(screen),
    ...(screen && { parcel: parcelViewOf(screen) }),
    ...asksOf(next.question),
    next: { work: 'PACK', ...next },
  };
  const papers = changes.find((one) => one.type === 'PAPERS');
  return { answer, printing: papers?.parcel.code };
}

/** Prints the papers of a parcel that was taken back, because the earlier ones are void. */
async function reopen(at: AtStation, state: PackingState, { parcel, voided }: TakenBack): Promise<Accepted> {
  const papers = await loadPaperSources(at, parcel.parcel, parcel.order);
  const settled = settle({ ...state, papers }, parcel, [], {});
  await savePacking(at, settled.changes);
  return { ...settled, ...(voided.length > 0 && { voided }) };
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
