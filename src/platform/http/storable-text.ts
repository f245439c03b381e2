import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isStorable } from '../database/statement-parts.ts';
import { ApiError, invalidRequest, VIOLATIONS_LISTED_MAX, type Violation } from '../errors/errors.ts';

/** A percent sign that begins no escape. Browsers send it as it was typed. */
const LOOSE_PERCENT = /%(?![\da-f]{2})/gi;

/**
 * Refuses text that PostgreSQL cannot store, zero characters and broken Unicode, in all path parameters and
 * queries. Parsers of bodies call `refuseUnstorable` or `readForm`.
 */
export function registerStorableText(app: FastifyInstance): void {
  app.addHook('preHandler', (request, _reply, done) => done(findAddressFault(request)));
  app.addHook('preParsing', (request, _reply, payload, done) => done(encodingFault(request), payload));
}

/** Returns `invalid_request` for path parameters and a query that cannot be stored. */
export function findAddressFault(request: FastifyRequest): ApiError | undefined {
  const faults = findUnstorable({ ...(request.params as object), ...(request.query as object) });
  const all = faults.length > 0 ? faults : findBrokenEscapes(searchOf(request));
  if (all.length === 0) return undefined;
  return invalidRequest(all.map((fault) => ({ ...fault, pointer: fault.pointer.slice(1) })));
}

/** Throws `invalid_request` with a pointer to each text of a JSON value that cannot be stored. */
export function refuseUnstorable(value: unknown): void {
  const faults = findUnstorable(value);
  if (faults.length > 0) throw invalidRequest(faults);
}

/** Reads a form. Throws `invalid_request` for text that cannot be stored. */
export function readForm(body: string): URLSearchParams {
  const form = new URLSearchParams(body);
  const faults = [...findUnstorable(Object.fromEntries(form)), ...findBrokenEscapes(body)];
  if (faults.length > 0) throw invalidRequest(faults);
  return form;
}

function findUnstorable(value: unknown, pointer = '', faults: Violation[] = []): Violation[] {
  if (typeof value === 'string') {
    if (!isStorable(value)) faults.push(faultAt(pointer));
  } else if (typeof value === 'object' && value !== null)
    for (const [name, child] of Object.entries(value)) {
      if (faults.length === VIOLATIONS_LISTED_MAX) break;
      if (isStorable(name))
        findUnstorable(child, `${pointer}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`, faults);
      else faults.push(faultAt(pointer));
    }
  return faults;
}

function findBrokenEscapes(search: string): Violation[] {
  if (!search.includes('%')) return [];
  return search.split('&').flatMap((part) => {
    try {
      decodeURIComponent(part.replace(LOOSE_PERCENT, '%25'));
      return [];
    } catch {
      return [faultAt(`/${part.split('=', 1)[0]}`)];
    }
  });
}

export function faultAt(pointer: string): Violation {
  const name = /\/([^/]+(?:\/\d+)?)$/.exec(pointer)?.[1]?.replace(/\/(\d+)$/, '[$1]');
  const subject = name ? `"${name}"` : 'The request';
  return {
    pointer,
    code: 'invalid_characters',
    message: `${subject} must not hold control characters or broken Unicode.`,
  };
}

function searchOf({ url }: FastifyRequest): string {
  const at = url.indexOf('?');
  return at < 0 ? '' : url.slice(at + 1);
}

/** Bodies are read as they are sent. */
function encodingFault({ method, headers }: FastifyRequest): ApiError | null {
  const encoding = headers['content-encoding'];
  if (!encoding || method === 'GET' || method === 'HEAD' || encoding.toLowerCase() === 'identity') return null;
  return new ApiError('unsupported_media_type', 'Send the body without Content-Encoding.');
}
