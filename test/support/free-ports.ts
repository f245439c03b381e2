import { once } from 'node:events';
import { createServer } from 'node:net';

/** Below the ports that the system gives to connections and servers, one of which could take a free port. */
const PORT_MIN = 15_000;
/** A test process takes ports in turn from one of these parts. Two at one time rarely have the same part. */
const PARTS = 170;
const PORTS_PER_PART = 100;
let taken = 0;

/** Returns different free ports of this machine. */
export async function freePorts(count: number): Promise<number[]> {
  const ports = new Set<number>();
  while (ports.size < count) ports.add(await freePort());
  return [...ports];
}

export async function freePort(): Promise<number> {
  for (;;) {
    const port = PORT_MIN + (process.pid % PARTS) * PORTS_PER_PART + (taken++ % PORTS_PER_PART);
    const server = createServer().listen(port, '127.0.0.1');
    const isFree = await once(server, 'listening').then(
      () => true,
      () => false,
    );
    if (!isFree) continue;
    await new Promise((resolve) => server.close(resolve));
    return port;
  }
}
