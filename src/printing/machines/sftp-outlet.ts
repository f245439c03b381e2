import { createHash, hash } from 'node:crypto';
import type { Socket } from 'node:net';
import { posix } from 'node:path';
import type { Readable } from 'node:stream';
import { promisify } from 'node:util';
import ssh2, { type SFTPWrapper } from 'ssh2';
import { type FolderOutlet, MachineError } from './machine-outlet.ts';

/** Time to sign in, and for one answer of the server. */
const ANSWER_MS_MAX = 20_000;
const CHUNK_BYTES = 32_768;

interface SftpLogin {
  user: string;
  /** A password, or a private key in the format PEM or OpenSSH. */
  secret: string;
  /** The known fingerprint of the host key. Undefined: none is known, so the connection is refused. */
  hostKey: string | undefined;
}

/** Status codes of SFTP, draft-ietf-secsh-filexfer-02, section 7. */
const REASONS: Readonly<Record<number, string>> = {
  2: 'folder_missing',
  3: 'folder_read_only',
  4: 'folder_failed',
  14: 'folder_full',
  15: 'folder_full',
};
const NO_SUCH_FILE = 2;

/** Signs in over a connection, and opens a folder. Throws MachineError. */
export async function sftpOutlet(socket: Socket, folder: string, login: SftpLogin): Promise<FolderOutlet> {
  const { sftp, end } = await signIn(socket, login);
  const path = (name: string) => posix.join(folder, name);
  const call = <T>(work: (done: (error: Error | null | undefined, result?: T) => void) => void): Promise<T> =>
    inTime(promisify(work)() as Promise<T>, end);
  const unlessMissing = async (work: Promise<unknown>): Promise<boolean> => {
    try {
      await work;
      return true;
    } catch (error) {
      if ((error as { code?: number }).code === NO_SUCH_FILE) return false;
      throw faultOf(error);
    }
  };
  const wrap = <T>(work: Promise<T>): Promise<T> => work.catch((error) => Promise.reject(faultOf(error)));
  return {
    kind: 'folder',
    list: async () => {
      const entries = await wrap(
        call<Awaited<ReturnType<typeof readFolder>>>((done) => readFolder(sftp, folder, done)),
      );
      return new Map(
        entries.filter(({ attrs }) => attrs.isFile()).map(({ filename, attrs }) => [filename, attrs.size]),
      );
    },
    async digest(name) {
      const sum = createHash('sha256');
      const isThere = await unlessMissing(
        (async () => {
          const chunks = sftp.createReadStream(path(name))[Symbol.asyncIterator]();
          for (let next = await inTime(chunks.next(), end); !next.done; next = await inTime(chunks.next(), end))
            sum.update(next.value);
        })(),
      );
      return isThere ? sum.digest('hex') : undefined;
    },
    async write(name, content) {
      const handle = await wrap(call<Buffer>((done) => sftp.open(path(name), 'w', done)));
      try {
        await wrap(
          writeAll(content, (chunk, at) => call((done) => sftp.write(handle, chunk, 0, chunk.length, at, done))),
        );
        // Servers without this extension flush by themselves.
        await call((done) => sftp.ext_openssh_fsync(handle, done)).catch(() => {});
      } finally {
        await wrap(call((done) => sftp.close(handle, done)));
      }
    },
    rename: (from, to) => unlessMissing(call((done) => sftp.rename(path(from), path(to), done))),
    flush: async () => {},
    remove: (name) => unlessMissing(call((done) => sftp.unlink(path(name), done))),
    close: async () => end(),
  };
}

type Entries = { filename: string; attrs: { size: number; isFile: () => boolean } }[];

function readFolder(
  sftp: SFTPWrapper,
  folder: string,
  done: (error: Error | undefined, entries?: Entries) => void,
): Entries {
  sftp.readdir(folder, (error, list) => done(error, list as unknown as Entries));
  return [];
}

async function writeAll(content: Readable, write: (chunk: Buffer, at: number) => Promise<unknown>): Promise<void> {
  let written = 0;
  for await (const part of content) {
    for (let at = 0; at < part.length; at += CHUNK_BYTES) {
      const chunk = part.subarray(at, at + CHUNK_BYTES);
      await write(chunk, written);
      written += chunk.length;
    }
  }
}

async function signIn(
  socket: Socket,
  { user, secret, hostKey }: SftpLogin,
): Promise<{ sftp: SFTPWrapper; end: () => void }> {
  const client = new ssh2.Client();
  const ready = Promise.withResolvers<SFTPWrapper>();
  let refused: MachineError | undefined;
  client.on('ready', () => {
    client.sftp((error, sftp) => (error ? ready.reject(error) : ready.resolve(sftp)));
  });
  client.on('error', (error) => ready.reject(refused ?? faultOf(error)));
  client.on('close', () => ready.reject(refused ?? new MachineError('unavailable', 'connection_broke')));
  const end = () => {
    client.end();
    socket.destroy();
  };
  try {
    client.connect({
      sock: socket,
      username: user,
      ...(secret.startsWith('-----BEGIN') ? { privateKey: secret } : { password: secret }),
      readyTimeout: ANSWER_MS_MAX,
      hostVerifier: (key: Buffer) => {
        const found = fingerprintOf(key);
        if (found === hostKey) return true;
        refused = new MachineError('unavailable', hostKey ? 'host_key_changed' : 'host_key_unknown', found);
        return false;
      },
    });
    return { sftp: await ready.promise, end };
  } catch (error) {
    end();
    throw faultOf(error);
  }
}

/** Returns the fingerprint as OpenSSH prints it. */
function fingerprintOf(key: Buffer): string {
  return `SHA256:${hash('sha256', key, 'base64').replace(/=+$/, '')}`;
}

/** Ends the connection if an answer is late, because it could be mistaken for a later answer. */
async function inTime<T>(work: Promise<T>, end: () => void): Promise<T> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    end();
    late.reject(new MachineError('unavailable', 'folder_slow'));
  }, ANSWER_MS_MAX);
  try {
    return await Promise.race([work, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}

function faultOf(error: unknown): MachineError {
  if (error instanceof MachineError) return error;
  const { code, level } = error as { code?: unknown; level?: string };
  if (level === 'client-authentication') return new MachineError('unavailable', 'credentials_refused');
  if (level !== undefined) return new MachineError('unavailable', 'connection_broke');
  return new MachineError('unavailable', REASONS[Number(code)] ?? 'folder_failed');
}
