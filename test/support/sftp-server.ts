import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { constants, type FileHandle, link, open, readdir, rm, stat, unlink } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import ssh2, { type Connection, type SFTPWrapper } from 'ssh2';
import { makeFolder } from './machine-bench.ts';
import type { Scope } from './scope.ts';

const { STATUS_CODE, OPEN_MODE } = ssh2.utils.sftp;
const CODES: Readonly<Record<string, number>> = {
  ENOENT: STATUS_CODE.NO_SUCH_FILE,
  EACCES: STATUS_CODE.PERMISSION_DENIED,
};

/** Starts an SFTP server. Its `/jobs` is `folder`, for the user `platen` with the password `secret`. */
export async function startSftp(t: Scope): Promise<{ address: string; folder: string; port: number }> {
  const folder = await makeFolder(t);
  const { privateKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'pkcs1', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs1', format: 'pem' },
  });
  const connections = new Set<Connection>();
  const server = new ssh2.Server({ hostKeys: [privateKey] }, (client) => {
    connections.add(client);
    client.on('error', () => {});
    client.on('authentication', (request) => {
      if (request.method === 'password' && request.username === 'platen' && request.password === 'secret')
        request.accept();
      else request.reject(['password']);
    });
    client.on('session', (accept) => accept().on('sftp', (acceptSftp) => serve(acceptSftp(), folder)));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(async () => {
    for (const client of connections) client.end();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { address: `sftp://127.0.0.1:${port}/jobs`, folder, port };
}

/** Serves the requests that the client of machines sends. As in SFTP 3, a rename replaces nothing. */
function serve(sftp: SFTPWrapper, folder: string): void {
  const files = new Map<number, FileHandle>();
  const lists = new Map<number, string[] | undefined>();
  let next = 0;
  const path = (name: string) => join(folder, name.replace(/^\/jobs\/?/, ''));
  const numberOf = (handle: Buffer) => handle.readUInt32BE(0);
  const handleOf = (number: number) => {
    const handle = Buffer.alloc(4);
    handle.writeUInt32BE(number);
    return handle;
  };
  const answer = (id: number, work: Promise<unknown>) =>
    work.then(
      () => sftp.status(id, STATUS_CODE.OK),
      ({ code = '' }) => sftp.status(id, CODES[code] ?? STATUS_CODE.FAILURE),
    );
  const attributes = async (file: string) => {
    const { size, mode, mtimeMs, atimeMs } = await stat(file);
    return { size, mode, uid: 0, gid: 0, atime: atimeMs / 1_000, mtime: mtimeMs / 1_000 };
  };
  sftp.on('OPEN', (id, name, flags) => {
    const mode =
      flags & OPEN_MODE.WRITE ? constants.O_WRONLY | constants.O_CREAT | constants.O_TRUNC : constants.O_RDONLY;
    open(path(name), mode).then(
      (file) => {
        files.set(next, file);
        sftp.handle(id, handleOf(next++));
      },
      ({ code }) => sftp.status(id, CODES[code] ?? STATUS_CODE.FAILURE),
    );
  });
  sftp.on('WRITE', (id, handle, offset, data) => {
    void answer(id, files.get(numberOf(handle))!.write(data, 0, data.length, offset));
  });
  sftp.on('READ', (id, handle, offset, length) => {
    void files
      .get(numberOf(handle))!
      .read(Buffer.alloc(length), 0, length, offset)
      .then(({ bytesRead, buffer }) =>
        bytesRead === 0 ? sftp.status(id, STATUS_CODE.EOF) : sftp.data(id, buffer.subarray(0, bytesRead)),
      );
  });
  sftp.on('CLOSE', (id, handle) => {
    lists.delete(numberOf(handle));
    void answer(id, files.get(numberOf(handle))?.close() ?? Promise.resolve());
  });
  sftp.on('EXTENDED', (id) => void sftp.status(id, STATUS_CODE.OP_UNSUPPORTED));
  sftp.on(
    'FSTAT',
    (id, handle) =>
      void files
        .get(numberOf(handle))!
        .stat()
        .then(({ size, mode }) => sftp.attrs(id, { size, mode, uid: 0, gid: 0, atime: 0, mtime: 0 })),
  );
  sftp.on('STAT', (id, name) => {
    attributes(path(name)).then(
      (found) => sftp.attrs(id, found),
      () => sftp.status(id, STATUS_CODE.NO_SUCH_FILE),
    );
  });
  sftp.on('OPENDIR', (id, name) => {
    readdir(path(name)).then(
      (names) => {
        lists.set(next, names);
        sftp.handle(id, handleOf(next++));
      },
      ({ code }) => sftp.status(id, CODES[code] ?? STATUS_CODE.FAILURE),
    );
  });
  sftp.on('READDIR', (id, handle) => {
    const names = lists.get(numberOf(handle));
    lists.set(numberOf(handle), undefined);
    if (!names) return void sftp.status(id, STATUS_CODE.EOF);
    void Promise.all(
      names.map(async (filename) => {
        // A file may be taken while the folder is listed.
        const attrs = await attributes(join(folder, filename)).catch(() => undefined);
        return attrs ? [{ filename, longname: filename, attrs }] : [];
      }),
    ).then((entries) => sftp.name(id, entries.flat()));
  });
  sftp.on('REMOVE', (id, name) => void answer(id, rm(path(name))));
  sftp.on(
    'RENAME',
    (id, from, to) =>
      void answer(
        id,
        link(path(from), path(to)).then(() => unlink(path(from))),
      ),
  );
}
