/**
 * What a page of the console may load: this host's scripts, no script or style in the page itself but the styles that it
 * makes with the answer's nonce, and pictures of the catalogue, which may lie on a host of their own. A document that is printed stands in a frame as what the page itself has read.
 */
export function consolePolicy(nonce: string, images: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    `img-src 'self' data: blob: ${images}`,
    "connect-src 'self'",
    "frame-src 'self' blob:",
    "base-uri 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
}
