import type { Server } from 'node:http';
import { type AddressInfo, createServer, type Server as NetServer } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { type Config, readConfig } from '../platform/settings/config.ts';
import { StartError } from './start-error.ts';

/** Connections that the system queues; it may allow fewer. Further clients retry only after seconds. */
const BACKLOG = 4_096;

/**
 * Node accepts one connection per listener and turn of its event loop (libuv 1.52). Under load a turn takes
 * about 10 ms: a single listener would accept only a hundred connections per second.
 */
const LISTENERS = 64;
/** Only Linux distributes the connections of one port over several listeners of one process. */
const CAN_SHARE_PORT = process.platform === 'linux';

/** Checks that PORT and METRICS_PORT are free. Replaces PORT=0 by a free port. Throws StartError. */
export async function claimPort(config: Config): Promise<Config> {
  if (config.METRICS_PORT !== undefined) await findFreePort('METRICS_PORT', config.METRICS_PORT, config.METRICS_HOST);
  const port = await findFreePort('PORT', config.PORT, config.HOST);
  return port === config.PORT ? config : readConfig({ ...process.env, PORT: String(port) });
}

async function findFreePort(setting: 'PORT' | 'METRICS_PORT', port: number, host: string | undefined): Promise<number> {
  const server = createServer();
  try {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      // Without a host, Node falls back to IPv4 on a machine without IPv6.
      server.listen({ port, host }, resolve);
    });
    return (server.address() as { port: number }).port;
  } catch (error) {
    throw listenError(error, setting, port);
  } finally {
    server.close();
  }
}

/** Listens at HOST and PORT. Returns a function that closes the listeners that `app.close` does not close. */
export async function listen(app: FastifyInstance, config: Config): Promise<() => void> {
  // With `exclusive`, each child process accepts its own connections. A shared listener would accept only one
  // connection per turn for all of them.
  await listenOnce(app, config, { backlog: BACKLOG, ...(CAN_SHARE_PORT && { reusePort: true, exclusive: true }) });
  return CAN_SHARE_PORT ? listenFurther(app.server) : () => {};
}

/** Opens further listeners that pass their connections to the server. Returns a function that closes them. */
async function listenFurther(server: Server): Promise<() => void> {
  const { port, address } = server.address() as AddressInfo;
  const further: NetServer[] = [];
  for (let count = 1; count < LISTENERS; count++) {
    // Node sets the same options for an HTTP server.
    const listener = createServer({ allowHalfOpen: true, noDelay: true }, (socket) =>
      server.emit('connection', socket),
    );
    listener.unref();
    const isListening = await new Promise<boolean>((resolve) => {
      listener.once('error', () => resolve(false));
      listener.listen({ port, host: address, backlog: BACKLOG, reusePort: true, exclusive: true }, () => resolve(true));
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
  options: { backlog: number; reusePort?: boolean; exclusive?: boolean },
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

/** Listens at METRICS_HOST and METRICS_PORT. Throws StartError. */
export function listenForMetrics(server: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error) => reject(listenError(error, 'METRICS_PORT', port)));
    server.listen({ port, host }, resolve);
  });
}

function listenError(error: unknown, setting: 'PORT' | 'METRICS_PORT', port: number): unknown {
  const { code, syscall } = error as NodeJS.ErrnoException;
  if (code === 'EADDRINUSE')
    return new StartError(`Port ${port} is in use; stop the program that uses it, or set ${setting} to another port.`);
  if (code === 'EACCES')
    return new StartError(`This user may not use port ${port}; set ${setting} to a port above 1023.`);
  if (code === 'EADDRNOTAVAIL' || syscall === 'getaddrinfo')
    return new StartError(
      `${setting.replace('PORT', 'HOST')} is not an address of this machine; name one of its addresses.`,
    );
  return error;
}
