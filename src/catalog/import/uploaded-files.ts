import { basename } from 'node:path/posix';
import type { CsvSource } from './catalog-csv.ts';
import { CatalogError } from './catalog-file.ts';

/** Of one form: a catalogue has five tables, each of which may come in parts. */
const FILES_MAX = 50;
const NAME_LENGTH_MAX = 100;
/** What a file is called that came alone, without a name. */
const NAMELESS = 'file';

/** What a request brings to be imported. */
export type Upload = { json: Uint8Array } | { tables: CsvSource[] };

/**
 * The files of a body: a JSON text, one CSV file, or a form (multipart/form-data) with CSV files, or one JSON file, as its parts. Throws CatalogError
 * when the form cannot be read, or has none.
 */
export async function filesIn(body: Uint8Array, mediaType: string): Promise<Upload> {
  if (/^multipart\/form-data\b/i.test(mediaType)) return filesOfForm(body, mediaType);
  if (/^(text\/csv|application\/vnd\.ms-excel)\b/i.test(mediaType))
    return { tables: [{ name: NAMELESS, open: () => [body] }] };
  return { json: body };
}

async function filesOfForm(body: Uint8Array, mediaType: string): Promise<Upload> {
  const form = await new Response(Buffer.from(body), { headers: { 'content-type': mediaType } })
    .formData()
    .catch(() => {
      throw invalidForm('The body is no form (multipart/form-data) that can be read.');
    });
  const files = [...form.values()].filter((part) => typeof part !== 'string');
  if (files.length === 0 || files.length > FILES_MAX)
    throw invalidForm(`The form must have 1 to ${FILES_MAX} files, each as a part with the file's name.`);
  const [only] = files;
  if (files.length === 1 && only && /\.json$/i.test(only.name)) return { json: await only.bytes() };
  const tables = files.map(async (file) => {
    const bytes = await file.bytes();
    return { name: basename(file.name).slice(0, NAME_LENGTH_MAX).toWellFormed(), open: () => [bytes] };
  });
  return { tables: await Promise.all(tables) };
}

function invalidForm(message: string): CatalogError {
  return new CatalogError('invalid_catalog', message, [{ pointer: '', code: 'invalid_form', message }]);
}
