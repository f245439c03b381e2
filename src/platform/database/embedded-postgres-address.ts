import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { chown, lstat, mkdir } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { EmbeddedDatabaseError, ownFolder, type Place } from './embedded-postgres-account.ts';

export const UNIX_PORT = 5432;
/** What a socket's address can hold, without its closing zero. */
const SOCKET_PATH_MAX_BYTES = process.platform === 'darwin' ? 103 : 107;

/** Settings: a socket that only its account may use; on Windows a port of this machine, the previous one where it is free. */
export async function whereToListen(
  place: Place,
  previousPort: number | undefined,
): Promise<Record<string, string>> {
  if (process.platform === 'win32') {
    return { listen_addresses: '127.0.0.1', port: `${await freePort(previousPort ?? 0)}` };
  }
  return {
    listen_addresses: '',
    port: `${UNIX_PORT}`,
    unix_socket_directories: await socketFolder(place).then((folder) =>
      folder === place.cluster ? ownFolder(place, folder) : folder,
    ),
    unix_socket_permissions: '0700',
  };
}

/** The cluster's own folder, or when its path is too long for a socket a private one that is the same at every start. */
export async function socketFolder(place: Place): Promise<string> {
  if (fitsSocket(place.cluster)) return place.cluster;
  const name = `platen-${place.account.uid}-${createHash('sha256').update(place.cluster).digest('hex').slice(0, 16)}`;
  const { uid, gid, switched } = place.account;
  // Root's own folder for temporary files may be closed to the other account.
  const folder = [...(switched ? [] : [tmpdir()]), '/tmp']
    .map((parent) => path.join(parent, name))
    .find(fitsSocket)!;
  const made = await mkdir(folder, { mode: 0o700 }).then(
    () => true,
    () => false,
  );
  if (made && switched) await chown(folder, uid, gid);
  const found = await lstat(folder).catch(() => undefined);
  if (!found?.isDirectory() || found.uid !== uid || (found.mode & 0o077) !== 0) {
    throw new EmbeddedDatabaseError(
      `${folder} must be a folder that only user ${uid} may enter; remove it and start again`,
    );
  }
  return folder;
}

/** unix_socket_directories is a list, in which a comma or a quote would need quoting. */
function fitsSocket(folder: string): boolean {
  return (
    Buffer.byteLength(`${folder}/.s.PGSQL.${UNIX_PORT}`) <= SOCKET_PATH_MAX_BYTES && !/[,"]/.test(folder)
  );
}

async function freePort(preferred: number): Promise<number> {
  const server = createServer().listen(preferred, '127.0.0.1');
  try {
    await once(server, 'listening');
    return (server.address() as { port: number }).port;
  } catch (error) {
    if (preferred === 0) throw error;
    return freePort(0);
  } finally {
    server.close();
  }
}
