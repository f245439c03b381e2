import { open } from 'node:fs/promises';

/** Makes new names in the folder durable. */
export async function syncFolder(folder: string): Promise<void> {
  // Windows cannot open folders, and NTFS journals names by itself.
  if (process.platform === 'win32') return;
  await using handle = await open(folder);
  await handle.sync();
}
