import type { Pool } from 'pg';
import { risingId } from '../../platform/database/rising-ids.ts';
import { withRetry } from '../../platform/database/transaction.ts';
import { chooseMachineRule, type MachineMode, type MachineRule } from '../../printing/machines/machine-rules.ts';
import { fileNameOf, type PrintView, ticketNameOf, ticketOf } from '../../printing/machines/machine-templates.ts';
import {
  deleteFailedJobs,
  insertMachineJob,
  listJobsOfPiece,
  type MachineJob,
  type NewMachineJob,
} from '../../printing/machines/manage-machine-jobs.ts';
import { type ListedMachine, listMachineRules, listMachines } from '../../printing/machines/manage-machines.ts';
import { type DescribedStep, describePiece, readFloorFacts } from '../describe-piece.ts';
import { loadPieces } from '../load-piece-scan.ts';
import type { Piece } from '../piece-store.ts';
import { MEDIA_TYPES } from '../print-files/make-print-files.ts';
import { listPrintFiles, type PrintFile } from '../print-files/print-file-store.ts';
import { insertGangPrint, listGangKeys } from './gang-sheet-store.ts';
import {
  deleteMachineRequest,
  findMachineRequest,
  listCodesToMake,
  type MachineRequest,
  postponeMachineRequest,
} from './machine-request-store.ts';
import { nestWaitingPrints } from './make-gang-sheets.ts';

export interface SendContext {
  pool: Pool;
  clock: () => Date;
  onMachine: (machineId: string) => void;
}

/** A print file is ready within seconds. After this time, staff see that it is missing. */
const SHOWN_AFTER_MS = 60_000;
const GIVEN_UP_AFTER_MS = 24 * 3_600_000;
const RETRY_MS_MIN = 2_000;
const RETRY_MS_MAX = 60_000;

interface Sending extends SendContext {
  request: MachineRequest;
  rules: readonly MachineRule[];
  machines: ReadonlyMap<string, ListedMachine>;
  /** Machines for whose sheets prints of the request wait. */
  withSheets: Set<ListedMachine>;
}

/**
 * Puts the files of the requested pieces into the queues of machines. Waits for files that are drawn. Prints
 * of a machine with a roll wait for its sheets, which a batch and a request without pieces make.
 */
export async function sendToMachines(context: SendContext, requestId: string, signal: AbortSignal): Promise<void> {
  const { pool, clock } = context;
  const request = await withRetry(() => findMachineRequest(pool, requestId));
  if (!request) return;
  const machines = new Map((await withRetry(() => listMachines(pool))).map((one) => [one.machineId, one]));
  const rules = await withRetry(() => listMachineRules(pool));
  const sending: Sending = { ...context, request, machines, rules, withSheets: new Set() };
  const isOfSheets = request.piece === null && request.batchId === null;
  const chosen = machines.get(request.machineId ?? '');
  if (isOfSheets && chosen) sending.withSheets.add(chosen);
  const codes = request.piece === null ? await listCodes(pool, request) : [request.piece];
  let isComplete = true;
  for (const code of codes) {
    if (signal.aborted) return;
    isComplete = (await sendPiece(sending, code)) && isComplete;
  }
  const age = clock().getTime() - request.requested.getTime();
  if (request.piece === null && (isComplete || age > SHOWN_AFTER_MS))
    for (const machine of sending.withSheets) await nestWaitingPrints(context, machine);
  if (isComplete || age > GIVEN_UP_AFTER_MS) return withRetry(() => deleteMachineRequest(pool, requestId));
  const wait = Math.min(RETRY_MS_MAX, Math.max(RETRY_MS_MIN, age / 2));
  await withRetry(() => postponeMachineRequest(pool, requestId, new Date(clock().getTime() + wait)));
}

function listCodes(pool: Pool, { batchId }: MachineRequest): Promise<string[]> {
  return withRetry(() => listCodesToMake(pool, batchId ?? '0'));
}

