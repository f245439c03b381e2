import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';

interface DocumentedAnswer {
  $ref?: string;
  headers?: Record<string, unknown>;
  content?: Record<string, { schema: object }>;
}
interface Operation {
  responses: Record<string, DocumentedAnswer>;
}

interface ApiDocument {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, object>; responses: Record<string, DocumentedAnswer> };
}

const CHARACTERS = "(?:[\\w.~!$&'()*+,;=:@-]|%[0-9A-Fa-f]{2})";
/** String formats of the documents: RFC 3339 times as responses have them, and RFC 3986 URIs with a host. */
export const FORMATS = {
  'date-time': /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/,
  uri: new RegExp(
    `^[A-Za-z][A-Za-z0-9+.-]*://(?:${CHARACTERS}+|\\[[0-9A-Fa-f:.]+\\](?::\\d*)?)(?:/${CHARACTERS}*)*(?:\\?(?:${CHARACTERS}|[/?])*)?(?:#(?:${CHARACTERS}|[/?])*)?$`,
  ),
};

/** The operations of a documented path, by method. */
interface Route {
  pattern: RegExp;
  operations: Record<string, Operation>;
}

/** Asserts that responses agree with the OpenAPI document: status, content type, headers and body. */
class DocumentCheck {
  readonly #document: ApiDocument;
  readonly #routes: Route[];
  readonly #ajv = new Ajv2020({ strict: false, allErrors: true, formats: FORMATS });
  /** By the text of the schema, because many operations answer the same. */
  readonly #validators = new Map<string, ValidateFunction>();

  /** Reads a committed document. The served ones have other texts and addresses, by the settings. */
  constructor(file: string) {
    this.#document = JSON.parse(readFileSync(join(import.meta.dirname, '../..', file), 'utf8'));
    this.#routes = Object.entries(this.#document.paths).map(([template, operations]) => ({
      pattern: new RegExp(`^${template.replaceAll('.', '\\.').replace(/\{\w+\}/g, '[^/]+')}$`),
      operations,
    }));
    this.#ajv.addSchema({ $id: 'document', components: this.#document.components });
  }

  check(method: string, pathname: string, status: number, headers: Headers, body: string): void {
    const operation = this.#routes.find(({ pattern }) => pattern.test(pathname))?.operations[method.toLowerCase()];
    // The document does not describe unknown routes and methods.
    if (!operation) return;
    const shared = operation.responses[status];
    const answer = shared?.$ref ? this.#document.components.responses[shared.$ref.split('/').at(-1) ?? ''] : shared;
    const where = `${method} ${pathname} ${status}`;
    assert.ok(answer, `${where} is not in the document`);
    assert.ok(headers.get('x-request-id'), `${where} has no X-Request-Id`);
    const schema = answer.content?.['application/json']?.schema;
    if (!schema) {
      // A file of a content type that the document names.
      const [type = ''] = (headers.get('content-type') ?? '').split(';');
      if (answer.content?.[type]) return;
      assert.equal(body, '', `${where} must have no body`);
      return;
    }
    assert.match(headers.get('content-type') ?? '', /^application\/json; charset=utf-8$/, where);
    const validate = this.#validator(schema);
    assert.ok(validate(JSON.parse(body)), `${where}: ${JSON.stringify(validate.errors)} in ${body.slice(0, 500)}`);
  }

  #validator(schema: object): ValidateFunction {
    const text = JSON.stringify(schema).replaceAll('"#/components/', '"document#/components/');
    const validate = this.#validators.get(text) ?? this.#ajv.compile(JSON.parse(text));
    this.#validators.set(text, validate);
    return validate;
  }
}

/** The checks of a process. They compile each schema once for all servers. */
export const customerCheck = new DocumentCheck('openapi.json');
export const operatorCheck = new DocumentCheck('operator-openapi.json');
