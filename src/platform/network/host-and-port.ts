/** `host:port` as a connection names it: lower case, IPv6 without brackets. Undefined for anything else. */
export function normalizedHostAndPort(entry: string): string | undefined {
  const url = URL.parse(`http://${entry}`);
  if (url?.host === undefined || url.href !== `http://${url.host}/` || !/:\d+$/.test(entry)) return undefined;
  return `${url.hostname.replace(/^\[|\]$/g, '')}:${url.port || '80'}`;
}
