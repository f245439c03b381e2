import { ApiError } from '../../platform/errors/errors.ts';

export interface TokenRequest {
  clientId: string;
  clientSecret: string;
  scope: string | undefined;
}

const GRANT_TYPE = 'client_credentials';
const PARAMETERS = ['grant_type', 'client_id', 'client_secret', 'scope'];

/** Reads a token request (RFC 6749, 4.4.2) whose credentials stand in the body or, by HTTP Basic, in the header. */
export function readTokenRequest(body: unknown, authorization: string | undefined): TokenRequest {
  const fields = readFields(body);
  const grantType = fields.get('grant_type');
  if (!grantType) throw invalid('"grant_type" is required: client_credentials.');
  if (grantType !== GRANT_TYPE) {
    throw new ApiError('unsupported_grant_type', 'Only grant_type "client_credentials" is supported.');
  }
  return { ...readCredentials(fields, authorization), scope: fields.get('scope') || undefined };
}

/**
 * A client that is refused: 401, with a challenge for those who tried HTTP Basic (RFC 6749, 5.2). It repeats the error, since libraries that
 * see a challenge do not read the body. Those who gave no header get none: libraries then tell `invalid_client` from the body.
 */
export function invalidClient(message: string, authorization: string | undefined): ApiError {
  const challenge = `Basic realm="platen", error="invalid_client", error_description="${message}"`;
  return new ApiError('invalid_client', message, {
    ...(authorization !== undefined && { headers: { 'WWW-Authenticate': challenge } }),
  });
}

/** The string fields of a JSON object or a form; others may stand beside them and are ignored (RFC 6749, 3.2). */
function readFields(body: unknown): Map<string, string> {
  const fields = new Map<string, string>();
  const given = body instanceof URLSearchParams ? body.entries() : Object.entries(isObject(body) ? body : {});
  for (const [name, value] of given) {
    if (!PARAMETERS.includes(name) || value === null) continue;
    if (typeof value !== 'string') throw invalid(`"${name}" must be a string.`);
    if (fields.has(name)) throw invalid(`"${name}" is given twice.`);
    fields.set(name, value);
  }
  return fields;
}

function readCredentials(fields: Map<string, string>, authorization: string | undefined) {
  const clientId = fields.get('client_id');
  const clientSecret = fields.get('client_secret');
  if (!/^basic(\s|$)/i.test(authorization ?? '')) {
    if (!clientId || !clientSecret)
      throw invalidClient('Give client_id and client_secret, in the body or by HTTP Basic.', authorization);
    return { clientId, clientSecret };
  }
  if (clientSecret) throw invalid('Give the credentials once: in the body, or by HTTP Basic.');
  const basic = readBasic(authorization as string);
  if (clientId && clientId !== basic.clientId)
    throw invalid('client_id in the body is another than in the header.');
  return basic;
}

/** RFC 6749, 2.3.1: both parts are form-encoded before they are joined. */
function readBasic(authorization: string): { clientId: string; clientSecret: string } {
  const [, id, secret] =
    /^([^:]*):(.*)$/s.exec(Buffer.from(authorization.slice(6).trim(), 'base64').toString()) ?? [];
  if (!id || !secret) {
    throw invalidClient(
      'The Authorization header holds no client_id:client_secret in base64.',
      authorization,
    );
  }
  try {
    return { clientId: formDecode(id), clientSecret: formDecode(secret) };
  } catch {
    throw invalidClient(
      'The client_id or client_secret in the Authorization header is not validly form-encoded.',
      authorization,
    );
  }
}

function formDecode(value: string): string {
  return decodeURIComponent(value.replaceAll('+', ' '));
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function invalid(message: string): ApiError {
  return new ApiError('invalid_request', message);
}
