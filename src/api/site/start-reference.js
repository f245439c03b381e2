// Runs in the browser, after the reference's own script: shows the document that the page names.
const place = document.getElementById('reference');
const server = new URL('..', location.href).href.replace(/\/$/, '');
const tokenUrl = `${server}/oauth/token`;
const NOT_SANDBOX =
  'These credentials belong to a live client. This page works with a sandbox client only, so that nobody creates a real order by accident. The fulfillment center can give you one.';

/** Returns the answer for a token that does not belong to a sandbox client; undefined for one that does. */
async function refusalOf(authorization) {
  const usage = await fetch(`${server}/v1/usage`, { headers: { authorization }, credentials: 'omit' });
  const { mode, error, message } = await usage.json();
  if (mode === 'sandbox') return undefined;
  const body = usage.ok
    ? { error: 'sandbox_only', error_description: NOT_SANDBOX, message: NOT_SANDBOX }
    : { error, error_description: message, message };
  return Response.json(body, { status: usage.ok ? 403 : usage.status });
}

/** Sends a request of the reader without cookies. With the token of a live client, it is not sent. */
async function sendInSandbox(input, init) {
  const request = new Request(input, { ...init, credentials: 'omit' });
  const authorization = request.headers.get('authorization');
  const isToken = request.url === tokenUrl;
  const refusal = authorization === null || isToken ? undefined : await refusalOf(authorization);
  if (refusal) return refusal;
  const answer = await fetch(request);
  if (!isToken || !answer.ok) return answer;
  const { access_token: token } = await answer.clone().json();
  return (await refusalOf(`Bearer ${token}`)) ?? answer;
}

globalThis.Scalar.createApiReference(place, {
  url: new URL(place.dataset.document, location.href).href,
  pageTitle: place.dataset.title,
  servers: [{ url: server }],
  customFetch: sendInSandbox,
  proxyUrl: '',
  persistAuth: false,
  hideTestRequestButton: place.dataset.try === undefined,
  authentication: {
    securitySchemes: {
      oauth2: {
        description: 'Sandbox clients only. The secret is not stored.',
        flows: { clientCredentials: { tokenUrl } },
      },
    },
  },
  showDeveloperTools: 'never',
  withDefaultFonts: false,
  telemetry: false,
  hideClientButton: true,
  agent: { disabled: true },
  mcp: { disabled: true },
});
