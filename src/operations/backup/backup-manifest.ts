import { createHash, createHmac, hkdfSync } from 'node:crypto';
import { lstat, readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type Static, Type } from 'typebox';
import { Value } from 'typebox/value';
import { DamagedFile, readSealed, writeSealed } from './durable-files.ts';

/** The format of a backup. A restore refuses other formats. */
export const FORMAT = 2;
/** Backups made before version 0.1.0 have no checksums. They are only listed and deleted. */
const FORMAT_WITHOUT_CHECKSUMS = 1;
/** Written last: a folder without it is not a backup. */
export const MANIFEST = 'manifest.json';
export const BACKUPS = 'backups';
export const WAL = 'wal';
export const FILES = 'files';
export const KEY_FILE = 'encryption-key';
export const NAMED_FILES = 'files.txt';

const Sha256 = Type.String({ pattern: '^[0-9a-f]{64}$' });
const SegmentName = Type.String({ pattern: '^[0-9A-F]{24}$' });
const Moment = Type.String({ pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z$' });

const BackedUpFileSchema = Type.Object({ path: Type.String(), bytes: Type.Integer({ minimum: 0 }), sha256: Sha256 });
export type BackedUpFile = Static<typeof BackedUpFileSchema>;

const BackedUpClusterSchema = Type.Object({
  systemIdentifier: Type.String({ pattern: '^\\d+$' }),
  /** Those before upgrades of PostgreSQL. Absent in backups of version 0.1.0. */
  formerIdentifiers: Type.Optional(Type.Array(Type.String())),
  majorVersion: Type.Integer({ minimum: 1 }),
  /** The folder below `wal/` with the log that follows. Absent: the log is not archived. */
  line: Type.Optional(Type.String({ pattern: '^[a-z0-9_]+$' })),
  timeline: Type.Integer({ minimum: 1 }),
  segmentBytes: Type.Integer({ minimum: 1_048_576 }),
  startSegment: SegmentName,
  stopSegment: SegmentName,
});
export type BackedUpCluster = Static<typeof BackedUpClusterSchema>;

const ManifestSchema = Type.Object({
  format: Type.Integer({ minimum: 1 }),
  platen: Type.String(),
  started: Moment,
  /** The backup holds the state of this time, which is the earliest that can be restored from it. */
  ended: Moment,
  key: Type.String({ pattern: '^[0-9a-f]{32}$' }),
  /** Absent: the database is backed up by its own tools (DATABASE_URL). */
  cluster: Type.Optional(BackedUpClusterSchema),
  files: Type.Object({ count: Type.Integer(), bytes: Type.Integer(), missing: Type.Integer() }),
  entries: Type.Array(BackedUpFileSchema),
  /**
   * The HMAC of the fields above, under a key derived from the encryption key. Absent in backups of version
   * 0.1.0.
   */
  hmac: Type.Optional(Sha256),
});
export type Manifest = Static<typeof ManifestSchema>;

export interface Backup {
  /** The name of its folder, which is the time of its start. */
  name: string;
  folder: string;
  manifest: Manifest;
}

export function keyFingerprint(key: Uint8Array): string {
  return createHash('sha256').update('platen backup').update(key).digest('hex').slice(0, 32);
}

/** Returns the HMAC-SHA-256, which only an owner of the encryption key can make. */
export function manifestHmac({ hmac: _, ...content }: Manifest, key: Uint8Array): string {
  const derived = hkdfSync('sha256', key, '', 'platen backup manifest', 32);
  return createHmac('sha256', Buffer.from(derived)).update(JSON.stringify(content)).digest('hex');
}

/** Parts of a path are names without separators of any system, drive letters and control characters. */
const ENTRY = /^(?:files\.txt|postgres(?:\/(?!\.{1,2}(?:\/|$))[^\p{C}/\\:]+)+)$/u;

/** Returns an entry that a restore could read or write outside of its folders, or that comes twice. */
export async function findUnsafeEntry({ folder, manifest: { entries } }: Backup): Promise<string | undefined> {
  const paths = new Set<string>();
  const folders = new Set<string>();
  for (const { path } of entries) {
    if (paths.has(path) || !ENTRY.test(path)) return path;
    paths.add(path);
    for (let above = dirname(path); above !== '.' && !folders.has(above); above = dirname(above)) folders.add(above);
  }
  for (const path of [...folders, ...paths]) {
    const found = await lstat(join(folder, path)).catch(() => undefined);
    // A missing file is reported when it is read.
    if (found && !(folders.has(path) ? found.isDirectory() : found.isFile())) return path;
  }
  return undefined;
}

/** Declares the backup whole. All its other files must be on the disk. */
export async function writeManifest(folder: string, manifest: Manifest): Promise<void> {
  await writeSealed(join(folder, MANIFEST), manifest);
}

export interface ListedBackups {
  /** Whole backups, oldest first. */
  good: Backup[];
  /** Names of unfinished backups, which have no manifest. */
  cut: string[];
  damaged: string[];
}
export async function listBackups(dir: string): Promise<ListedBackups> {
  const names = await readdir(join(dir, BACKUPS)).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  const listed: ListedBackups = { good: [], cut: [], damaged: [] };
  for (const name of names.sort()) {
    const folder = join(dir, BACKUPS, name);
    try {
      const manifest = await readManifest(folder);
      if (manifest) listed.good.push({ name, folder, manifest });
      else listed.cut.push(name);
    } catch (error) {
      if (!(error instanceof DamagedFile)) throw error;
      listed.damaged.push(name);
    }
  }
  return listed;
}

async function readManifest(folder: string): Promise<Manifest | undefined> {
  const path = join(folder, MANIFEST);
  const isOldForm = (value: object) => (value as Partial<Manifest>).format === FORMAT_WITHOUT_CHECKSUMS;
  const manifest = await readSealed(path, isOldForm);
  if (manifest === undefined) return undefined;
  if (Value.Check(ManifestSchema, manifest)) return manifest;
  throw new DamagedFile(path);
}
