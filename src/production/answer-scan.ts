import { hash } from 'node:crypto';
import type { Actor } from '../platform/audit/actor.ts';
import { inTransaction, withRetry } from '../platform/database/transaction.ts';
import { ApiError } from '../platform/errors/errors.ts';
import { looksLikeScanCode, readScanCode, scanCodeOf } from '../platform/formats/scan-codes.ts';
import type { BeginContext } from './begin-production.ts';
import { commandOf } from './command-codes.ts';
import { type AtStation, StateChanged, type Station } from './save-piece-scan.ts';
import { type Answered, type ReadScan, RefusedScan, type ScanAnswer, type ScanContext } from './scan-answers.ts';
import { refuse } from './scan-rules.ts';
import { findLatestAnswer, findScan, insertScan, type ScanPlace } from './scan-store.ts';

export interface ScanRequest {
  /** Made at the station. A scan that is sent again with the same id counts once. */
  id: string;
  at: Station;
  /** The text from the scanner. */
  code: string;
  context: ScanContext;
  by: Actor;
}

export interface ScanningContext extends Pick<BeginContext, 'pool' | 'numbers'> {
  clock: () => Date;
}

export interface AnsweredScan {
  /** JSON of a `ScanAnswer`. */
  answer: string;
  isReplayed: boolean;
  /** The parcel for which this scan requested papers. They are drawn after the commit. */
  printing?: string | undefined;
  /** The parcel whose label is to be bought after the commit. */
  buying?: string | undefined;
  /** The request to send files to machines after the commit. */
  sending?: string | undefined;
}

/** One kind of work at a station. */
export interface StationWork {
  /** The kind of thing that the scan may create. Its code is made before the transaction. */
  creates: 'piece' | 'parcel' | undefined;
  /** Loads the state of the station, decides by the table of rules, and saves the changes. */
  run: (at: AtStation, newCode: string) => Promise<Answered>;
}

/** How often a scan is carried out again after others changed what it had read. */
const ATTEMPTS_MAX = 20;

/**
 * Runs the work of a scan and records its answer, in one transaction. A refusal is an answer too, and changes
 * nothing. A repeated scan gets the recorded answer. `workOf` returns the work of a scan whose code was read.
 * Throws `idempotency_key_reused` if another scan had this id.
 */
export async function answerScan(
  context: ScanningContext,
  request: ScanRequest,
  workOf: (read: ReadScan) => StationWork,
): Promise<AnsweredScan> {
  const { pool } = context;
  const { id, at, code, context: sent } = request;
  const askedHash = hash('sha256', JSON.stringify([at.stationId ?? at.station, code, sent]), 'buffer');
  // A badge is a secret, so its scan is not recorded. Signing on is another request.
  if (readScanCode(code)?.kind === 'person') return withoutRecord(answerBadge(at, sent));
  const place = placeOf(at, sent.work);
  for (let attempt = 1; ; attempt++) {
    try {
      return await carryOut(context, request, workOf(readScan(code, sent)), { askedHash, place });
    } catch (error) {
      const isRefused = error instanceof RefusedScan;
      if (!isRefused && !(error instanceof StateChanged) && !(error instanceof ApiError)) throw error;
      // Nothing was saved. Only now it matters whether the scan is a repeated one, or from an old page.
      const { known, latest } = await withRetry(() => findScan(pool, id, place));
      if (known) return replay(known, askedHash);
      if (sent.after !== undefined && latest !== undefined && latest !== sent.after) return refuseOld(context, place);
      if (isRefused) return withoutRecord(error.answer);
      if (error instanceof ApiError || attempt === ATTEMPTS_MAX) throw error;
    }
  }
}

export function placeOf({ station, stationId }: Station, work: ScanContext['work']): ScanPlace {
  return { station: stationId ?? station, work };
}

async function carryOut(
  { pool, numbers, clock }: ScanningContext,
  { id: scanId, at: station, context, by }: ScanRequest,
  { creates, run }: StationWork,
  { askedHash, place }: { askedHash: Buffer; place: ScanPlace },
): Promise<AnsweredScan> {
  // A number is taken before the transaction, which should not wait for a second connection.
  const [number = 1] = creates ? await numbers.take(creates, 1) : [];
  const newCode = scanCodeOf(creates ?? 'piece', number);
  return inTransaction(pool, async (connection) => {
    const now = clock();
    const { answer, printing, buying, sending } = await run({ connection, ...station, by, now }, newCode);
    const isAccepted = !answer.refusal || answer.next.question !== context.question;
    if (isAccepted) answer.next.after = scanId;
    const scan = { scanId, askedHash, occurred: now, answer: JSON.stringify(answer) };
    if (!(await insertScan(connection, scan, { ...place, after: context.after, isAccepted }))) throw new StateChanged();
    return { answer: scan.answer, isReplayed: false, printing, buying, sending };
  });
}

function replay(known: { askedHash: Buffer; answer: string }, askedHash: Buffer): AnsweredScan {
  if (known.askedHash.equals(askedHash)) return { answer: known.answer, isReplayed: true };
  throw new ApiError('idempotency_key_reused', 'Another scan was sent under this id. Give each scan an id of its own.');
}

function withoutRecord(answer: ScanAnswer): AnsweredScan {
  return { answer: JSON.stringify(answer), isReplayed: false };
}

function answerBadge({ stationId }: Station, next: ScanContext): ScanAnswer {
  if (stationId !== null) return { meaning: 'PERSON', next };
  return { meaning: 'PERSON', refusal: refuse('UNKNOWN', 'badge_at_no_station'), next };
}

/** Refuses a scan of an old page, such as a second window. Its next context is the present one. */
async function refuseOld({ pool }: ScanningContext, place: ScanPlace): Promise<AnsweredScan> {
  const latest = await withRetry(() => findLatestAnswer(pool, place));
  const { refusal: _, ...present }: ScanAnswer = JSON.parse(latest ?? 'null') ?? { next: { work: place.work } };
  return withoutRecord({ ...present, meaning: 'UNKNOWN', refusal: refuse('OLD_CONTEXT', 'screen_too_old') });
}

function readScan(code: string, context: ScanContext): ReadScan {
  const scanned = readScanCode(code);
  const command = scanned?.kind === 'command' ? commandOf(scanned.number) : undefined;
  // A misread code of Platen must not pass for a tracking number.
  const isMisread = !scanned && looksLikeScanCode(code);
  const refusal = isMisread ? refuse('MISREAD', 'code_misread') : undefined;
  return { text: code.trim(), scanned, command, refusal, context };
}
