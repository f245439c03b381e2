/** The files to send: one JSON file, or CSV files. `fault` says why the choice is not allowed. */
export type ChosenFiles = { files: File[] } | { fault: 'none' | 'mixed' };

const IS_CSV = /\.csv$/i;
const IS_JSON = /\.json$/i;

/** Returns the CSV files of a folder, without its other files. */
export function catalogueFilesOf(chosen: readonly File[]): ChosenFiles {
  const files =
    chosen.length === 1 ? [...chosen] : chosen.filter(({ name }) => IS_CSV.test(name) || IS_JSON.test(name));
  if (files.length === 0) return { fault: 'none' };
  const hasJson = files.some(isJson);
  return hasJson && files.length > 1 ? { fault: 'mixed' } : { files };
}

export function isJson({ name, type }: Pick<File, 'name' | 'type'>): boolean {
  return IS_JSON.test(name) || (type === 'application/json' && !IS_CSV.test(name));
}
