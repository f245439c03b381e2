import { STATUS_CODES } from 'node:http';
import { type TSchema, Type } from 'typebox';
import { ERRORS, type ErrorName } from '../errors/errors.ts';
import { replayedHeader } from './idempotency.ts';

/** Matches text without control characters or broken Unicode. Line feeds are allowed. */
export const SEVERAL_LINES = '^[^\\u0000-\\u0009\\u000B-\\u001F\\u007F-\\u009F\\uD800-\\uDFFF]*$';
/** Matches text without control characters or broken Unicode. */
export const PRINTABLE = '^[^\\u0000-\\u001F\\u007F-\\u009F\\uD800-\\uDFFF]*$';

/** Returns `description` and `examples` as keywords of a JSON Schema; no `examples` if the list is empty. */
export const annotate = <T>(description: string, examples: T[]) => ({
  description,
  ...(examples.length > 0 && { examples }),
});
export const stringField = (description: string, ...examples: string[]) => Type.String(annotate(description, examples));
export const integerField = (description: string, ...examples: number[]) =>
  Type.Integer(annotate(description, examples));
export const booleanField = (description: string, ...examples: boolean[]) =>
  Type.Boolean(annotate(description, examples));
export const oneOf = <T extends string>(values: readonly T[], description: string, ...examples: T[]) =>
  Type.Unsafe<T>({ type: 'string', enum: values, ...annotate(description, examples) });
/** Returns a schema of `known` and later values. A closed enum would break clients generated from it. */
export const openList = <T extends string>(known: readonly T[], description: string, ...examples: T[]) =>
  Type.Unsafe<T>({
    type: 'string',
    'x-extensible-enum': known,
    ...annotate(`${description} New values may be added.`, examples),
  });
/** A query parameter with several of these values, separated by commas, or given several times. */
export const someOf = <T extends string>(values: readonly T[], description: string, more: object = {}) => {
  const one = { type: 'string', enum: values };
  return Type.Unsafe<T[]>({
    type: 'array',
    items: { ...one, ...more },
    description: `${description} Separate several by commas, or repeat the parameter.`,
    examples: [values[0]],
    inDocument: { anyOf: [one, { type: 'array', items: one }], style: 'form', explode: false },
  });
};
export const integerIn = (minimum: number, maximum: number, description: string, ...examples: number[]) =>
  Type.Integer({ minimum, maximum, ...annotate(description, examples) });
export const integerFrom = (minimum: number, description: string, ...examples: number[]) =>
  Type.Integer({ minimum, ...annotate(description, examples) });

export const titledObject = <T extends Record<string, TSchema>>(
  title: string,
  description: string,
  properties: T,
  ...examples: unknown[]
) => Type.Object(properties, { title, ...annotate(description, examples) });

export const Timestamp = (description: string, example = '2026-01-31T12:00:00.000Z') =>
  Type.String({
    format: 'date-time',
    description: `${description} ISO 8601 in UTC with milliseconds.`,
    examples: [example],
  });

export const ViolationSchema = Type.Object(
  {
    pointer: Type.String({
      description: 'JSON Pointer (RFC 6901) into the body, or the name of the parameter.',
      examples: ['/items/0/quantity'],
    }),
    code: Type.String({ description: 'Name of the violated rule, in snake_case.', examples: ['too_small'] }),
    message: Type.String({
      description: 'A sentence that says what to do.',
      examples: ['"quantity" must be at least 1.'],
    }),
    allowed: Type.Optional(Type.Array(Type.String(), { description: 'The accepted values, if they can be listed.' })),
  },
  { title: 'Violation', description: 'A violation of one rule by the request.' },
);

const ERROR_NAMES = Object.keys(ERRORS) as ErrorName[];

const errorFields = {
  message: Type.String({
    description: 'A sentence with the fault and the remedy.',
    examples: ['"quantity" must be at least 1.'],
  }),
  detail: Type.String({
    description: 'All violations, or the general meaning of the error.',
    examples: ['"quantity" must be at least 1.'],
  }),
  requestId: Type.String({
    description: 'The X-Request-Id of the answer. Support needs it to find the request.',
    examples: ['0198c0e0-52a1-7d0e-8a51-2f6b7c8d9e0f'],
  }),
};

export const ErrorSchema = Type.Object(
  {
    error: openList(ERROR_NAMES, 'Name of the error.'),
    ...errorFields,
    violations: Type.Optional(
      Type.Array(ViolationSchema, {
        description: 'All violations, at most 100, or 10,000 in the import of a catalogue.',
      }),
    ),
  },
  { title: 'Error', description: 'The body of every answer outside of 2xx.' },
);

const TokenErrorSchema = Type.Object(
  {
    error: openList(ERROR_NAMES, 'Error code of RFC 6749, 5.2, or from the catalogue.'),
    error_description: Type.String({ description: 'The same as message (RFC 6749, 5.2).' }),
    ...errorFields,
  },
  { title: 'TokenError', description: 'The body of every answer of the token endpoint outside 2xx.' },
);

type Header = { schema: TSchema; description: string };

const requestIdHeader: Record<string, Header> = {
  'X-Request-Id': {
    schema: Type.String(),
    description: 'The id of the request in the logs: the one that was sent, or a new one.',
  },
};
export const rateLimitHeaders: Record<string, Header> = {
  'RateLimit-Policy': {
    schema: Type.String(),
    description:
      'Quota and window in seconds, such as "api";q=3000;w=60. A request takes one, and one more for each full 16 KiB of its body.',
  },
  RateLimit: {
    schema: Type.String(),
    description: 'Remaining quota and the seconds until it renews, such as "api";r=2999;t=60.',
  },
};
export const retryAfter: Record<string, Header> = {
  'Retry-After': { schema: Type.Integer(), description: 'Seconds to wait before the next request.' },
};
const wwwAuthenticate: Record<string, Header> = {
  'WWW-Authenticate': { schema: Type.String(), description: 'The scheme to authenticate with (RFC 9110, 11.6.1).' },
};
export const etagHeader: Record<string, Header> = {
  ETag: {
    schema: Type.String(),
    description: 'Version of the answer, in quotes, for If-None-Match, and for If-Match in a change.',
  },
};
export const linkHeader: Record<string, Header> = {
  Link: {
    schema: Type.String(),
    description: 'Address of the next page, rel="next" (RFC 8288). Absent on the last page.',
  },
};