/** Returns false while a print file of the piece is missing or being made. */
async function sendPiece(sending: Sending, code: string): Promise<boolean> {
  const { pool, request } = sending;
  const [found] = await withRetry(() => loadPieces(pool, [code]));
  // A piece without a blank gets its file too, because a blank may come.
  const isRefused = found?.refusal !== undefined && found.refusal.kind !== 'NO_BLANK';
  if (!found || isRefused || found.piece.state !== 'TO_MAKE') return true;
  const prints = await readPrints(pool, found.piece);
  const wanted = prints.flatMap((print) => {
    const machine = isWanted(found.piece, print.step, request.cause) && machineFor(sending, print);
    return machine ? [{ print, machine }] : [];
  });
  if (wanted.length === 0) return true;
  const known = await withRetry(() => listJobsOfPiece(pool, code));
  const onSheets = await withRetry(() => listGangKeys(pool, code));
  let isComplete = true;
  for (const { print, machine } of wanted) {
    const key = `${code}/${print.view.step}.${print.file?.version ?? 0}`;
    if (machine.settings.roll) sending.withSheets.add(machine);
    const files = known.filter((one) => one.key === key && !lacksFile(one));
    const sheeted = onSheets.filter((one) => one.key === key);
    if (request.cause === 'BY_HAND' ? isSentSince({ machine, request }, files, sheeted) : isWaiting(files, sheeted))
      continue;
    isComplete = (await sendFile(sending, { piece: found.piece, machine, print, key })) && isComplete;
    const outdated = known.filter((one) => print.file && lacksFile(one) && one.key === `${code}/${print.view.step}.0`);
    await withRetry(() => deleteFailedJobs(pool, outdated));
  }
  return isComplete;
}

type Sheeted = Awaited<ReturnType<typeof listGangKeys>>[number];

/** Whether the print waits for a machine or was taken. */
const isWaiting = (files: readonly MachineJob[], sheeted: readonly Sheeted[]) =>
  sheeted.length > 0 || files.some(({ state, unwanted }) => state !== 'WITHDRAWN' && unwanted === null);

/** Whether an earlier attempt has carried out the request of a person, who wants each print once more. */
function isSentSince(
  { machine: { machineId }, request: { requested } }: { machine: ListedMachine; request: MachineRequest },
  files: readonly MachineJob[],
  sheeted: readonly Sheeted[],
): boolean {
  const times = [
    ...files.map((one) => ({ ...one, time: one.changed })),
    ...sheeted.map((one) => ({ ...one, time: one.placed })),
  ];
  return times.some((one) => one.machineId === machineId && one.time !== null && one.time >= requested);
}

/** A job that only shows staff that its file is missing. */
const lacksFile = ({ state, sha256 }: Pick<MachineJob, 'state' | 'sha256'>) => state === 'FAILED' && sha256 === null;

/** A print of a piece, with its file and everything that names and tickets can contain. */
interface PieceToPrint {
  step: DescribedStep;
  manufacturerCode: string | null;
  file: PrintFile | undefined;
  view: PrintView;
}

/** Reads the prints of a piece. They have no data of the recipient. */
export async function readPrints(pool: Pool, piece: Piece): Promise<PieceToPrint[]> {
  const facts = await withRetry(() => readFloorFacts(pool, piece, piece, 0));
  const files = await withRetry(() => listPrintFiles(pool, piece));
  const described = describePiece(piece, facts);
  const { article, batch, due, isRush } = described;
  const prints = described.steps.flatMap(({ kind, technology, location, widthMm = 0, heightMm = 0 }, at) =>
    kind === 'PRINT' ? [{ step: at + 1, technology, location, width: widthMm, height: heightMm }] : [],
  );
  const common = {
    ...{ code: piece.code, order: piece.orderId, client: facts?.clientName ?? '', batch: batch?.name ?? '' },
    ...{ place: batch?.place ?? 0, sku: piece.sku, article: article?.title ?? piece.sku, color: article?.color ?? '' },
    ...{ size: article?.size ?? '', treatment: article?.dtgType ?? '', copies: piece.quantity, prints },
    ...{ due: due?.toISOString() ?? '', rush: isRush, attempt: piece.attempt, machine: '' },
  };
  return described.steps.flatMap((step, index) => {
    if (step.kind !== 'PRINT') return [];
    const file = files.find(({ position, print }) => position === piece.position && print === step.place);
    const width = round(file?.widthMm ?? step.widthMm ?? 0);
    const height = round(file?.heightMm ?? step.heightMm ?? 0);
    const { technology, location } = step;
    const view = { ...common, technology, location, step: index + 1, width, height };
    return [{ step, file, view, manufacturerCode: article?.manufacturerCode ?? null }];
  });
}

