import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Pool } from 'pg';
import { findHandOver, type HandOver } from '../../../packing/hand-over-store.ts';
import { type Work, withRetry } from '../../../platform/database/transaction.ts';
import {
  ApiError,
  batchNotFound,
  handOverNotFound,
  invalidRequest,
  parcelNotFound,
  pieceNotFound,
  type Violation,
} from '../../../platform/errors/errors.ts';
import { readScanCode, scanCodeOf } from '../../../platform/formats/scan-codes.ts';
import { doOnce, readIdempotencyKey } from '../../../platform/http/idempotency.ts';
import { refuseCharset } from '../../../platform/http/json-body.ts';
import type { Config } from '../../../platform/settings/config.ts';
import { type Batch, findBatch } from '../../../production/batch-store.ts';
import { findPieceByCode, type Piece } from '../../../production/piece-store.ts';
import { isBlank } from '../../../shipping/address-rules.ts';
import { faultOfName } from '../../../staff/name-rules.ts';
import { listColleagues } from '../../../staff/operator-store.ts';
import { rolesThatMay } from '../../../staff/role-rules.ts';

export type StaffContext = { config: Pick<Config, 'BASE_URL'>; pool: Pool; clock: () => Date };

/**
 * Makes a change once for each `Idempotency-Key`, and returns its result as JSON. A repeated request gets the
 * first result. Throws `idempotency_key_reused` if the key was used with other values of `input`, which are
 * the route and its input.
 */
export async function changeOnce(
  pool: Pool,
  request: FastifyRequest,
  reply: FastifyReply,
  { input, now }: { input: readonly unknown[]; now: Date },
  work: Work<unknown>,
): Promise<string> {
  const { caller, headers } = request;
  const once = { clientId: caller.clientId, key: readIdempotencyKey(headers), input, now };
  const { answer, isReplayed } = await doOnce(pool, once, async (connection, attempt) =>
    JSON.stringify(await work(connection, attempt)),
  );
  if (isReplayed) reply.header('idempotent-replayed', 'true');
  return answer;
}

/** Finds the row that an identifier in a path names. Throws the error that `notFound` makes. */
export async function readById<Row>(
  id: string,
  find: (id: string) => Promise<Row | undefined>,
  notFound: () => ApiError,
): Promise<Row> {
  const found = await withRetry(() => find(id));
  if (!found) throw notFound();
  return found;
}

/** Sends content to be saved under this name. */
export function sendAttachment(reply: FastifyReply, name: string, mediaType: string, content: unknown): FastifyReply {
  return reply.header('content-disposition', `attachment; filename="${name}"`).type(mediaType).send(content);
}

/** The number of a batch or of a hand-over list. */
export const NUMBER = /^[1-9]\d{0,14}$/;

/** Returns the number of a batch from its number or its scanned code. Throws `batch_not_found`. */
export function batchIdOf(text: string): string {
  if (NUMBER.test(text)) return text;
  const code = readScanCode(text);
  if (code?.kind !== 'batch') throw batchNotFound();
  return String(code.number);
}

export async function readBatch(pool: Pool, text: string): Promise<Batch> {
  return readById(batchIdOf(text), (id) => findBatch(pool, id), batchNotFound);
}

/** Returns the code of a piece in its stored form, however it was typed. Throws `piece_not_found`. */
export function pieceCodeOf(text: string): string {
  const code = readScanCode(text);
  if (code?.kind !== 'piece') throw pieceNotFound();
  return scanCodeOf('piece', code.number);
}

export async function readPiece(pool: Pool, text: string): Promise<Piece> {
  return readById(pieceCodeOf(text), (code) => findPieceByCode(pool, code), pieceNotFound);
}

/** Returns the code of a parcel in its stored form, however it was typed. Throws `parcel_not_found`. */
export function parcelCodeOf(text: string): string {
  const code = readScanCode(text);
  if (code?.kind !== 'parcel') throw parcelNotFound();
  return scanCodeOf('parcel', code.number);
}

