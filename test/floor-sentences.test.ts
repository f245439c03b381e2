import assert from 'node:assert/strict';
import { test } from 'node:test';
import { copy as german } from '../console/src/shared/floor-sentences/floor-sentences-copy.de.ts';
import { sayProblem } from '../console/src/shared/floor-sentences/problem-messages-copy.de.ts';
import { contentViolation } from '../src/orders/files/content-rules.ts';
import { PROBLEM_MESSAGES, problemMessage } from '../src/platform/errors/problem-messages.ts';
import { answerFailure } from '../src/platform/network/fetch-failure.ts';
import { SENTENCE_CODES, sentence } from '../src/production/floor-sentences.ts';

const NAMES = [
  ...['reason', 'message', 'successor', 'bin', 'orderId', 'sku', 'parcels', 'why', 'parcel', 'open', 'ean13', 'who'],
  ...['station', 'list', 'carrier', 'count', 'code', 'title', 'contentType', 'field', 'shop'],
  ...['location', 'characters', 'lines'],
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

test('each message about a problem of an order, a file or a printer has German words with its values', () => {
  for (const [name, pattern] of Object.entries(PROBLEM_MESSAGES)) {
    const values = Object.fromEntries([...pattern.matchAll(/\{(\w+)\}/g)].map(([, one = '']) => [one, `<${one}>`]));
    const english = problemMessage(name as keyof typeof PROBLEM_MESSAGES, values);
    const said = sayProblem(english);
    assert.notEqual(said, english, name);
    assert.doesNotMatch(said, /[{}]|undefined/, name);
    assert.ok(findPlaceholders(said).isSubsetOf(findPlaceholders(english)), `${name}: ${said}`);
  }
});

test('German pages say the stored message of an order in ERROR in German, and leave texts of people unchanged', () => {
  const { failure } = answerFailure(404, undefined, new Date());
  assert.equal(sayProblem(failure.message), 'Der Server antwortet mit 404: Unter der URL gibt es keine Datei.');
  const page = contentViolation('label', { mediaType: 'text/html', bytes: 1 })?.message ?? '';
  assert.equal(sayProblem(page), 'Die Datei muss PDF, ZPL oder PNG sein, ist aber eine Webseite.');
  const stopped = sentence('order_stopped_because', { reason: failure.message });
  assert.equal(german.say(stopped), `Der Auftrag wurde gestoppt: ${sayProblem(failure.message)}`);
  const slip = sentence('client_file_not_printable', { message: page });
  assert.equal(german.say(slip), `Die Datei vom Kunden kann nicht gedruckt werden: ${sayProblem(page)}`);
  for (const text of ['The logo must be white or black.', 'Bitte anrufen.']) {
    assert.equal(sayProblem(text), text);
    assert.equal(german.say(sentence('order_on_hold', { reason: text })), `Der Auftrag ist angehalten: ${text}`);
  }
});
