import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { FORMATS } from './document-check.ts';

interface Operations {
  post: { requestBody: { content: { 'application/json': { schema: object; example: object } } } };
}

const document: { webhooks: Record<string, Operations>; components: object } = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../openapi.json'), 'utf8'),
);
const ajv = new Ajv2020({ strict: false, allErrors: true, formats: FORMATS });
ajv.addSchema({ $id: 'document', components: document.components });
const validators = new Map<string, ValidateFunction>();

/** The event types of the document, each with its example. */
export const documentedEvents = Object.entries(document.webhooks).map(([type, { post }]) => ({
  type,
  example: post.requestBody.content['application/json'].example,
}));

/** Asserts that the body of a webhook agrees with the document. */
export function checkEvent(event: { type: string }): void {
  const operations = document.webhooks[event.type];
  assert.ok(operations, `${event.type} is not in the document`);
  const { schema } = operations.post.requestBody.content['application/json'];
  const text = JSON.stringify(schema).replaceAll('"#/components/', '"document#/components/');
  const validate = validators.get(event.type) ?? ajv.compile(JSON.parse(text));
  validators.set(event.type, validate);
  assert.ok(validate(event), `${JSON.stringify(validate.errors)} in ${JSON.stringify(event).slice(0, 500)}`);
}
