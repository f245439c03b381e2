import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import type { Scope } from './scope.ts';

export function portOf(url: string): number {
  return Number(new URL(url).port);
}

/** Opens a connection. Errors on it are ignored. */
export async function openSocket(t: Scope, port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  t.after(() => socket.destroy());
  await once(socket, 'connect');
  return socket.on('error', () => {});
}
