import { lookup as lookupName } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { Agent, buildConnector } from 'undici';
import { Gate } from '../concurrency/gate.ts';
import { isPublicAddress, isPublicHost, normalizedHostAndPort } from './public-host.ts';

const CONNECT_TIMEOUT_MS = 10_000;
/** After this time, the next address of a name is tried in parallel. */
const NEXT_ADDRESS_AFTER_MS = 1_000;
/** Unknown and internal names are refused after the same time, so that nobody can distinguish them. */
const REFUSE_AFTER_MS = 1_000;
/** A lookup occupies one of the process's threads (32 by default) until its name server answers. */
const LOOKUPS_MAX = 16;
const LOOKUPS_PER_PARTY_MAX = 4;
const HEADERS_TIMEOUT_MS = 20_000;
const BODY_IDLE_TIMEOUT_MS = 20_000;

export interface SafeAgentOptions {
  /** Private hosts that are allowed, each `host:port`. */
  allow: readonly string[];
  /** Resolves names; dns.lookup by default. */
  lookup?: LookupFunction;
  connectTimeoutMs?: number;
  /** Returns the party of a connection. Slow name servers of one party do not delay other parties. */
  party?: () => string | undefined;
  /** Is called with each private `host:port` that was refused, for people who may allow it. */
  onRefused?: (host: string) => void;
  /** The earliest time for a refusal, in milliseconds after the start of the lookup. */
  refuseAfterMs?: number;
}

/**
 * Reports that a URL leads to no public address. Does not say whether the name resolves, because this would
 * reveal internal names.
 */
/** Errors before a request was sent. */
const UNSENT = /^(ECONNREFUSED|ENOTFOUND|EAI_\w+|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT|ADDRESS_REFUSED)$/;

/** Returns whether a request failed before it was sent, so that the server cannot have carried it out. */
export function wasUnsent(error: unknown): boolean {
  return error instanceof AddressRefusedError || UNSENT.test(String((error as { code?: unknown }).code));
}

export class AddressRefusedError extends Error {
  readonly code = 'ADDRESS_REFUSED';
  /** Whether the URL itself contains a private address or name, so that another attempt is useless. */
  readonly evident: boolean;
  /** Whether the name resolves to a private address. For staff only. */
  readonly isPrivate: boolean;

  constructor(evident: boolean, isPrivate = evident) {
    super('The address is not one of the public internet.');
    this.name = 'AddressRefusedError';
    this.evident = evident;
    this.isPrivate = isPrivate;
  }
}

/**
 * Returns an undici dispatcher that connects only to public addresses and the hosts in `allow`, also after
 * redirects. It checks the address of each connection, so a name that resolves to a private address later
 * does not help an attacker. It ignores the proxies in environment variables.
 */
export function safeAgent({
  allow,
  lookup: lookupEach = lookupName,
  connectTimeoutMs = CONNECT_TIMEOUT_MS,
  refuseAfterMs = REFUSE_AFTER_MS,
  party = () => undefined,
  onRefused = () => undefined,
}: SafeAgentOptions): Agent {
  const lookup = shareLookups(limitLookups(lookupEach, party, connectTimeoutMs));
  const options = { timeout: connectTimeoutMs, allowH2: false, autoSelectFamilyAttemptTimeout: NEXT_ADDRESS_AFTER_MS };
  const connectAnywhere = buildConnector({ ...options, lookup });
  const connectPublicly = buildConnector({ ...options, lookup: publicLookup(lookup, refuseAfterMs) });
  const allowed = new Set(allow.map(allowedHost));

  return new Agent({
    headersTimeout: HEADERS_TIMEOUT_MS,
    bodyTimeout: BODY_IDLE_TIMEOUT_MS,
    connect: (target, callback) => {
      const host = `${target.hostname}:${target.port || (target.protocol === 'https:' ? '443' : '80')}`;
      if (allowed.has(host)) return connectAnywhere(target, callback);
      const answer: typeof callback = (...given) => {
        if (given[0] instanceof AddressRefusedError && given[0].isPrivate) onRefused(host);
        callback(...given);
      };
      // A literal address needs no lookup, and a local name must not be looked up.
      if (!isPublicHost(target.hostname)) return answer(new AddressRefusedError(true), null);
      return connectPublicly(target, answer);
    },
  });
}

/** Shares one lookup among concurrent requests for the same name, because each lookup occupies a thread. */
function shareLookups(lookup: LookupFunction): LookupFunction {
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

/** Limits lookups per party and in total. One without a turn within `timeoutMs` fails. */
function limitLookups(lookup: LookupFunction, party: () => string | undefined, timeoutMs: number): LookupFunction {
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

/** Wraps the lookup. Fails with AddressRefusedError without an address, or with one that is not public. */
function publicLookup(lookup: LookupFunction, refuseAfterMs: number): LookupFunction {
  return (hostname, options, callback) => {
    const begun = performance.now();
    lookup(hostname, options, (error, address, family) => {
      const addresses = error ? [] : typeof address === 'string' ? [{ address }] : address;
      if (addresses.length > 0 && addresses.every((each) => isPublicAddress(each.address)))
        return callback(null, address, family);
      const waitMs = refuseAfterMs - (performance.now() - begun);
      setTimeout(() => callback(new AddressRefusedError(false, addresses.length > 0), ''), Math.max(waitMs, 0));
    });
  };
}

function allowedHost(entry: string): string {
  const normalized = normalizedHostAndPort(entry);
  if (normalized === undefined) throw new Error(`${JSON.stringify(entry)} is not host:port.`);
  return normalized;
}
