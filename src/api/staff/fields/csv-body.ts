import type { FastifyInstance } from 'fastify';
import { ApiError } from '../../../platform/errors/errors.ts';
import { refuseCharset, refuseContentEncoding } from '../../../platform/http/json-body.ts';

/** The second is what browsers call a CSV file where Excel is installed. */
export const CSV_TYPES = ['text/csv', 'application/vnd.ms-excel'];

/** Reads CSV bodies of this scope as buffers, since their encoding is not known yet. */
export function registerCsvBody(app: FastifyInstance): void {
  app.addContentTypeParser(CSV_TYPES, { parseAs: 'buffer' }, (request, body, done) => {
    try {
      refuseForeignCharset(request.headers['content-type'] ?? '');
      refuseContentEncoding(request.headers['content-encoding']);
      done(null, body);
    } catch (error) {
      done(error as Error);
    }
  });
}

export function noCsv(): ApiError {
  return new ApiError('unsupported_media_type', 'Send the rows as a CSV file, as text/csv in UTF-8.');
}

function refuseForeignCharset(contentType: string): void {
  if (/;\s*charset\s*=\s*"?(windows-1252|iso-8859-1|utf-16|utf-16le|utf-16be)"?\s*(;|$)/i.test(contentType))
    return;
  try {
    refuseCharset(contentType);
  } catch {
    throw noCsv();
  }
}
