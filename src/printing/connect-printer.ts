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

/** How long each part of sending may take; tests shorten them. */
export interface PrintTimeouts {
  connectMs: number;
  /** Without a byte being taken. */
  stallMs: number;
  /** From the last byte until the printer has closed, or answered. */
  answerMs: number;
}

export const PRINT_TIMEOUTS: PrintTimeouts = { connectMs: 5_000, stallMs: 30_000, answerMs: 60_000 };

/** Why there is no connection, as short names that staff are told. */
const NAMES: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'connection_refused',
  EHOSTUNREACH: 'unreachable',
  ENETUNREACH: 'unreachable',
  EHOSTDOWN: 'unreachable',
  ETIMEDOUT: 'connection_timed_out',
  ENOTFOUND: 'name_not_found',
  EAI_AGAIN: 'name_not_found',
  ADDRESS_REFUSED: 'address_refused',
};

/** There is no connection to the printer, so nothing was sent. */
export class NoConnection extends Error {
  /** A short name. */
  readonly reason: string;

  constructor(reason: string) {
    super(reason);
    this.name = 'NoConnection';
    this.reason = reason;
  }
}

/**
 * Connects to a printer, and checks the address that it connects to, whatever the name resolves to. Throws
 * NoConnection. Each end is closed by itself, since a printer reads on after the last byte came.
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
  // A printer's certificate is made by itself: it keeps others from reading along, and proves nothing.
  const socket = isEncrypted
    ? connectTls({ ...options, rejectUnauthorized: false, ...(isIP(host) === 0 && { servername: host }) })
    : connectTcp(options);
  return new Promise((resolve, reject) => {
    const end = (error?: Error & { code?: string }) => {
      clearTimeout(timer);
      signal.removeEventListener('abort', stop);
      if (!error) return resolve(socket);
      socket.destroy();
      reject(new NoConnection(NAMES[error.code ?? ''] ?? 'connection_failed'));
    };
    const stop = () => end(Object.assign(new Error('stopped'), { code: 'STOPPED' }));
    const timer = setTimeout(() => end(Object.assign(new Error('late'), { code: 'ETIMEDOUT' })), connectMs);
    signal.addEventListener('abort', stop);
    // It stays: a printer may break the connection off before anybody uses it, who then finds it destroyed.
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

/** A name that takes longer to resolve is treated as unknown. */
const LOOKUP_MS_MAX = 2_000;

/** A port that Platen itself uses, on this machine or, of a database, on another one. */
export interface OwnPort {
  name: 'PORT' | 'METRICS_PORT' | 'the database';
  /** Absent: this machine. */
  host?: string;
  port: number;
}

/** Lists the ports at which a printer would receive Platen's own traffic, and Platen the print jobs. */
export function ownPortsOf(
  { PORT, METRICS_PORT }: { PORT: number; METRICS_PORT: number | undefined },
  pool: Pool,
): OwnPort[] {
  return [
    { name: 'PORT', port: PORT },
    ...(METRICS_PORT === undefined ? [] : [{ name: 'METRICS_PORT' as const, port: METRICS_PORT }]),
    // The host of a Unix socket is its folder.
    ...databasePlaces(pool).map(({ host, port }) => ({
      name: 'the database' as const,
      port,
      ...(!host.startsWith('/') && { host }),
    })),
  ];
}

/** Returns the port of Platen that the addresses (IP) lead to. */
export async function findOwnPort(
  ownPorts: readonly OwnPort[],
  addresses: readonly string[],
  port: number,
): Promise<OwnPort | undefined> {
  const here = thisMachine();
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

/** Returns the port of Platen that the endpoint leads to; undefined too for a name that cannot be resolved now. */
export async function findOwnPortOf(
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

/** The addresses of this machine's interfaces, which may change while it runs. */
function thisMachine(): ReadonlySet<string> {
  return new Set(
    Object.values(networkInterfaces()).flatMap((all = []) => all.map(({ address }) => plainAddress(address))),
  );
}

/** One spelling of each address; an IPv4 address that is written as IPv6 is the IPv4 address. */
function plainAddress(address: string): string {
  return ipaddr.process(address.replace(/%.*$/, '')).toString();
}
