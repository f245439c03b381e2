import { lookup as lookupName } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { Agent, buildConnector } from 'undici';
import { Gate } from '../concurrency/gate.ts';
import { isPublicAddress, isPublicHost, normalizedHostAndPort } from './public-host.ts';

const CONNECT_TIMEOUT_MS = 10_000;
/** How long one of several addresses of a name is tried before the next one is tried beside it. */
const NEXT_ADDRESS_AFTER_MS = 1_000;
/** A name that does not exist and one that leads inside are refused after the same time, so that neither can be told from the other. */
const REFUSE_AFTER_MS = 1_000;
/** Each lookup holds one of the process's threads (32 by default), which files and encryption need too, until its name server answers. */
const LOOKUPS_MAX = 16;
const LOOKUPS_PER_PARTY_MAX = 4;
const HEADERS_TIMEOUT_MS = 20_000;
const BODY_IDLE_TIMEOUT_MS = 20_000;

export interface SafeAgentOptions {
  /** Hosts that may be private, each `host:port`. */
  allow: readonly string[];
  /** How names are resolved; dns.lookup by default. */
  lookup?: LookupFunction;
  connectTimeoutMs?: number;
  /** For whom a connection is made: names of one party whose name servers do not answer hold up no other's. */
  party?: () => string | undefined;
  /** How long after the begin of a lookup a name is refused at the earliest. */
  refuseAfterMs?: number;
}

/**
 * The URL leads to no address of the public internet: its name does not resolve, or resolves to another. Which of the two it was stays
 * unsaid, since that would tell strangers what names there are inside.
 */
export class AddressRefusedError extends Error {
  readonly code = 'ADDRESS_REFUSED';
  /** Whether the URL itself shows it, by a private address or name in it, so that it stays so. */
  readonly evident: boolean;

  constructor(evident: boolean) {
    super('The address is not one of the public internet.');
    this.name = 'AddressRefusedError';
    this.evident = evident;
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
  refuseAfterMs = REFUSE_AFTER_MS,
  party = () => undefined,
}: SafeAgentOptions): Agent {
  const lookup = shared(inTurn(lookupEach, party, connectTimeoutMs));
  const options = {
    timeout: connectTimeoutMs,
    allowH2: false,
    autoSelectFamilyAttemptTimeout: NEXT_ADDRESS_AFTER_MS,
  };
  const connectAnywhere = buildConnector({ ...options, lookup });
  const connectPublicly = buildConnector({ ...options, lookup: publicLookup(lookup, refuseAfterMs) });
  const allowed = new Set(allow.map(allowedHost));

  return new Agent({
    headersTimeout: HEADERS_TIMEOUT_MS,
    bodyTimeout: BODY_IDLE_TIMEOUT_MS,
    connect: (target, callback) => {
      const port = target.port || (target.protocol === 'https:' ? '443' : '80');
      if (allowed.has(`${target.hostname}:${port}`)) return connectAnywhere(target, callback);
      // A literal address is connected to without any lookup, and a name of the own network is not even looked up.
      if (!isPublicHost(target.hostname)) return callback(new AddressRefusedError(true), null);
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

/** Limits the lookups at once, for each party and for all. A lookup whose turn does not come within `timeoutMs` fails. */
function inTurn(lookup: LookupFunction, party: () => string | undefined, timeoutMs: number): LookupFunction {
  const gate = new Gate({ all: LOOKUPS_MAX, party: LOOKUPS_PER_PARTY_MAX });
  return (hostname, options, callback) => {
    gate.take(party() ?? '', 1, performance.now() + timeoutMs).then(
      (release) =>
        lookup(hostname, options, (...answer) => {
          release();
          callback(...answer);
        }),
      (error) => callback(error, ''),
    );
  };
}

/** Resolves as the lookup given, but fails with AddressRefusedError when the name has no address, or any that is not public. */
function publicLookup(lookup: LookupFunction, refuseAfterMs: number): LookupFunction {
  return (hostname, options, callback) => {
    const begun = performance.now();
    lookup(hostname, options, (error, address, family) => {
      const addresses = error ? [] : typeof address === 'string' ? [{ address }] : address;
      if (addresses.length > 0 && addresses.every((each) => isPublicAddress(each.address)))
        return callback(null, address, family);
      const waitMs = refuseAfterMs - (performance.now() - begun);
      setTimeout(() => callback(new AddressRefusedError(false), ''), Math.max(waitMs, 0));
    });
  };
}

function allowedHost(entry: string): string {
  const normalized = normalizedHostAndPort(entry);
  if (normalized === undefined) throw new Error(`${JSON.stringify(entry)} is not host:port.`);
  return normalized;
}
