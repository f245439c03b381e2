/** For everything whose route says nothing else: it is no page, in no frame, and in no cache, since it may be a secret or where somebody lives. */
export const SECURITY_HEADERS = {
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'content-security-policy':
    "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox",
} as const;

/** For a picture, which may be an SVG with styles of its own; as a page of this host it runs nothing either. */
export const IMAGE_POLICY = `${SECURITY_HEADERS['content-security-policy']}; style-src 'unsafe-inline'`;

/** For a page of ours: it loads from this host alone. The reference makes its styles, and starts itself, in the page. */
export const PAGE_POLICY =
  "default-src 'none'; script-src 'self' 'unsafe-inline'; style-src 'unsafe-inline'; img-src 'self' data:; font-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
