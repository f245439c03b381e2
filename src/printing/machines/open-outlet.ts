import { Readable } from 'node:stream';
import type { Dispatcher } from 'undici';
import { decrypt } from '../../platform/database/encryption.ts';
import { hostAndPortOf } from '../../platform/network/public-host.ts';
import { safeAgent } from '../../platform/network/safe-agent.ts';
import { connectPrinter, NoConnection, type OwnPort, PRINT_TIMEOUTS } from '../connect-printer.ts';
import { bucketOutlet } from './bucket-outlet.ts';
import { type FolderWorker, folderOutlet } from './folder-outlet.ts';
import { MARKER, MachineError, type Outlet } from './machine-outlet.ts';
import type { StoredMachine } from './machine-store.ts';
import { httpOutlet, ippOutlet } from './send-outlet.ts';
import { sftpOutlet } from './sftp-outlet.ts';

export interface OutletContext {
  encryptionKey: Uint8Array;
  folders: FolderWorker;
  /** Ports of Platen itself, which are refused as machines. */
  ownPorts: readonly OwnPort[];
}

const SFTP_PORT = 22;

/** Opens a machine, calls `work` with it, and closes it. Throws MachineError. */
export async function workWithOutlet<T>(
  context: OutletContext,
  machine: StoredMachine,
  stop: AbortSignal,
  work: (outlet: Outlet) => Promise<T>,
): Promise<T> {
  const { address, user, hostKey, region } = machine.settings;
  const secret = secretOf(context.encryptionKey, machine);
  if (address === null) throw new MachineError('unavailable', 'address_refused');
  switch (machine.kind) {
    case 'FOLDER':
      return closeAfter(folderOutlet(context.folders, address), work);
    case 'SFTP': {
      const { hostname, port, pathname } = new URL(address);
      const host = hostname.replace(/^\[|\]$/g, '');
      const endpoint = { host, port: Number(port || SFTP_PORT), isEncrypted: false, path: '', uri: address };
      const socket = await connectPrinter(endpoint, PRINT_TIMEOUTS, context.ownPorts, stop).catch((error) =>
        Promise.reject(error instanceof NoConnection ? new MachineError('unavailable', error.reason) : error),
      );
      const login = { user: user ?? '', secret: secret ?? '', hostKey: hostKey ?? undefined };
      return closeAfter(await sftpOutlet(socket, decodeURIComponent(pathname), login), work);
    }
    case 'BUCKET': {
      const login = { accessKeyId: user ?? '', secretAccessKey: secret ?? '', region: region ?? 'us-east-1' };
      return workWithAgent(address, (agent) => work(bucketOutlet(agent, address, login)));
    }
    case 'HTTP':
      return workWithAgent(address, (agent) => work(httpOutlet(agent, address, secret)));
    case 'IPP':
      return work(ippOutlet(address, context.ownPorts, stop));
    default:
      throw new MachineError('unavailable', 'address_refused');
  }
}

async function closeAfter<T>(outlet: Outlet, work: (outlet: Outlet) => Promise<T>): Promise<T> {
  try {
    return await work(outlet);
  } finally {
    await outlet.close();
  }
}

/** Calls `work` with an agent that reaches the host of the address, also a private one, and public hosts. */
async function workWithAgent<T>(address: string, work: (agent: Dispatcher) => Promise<T>): Promise<T> {
  const agent = safeAgent({ allow: [hostAndPortOf(new URL(address))] });
  try {
    return await work(agent);
  } finally {
    await agent.destroy();
  }
}

function secretOf(key: Uint8Array, { secretEncrypted }: StoredMachine): string | undefined {
  if (secretEncrypted === null) return undefined;
  const secret = decrypt(key, secretEncrypted);
  if (!secret) throw new MachineError('unavailable', 'credentials_unreadable');
  return secret.toString('utf8');
}

/**
 * Marks the folder as the machine's when it is used for the first time. Later a folder without the mark is
 * missing, because a share that is not mounted looks like an empty folder.
 */
export async function requireMark(outlet: Outlet, isFirst: boolean): Promise<void> {
  if (outlet.kind !== 'folder') return;
  const names = await outlet.list();
  if (names.has(MARKER)) return;
  if (!isFirst) throw new MachineError('unavailable', 'folder_missing');
  await outlet.write(MARKER, Readable.from([Buffer.from('Platen puts files for a machine into this folder.\n')]));
}

/** Writes, renames and removes a file, or asks a printer or server for an answer. Throws MachineError. */
export async function testOutlet(outlet: Outlet, name: string): Promise<void> {
  const content = Buffer.from('Test by Platen.\n');
  if (outlet.kind === 'send') return outlet.test();
  if (outlet.kind === 'bucket') {
    await outlet.list();
    return;
  }
  await requireMark(outlet, true);
  await outlet.write(`${name}.part`, Readable.from([content]));
  await outlet.rename(`${name}.part`, `${name}.test`);
  await outlet.remove(`${name}.test`);
}