/** A hundredth of a millimeter is below the precision of any machine. */
const round = (mm: number) => Math.round(mm * 100) / 100;

/** A scan at MAKE begins the steps of one technology. */
function isWanted(
  { stepsDone, steps }: Piece,
  { kind, technology, isDone }: DescribedStep,
  cause: MachineMode,
): boolean {
  if (kind !== 'PRINT' || isDone) return false;
  return cause !== 'MAKE_SCAN' || technology === steps[stepsDone]?.technology;
}

function machineFor(
  { request, rules, machines }: Sending,
  { step: { technology }, manufacturerCode }: PieceToPrint,
): ListedMachine | undefined {
  const { machineId, cause, stationId } = request;
  if (machineId !== null) return machines.get(machineId);
  const rule = chooseMachineRule(rules, { technology, manufacturerCode, stationId });
  const machine = machines.get(rule?.machineId ?? '');
  return machine && (cause === 'BY_HAND' || machine.mode === cause) ? machine : undefined;
}

/** Returns the media type of a file that is ready. */
export function mediaTypeOf({ state, kind, sha256 }: PrintFile): string | undefined {
  return state === 'ready' && kind !== null && sha256 !== null ? MEDIA_TYPES[kind] : undefined;
}

type FileToSend = { piece: Piece; machine: ListedMachine; print: PieceToPrint; key: string };

async function sendFile(sending: Sending, { piece, machine, print, key }: FileToSend): Promise<boolean> {
  const { pool, clock, request, onMachine } = sending;
  const { step, file } = print;
  const now = clock();
  const ready = file && mediaTypeOf(file);
  const isDrawn = file !== undefined && file.state !== 'failed' && !ready;
  const mayCome = !ready && file?.state !== 'failed';
  if (mayCome && now.getTime() - request.requested.getTime() < SHOWN_AFTER_MS) return false;
  if (machine.settings.roll && piece.quantity === 1) {
    if (ready) return insertForSheet(sending, { piece, machine, print, key });
    if (isDrawn) return false;
  }
  const mediaType = ready ?? 'image/png';
  const view = { ...print.view, machine: machine.name };
  const fileName = fileNameOf(machine.settings.nameTemplate, view, mediaType);
  const { ticket } = machine.settings;
  const bytes = file?.bytes ?? 0;
  const sha256 = (ready && file?.sha256) ?? null;
  const job: NewMachineJob = {
    ...{ jobId: risingId(), machineId: machine.machineId, key, piece: piece.code, created: now },
    ...{ clientId: piece.clientId, orderId: piece.orderId, batchId: piece.batchId },
    ...{ location: step.location, technology: step.technology, sha256, bytes, mediaType, fileName },
    ...{ widthMm: view.width, heightMm: view.height, copies: view.copies },
    ticketName: ticket && ticketNameOf(fileName, ticket.format),
    ticket: ticket && ticketOf(ticket, { ...view, file: fileName, bytes, sha256: sha256 ?? '', type: mediaType }),
    state: ready ? 'WAITING' : 'FAILED',
    cause: ready ? null : isDrawn ? 'file_not_ready' : file ? 'file_failed' : 'no_file',
  };
  await withRetry(() => insertMachineJob(pool, job, request.cause === 'BY_HAND'));
  if (ready) onMachine(machine.machineId);
  return !mayCome;
}

/** Lets a print wait for a sheet. Returns true, because there is nothing to wait for. */
async function insertForSheet(
  { pool, clock, request }: Sending,
  { piece, machine: { machineId }, print: { step, file, view }, key }: FileToSend,
): Promise<true> {
  if (!file?.sha256 || !file.kind) return true;
  const { code, clientId, orderId } = piece;
  const { position, print, sha256, kind } = file;
  const waiting = {
    ...{
      key,
      machineId,
      piece: code,
      clientId,
      orderId,
      position,
      print,
      step: view.step,
      sha256,
      kind,
      bytes: file.bytes ?? 0,
    },
    ...{ location: step.location, technology: step.technology, widthMm: view.width, heightMm: view.height },
    isMirrored: file.mirrored === true,
  };
  await withRetry(() => insertGangPrint(pool, waiting, { again: request.cause === 'BY_HAND', now: clock() }));
  return true;
}
