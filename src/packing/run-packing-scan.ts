import type { ScannedOrder } from '../production/piece-scan-rules.ts';
import type { AtStation } from '../production/save-piece-scan.ts';
import type { Refusal } from '../production/scan-rules.ts';
import { loadPacking } from './load-packing.ts';
import type { OrderParcel, PackStep } from './packing-state.ts';
import { decidePacking, questionOf, situationOf } from './packing-table-rules.ts';
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
  const orderOf = (of: ScannedOrder | undefined) =>
    of && { order: { clientId: of.clientId, orderId: of.orderId, code: of.code } };
  const refused = (refusal: Refusal, { order, piece }: Pick<ScanAnswer, 'piece'> & { order?: ScannedOrder }) => {
    const isMeant = scan.kind !== 'UNKNOWN' && scan.kind !== 'TEXT' && scan.kind !== 'PRODUCT';
    const meaning = said.command
      ? 'COMMAND'
      : !isMeant
        ? 'UNKNOWN'
        : scan.kind === 'ORDER'
          ? scan.meaning
          : scan.kind === 'PARCEL'
            ? 'PARCEL'
            : 'PIECE';
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
  const { changes, next, shown, ...rest } = decision;
  try {
    await savePacking(at, changes);
  } catch (error) {
    if (error instanceof ScanRefused) throw new RefusedScan(refused(error.refusal, {}));
    throw error;
  }
  const meaning =
    scan.kind === 'ORDER' ? scan.meaning : scan.kind === 'TEXT' ? 'TRACKING' : said.command ? 'COMMAND' : scan.kind;
  const answer: ScanAnswer = {
    ...said,
    ...rest,
    meaning: meaning as ScanAnswer['meaning'],
    ...orderOf(shown),
    ...(shown && { parcel: parcelViewOf(shown) }),
    ...asksOf(next.question),
    next: { work: 'PACK', ...next },
  };
  const papers = changes.find((one) => one.type === 'PAPERS');
  return { answer, printing: papers?.parcel.code };
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
