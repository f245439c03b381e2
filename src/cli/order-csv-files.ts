import { existsSync } from 'node:fs';
import { SingleBar } from 'cli-progress';
import type { Pool } from 'pg';
import { type Client, listClients } from '../clients/client-store.ts';
import { StartError } from '../start-error.ts';

/** The files are full of addresses. */
export const OWNER_ONLY = 0o600;

/** The client whose orders they are: a customer that is let in. */
export async function clientOf(pool: Pool, clientId: string): Promise<Client> {
  const client = (await listClients(pool)).find((one) => one.clientId === clientId);
  if (!client)
    throw new StartError(`There is no client ${JSON.stringify(clientId)}; "platen client list" shows them.`);
  if (client.scope !== 'fulfillment')
    throw new StartError(`The client ${clientId} is a program of the center, which has no orders.`);
  if (client.status !== 'active')
    throw new StartError(`The client ${clientId} is disabled; "platen client enable" lets it in again.`);
  return client;
}

/** A bar where somebody watches; silence where nobody does. */
export async function withBar<T>(format: string, work: (bar: SingleBar) => Promise<T>): Promise<T> {
  const bar = new SingleBar({
    format,
    stream: process.stderr,
    noTTYOutput: false,
    hideCursor: true,
    clearOnComplete: true,
  });
  try {
    return await work(bar);
  } finally {
    bar.stop();
  }
}

/** What is there stays. */
export function refuseExisting(path: string): void {
  if (existsSync(path)) throw new StartError(`There is a file ${path} already; name another one.`);
}

/** Waits until there is room for more. */
export async function write(stream: NodeJS.WritableStream, text: string): Promise<void> {
  if (!stream.writable) return;
  if (!stream.write(text))
    await new Promise((resolve) => stream.once('drain', resolve).once('close', resolve));
}
