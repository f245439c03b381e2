import type { Violation } from '../errors.ts';
import { fileUrlViolation } from './file-url-rules.ts';
import { normalizedHostAndPort } from './host-and-port.ts';
import { isPublicHost } from './public-host.ts';

/**
 * Whether events can be sent to the URL: `invalid_url`, or `private_address` when its host is evidently not of the public internet and not
 * among `allow`, each `host:port`.
 */
export function endpointUrlViolation(
  value: string,
  pointer: string,
  allow: readonly string[],
): Violation | undefined {
  const violation = fileUrlViolation(value, pointer, undefined);
  if (violation) return violation;
  const { hostname, port, protocol } = new URL(value);
  if (isPublicHost(hostname)) return undefined;
  const target = `${hostname}:${port || (protocol === 'https:' ? 443 : 80)}`;
  const wanted = normalizedHostAndPort(target);
  if (allow.some((entry) => normalizedHostAndPort(entry) === wanted)) return undefined;
  const message =
    'The URL must lead to the public internet; private addresses and names are not connected to.';
  return { pointer, code: 'private_address', message };
}