/** Describes a JSON response. Pass `example` if the schema's examples do not fit the request's first one. */
export function answer(description: string, schema: TSchema, headers: Record<string, Header> = {}, example?: unknown) {
  return {
    description,
    headers: documentedHeaders(headers),
    content: { 'application/json': { schema, ...(example !== undefined && { example }) } },
  };
}

export function emptyAnswer(description: string, headers: Record<string, Header> = {}) {
  return { description, headers: documentedHeaders(headers), type: 'null' };
}

export function fileAnswer(description: string, ...mediaTypes: string[]) {
  const name = { schema: Type.String(), description: 'An attachment, with its name.' };
  const headers = { 'Content-Disposition': name, ...rateLimitHeaders };
  const schema = Type.Unsafe<string>({ type: 'string', format: 'binary' });
  return {
    description,
    headers: documentedHeaders(headers),
    content: Object.fromEntries(mediaTypes.map((type) => [type, { schema }])),
  };
}

function documentedHeaders(headers: Record<string, Header>): Record<string, TSchema> {
  const all = Object.entries({ ...requestIdHeader, ...headers });
  // The form that @fastify/swagger expects: it puts these properties under `schema`.
  return Object.fromEntries(all.map(([name, header]) => [name, { ...header.schema, description: header.description }]));
}

export const notModified = {
  304: { description: 'Nothing has changed since the version in If-None-Match.', type: 'null' },
};

/** Describes the responses of an operation that reads one resource, or a list without pages. */
export function readAnswers(description: string, schema: TSchema, ...errors: ErrorName[]) {
  return {
    200: answer(description, schema, { ...etagHeader, ...rateLimitHeaders }),
    ...notModified,
    ...errorAnswers(...errors),
  };
}

export function pageAnswers(description: string, schema: TSchema, ...errors: ErrorName[]) {
  return {
    200: answer(description, schema, { ...etagHeader, ...linkHeader, ...rateLimitHeaders }),
    ...notModified,
    ...errorAnswers(...errors),
  };
}

export function changeAnswers(description: string, schema: TSchema, ...errors: ErrorName[]) {
  return { 200: answer(description, schema, rateLimitHeaders), ...errorAnswers(...errors, ...WITH_BODY) };
}

export function ifMatchAnswers(description: string, schema: TSchema, ...errors: ErrorName[]) {
  return {
    200: answer(description, schema, { ...etagHeader, ...rateLimitHeaders }),
    ...errorAnswers(...errors, 'precondition_failed', ...WITH_BODY),
  };
}

export function onceAnswers(description: string, schema: TSchema, ...errors: ErrorName[]) {
  return {
    200: answer(description, schema, { ...replayedHeader, ...rateLimitHeaders }),
    ...errorAnswers(...errors, 'idempotency_key_reused', ...WITH_BODY),
  };
}

/** Sets the example of the 200 response, if the schema's examples do not fit the request's first one. */
export function withExample<Answers extends { 200: ReturnType<typeof answer> }>(
  example: unknown,
  answers: Answers,
): Answers {
  Object.assign(answers[200].content['application/json'], { example });
  return answers;
}

/** The errors that every operation may answer. */
const ALWAYS: ErrorName[] = [
  'invalid_request',
  'bad_request',
  'request_timeout',
  'headers_too_large',
  'internal_error',
  'temporarily_unavailable',
];
const AUTHENTICATED: ErrorName[] = [
  'missing_token',
  'invalid_token',
  'insufficient_scope',
  'network_not_allowed',
  'rate_limited',
];
export const WITH_BODY: ErrorName[] = ['invalid_json', 'body_too_large', 'unsupported_media_type'];

/** Describes `names` and the errors of every operation that needs an access token, by HTTP status. */
export function errorAnswers(...names: ErrorName[]) {
  return answersByStatus([...ALWAYS, ...AUTHENTICATED, ...names], ErrorSchema);
}

export function tokenErrorAnswers(...names: ErrorName[]) {
  return answersByStatus([...ALWAYS, 'rate_limited', ...names], TokenErrorSchema);
}

/** Describes `names` and the errors of every operation without an access token, by HTTP status. */
export function openErrorAnswers(...names: ErrorName[]) {
  return answersByStatus([...ALWAYS, ...names], ErrorSchema);
}

function answersByStatus(names: ErrorName[], schema: TSchema) {
  const byStatus = Map.groupBy(new Set(names), (name) => ERRORS[name][0]);
  return Object.fromEntries(
    [...byStatus].map(([status, group]) => {
      const meaning = group.map((name) => `\`${name}\`: ${ERRORS[name][1]}`).join('\n\n');
      return [status, answer(`${STATUS_CODES[status]}.\n\n${meaning}`, schema, headersOf(status))];
    }),
  );
}

function headersOf(status: number): Record<string, Header> {
  if (status === 401) return wwwAuthenticate;
  if (status === 403) return { ...wwwAuthenticate, ...rateLimitHeaders };
  if (status === 429) return { ...rateLimitHeaders, ...retryAfter };
  return status === 503 ? retryAfter : {};
}
