import type { Server } from 'node:http';
import { type AddressInfo, createServer, type Server as NetServer } from 'node:net';

/**
 * Node takes one connection from a listener in each turn of its event loop (libuv 1.52). Under load a turn takes some ten milliseconds, so
 * one listener would take a hundred connections in a second, and whoever comes in a crowd would wait for seconds.
 */
const LISTENERS = 64;

/** Only Linux spreads the connections of one port over several listeners of one process. */
export const CAN_SHARE_PORT = process.platform === 'linux';

/** Listens again and again where the server listens, with `reusePort`, and gives it the connections. Answers how to stop that. */
export async function listenFurther(server: Server, backlog: number): Promise<() => void> {
  const { port, address } = server.address() as AddressInfo;
  const further: NetServer[] = [];
  for (let count = 1; count < LISTENERS; count++) {
    // As an HTTP server does it itself.
    const listener = createServer({ allowHalfOpen: true, noDelay: true }, (socket) =>
      server.emit('connection', socket),
    );
    listener.unref();
    const isListening = await new Promise<boolean>((resolve) => {
      listener.once('error', () => resolve(false));
      listener.listen({ port, host: address, backlog, reusePort: true }, () => resolve(true));
    });
    if (!isListening) break;
    further.push(listener);
  }
  return () => {
    for (const listener of further) listener.close();
  };
}
