/** It has no script and loads nothing. */
export const REFUSED_PAGE_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** The address of a page of the console: the one that is asked for, if it is one, else the first. No other address ever. */
export function consolePath(baseUrl: string, asked: string | undefined): string {
  const home = new URL(`${baseUrl}/console/`).href;
  // As a browser reads it: backslashes, dots and control characters are resolved before it is compared.
  const href = asked === undefined ? undefined : URL.parse(asked, home)?.href;
  return href?.startsWith(home) ? href : home;
}

/** What a person reads whom the provider has sent back without success. */
export function refusedPage(message: string, home: string): string {
  const text = message.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Not signed in</title>
<style>body { font: 1.125rem/1.5 system-ui, sans-serif; max-width: 34rem; margin: 4rem auto; padding: 0 1rem; color-scheme: light dark }</style>
<h1>You are not signed in</h1>
<p>${text}</p>
<p><a href="${home}">Back to the console</a></p>
</html>
`;
}