/** Returns the number of a list. Throws `hand_over_not_found` for a text that is not a number. */
export function handOverIdOf(text: string): string {
  if (!NUMBER.test(text)) throw handOverNotFound();
  return text;
}

export async function readHandOver(pool: Pool, text: string): Promise<HandOver> {
  return readById(handOverIdOf(text), (id) => findHandOver(pool, id), handOverNotFound);
}

/** Returns a violation for each name, by its pointer, that is blank or contains a hidden character. */
export function nameFaults(names: Readonly<Record<string, unknown>>): Violation[] {
  return Object.entries(names).flatMap(([pointer, name]): Violation[] => {
    const fault = typeof name === 'string' ? faultOfName(name) : undefined;
    const field = `"${pointer.replace('/', '')}"`;
    if (fault === 'blank') return [{ pointer, code: 'required', message: `${field} must not be blank.` }];
    if (fault !== 'hidden') return [];
    const message = `${field} must not have invisible characters, or characters that change the direction of text.`;
    return [{ pointer, code: 'invalid_characters', message }];
  });
}

/** Returns a violation for each text, by its pointer, in which nothing is visible. */
export function blankFaults(texts: Readonly<Record<string, unknown>>): Violation[] {
  return Object.entries(texts)
    .filter(([, text]) => typeof text === 'string' && isBlank(text))
    .map(([pointer]): Violation => {
      const message = `"${pointer.replace('/', '')}" must not be blank.`;
      return { pointer, code: 'required', message };
    });
}

/** Returns the configuration of a route that refuses a body by the rules of `nameFaults` for these fields. */
export function refuseBadNames(...fields: readonly string[]) {
  return { moreFaults: ({ body }: { body: unknown }) => nameFaults(fieldsOf(body, fields)) };
}

/** Returns the configuration of a route that refuses a body in which one of these fields is blank. */
export function refuseBlankTexts(...fields: readonly string[]) {
  return { moreFaults: ({ body }: { body: unknown }) => blankFaults(fieldsOf(body, fields)) };
}

function fieldsOf(body: unknown, fields: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(fields.map((name) => [`/${name}`, Object(body)[name]]));
}

/** Refuses an operatorId of nobody who reads orders. */
export function unknownPerson(pointer: string): ApiError {
  const message = 'No active account with a role that reads orders has this operatorId.';
  return invalidRequest([{ pointer, code: 'unknown_person', message }]);
}

type WithoutNulls<T> = { [Field in keyof T]: Exclude<T[Field], null> };

export function withoutNulls<T extends object>(row: T): Partial<WithoutNulls<T>> {
  return Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null)) as Partial<WithoutNulls<T>>;
}

/** Browsers send the second one for CSV files where Excel is installed. */
export const CSV_TYPES = ['text/csv', 'application/vnd.ms-excel'];

/** Keeps CSV bodies as buffers, because their encoding is detected later. */
export function registerCsvBody(app: FastifyInstance): void {
  app.addContentTypeParser(CSV_TYPES, { parseAs: 'buffer' }, (request, body, done) => {
    try {
      refuseForeignCharset(request.headers['content-type'] ?? '');
      done(null, body);
    } catch (error) {
      done(error as Error);
    }
  });
}

function refuseForeignCharset(contentType: string): void {
  if (
    /;\s*charset\s*=\s*"?(windows-125[012347]|macintosh|iso-8859-1|utf-16|utf-16le|utf-16be)"?\s*(;|$)/i.test(
      contentType,
    )
  )
    return;
  try {
    refuseCharset(contentType);
  } catch {
    throw new ApiError('unsupported_media_type', 'Send the rows as a CSV file, as text/csv in UTF-8.');
  }
}

/** Returns the chosen person; null for nobody, undefined for no choice. Throws `invalid_request`. */
export async function findAssignee(pool: Pool, operatorId: string | undefined) {
  if (operatorId === undefined) return undefined;
  if (operatorId === '') return null;
  const people = await withRetry(() => listColleagues(pool, rolesThatMay('alerts.read')));
  const found = people.find((one) => one.operatorId === operatorId);
  if (!found) throw unknownPerson('/assigneeId');
  return found;
}
