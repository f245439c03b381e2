import { lookup as lookupName } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { Agent, buildConnector } from 'undici';
import { normalizedHostAndPort } from './host-and-port.ts';
import { isPublicAddress } from './public-address.ts';

const CONNECT_TIMEOUT_MS = 10_000;
/** How long one of several addresses of a name is tried before the next one is tried beside it. */
const NEXT_ADDRESS_AFTER_MS = 1_000;
const HEADERS_TIMEOUT_MS = 20_000;
const BODY_IDLE_TIMEOUT_MS = 20_000;

export interface SafeAgentOptions {
  /** Hosts that may be private, each `host:port`. */
  allow: readonly string[];
  /** How names are resolved; dns.lookup by default. */
  lookup?: LookupFunction;
  connectTimeoutMs?: number;
}

/** The address of a URL, or one that its name resolves to, is not of the public internet. Says nothing about which it was. */
export class AddressRefusedError extends Error {
  readonly code = 'ADDRESS_REFUSED';

  constructor() {
    super('The address is not one of the public internet.');
    this.name = 'AddressRefusedError';
  }
}

/**
 * An undici dispatcher that connects to public addresses only, whatever the URL or redirect says. What is checked is the very address
 * that is connected to, so a name that resolves differently the second time gains nothing. Ignores proxies of the environment.
 */
export function safeAgent({
  allow,
  lookup: lookupEach = lookupName,
  connectTimeoutMs = CONNECT_TIMEOUT_MS,
}: SafeAgentOptions): Agent {
  const lookup = shared(lookupEach);
  const options = {
    timeout: connectTimeoutMs,
    allowH2: false,
    autoSelectFamilyAttemptTimeout: NEXT_ADDRESS_AFTER_MS,
  };
  const connectAnywhere = buildConnector({ ...options, lookup });
  const connectPublicly = buildConnector({ ...options, lookup: publicLookup(lookup) });
  const allowed = new Set(allow.map(allowedHost));

  return new Agent({
    headersTimeout: HEADERS_TIMEOUT_MS,
    bodyTimeout: BODY_IDLE_TIMEOUT_MS,
    connect: (target, callback) => {
      const port = target.port || (target.protocol === 'https:' ? '443' : '80');
      if (allowed.has(`${target.hostname}:${port}`)) return connectAnywhere(target, callback);
      // A literal address is connected to without any lookup.
      if (isIP(target.hostname) !== 0 && !isPublicAddress(target.hostname)) {
        return callback(new AddressRefusedError(), null);
      }
      return connectPublicly(target, callback);
    },
  });
}

/**
 * Lookups of one name that are under way are one. Each of them holds a thread of the process's few for as long as the name server
 * does not answer, and many orders name the same host.
 */
function shared(lookup: LookupFunction): LookupFunction {
  const underWay = new Map<string, Parameters<LookupFunction>[2][]>();
  return (hostname, options, callback) => {
    const key = `${hostname} ${JSON.stringify(options)}`;
    const waiting = underWay.get(key);
    if (waiting) {
      waiting.push(callback);
      return;
    }
    const callbacks = [callback];
    underWay.set(key, callbacks);
    lookup(hostname, options, (...answer) => {
      underWay.delete(key);
      for (const each of callbacks) each(...answer);
    });
  };
}

/** Resolves as the lookup given, but fails with AddressRefusedError when any address of the name is not public. */
function publicLookup(lookup: LookupFunction): LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname, options, (error, address, family) => {
      if (error) return callback(error, address, family);
      const addresses = typeof address === 'string' ? [address] : address.map((each) => each.address);
      if (!addresses.every(isPublicAddress)) return callback(new AddressRefusedError(), '');
      return callback(null, address, family);
    });
  };
}

function allowedHost(entry: string): string {
  const normalized = normalizedHostAndPort(entry);
  if (normalized === undefined) throw new Error(`${JSON.stringify(entry)} is not host:port.`);
  return normalized;
}
