import type { IncomingMessage } from 'node:http';
import type { Asking } from '../http/admission.ts';
import type { RateLimiter } from '../http/rate-limit.ts';
import type { AccessTokens } from './access-tokens.ts';

const HEALTH = '/health/';
const OF_STAFF = ['/operator/', '/console'];
const OF_CUSTOMERS = '/v1/';
/** Whoever has shown no token that is known. */
const STRANGERS = 'strangers';
const STAFF = 'staff';

/** Tells in a microsecond who asks, for http/admission; whether they may is for `requireClient` to say. */
export function whoAsks(
  tokens: AccessTokens,
  limiter: RateLimiter | undefined,
  stripPublicPath: ((target: string) => string) | undefined,
): (request: IncomingMessage) => Asking {
  return (request) => {
    const { url = '/' } = request;
    const path = stripPublicPath?.(url) ?? url;
    if (path.startsWith(HEALTH)) return { party: HEALTH, kind: 'health' };
    if (OF_STAFF.some((prefix) => path.startsWith(prefix))) return { party: STAFF, kind: 'staff' };
    const caller = tokens.rememberedCaller(request);
    if (!caller) return { party: STRANGERS, kind: 'customer' };
    const refusal = path.startsWith(OF_CUSTOMERS) ? limiter?.flooding(caller.clientId) : undefined;
    return { party: caller.clientId, kind: 'customer', refusal };
  };
}
