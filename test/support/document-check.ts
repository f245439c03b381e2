import assert from 'node:assert/strict';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';

interface Operation {
  responses: Record<string, { headers?: Record<string, unknown>; content?: Record<string, { schema: object }> }>;
}

export interface ApiDocument {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, object> };
}

const CHARACTERS = "(?:[\\w.~!$&'()*+,;=:@-]|%[0-9A-Fa-f]{2})";
/** String formats of the documents: RFC 3339 times as responses have them, and RFC 3986 URIs with a host. */
export const FORMATS = {
  'date-time': /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/,
  uri: new RegExp(
    `^[A-Za-z][A-Za-z0-9+.-]*://(?:${CHARACTERS}+|\\[[0-9A-Fa-f:.]+\\](?::\\d*)?)(?:/${CHARACTERS}*)*(?:\\?(?:${CHARACTERS}|[/?])*)?(?:#(?:${CHARACTERS}|[/?])*)?$`,
  ),
};

/** Asserts that responses agree with the OpenAPI document: status, content type, headers and body. */
export class DocumentCheck {
  readonly #document: ApiDocument;
  readonly #ajv = new Ajv2020({ strict: false, allErrors: true, formats: FORMATS });
  readonly #validators = new Map<object, ValidateFunction>();

  constructor(document: ApiDocument) {
    this.#document = document;
    this.#ajv.addSchema({ $id: 'document', components: document.components });
  }

  check(method: string, pathname: string, status: number, headers: Headers, body: string): void {
    const operation = this.#operation(method, pathname);
    // The document does not describe unknown routes and methods.
    if (!operation) return;
    const answer = operation.responses[status];
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

  #operation(method: string, pathname: string): Operation | undefined {
    for (const [template, operations] of Object.entries(this.#document.paths)) {
      const pattern = new RegExp(`^${template.replaceAll('.', '\\.').replace(/\{\w+\}/g, '[^/]+')}$`);
      if (pattern.test(pathname)) return operations[method.toLowerCase()];
    }
    return undefined;
  }

  #validator(schema: object): ValidateFunction {
    const known = this.#validators.get(schema);
    if (known) return known;
    const text = JSON.stringify(schema).replaceAll('"#/components/', '"document#/components/');
    const made = this.#ajv.compile(JSON.parse(text));
    this.#validators.set(schema, made);
    return made;
  }
}
