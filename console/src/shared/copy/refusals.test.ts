import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { copy as german } from './shared-copy.de.ts';

/** Errors of programs and of the sign-in, and of changes that another person has just made impossible. */
const WITHOUT_WORDS = [
  ...['invalid_json', 'invalid_url', 'bad_request', 'missing_token', 'invalid_token', 'insufficient_scope'],
  ...['foreign_origin', 'method_not_allowed', 'request_timeout', 'unsupported_media_type', 'idempotency_key_reused'],
  ...[
    'headers_too_large',
    'people_only',
    'sign_in_refused',
    'not_signed_in',
    'not_a_station',
    'station_locked',
    'openid_account',
    'openid_refused',
  ],
  ...['too_many_notes', 'too_many_printers', 'webhook_delivery_ended', 'print_document_deleted'],
];

test('each error that staff meet has a German sentence, and missing records share one', () => {
  const file = new URL('../../../../operator-openapi.json', import.meta.url);
  const { properties } = JSON.parse(readFileSync(file, 'utf8')).components.schemas.Error;
  const names: string[] = properties.error['x-extensible-enum'];
  assert.ok(names.includes('papers_void'));
  const missing = names.filter((name) => german.refusals[name] === undefined && !name.endsWith('_not_found'));
  assert.deepEqual(missing.toSorted(), WITHOUT_WORDS.toSorted());
  assert.ok(german.refusals.not_found);
});
