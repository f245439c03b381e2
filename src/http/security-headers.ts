/** For everything whose route says nothing else: it is no page, in no frame, and in no cache, since it may be a secret or where somebody lives. */
export const SECURITY_HEADERS = {
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'content-security-policy':
    "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox",
} as const;

/** For a picture, which may be an SVG with styles of its own; as a page of this host it runs nothing either. */
export const IMAGE_POLICY = `${SECURITY_HEADERS['content-security-policy']}; style-src 'unsafe-inline'`;

/** For a guide: text, styles and pictures of this host, and nothing that runs. */
export const GUIDE_POLICY =
  "default-src 'none'; style-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** For a page with an API reference: it loads from this host alone. The reference makes its styles in the page. */
export const REFERENCE_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
