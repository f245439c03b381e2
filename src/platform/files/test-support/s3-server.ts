import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import S3rver from '@20minutes/s3rver';
import type { Scope } from '../../../../test/support/scope.ts';

/** Starts an S3 server that checks signatures, with one bucket `files`. */
export async function startS3(t: Scope): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'platen-s3-'));
  const server = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory,
    configureBuckets: [{ name: 'files', configs: [] }],
  });
  const { port }: AddressInfo = await server.run();
  t.after(async () => {
    await server.close();
    await rm(directory, { recursive: true, force: true });
  });
  return `http://127.0.0.1:${port}`;
}
