import type { IncomingHttpHeaders } from 'node:http';
import { Type } from 'typebox';

/** The version that the ETag of an order begins with; behind the point is what else staff read of it. */
const VERSION = /^"(\d{1,10})(?:\.[\w-]+)?"$/;

/** The header by which staff change only what they have seen (RFC 9110, 13.1.1). */
export const ifMatchHeader = Type.Object({
  'if-match': Type.Optional(
    Type.String({
      description:
        'ETag of the order as you read it. When it has changed since, nothing is done (412); what was done already is answered as it is.',
      examples: ['"3"'],
    }),
  ),
});

/** The ETag of all that staff read of an order: its version, and a hash of the rest. */
export function staffEtag(version: number, hash: string): string {
  return `${version}.${hash}`;
}

/** Whether a version is one that `If-Match` names; undefined where any is good. What is no ETag of ours names none. */
export function expectedVersion(headers: IncomingHttpHeaders): ((version: number) => boolean) | undefined {
  const header = headers['if-match'];
  if (header === undefined || header.trim() === '*') return undefined;
  const versions = header.split(',').map((tag) => VERSION.exec(tag.trim())?.[1]);
  return (version) => versions.includes(String(version));
}
