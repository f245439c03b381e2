import { hash } from 'node:crypto';
import type { Actor } from '../platform/audit/actor.ts';
import { inTransaction, withRetry } from '../platform/database/transaction.ts';
import { ApiError } from '../platform/errors/errors.ts';
import { looksLikeScanCode, readScanCode, scanCodeOf } from '../platform/formats/scan-codes.ts';
import type { BeginContext } from '../production/begin-production.ts';
import { commandOf } from '../production/command-codes.ts';
import { type AtStation, StateChanged, type Station } from '../production/save-piece-scan.ts';
import { refuse } from '../production/scan-rules.ts';
import { findLatestAnswer, findScan, insertScan, type ScanPlace } from '../production/scan-store.ts';
import type { PackStep } from './packing-state.ts';
import { runHandOverScan } from './run-hand-over-scan.ts';
import { runPackingScan } from './run-packing-scan.ts';
import { runPieceScan } from './run-piece-scan.ts';
import { type Answered, type ReadScan, RefusedScan, type ScanAnswer, type ScanContext } from './scan-answers.ts';

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
  /** Steps that must precede packing. */
  packRequires: readonly PackStep[];
}

export interface AnsweredScan {
  /** JSON of a `ScanAnswer`. */
  answer: string;
  isReplayed: boolean;
  /** The parcel for which this scan requested papers. They are drawn after the commit. */
  printing?: string | undefined;
}

/** How often a scan is carried out again after others changed what it had read. */
const ATTEMPTS_MAX = 20;

/**
 * Loads the state of the station, decides by the table of rules for its work, and saves the changes with the
 * recorded answer, in one transaction. A refusal is an answer too, and changes nothing. A repeated scan gets
 * the recorded answer. Throws `idempotency_key_reused` if another scan had this id.
 */
export async function answerScan(context: ScanningContext, request: ScanRequest): Promise<AnsweredScan> {
  const { pool } = context;
  const { id, at, code, context: sent } = request;
  const askedHash = hash('sha256', JSON.stringify([at.stationId ?? at.station, code, sent]), 'buffer');
  // A badge is a secret, so its scan is not recorded. Signing on is another request.
  if (readScanCode(code)?.kind === 'person') return withoutRecord(answerBadge(at, sent));
  const place = placeOf(at, sent.work);
  for (let attempt = 1; ; attempt++) {
    const { known, latest } = await withRetry(() => findScan(pool, id, place));
    if (known) return replay(known, askedHash);
    if (sent.after !== undefined && latest !== undefined && latest !== sent.after) return refuseOld(context, place);
    try {
      return await carryOut(context, request, { askedHash, place });
    } catch (error) {
      if (error instanceof RefusedScan) return withoutRecord(error.answer);
      if (!(error instanceof StateChanged) || attempt === ATTEMPTS_MAX) throw error;
    }
  }
}

export function placeOf({ station, stationId }: Station, work: ScanContext['work']): ScanPlace {
  return { station: stationId ?? station, work };
}

async function carryOut(
  { pool, numbers, clock, packRequires: requires }: ScanningContext,
  { id: scanId, at: station, code, context, by }: ScanRequest,
  { askedHash, place }: { askedHash: Buffer; place: ScanPlace },
): Promise<AnsweredScan> {
  const read = readScan(code, context);
  const { work } = context;
  const isPacking = work === 'PACK';
  // Numbers are taken before the transaction, which should not wait for a second connection.
  const takesPiece = !isPacking && read.command?.command === 'REJECT';
  const takesParcel = isPacking && read.scanned !== undefined && !read.command;
  const [number = 1] = takesPiece || takesParcel ? await numbers.take(isPacking ? 'parcel' : 'piece', 1) : [];
  return inTransaction(pool, async (connection) => {
    const now = clock();
    const at = { connection, ...station, by, now };
    const { answer, printing } = await answerWork(at, read, { number, requires });
    const isAccepted = !answer.refusal || answer.next.question !== context.question;
    if (isAccepted) answer.next.after = scanId;
    const scan = { scanId, askedHash, occurred: now, answer: JSON.stringify(answer) };
    if (!(await insertScan(connection, scan, isAccepted ? { ...place, after: context.after } : undefined)))
      throw new StateChanged();
    return { answer: scan.answer, isReplayed: false, printing };
  });
}

function answerWork(
  at: AtStation,
  read: ReadScan,
  { number, requires }: { number: number; requires: readonly PackStep[] },
): Promise<Answered> {
  const { work } = read.context;
  if (work === 'HAND_OVER') return runHandOverScan(at, read);
  if (work === 'PACK') return runPackingScan(at, read, { newCode: scanCodeOf('parcel', number), requires });
  return runPieceScan(at, read, { work, newCode: scanCodeOf('piece', number) });
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
