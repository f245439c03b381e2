import cluster from 'node:cluster';
import type { Server } from 'node:http';
import { type AddressInfo, createServer, type Server as NetServer } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { type Config, readConfig } from '../platform/settings/config.ts';
import { StartError } from './start-error.ts';

/** Connections that the system keeps until they are taken, where it lets us; it drops what comes on top, and their clients try again seconds later. */
const BACKLOG = 4_096;

/**
 * Node takes one connection from a listener in each turn of its event loop (libuv 1.52). Under load a turn takes some ten milliseconds.
 * One listener would take a hundred connections per second, and a crowd of clients would wait for seconds.
 */
const LISTENERS = 64;
/** Only Linux spreads the connections of one port over several listeners of one process. */
const CAN_SHARE_PORT = process.platform === 'linux';

/** Checks before anything is made that PORT and METRICS_PORT are free. Returns the settings with the port that PORT=0 stands for. */
export async function claimPort(config: Config): Promise<Config> {
  if (config.METRICS_PORT !== undefined)
    await findFreePort('METRICS_PORT', config.METRICS_PORT, config.METRICS_HOST);
  const port = await findFreePort('PORT', config.PORT, config.HOST);
  return port === config.PORT ? config : readConfig({ ...process.env, PORT: String(port) });
}

async function findFreePort(
  setting: 'PORT' | 'METRICS_PORT',
  wanted: number,
  host: string | undefined,
): Promise<number> {
  const server = createServer();
  try {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      // Without a host Node itself falls back to IPv4 where there is no IPv6.
      server.listen({ port: wanted, host }, resolve);
    });
    return (server.address() as { port: number }).port;
  } catch (error) {
    throw listenError(error, setting, wanted);
  } finally {
    server.close();
  }
}

/** The API, at HOST and PORT. Answers how to take no more connections; those that are there go on. */
export async function listen(app: FastifyInstance, config: Config): Promise<() => void> {
  // Of several processes the first one takes the connections, and has nothing else to do.
  const isShared = CAN_SHARE_PORT && !cluster.isWorker;
  await listenOnce(app, config, { backlog: BACKLOG, ...(isShared && { reusePort: true }) });
  return isShared ? listenFurther(app.server, BACKLOG) : () => {};
}

/** Opens further listeners on the address of the server, and passes it their connections. Returns a function that closes them. */
async function listenFurther(server: Server, backlog: number): Promise<() => void> {
  const { port, address } = server.address() as AddressInfo;
  const further: NetServer[] = [];
  for (let count = 1; count < LISTENERS; count++) {
    // The options of an HTTP server.
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

async function listenOnce(
  app: FastifyInstance,
  { HOST, PORT }: Config,
  options: { backlog: number; reusePort?: boolean },
): Promise<void> {
  try {
    await app.listen({ port: PORT, host: HOST ?? '::', ...options });
  } catch (error) {
    // A machine without IPv6 has no "::".
    if (HOST || !['EAFNOSUPPORT', 'EADDRNOTAVAIL'].includes((error as NodeJS.ErrnoException).code ?? ''))
      throw listenError(error, 'PORT', PORT);
    await app.listen({ port: PORT, host: '0.0.0.0', ...options }).catch((cause) => {
      throw listenError(cause, 'PORT', PORT);
    });
  }
}

/** The metrics, at METRICS_HOST and the port. */
export function listenForMetrics(server: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error) => reject(listenError(error, 'METRICS_PORT', port)));
    server.listen({ port, host }, resolve);
  });
}

function listenError(error: unknown, setting: 'PORT' | 'METRICS_PORT', port: number): unknown {
  const { code, syscall } = error as NodeJS.ErrnoException;
  if (code === 'EADDRINUSE')
    return new StartError(`Port ${port} is in use; stop what uses it, or set ${setting} to another.`);
  if (code === 'EACCES')
    return new StartError(`Port ${port} may not be used by this user; set ${setting} to one above 1023.`);
  if (code === 'EADDRNOTAVAIL' || syscall === 'getaddrinfo')
    return new StartError(`${setting.replace('PORT', 'HOST')} is no address of this machine.`);
  return error;
}
