import assert from 'node:assert/strict';
import { test } from 'node:test';
import { copy as german } from '../console/src/shared/floor-sentences/floor-sentences-copy.de.ts';
import { SENTENCE_CODES, sentence } from '../src/production/floor-sentences.ts';

const NAMES = [
  ...['reason', 'message', 'successor', 'bin', 'orderId', 'sku', 'parcels', 'why', 'parcel', 'open', 'ean13', 'who'],
  ...['station', 'list', 'carrier', 'count', 'code', 'title', 'contentType', 'field'],
];
const marked = Object.fromEntries(NAMES.map((name) => [name, `<${name}>`]));
const findPlaceholders = (text: string) => new Set(text.match(/<\w+>/g));

test('each German floor message has the same values as the English one', () => {
  for (const code of SENTENCE_CODES) {
    const english = sentence(code, marked);
    const said = german.say(english);
    assert.doesNotMatch(`${english.message} ${said}`, /[{}]| {2}/, code);
    assert.ok(findPlaceholders(said).isSubsetOf(findPlaceholders(english.message)), `${code}: ${said}`);
    if (!/^<message>$/.test(english.message)) assert.notEqual(said, english.message, code);
  }
});

test("a person without a name is called somebody, and an unknown message appears in the server's words", () => {
  const closed = sentence('list_closed', { who: null, list: 12, carrier: undefined });
  assert.match(closed.message, /^Somebody has closed list 12 of labels of clients/);
  assert.match(german.say(closed), /^Jemand hat Liste 12 für Etiketten vom Kunden geschlossen/);
  const empty = sentence('list_empty', { list: 3, carrier: 'address labels' });
  assert.equal(german.say(empty), 'Liste 3 für Adressetiketten ist noch leer.');
  const later = { code: 'of_a_later_server', params: {}, message: 'Something new.' };
  assert.equal(german.say(later as never), 'Something new.');
});
