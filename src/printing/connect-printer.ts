import { lookup as lookupName } from 'node:dns';
import { lookup } from 'node:dns/promises';
import { connect as connectTcp, isIP, type LookupFunction, type Socket } from 'node:net';
import { networkInterfaces } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { connect as connectTls } from 'node:tls';
import ipaddr from 'ipaddr.js';
import type { Pool } from 'pg';
import { databasePlaces } from '../platform/database/database-hosts.ts';
import { mayBePrinter, type PrinterEndpoint } from './printer-address.ts';

export interface PrintTimeouts {
  connectMs: number;
  /** The longest time in which the printer takes no byte. */
  stallMs: number;
  /** From the last byte until the printer has answered, or closed the connection. */
  answerMs: number;
}

export const PRINT_TIMEOUTS: PrintTimeouts = { connectMs: 5_000, stallMs: 30_000, answerMs: 60_000 };

/** Short names of failures, which the API shows to staff. */
const FAILURE_NAMES: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'connection_refused',
  EHOSTUNREACH: 'unreachable',
  ENETUNREACH: 'unreachable',
  EHOSTDOWN: 'unreachable',
  ETIMEDOUT: 'connection_timed_out',
  ENOTFOUND: 'name_not_found',
  EAI_AGAIN: 'name_not_found',
  ADDRESS_REFUSED: 'address_refused',
};

/** The printer cannot be reached, so nothing was sent. `reason` is a short name. */
export class NoConnection extends Error {
  readonly reason: string;

  constructor(reason: string) {
    super(reason);
    this.name = 'NoConnection';
    this.reason = reason;
  }
}

/**
 * Connects to a printer, after its name was resolved and its address checked. Throws NoConnection. Each side
 * of the connection is closed separately, because the printer still reads after our last byte.
 */
export async function connectPrinter(
  endpoint: PrinterEndpoint,
  { connectMs }: Pick<PrintTimeouts, 'connectMs'>,
  ownPorts: readonly OwnPort[],
  signal: AbortSignal,
): Promise<Socket> {
  const { host, port, isEncrypted } = endpoint;
  const mayConnect = async (addresses: readonly string[]) =>
    addresses.every(mayBePrinter) && (await findOwnPort(ownPorts, addresses, port)) === undefined;
  if (isIP(host) !== 0 && !(await mayConnect([host]))) throw new NoConnection('address_refused');
  const options = { host, port, lookup: lookupIf(mayConnect), allowHalfOpen: true, noDelay: true };
  // Printers have self-signed certificates. They encrypt the connection, but prove no identity.
  const socket = isEncrypted
    ? connectTls({ ...options, rejectUnauthorized: false, ...(isIP(host) === 0 && { servername: host }) })
    : connectTcp(options);
  return new Promise((resolve, reject) => {
    const end = (error?: Error & { code?: string }) => {
      clearTimeout(timer);
      signal.removeEventListener('abort', stop);
      if (!error) return resolve(socket);
      socket.destroy();
      reject(new NoConnection(FAILURE_NAMES[error.code ?? ''] ?? 'connection_failed'));
    };
    const stop = () => end(Object.assign(new Error('stopped'), { code: 'STOPPED' }));
    const timer = setTimeout(() => end(Object.assign(new Error('late'), { code: 'ETIMEDOUT' })), connectMs);
    signal.addEventListener('abort', stop);
    // This listener stays: the printer may close the connection before the caller has added its own listener.
    socket.on('error', end);
    socket.once(isEncrypted ? 'secureConnect' : 'connect', () => end());
    if (signal.aborted) stop();
  });
}

function lookupIf(mayConnect: (addresses: readonly string[]) => Promise<boolean>): LookupFunction {
  const refusal = Object.assign(new Error('No printer has this address.'), { code: 'ADDRESS_REFUSED' });
  return (hostname, options, callback) => {
    lookupName(hostname, options, (error, address, family) => {
      if (error) return callback(error, address, family);
      const addresses = typeof address === 'string' ? [address] : address.map((one) => one.address);
      return mayConnect(addresses).then(
        (may) => (may ? callback(null, address, family) : callback(refusal, '')),
        (reason) => callback(reason, ''),
      );
    });
  };
}

/** A host name that takes longer to resolve counts as unknown. */
const LOOKUP_MS_MAX = 2_000;

export interface OwnPort {
  name: 'PORT' | 'METRICS_PORT' | 'the database';
  /** Absent for this machine. */
  host?: string;
  port: number;
}

/** Lists the ports of Platen and its database, which must not be used as printers. */
export function ownPortsOf(
  { PORT, METRICS_PORT }: { PORT: number; METRICS_PORT: number | undefined },
  pool: Pool,
): OwnPort[] {
  return [
    { name: 'PORT', port: PORT },
    ...(METRICS_PORT === undefined ? [] : [{ name: 'METRICS_PORT' as const, port: METRICS_PORT }]),
    // For a Unix socket, the host is a folder.
    ...databasePlaces(pool).map(({ host, port }) => ({
      name: 'the database' as const,
      port,
      ...(!host.startsWith('/') && { host }),
    })),
  ];
}

export async function findOwnPort(
  ownPorts: readonly OwnPort[],
  addresses: readonly string[],
  port: number,
): Promise<OwnPort | undefined> {
  const here = listLocalAddresses();
  const isHere = (address: string) => here.has(address) || ipaddr.parse(address).range() === 'loopback';
  const given = addresses.map(plainAddress);
  for (const own of ownPorts) {
    if (own.port !== port) continue;
    const ofOwn = own.host === undefined ? undefined : (await resolveHost(own.host)).map(plainAddress);
    if ((!ofOwn || ofOwn.some(isHere)) && given.some(isHere)) return own;
    if (given.some((address) => ofOwn?.includes(address))) return own;
  }
  return undefined;
}

/** Returns the port of Platen to which the endpoint leads. Undefined: none, or its name does not resolve. */
export async function resolveOwnPort(
  ownPorts: readonly OwnPort[],
  { host, port }: PrinterEndpoint,
): Promise<OwnPort | undefined> {
  return findOwnPort(ownPorts, await resolveHost(host), port);
}

async function resolveHost(host: string): Promise<string[]> {
  if (isIP(host) !== 0) return [host];
  const found = lookup(host, { all: true }).then(
    (all) => all.map(({ address }) => address),
    () => [],
  );
  return Promise.race([found, sleep(LOOKUP_MS_MAX, [], { ref: false })]);
}

/** Reads the addresses each time, because they may change while the server runs. */
function listLocalAddresses(): ReadonlySet<string> {
  return new Set(
    Object.values(networkInterfaces()).flatMap((all = []) => all.map(({ address }) => plainAddress(address))),
  );
}

/** Returns one spelling for each address. An IPv4 address that is written as IPv6 becomes IPv4. */
function plainAddress(address: string): string {
  return ipaddr.process(address.replace(/%.*$/, '')).toString();
}
