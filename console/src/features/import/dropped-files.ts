/** Of folders that are dropped; a catalogue's has five. */
const FILES_MAX = 200;

/** The files that were dropped, those of folders included; of folders within folders none. */
export async function droppedFiles({ items, files }: DataTransfer): Promise<File[]> {
  // Entries can be asked for only now; nothing is read before.
  const entries = [...items].map((item) => item.webkitGetAsEntry()).filter((entry) => entry !== null);
  if (!entries.some(({ isDirectory }) => isDirectory)) return [...files];
  const read = await Promise.all(entries.map((entry) => filesOf(entry, true)));
  return read.flat();
}

async function filesOf(entry: FileSystemEntry, withinFolders: boolean): Promise<File[]> {
  if (entry.isFile) {
    return [await new Promise<File>((done, fail) => (entry as FileSystemFileEntry).file(done, fail))];
  }
  if (!withinFolders) return [];
  const reader = (entry as FileSystemDirectoryEntry).createReader();
  const entries: FileSystemEntry[] = [];
  while (entries.length < FILES_MAX) {
    const some = await new Promise<FileSystemEntry[]>((done, fail) => reader.readEntries(done, fail));
    if (some.length === 0) break;
    entries.push(...some);
  }
  return (await Promise.all(entries.map((one) => filesOf(one, false)))).flat();
}
