import assert from 'node:assert/strict';
import { test } from 'node:test';
import { copy as german } from '../console/src/shared/floor-sentences/floor-sentences-copy.de.ts';
import { SENTENCE_CODES, sentence } from '../src/production/floor-sentences.ts';

const NAMES = [
  ...[
    'reason',
    'message',
    'successor',
    'bin',
    'orderId',
    'sku',
    'parcels',
    'why',
    'parcel',
    'open',
    'ean13',
    'who',
  ],
  ...['station', 'list', 'carrier', 'count', 'code', 'title', 'contentType', 'field'],
];
const marked = Object.fromEntries(NAMES.map((name) => [name, `<${name}>`]));
const markedIn = (text: string) => new Set(text.match(/<\w+>/g));

test('what is told of the floor is said in German with what the English sentence names, and with nothing else', () => {
  for (const code of SENTENCE_CODES) {
    const english = sentence(code, marked);
    const said = german.say(english);
    assert.doesNotMatch(`${english.message} ${said}`, /[{}]| {2}/, code);
    assert.ok(markedIn(said).isSubsetOf(markedIn(english.message)), `${code}: ${said}`);
    if (!/^<message>$/.test(english.message)) assert.notEqual(said, english.message, code);
  }
});

test('who has no name is told as somebody, and a sentence that a page does not know in the words of the server', () => {
  const closed = sentence('list_closed', { who: null, list: 12, carrier: undefined });
  assert.match(closed.message, /^Somebody has closed list 12 of an unknown carrier/);
  assert.match(german.say(closed), /^Jemand hat Liste 12 für einen unbekannten Versender geschlossen/);
  const later = { code: 'of_a_later_server', params: {}, message: 'Something new.' };
  assert.equal(german.say(later as never), 'Something new.');
});
