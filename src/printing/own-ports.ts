import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { networkInterfaces } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import ipaddr from 'ipaddr.js';
import type { Pool } from 'pg';
import { databasePlaces } from '../database/database-hosts.ts';
import type { PrinterEndpoint } from './printer-address.ts';

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
